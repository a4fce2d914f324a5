"""The report on one of the three variants: its form, its right values and its hints."""

from collections.abc import Mapping

from ...events import Kind
from ...latency import decode_stalls, waits_after_preemption
from ...measures import longest_queue, preemptions, rejections, unused_budget
from ...trace import Trace
from ...words import Words, words
from ..verdict import Verdict
from .answers import Answer, Fill
from .fixed_runs import fixed_runs
from .form import Cell
from .marking import Sheet, Values, mark
from .outcome_hints import (
    look_for_listed,
    look_for_longest,
    look_for_outcome,
    look_for_preempted,
    outcomes,
)
from .reward import why_list

COUNTS = {
    "longest queue": Fill.NUMBER,
    "preempted": Fill.IDS,
    "rejected": Fill.IDS,
    "unused budget": Fill.NUMBERS,
    "decode stalls": Fill.NUMBER,
}
ENOUGH = 3  # so many cells are more than a coincidence


def judge_report(variant: str, report: object, language: str = "en") -> Verdict:
    """Judge a report on one of the three variants.

    Args:
        variant: "baseline", "chunk6" or "no_preemption".
        report: what was filled in, by row; `...` where nothing was yet.
        language: of the verdict.

    Raises:
        KeyError: there is no such variant.
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    runs = fixed_runs().variants
    trace = runs.pop(variant)
    right = right_values(trace)
    others = {name: right_values(run) for name, run in runs.items()}
    sheet = Sheet(
        dict.fromkeys(trace.requests, Fill.PAIR) | COUNTS,
        right,
        look=lambda row, wrong: _look(trace, row, wrong, said),
        mistake=lambda values: _mistake(values, right, others, said),
        reward=why_list(trace, language),
    )
    return mark(report, sheet, said)


def right_values(trace: Trace) -> dict[Cell, Answer]:
    """Return what stands in the cells of a right report on a run."""
    return {
        **outcomes(trace, list(trace.requests)),
        Cell("longest queue"): longest_queue(trace),
        Cell("preempted"): tuple(sorted(preemptions(trace))),
        Cell("rejected"): tuple(sorted(rejections(trace))),
        Cell("unused budget"): tuple(unused_budget(trace)),
        Cell("decode stalls"): len(decode_stalls(trace)),
    }


def _mistake(
    values: Values, right: Values, others: Mapping[str, Values], said: Words
) -> str | None:
    """Recognise iterations that are counted from 1, and the numbers of another variant."""
    iterations = {cell: value for cell, value in values.items() if cell.part}
    late = [
        cell
        for cell, value in iterations.items()
        if isinstance(value, int) and isinstance(number := right[cell], int) and value == number + 1
    ]
    numbers = [cell for cell, value in iterations.items() if isinstance(value, int)]
    others_right = all(values[cell] == right[cell] for cell in values if cell not in late)
    if len(late) >= ENOUGH and late == numbers and others_right:
        return said.say("homework.mistake.from_one")
    differing = [cell for cell, value in values.items() if value != right[cell]]
    for name, other in others.items():
        if len(differing) >= ENOUGH and all(values[cell] == other[cell] for cell in values):
            return said.say("homework.mistake.other_run", run=said.say(f"homework.run.{name}"))
    return None


def _look(trace: Trace, row: str, wrong: Values, said: Words) -> list[str]:
    if row in trace.requests:
        return look_for_outcome(trace, row, wrong, said)
    (value,) = wrong.values()
    named = value if isinstance(value, tuple) else ()
    match row:
        case "longest queue":
            return look_for_longest(trace, said)
        case "preempted":
            return look_for_preempted(trace, named, said)
        case "rejected":
            return look_for_listed(trace, Kind.REJECT, named, said)
        case "unused budget":
            return [_look_at_budget(trace, named, said)]
        case _:
            return [_look_for_stalls(trace, value, said)]


def _look_at_budget(trace: Trace, named: tuple[object, ...], said: Words) -> str:
    right = unused_budget(trace)
    if len(named) != len(right):
        return said.say("homework.unused.length", count=len(named))
    ends = [event for event in trace.events if event.kind is Kind.END]
    used = [event.because["token_budget"] - event.amount for event in ends]
    if list(named) == used:
        return said.say("homework.unused.used")
    wrong = [at for at, (mine, its) in enumerate(zip(named, right, strict=True)) if mine != its]
    return said.say("homework.unused.where", iterations=wrong)


def _look_for_stalls(trace: Trace, value: Answer, said: Words) -> str:
    starved = [event for event in trace.events if event.kind is Kind.STARVE]
    if starved and value == len(starved):
        first = starved[0]
        return said.say("homework.stalls.starved", request=first.request, iteration=first.iteration)
    if value and value == len(waits_after_preemption(trace)):
        return said.say("homework.stalls.preempted")
    return said.say("homework.stalls.what")
