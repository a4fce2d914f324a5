"""Stretches of iterations in which the same thing happens to a request."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..events import Kind
from ..trace import Trace
from .twice import mostly_again

KIND_OF_CELL = {Kind.PREFILL: "prefill", Kind.DECODE: "decode", Kind.HOLD: "held"}


@dataclass(frozen=True)
class Span:
    """Iterations `start` to `end`, both included, that a request spends in one way.

    `place` is its place in the queue (0: it is on a slot); `preempted`, whether the span begins
    with its preemption.
    """

    request: str
    start: int
    end: int
    place: int = 0
    preempted: bool = False


def waiting_spans(trace: Trace, *, by_place: bool = True) -> Iterator[Span]:
    """Yield a span for each constant place in the waiting queue.

    Without `by_place` the places do not matter, and are those in which the spans begin.
    """
    waiting: dict[str, Span] = {}
    for row in trace.iterations:
        places = {id: place for place, id in enumerate(row.queue, start=1)}
        for span in list(waiting.values()):
            place = places.get(span.request)
            moves = place is None or (by_place and place != span.place)
            if moves or span.request in row.preempted:
                yield waiting.pop(span.request)
        for id, place in places.items():
            begun = waiting.get(id) or Span(id, row.iteration, 0, place, id in row.preempted)
            waiting[id] = Span(id, begun.start, row.iteration, begun.place, begun.preempted)
    yield from waiting.values()


def work_spans(
    trace: Trace, apart: Callable[[int], bool] = lambda _: False
) -> Iterator[tuple[str, Span]]:
    """Yield a span for each unbroken stretch in which one kind of thing happens to a request.

    The kinds are those of cells in an overview: chunks of prefill, and those that mostly do what
    was done before; decodes; and "held", where a slot is held for a request that has ended. An
    iteration that is to be seen `apart` is a span by itself.
    """
    under_way: dict[str, tuple[str, Span]] = {}
    for event in trace.events:
        if event.request is None or event.kind not in KIND_OF_CELL:
            continue
        kind, at = KIND_OF_CELL[event.kind], event.iteration
        if event.kind is Kind.PREFILL and mostly_again(event):
            kind = "recomputes"
        before = under_way.get(event.request)
        goes_on = before and before[0] == kind and before[1].end == at - 1
        goes_on = goes_on and not (apart(at) or apart(at - 1))
        if before and not goes_on:
            yield before
        start = before[1].start if before and goes_on else at
        under_way[event.request] = kind, Span(event.request, start, at)
    yield from under_way.values()
