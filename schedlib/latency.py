"""How long users wait, in iterations or seconds and in tokens of work, and who is to blame.

Everything here is a pure function of a finished run; time is in seconds where it has a clock.
Tokens appear at the end of an iteration, so a request that arrives and is answered in the same
iteration has waited for 1.
"""

from itertools import accumulate, pairwise
from typing import NamedTuple

from .events import WORK, YIELDS, Event, Kind, loses_kv
from .trace import Trace


class Latency(NamedTuple):
    """What the user of one request feels, in iterations, or seconds in a run with a clock.

    Attributes:
        ttft: time to first token, arrival to the end of its iteration; None if there was none.
        e2e: arrival to completion, the same of the last token; None if it was not completed.
        itl: from each output token to the next one, waiting after a preemption included.
    """

    ttft: float | None
    e2e: float | None
    itl: list[float]


class Gap(NamedTuple):
    """What happened between two successive output tokens of one request.

    Attributes:
        since: the iteration of the earlier token.
        iteration: the iteration of the later one.
        decode: decode tokens of everybody, in the iterations after `since` up to `iteration`.
        prefill: prefill tokens of everybody, in the same iterations.
    """

    since: int
    iteration: int
    decode: int
    prefill: int

    @property
    def iterations(self) -> int:
        """The ITL, in iterations."""
        return self.iteration - self.since

    @property
    def work(self) -> int:
        """Tokens processed between the two."""
        return self.decode + self.prefill


class At(NamedTuple):
    """One iteration of one request."""

    iteration: int
    request: str


def output_iterations(trace: Trace) -> dict[str, list[int]]:
    """Return the iteration of each output token, by request, in listed order."""
    tokens: dict[str, list[int]] = {request.id: [] for request in trace.workload}
    for event in trace.events:
        if event.kind in YIELDS:
            tokens[event.request or ""] += [event.iteration] * event.amount
    return tokens


def latencies(trace: Trace) -> dict[str, Latency]:
    """Return the latencies of every request by id, in listed order."""
    tokens = output_iterations(trace)
    found = {}
    for request in trace.workload:
        at, outcome = tokens[request.id], trace.requests[request.id]
        found[request.id] = Latency(
            trace.since(request.arrival, outcome.first_output),
            trace.since(request.arrival, outcome.completed),
            [trace.between(earlier, later) for earlier, later in pairwise(at)],
        )
    return found


def gaps(trace: Trace) -> dict[str, list[Gap]]:
    """Return what lies between successive output tokens, by request, in listed order."""
    decode, prefill = _so_far(trace, Kind.DECODE), _so_far(trace, Kind.PREFILL)
    return {
        id: [
            Gap(since, at, decode[at + 1] - decode[since + 1], prefill[at + 1] - prefill[since + 1])
            for since, at in pairwise(tokens)
        ]
        for id, tokens in output_iterations(trace).items()
    }


def _so_far(trace: Trace, kind: Kind) -> list[int]:
    """Return the tokens of one kind before each iteration, and after the last."""
    amounts = [0] * len(trace.iterations)
    for event in trace.events:
        if event.kind is kind:
            amounts[event.iteration] += event.amount
    return list(accumulate(amounts, initial=0))


def work_between_tokens(trace: Trace) -> dict[str, list[int]]:
    """Return the tokens of work before each output token after the first, by request.

    Counted are the decode and prefill tokens of everybody, in the iterations after the one of the
    token before, up to and including the one of the token itself. Iterations take longer the more
    they process, so this is what a user sees as ITL, as long as there is no clock.
    """
    return {id: [gap.work for gap in between] for id, between in gaps(trace).items()}


def decode_stalls(trace: Trace) -> list[At]:
    """Return when a request that already decodes is on a slot, without a token, beside prefill.

    What a scheduler itself records as a stall is one, beside prefill or not: a budget smaller
    than the slots can run out among decodes alone. In the tutorial scheduler there is no such
    iteration: it serves decodes first, and has at least a token of budget for each slot. Time in
    the queue after a preemption is no stall (see `waits_after_preemption`); neither is a prefill
    that goes on after an eviction, or a slot that is held after the last token.
    """
    stalls: list[At] = []
    decoding: set[str | None] = set()
    for row, events in zip(trace.iterations, _by_iteration(trace), strict=True):
        on_slot = dict.fromkeys([*row.active, *row.completed])
        served = {event.request for event in events if event.kind in WORK}
        recorded = {event.request for event in events if event.kind is Kind.STALL}
        decoding -= {event.request for event in events if loses_kv(event)}
        unserved = decoding - served if row.prefill else set()
        stalls += [At(row.iteration, id) for id in on_slot if id in recorded | unserved]
        decoding = decoding.union(row.prefill_emitted).difference(row.completed)
    return stalls


def _by_iteration(trace: Trace) -> list[list[Event]]:
    grouped: list[list[Event]] = [[] for _ in trace.iterations]
    for event in trace.events:
        grouped[event.iteration].append(event)
    return grouped


def waits_after_preemption(trace: Trace) -> list[At]:
    """Return when a request waits in the queue because it has been preempted."""
    waits: list[At] = []
    preempted: set[str] = set()
    for row in trace.iterations:
        preempted = (preempted | set(row.preempted)) & set(row.queue)
        waits += [At(row.iteration, id) for id in row.queue if id in preempted]
    return waits
