"""Build the scheduler yourself: seven puzzles, one for each step, and the whole."""

from collections.abc import Callable
from typing import Any

from .assembled_check import judge_assembled
from .examples import picture
from .step_check import judge_step

__all__ = ["check", "check_assembled", "judge_assembled", "judge_step", "picture"]


def check(step: int, function: Callable[..., Any], language: str = "en") -> None:
    """Show whether a function does what step number `step` should.

    Raises:
        NotYet: it does not.
    """
    judge_step(step, function, language).require()


def check_assembled(scheduler: Any, language: str = "en") -> None:
    """Show whether a scheduler of one's own runs every workload as the library does.

    Raises:
        NotYet: it does not.
    """
    judge_assembled(scheduler, language).require()
