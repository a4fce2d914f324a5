"""Hints for the rows of a report: what became of a request, lists of ids, the longest queue."""

from collections import Counter
from collections.abc import Sequence

from ...events import Kind
from ...judging.evidence import events_of
from ...trace import Trace
from ...words import Words
from .answers import REJECTED, Answer, quoted
from .form import Cell
from .marking import Values
from .where import arrival_of, look_for_token

Outcomes = dict[Cell, Answer]


def outcomes(trace: Trace, ids: Sequence[str]) -> Outcomes:
    """Return the right values of the rows that ask for (first output, completion)."""
    found: Outcomes = {}
    for id in ids:
        outcome = trace.requests[id]
        for part, iteration in (("first", outcome.first_output), ("done", outcome.completed)):
            found[Cell(id, part)] = REJECTED if iteration is None else iteration
    return found


def look_for_outcome(trace: Trace, id: str, wrong: Values, said: Words) -> list[str]:
    """Say where to look for what became of a request."""
    right = outcomes(trace, [id])
    arrival = arrival_of(trace, id)
    if REJECTED in wrong.values():
        return [said.say("homework.outcome.not_rejected", request=id, arrival=arrival)]
    if REJECTED in right.values():
        return [said.say("homework.outcome.arrives", request=id, arrival=arrival)]
    first, done = Cell(id, "first"), Cell(id, "done")
    if (wrong.get(first), wrong.get(done)) == (right[done], right[first]):
        return [said.say("homework.outcome.swapped", request=id)]
    return [
        look_for_token(trace, id, cell.part, named, its, said)
        for cell, named in wrong.items()
        if isinstance(named, int) and isinstance(its := right[cell], int)
    ]


def look_for_preempted(trace: Trace, named: Sequence[object], said: Words) -> list[str]:
    """Say where to look for those who lost their slots."""
    by = {event.because["by"] for event in trace.events if event.kind is Kind.PREEMPT}
    told = [
        said.say("homework.preempted.by", request=id)
        for id in named
        if id in by and not events_of(trace, str(id), Kind.PREEMPT)
    ]
    urgent = [request for request in trace.workload if request.priority == "high"]
    where = [
        said.say("homework.preempted.where", request=each.id, iteration=each.arrival)
        for each in urgent
    ]
    return [*strangers(trace, named, said), *(told or where)]


def look_for_listed(trace: Trace, kind: Kind, named: Sequence[object], said: Words) -> list[str]:
    """Say where to look for all those that were rejected, or completed."""
    right = {event.request: event.iteration for event in trace.events if event.kind is kind}
    known = [request.id for request in trace.workload]
    extra = [id for id in known if id in named and id not in right]
    lacking = sorted({iteration for id, iteration in right.items() if id not in named})
    told = [
        said.say(f"homework.{kind}.extra", request=id, arrival=arrival_of(trace, id))
        for id in extra[:3]
    ]
    if lacking:
        told.append(said.say(f"homework.{kind}.lacking", iteration=lacking[0]))
    return [*strangers(trace, named, said), *told]


def strangers(trace: Trace, named: Sequence[object], said: Words) -> list[str]:
    """Name ids that no request has, and ids that are named twice."""
    unknown = [quoted(id) for id in dict.fromkeys(named) if id not in trace.requests]
    twice = [quoted(id) for id, times in Counter(named).items() if times > 1]
    listed = (("homework.ids.unknown", unknown[:3]), ("homework.ids.twice", twice[:3]))
    return [said.say(key, ids=ids) for key, ids in listed if ids]


def look_for_longest(trace: Trace, said: Words) -> list[str]:
    """Say after which iteration the queue is longest first."""
    lengths = [len(row.queue) for row in trace.iterations]
    return [said.say("homework.longest.where", iteration=lengths.index(max(lengths)))]
