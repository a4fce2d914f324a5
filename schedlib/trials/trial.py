"""One step on one state: what should come of it, and what did."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from ..errors import one_line
from ..own import library_steps
from ..own.faults import Fault
from ..own.recording import call, check_result
from ..own.snapshot import Snapshot, without_placed
from ..own.steps import NAMES
from .hands_off import hands_off

# The library's own steps, taken hold of before anybody can be kept from them.
LIBRARY = {name: getattr(library_steps, name) for name in NAMES}
PRINTED = 400  # letters of what a reader's code printed that are shown


@dataclass(frozen=True)
class Outcome:
    """What a step left behind.

    Attributes:
        board: how it stands now.
        result: what the step returned, as far as it matters: ids, True or False, or None.
    """

    board: Snapshot
    result: Any = None


@dataclass(frozen=True)
class Trial:
    """What came of one step on one state.

    Attributes:
        before: the state.
        expected: what the library makes of it.
        actual: what the reader's code made of it, or None where it did not come to its end.
        fault: why not, or None.
        printed: what the code printed.
        fickle: whether the same state comes out right if it is the first that the code meets.
    """

    before: Snapshot
    expected: Outcome
    actual: Outcome | None = None
    fault: Fault | None = None
    printed: str = ""
    fickle: bool = False

    @property
    def passed(self) -> bool:
        """Whether the code did what the library does."""
        return self.actual == self.expected


def try_step(step: int, function: Callable[..., Any], before: Snapshot) -> Trial:
    """Return what comes of `function` as step number `step`, on one state."""
    expected = expected_of(step, before)
    output = io.StringIO()
    try:
        with redirect_stdout(output), hands_off():
            actual = outcome(NAMES[step - 1], function, before)
    except Fault as fault:
        return Trial(before, expected, fault=fault, printed=_start(output))
    return Trial(before, expected, actual, printed=_start(output))


def expected_of(step: int, before: Snapshot) -> Outcome:
    """Return what the library makes of a state."""
    name = NAMES[step - 1]
    return outcome(name, LIBRARY[name], before)


def outcome(name: str, function: Callable[..., Any], before: Snapshot) -> Outcome:
    """Return what a function makes of a state.

    Raises:
        Fault: it raised an error, returned or left behind something of a wrong type, or turned
            the knobs.
    """
    board, arriving = before.board()
    result = call(function, board, *arriving)
    check_result(name, result)
    if board.policy != before.policy:
        raise Fault("policy_changed")
    if name == "arrivals":
        return Outcome(Snapshot.of(board, result), [sequence.id for sequence in result])
    after = Snapshot.of(board, arriving)
    return Outcome(without_placed(after), result if name == "slot_or_preempt" else None)


def _start(output: io.StringIO) -> str:
    return one_line(output.getvalue().strip()[:PRINTED].replace("\n", " / "))
