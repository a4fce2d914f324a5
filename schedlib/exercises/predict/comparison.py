"""A prediction against what happens, step by step of the seven."""

from dataclasses import dataclass
from enum import StrEnum

from ...words import Words
from .implied import Implied, completions, decodes, first_tokens, imply
from .pointers import Case, point
from .prediction import Expected
from .puzzle import Puzzle, what_happens

STEPS = range(1, 8)


class Status(StrEnum):
    """How a step of a prediction compares with what happens."""

    AGREES = "agrees"
    DIFFERS = "differs"
    FOLLOWS = "follows"  # it differs, but only because an earlier step does


@dataclass(frozen=True)
class Step:
    """One step of a comparison.

    Attributes:
        number: 1 to 7.
        status: how it compares.
        pointers: what the prediction implies and where to look; empty unless it differs.
    """

    number: int
    status: Status
    pointers: tuple[str, ...] = ()


def outcome(puzzle: Puzzle) -> Expected:
    """Return what happens in the iteration, in the form of a prediction."""
    row = what_happens(puzzle).iterations[puzzle.iteration]
    return Expected(
        preempted=frozenset(row.preempted),
        rejected=frozenset(row.rejected),
        decode=frozenset(row.decode),
        prefill=dict(row.prefill),
        first_tokens=frozenset(row.prefill_emitted),
        completed=frozenset(row.completed),
    )


def compare(puzzle: Puzzle, expected: Expected, said: Words) -> list[Step]:
    """Return the seven steps: where the prediction agrees, where it differs, and what follows."""
    actual = outcome(puzzle)
    if expected == actual:
        return [Step(number, Status.AGREES) for number in STEPS]
    implied, truly = imply(puzzle, expected), imply(puzzle, actual)
    case = Case(puzzle, expected, actual, implied)
    steps: list[Step] = []
    for number in STEPS:
        earlier = any(step.status is Status.DIFFERS for step in steps)
        status = _status(number, case, truly, earlier)
        told = point(number, case, said) if status is Status.DIFFERS else []
        steps.append(Step(number, status, tuple(told)))
    return steps


def _status(number: int, case: Case, truly: Implied, earlier: bool) -> Status:
    agrees, follows = JUDGED[number](case, truly)
    if agrees:
        return Status.AGREES
    return Status.FOLLOWS if follows and earlier else Status.DIFFERS


# For each step: whether the prediction agrees with what happens, and, if it does not, whether it
# is what its own earlier steps lead to.


def _arrivals(case: Case, truly: Implied) -> tuple[bool, bool]:
    return not case.rejected_without_arriving, False


def _slots(case: Case, truly: Implied) -> tuple[bool, bool]:
    at_odds = case.misplaced(case.puzzle.arrivals) or case.victims_served
    return case.expected.preempted == case.actual.preempted and not at_odds, False


def _rejections(case: Case, truly: Implied) -> tuple[bool, bool]:
    rejected = case.expected.rejected - case.rejected_without_arriving
    return rejected == case.actual.rejected, rejected == case.implied.turned_away


def _refill(case: Case, truly: Implied) -> tuple[bool, bool]:
    if case.misplaced(case.puzzle.queue):
        return False, False
    waited = {each.id for each in case.puzzle.queue}
    back, truly_back = (
        {each.id for each in active if each.id in waited}
        for active in (case.implied.active, truly.active)
    )
    return back == truly_back, True


def _decodes(case: Case, truly: Implied) -> tuple[bool, bool]:
    expected = case.expected.decode
    return expected == case.actual.decode, expected == decodes(case.implied.active)


def _chunks(case: Case, truly: Implied) -> tuple[bool, bool]:
    expected = case.expected.prefill
    return expected == case.actual.prefill, expected == case.chunks_implied


def _ends(case: Case, truly: Implied) -> tuple[bool, bool]:
    expected, actual, puzzle = case.expected, case.actual, case.puzzle
    agrees = (expected.first_tokens, expected.completed) == (actual.first_tokens, actual.completed)
    follows = expected.first_tokens == first_tokens(puzzle, expected)
    return agrees, follows and expected.completed == completions(puzzle, expected)


JUDGED = {
    1: _arrivals,
    2: _slots,
    3: _rejections,
    4: _refill,
    5: _decodes,
    6: _chunks,
    7: _ends,
}
