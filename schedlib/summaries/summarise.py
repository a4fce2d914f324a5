"""From events to a summary: what a run that leaps must come to as well."""

from collections.abc import Iterator

from ..events import WORK, YIELDS, Event, Kind
from ..ticks import seconds_of
from ..timed_run import Span
from ..trace import Trace
from .gaps import Gaps
from .summary import Summary
from .timings import Timings
from .totals import Totals


def summarise(trace: Trace) -> Summary:
    """Return the summary of a run whose events are known."""
    reading = _Reading(trace)
    for span, events in _steps(trace):
        reading.step(span, events)
    reading.memory()
    counters = reading.totals.counters(trace.clock)
    return Summary(
        trace.workload,
        trace.policy,
        trace.clock,
        trace.termination,
        reading.timings,
        counters,
        reading.gaps,
    )


def _steps(trace: Trace) -> Iterator[tuple[Span, list[Event]]]:
    """Yield the events of each iteration, with its time: without a clock it lasts 1."""
    events: list[Event] = []
    for event in trace.events:
        events.append(event)
        if event.kind is Kind.END:
            at = event.iteration
            yield trace.spans[at] if trace.clock else Span(at, at + 1), events
            events = []


class _Reading:
    """A summary on its way through the events."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.unit = float if trace.clock is None else seconds_of
        self.place = {request.id: place for place, request in enumerate(trace.workload)}
        self.timings = Timings(trace.workload)
        self.totals = Totals(trace.policy.bounds().blocks is not None)
        self.gaps = Gaps(trace.clock)
        self.token: dict[int, int] = {}  # the tick of each request's latest output token
        self.ran: list[int] = []  # the iterations in which anything was processed

    def step(self, span: Span, events: list[Event]) -> None:
        """Read one iteration."""
        totals, lasted = self.totals, span.end - span.start
        served = sum(event.kind in WORK for event in events)
        held = sum(event.kind is Kind.HOLD for event in events)
        for event in events:
            if event.request is not None:
                self.take(event, self.place[event.request], span)
        totals.makespan = span.end
        totals.batched += served
        totals.served_time += served * lasted
        totals.wasted_time += held * lasted
        if served:
            totals.iterations += 1
            totals.busy += lasted
            self.ran.append(events[-1].iteration)

    def take(self, event: Event, place: int, span: Span) -> None:
        """Read one event of the request at a place."""
        totals = self.totals
        if event.kind in WORK and self.timings.scheduled[place] != self.timings.scheduled[place]:
            self.timings.scheduled[place] = self.unit(span.start)
        if event.kind in YIELDS:
            self.yields(event, place, span.end)
        match event.kind:
            case Kind.DECODE:
                totals.decode_tokens += event.amount
            case Kind.PREFILL:
                totals.prefill_tokens += event.amount
                totals.recomputed += event.because.get("again", 0)
            case Kind.COMPLETE:
                self.timings.last_token[place] = self.unit(span.end)
            case Kind.PREEMPT:
                totals.preemptions += 1
                self.timings.preemptions[place] += 1
            case Kind.REJECT:
                totals.rejected += 1
                self.timings.rejected.add(place)
            case Kind.STALL:
                totals.stalls += 1

    def yields(self, event: Event, place: int, end: int) -> None:
        """Read an output token."""
        if place in self.token:
            self.gaps.add(end - self.token[place], event.amount)
        else:
            self.timings.first_token[place] = self.unit(end)
        self.token[place] = end

    def memory(self) -> None:
        """Read what the pool held."""
        held = [sum(now.held.values()) for now in self.trace.kv]
        self.totals.kv_peak = max(held, default=0)
        self.totals.kv_blocks = sum(held[iteration] for iteration in self.ran) if held else 0
