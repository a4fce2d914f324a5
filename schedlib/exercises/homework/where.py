"""Where to look: what a request does in the iteration that somebody names, and what led there.

Everything is said about the iteration that was named, about what lies before the right one, or
about an arrival, which the workload states: never about the right iteration itself.
"""

from ...events import Kind
from ...request import Request
from ...trace import Trace
from ...words import Words


def look_for_token(trace: Trace, id: str, part: str, named: int, right: int, said: Words) -> str:
    """Say what `id` does in the iteration `named`, which is not that of its first or last token.

    Args:
        trace: the run.
        id: of a request that was completed.
        part: "first" or "done": of which token the iteration was asked.
        named: the iteration that was answered.
        right: the iteration of that token.
        said: the words.
    """
    row = f"{id}, {said.say(f'homework.part.{part}')}"
    return f"{row}: {look_at(trace, id, part, named, right, said)}"


def look_at(trace: Trace, id: str, part: str, named: int, right: int, said: Words) -> str:
    """Say the same without the name of the cell."""
    if not 0 <= named < len(trace.iterations):
        return no_iteration(said)
    does = doing(trace, id, named)
    key = f"{does}.{part}" if does in ("writes", "last") else does
    request = request_of(trace, id)
    return said.say(
        f"homework.at.{key}",
        request=id,
        iteration=named,
        arrival=request.arrival,
        output=request.output,
        since=last_before(trace, id, named + 1),
        start=last_before(trace, id, right),
    )


def no_iteration(said: Words) -> str:
    """Say that the run has no such iteration."""
    return said.say("homework.at.nowhere")


def doing(trace: Trace, id: str, iteration: int) -> str:
    """Return what a request that is completed in the end does in one iteration, in a word."""
    row = trace.iterations[iteration]
    if iteration < arrival_of(trace, id):
        return "absent"
    if id in row.queue:
        return "waits"
    if id in row.decode:
        return "last" if id in row.completed else "writes"
    if id in row.prefill_emitted:
        return "first"
    if id in dict(row.prefill):
        return "reads"
    return "nothing" if id in row.active else "gone"


def last_before(trace: Trace, id: str, iteration: int) -> float:
    """Return the last iteration before `iteration` that sent `id` to the queue, or its arrival."""
    sent = [
        event.iteration
        for event in trace.events
        if event.request == id
        and event.iteration < iteration
        and event.kind in (Kind.PREEMPT, Kind.ENQUEUE)
    ]
    return sent[-1] if sent else arrival_of(trace, id)


def arrival_of(trace: Trace, id: str) -> float:
    """Return the iteration in which a request arrives."""
    return request_of(trace, id).arrival


def request_of(trace: Trace, id: str) -> Request:
    """Return a request of the workload."""
    return next(request for request in trace.workload if request.id == id)
