"""Judges the assembled scheduler: its seven steps alone, then whole runs against the library."""

from dataclasses import asdict
from typing import Any

from ...errors import shown
from ...figures.board_picture import BoardPicture
from ...own.own_scheduler import OwnScheduler
from ...own.snapshot import LISTS, ids
from ...own.steps import NAMES, Steps
from ...own.unwritten import is_unwritten
from ...trials.run_trials import RunTrial, failing_run, runs
from ...words import Words, words
from ..verdict import Verdict
from .step_check import judge_step

# Faults that only follow from steps taken in another order.
FOLLOWS = ("budget_left", "two_tokens", "no_first_token", "iteration")


def judge_assembled(scheduler: Any, language: str = "en") -> Verdict:
    """Return whether a scheduler of one's own runs every workload as the library does.

    Args:
        scheduler: an `OwnScheduler` all of whose steps are the reader's.
        language: of the verdict.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    if not isinstance(scheduler, OwnScheduler):
        return Verdict(False, said.say("puzzles.no_scheduler", value=shown(scheduler)))
    steps = scheduler.steps
    missing = [name for name in (*NAMES, "iterate") if _is_the_library(steps, name)]
    if missing:
        return Verdict(False, said.say("puzzles.not_yours", steps=missing))
    for number, name in enumerate(NAMES, 1):
        verdict = judge_step(number, getattr(steps, name), language)
        if not verdict.passed:
            return verdict
    if is_unwritten(steps.iterate):
        return Verdict(False, said.say("puzzles.unwritten", step="iterate"))
    trial = failing_run(steps)
    if trial is None:
        return Verdict(True, said.say("puzzles.assembled", runs=len(runs())))
    return _failed(trial, said)


def _is_the_library(steps: Steps, name: str) -> bool:
    return getattr(steps, name) is getattr(Steps(), name)


def _failed(trial: RunTrial, said: Words) -> Verdict:
    boards = {"before": trial.before, "expected": trial.expected}
    if trial.actual:
        boards["actual"] = trial.actual
    return Verdict(
        False,
        said.say("puzzles.run_failed", iteration=trial.before.iteration),
        tuple(_findings(trial, said)),
        BoardPicture(boards, _differing(trial), said.language),
        said.language,
    )


def _findings(trial: RunTrial, said: Words) -> list[str]:
    found = []
    fork = _fork(trial)
    if fork:
        should, now = (_call(call, said) for call in fork)
        found.append(said.say("puzzles.fork", should=should, now=now))
    if trial.fault and not (fork and trial.fault.key in FOLLOWS):
        found.append(trial.fault.told(said.language))
    found += [
        said.say(
            "puzzles.differs.list",
            field=f"board.{name}",
            should=ids(getattr(trial.expected, name)),
            now=ids(getattr(trial.actual, name)),
        )
        for name in LISTS
        if trial.actual and ids(getattr(trial.expected, name)) != ids(getattr(trial.actual, name))
    ]
    asked = [said.say("puzzles.request", **asdict(request)) for request in trial.workload]
    limits = trial.policy.limits()
    knobs = [f"{name} {said.value(value)}" for name, value in limits.items()]
    knobs.append(f"preemption {said.value(trial.policy.preemption)}")
    return [*found, said.say("puzzles.workload", requests=asked, knobs=knobs)]


Call = tuple[str, str | None] | None


def _fork(trial: RunTrial) -> tuple[Call, Call] | None:
    """Return the first call that differs, as it should be and as it was, if there is one."""
    expected, actual = trial.expected_calls, trial.actual_calls
    for at in range(max(len(expected), len(actual))):
        should = expected[at] if at < len(expected) else None
        now = actual[at] if at < len(actual) else None
        if should != now:
            return None if now is None and trial.fault else (should, now)
    return None


def _call(call: Call, said: Words) -> str:
    if call is None:
        return said.say("puzzles.call.none")
    name, treated = call
    if treated is None:
        return said.say("puzzles.call", number=NAMES.index(name) + 1, step=name)
    return said.say("puzzles.call.for", number=NAMES.index(name) + 1, step=name, request=treated)


def _differing(trial: RunTrial) -> set[str]:
    if trial.actual is None:
        return set()
    names = (*LISTS, "budget_left")
    return {n for n in names if getattr(trial.expected, n) != getattr(trial.actual, n)}
