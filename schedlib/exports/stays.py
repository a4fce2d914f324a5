"""Stays: how long a request was in the queue, and how long on which slot.

A scheduler only counts its slots. For a picture each stay gets a slot number of its own: the
lowest that is free when the stay begins, kept until it ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from ..events import Event, Kind
from ..trace import Trace

ENTERS_SLOT = (Kind.SLOT, Kind.REFILL)
ENTERS_QUEUE = (Kind.ENQUEUE, Kind.PREEMPT)
ENDS = (*ENTERS_SLOT, *ENTERS_QUEUE, Kind.REJECT, Kind.COMPLETE, Kind.LEAVE)


@dataclass(frozen=True)
class Stay:
    """Iterations `start` up to `end` (left out) that a request spent in one place.

    Attributes:
        request: whose.
        slot: the number of its slot, counted from 0; None for the queue.
        start, end: `end` is one more than the last iteration there.
        since: the position in the run's events of the decision that began it.
        finished: False where the run was cut during the stay.
    """

    request: str
    slot: int | None
    start: int
    end: int
    since: int
    finished: bool = True


def stays(trace: Trace) -> Iterator[Stay]:
    """Yield every stay of at least one iteration, as it ends.

    A slot that is held for a request that has ended is still its slot, until it is given up.
    """
    open_stays: dict[str, tuple[int, int | None]] = {}
    held = {event.request: event.iteration for event in trace.events if event.kind is Kind.HOLD}
    free = list(range(sum(event.kind in ENTERS_SLOT for event in trace.events)))
    for position, event in enumerate(trace.events):
        if event.kind not in ENDS or event.request is None or _leaves_later(event):
            continue
        if event.request in open_stays:
            since, slot = open_stays.pop(event.request)
            if slot is not None:
                heappush(free, slot)
            end = event.iteration
            if event.kind in (Kind.COMPLETE, Kind.LEAVE):
                end = max(end, held.get(event.request, end)) + 1
            yield from _stay(trace, since, slot, end)
        if event.kind in ENTERS_SLOT:
            open_stays[event.request] = position, heappop(free)
        elif event.kind in ENTERS_QUEUE:
            open_stays[event.request] = position, None
    for since, slot in open_stays.values():
        yield from _stay(trace, since, slot, len(trace.iterations), finished=False)


def _leaves_later(event: Event) -> bool:
    return event.kind is Kind.COMPLETE and event.because.get("rule") == "kept"


def _stay(
    trace: Trace, since: int, slot: int | None, end: int, finished: bool = True
) -> Iterator[Stay]:
    begun: Event = trace.events[since]
    if end > begun.iteration:  # a victim of its own arrival iteration never was on its slot
        yield Stay(begun.request or "", slot, begun.iteration, end, since, finished)
