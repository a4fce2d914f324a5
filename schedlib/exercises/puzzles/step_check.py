"""Judges one step of a reader's own scheduler, alone, on hundreds of random states."""

from collections.abc import Callable
from typing import Any

from ...errors import shown
from ...figures.board_picture import BoardPicture
from ...own.steps import NAMES
from ...own.unwritten import is_unwritten
from ...trials.cases import CASES
from ...trials.step_trials import failing_trial
from ...trials.trial import Trial
from ...words import Words, words
from ..verdict import Verdict
from .differences import differing, tell_differences


def judge_step(step: int, function: Callable[..., Any], language: str = "en") -> Verdict:
    """Return whether a function does what a step should, on every one of hundreds of states.

    Args:
        step: its number, 1 to 7.
        function: takes the board and, in steps 2 and 3, one arrival.
        language: of the verdict.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    name = NAMES[step - 1]
    if not callable(function):
        return Verdict(False, said.say("puzzles.no_function", step=name, value=shown(function)))
    if is_unwritten(function):
        return Verdict(False, said.say("puzzles.unwritten", step=name))
    trial = failing_trial(step, function)
    if trial is None:
        return Verdict(True, said.say("puzzles.passed", number=step, step=name, cases=CASES))
    return failed(step, trial, said)


def failed(step: int, trial: Trial, said: Words) -> Verdict:
    """Return the verdict on a step that failed: what differs, the rule, and the pictures."""
    name = NAMES[step - 1]
    findings = (*tell_differences(step, trial, said), said.say(f"puzzles.rule.{name}"))
    stopped = trial.fault and trial.fault.key.startswith("stopped.")
    boards = {"before": trial.before, "expected": trial.expected.board}
    if trial.actual:
        boards["actual"] = trial.actual.board
    return Verdict(
        False,
        said.say("puzzles.stopped" if stopped else "puzzles.failed", number=step, step=name),
        findings,
        BoardPicture(boards, differing(trial), said.language),
        said.language,
    )
