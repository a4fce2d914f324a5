"""Tries one step on hundreds of states, and makes the first failure as small as it can."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..own.bench import Say, Stopped, run_apart
from ..own.own_scheduler import fault_of
from ..own.packing import pack
from ..own.raised import with_file
from ..own.snapshot import Snapshot
from .cases import cases
from .hands_off import hands_off
from .shrinking import shrink
from .trial import Trial, expected_of, try_step

WITHIN = 20.0  # seconds for all states together, and for making the first failure smaller


def failing_trial(step: int, function: Callable[..., Any]) -> Trial | None:
    """Return the smallest trial that can be found in which `function` fails as a step, or None.

    Args:
        step: its number, 1 to 7.
        function: takes the board and, in steps 2 and 3, one arrival. It is run on the bench: it
            may hang, crash, or end its process.
    """
    try:
        trial = run_apart(_first_failure, step, pack(function), within=WITHIN)
    except Stopped as stopped:
        case = stopped.said if isinstance(stopped.said, Snapshot) else cases(step, count=1)[0]
        return Trial(case, expected_of(step, case), fault=fault_of(stopped))
    if trial and trial.fault:
        with_file(trial.fault, [function])
    return trial


def _first_failure(say: Say, step: int, code: bytes) -> Trial | None:
    with hands_off():
        function = pickle.loads(code)

    def attempt(case: Snapshot) -> Trial:
        say(case)  # should it never end, this is where
        return try_step(step, function, case)

    def fails(case: Snapshot) -> bool:
        return not attempt(case).passed

    for case in cases(step):
        trial = attempt(case)
        if not trial.passed:
            smallest = attempt(shrink(case, step, fails))
            trial = trial if smallest.passed else smallest
            with hands_off():
                function = pickle.loads(code)  # anew: it has not been called before
            return replace(trial, fickle=attempt(trial.before).passed)
    return None
