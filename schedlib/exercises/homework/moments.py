"""How things stood when each arrival was dealt with: steps 2 and 3 take one at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...events import Event, Kind
from ...request import Request
from ...trace import Trace

DEALT_WITH = (Kind.SLOT, Kind.NO_VICTIM, Kind.ENQUEUE, Kind.REJECT)


@dataclass(frozen=True)
class Moment:
    """One arrival, at the moment of its turn.

    Attributes:
        iteration: in which it arrives.
        request: who arrives.
        active: ids on slots just before, in order.
        queue: ids in the waiting queue just before, head first.
        events: what was decided about it.
    """

    iteration: int
    request: Request
    active: tuple[str, ...]
    queue: tuple[str, ...]
    events: tuple[Event, ...]


def arrival_moments(trace: Trace) -> list[Moment]:
    """Return the moment of every arrival that the run came to, in the order of their turns."""
    requests = {request.id: request for request in trace.workload}
    before: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    decided: dict[str, list[Event]] = {}
    for event, active, queue in _with_state(trace):
        id = _whose_turn(event)
        if id is not None:
            before.setdefault(id, (active, queue))
            decided.setdefault(id, []).append(event)
    return [
        Moment(events[0].iteration, requests[id], *before[id], tuple(events))
        for id, events in decided.items()
    ]


def _whose_turn(event: Event) -> str | None:
    """Return the arrival that a decision of steps 2 and 3 is about."""
    if event.kind is Kind.PREEMPT:
        return str(event.because["by"])
    return event.request if event.kind in DEALT_WITH else None


def _with_state(trace: Trace) -> Iterator[tuple[Event, tuple[str, ...], tuple[str, ...]]]:
    """Yield every decision with the active list and the queue just before it."""
    active: list[str] = []
    queue: list[str] = []
    for event in trace.events:
        yield event, tuple(active), tuple(queue)
        id = event.request or ""
        match event.kind:
            case Kind.SLOT:
                active.append(id)
            case Kind.REFILL:
                active.append(queue.pop(queue.index(id)))
            case Kind.PREEMPT:
                queue.insert(0, active.pop(active.index(id)))
            case Kind.ENQUEUE:
                queue.append(id)
            case Kind.COMPLETE:
                active.remove(id)
