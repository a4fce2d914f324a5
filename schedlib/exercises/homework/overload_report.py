"""The report on the overload: its form, its right values and its hints."""

from ...events import Kind
from ...measures import longest_queue, preemptions, rejections
from ...replay import Iteration
from ...trace import Trace
from ...words import Words, words
from ..verdict import Verdict
from .answers import Answer, Fill
from .fixed_runs import fixed_runs
from .form import Cell, Rows
from .marking import Sheet, Values, mark
from .outcome_hints import (
    look_for_listed,
    look_for_longest,
    look_for_outcome,
    look_for_preempted,
    outcomes,
)
from .reward import why_list
from .where import no_iteration

URGENT = "C"
WAITING = ("X0a", "X0b")

ROWS: Rows = {
    "iterations": Fill.NUMBER,
    "longest queue": Fill.NUMBER,
    "how many rejected": Fill.NUMBER,
    "completed": Fill.IDS,
    "preempted": Fill.IDS,
    URGENT: Fill.PAIR,
    "X0a starts": Fill.NUMBER,
    "X0b starts": Fill.NUMBER,
}


def judge_overload(report: object, language: str = "en") -> Verdict:
    """Judge a report on the overload: what was filled in, by row; `...` where nothing was yet.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    trace = fixed_runs().overload
    sheet = Sheet(
        ROWS,
        right_values(trace),
        look=lambda row, wrong: _look(trace, row, wrong, said),
        reward=why_list(trace, language),
    )
    return mark(report, sheet, said)


def right_values(trace: Trace) -> dict[Cell, Answer]:
    """Return what stands in the cells of a right report."""
    completed = [id for id, outcome in trace.requests.items() if outcome.result == "completed"]
    return {
        Cell("iterations"): len(trace.iterations),
        Cell("longest queue"): longest_queue(trace),
        Cell("how many rejected"): len(rejections(trace)),
        Cell("completed"): tuple(sorted(completed)),
        Cell("preempted"): tuple(sorted(preemptions(trace))),
        **outcomes(trace, [URGENT]),
        **{Cell(f"{id} starts"): start_of(trace, id) for id in WAITING},
    }


def start_of(trace: Trace, id: str) -> int:
    """Return the iteration in which a request first gets a slot."""
    return next(
        event.iteration
        for event in trace.events
        if event.request == id and event.kind in (Kind.SLOT, Kind.REFILL)
    )


def _look(trace: Trace, row: str, wrong: Values, said: Words) -> list[str]:
    if row == URGENT:
        return look_for_outcome(trace, row, wrong, said)
    (value,) = wrong.values()
    named = value if isinstance(value, tuple) else ()
    match row:
        case "iterations":
            return [_look_at_length(trace, value, said)]
        case "longest queue":
            return look_for_longest(trace, said)
        case "how many rejected":
            return [_look_for_rejected(trace, value, said)]
        case "completed":
            return look_for_listed(trace, Kind.COMPLETE, named, said)
        case "preempted":
            return look_for_preempted(trace, named, said)
        case _:
            return [f"{row}: {_look_for_start(trace, row.split()[0], value, said)}"]


def _look_at_length(trace: Trace, value: Answer, said: Words) -> str:
    last = trace.iterations[-1].iteration
    return said.say(f"homework.length.{'last' if value == last else 'where'}")


def _look_for_rejected(trace: Trace, value: Answer, said: Words) -> str:
    """Say what was left out, or where most are turned away."""
    away = rejections(trace)
    completed = len(trace.requests) - len(away)
    extra = [id for id in away if id.startswith("X")]
    if value == len(extra):
        return said.say("homework.turned_away.extra")
    if value == completed:
        return said.say("homework.turned_away.completed")
    most = max(trace.iterations, key=lambda row: len(row.rejected))
    return said.say(
        "homework.turned_away.where", iteration=most.iteration, requests=len(trace.requests)
    )


def _look_for_start(trace: Trace, id: str, value: Answer, said: Words) -> str:
    """Say what the request does in the iteration that was named instead."""
    if not isinstance(value, int) or not 0 <= value < len(trace.iterations):
        return no_iteration(said)
    row = trace.iterations[value]
    if id in row.queue:
        ahead = overtakers(trace, id)
        last = max((at for at in ahead if at <= value), default=None)
        key = "homework.start.waits" if last is None else "homework.start.overtaken"
        by = None if last is None else ahead[last]
        return said.say(key, request=id, iteration=value, at=last, by=by)
    return said.say(f"homework.start.{_later(row, id)}", request=id, iteration=value)


def _later(row: Iteration, id: str) -> str:
    return "first" if id in row.prefill_emitted else "slot" if id in row.active else "over"


def overtakers(trace: Trace, id: str) -> dict[int, str | None]:
    """Return who takes a slot ahead of a waiting request, by iteration."""
    return {
        event.iteration: event.request
        for event in trace.events
        if event.kind is Kind.SLOT and id in event.because["overtaken"]
    }
