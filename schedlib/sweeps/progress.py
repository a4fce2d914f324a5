"""A progress bar: in a notebook a widget, in a terminal a line, and nowhere else."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Protocol

from ..words import words


class Bar(Protocol):
    """A progress bar, as far as a sweep cares."""

    def update(self) -> Any:
        """Note that one point more is done."""

    def set_postfix_str(self, text: str, refresh: bool) -> Any:
        """Have a note beside it; without `refresh` it is shown with the next update."""


class NoBar:
    """Stands for a bar where none is to be seen."""

    def update(self) -> None:
        """Show nothing."""

    def set_postfix_str(self, text: str, refresh: bool) -> None:
        """Show nothing."""


@contextmanager
def progress_bar(total: int, done: int, seen: bool) -> Iterator[Bar]:
    """Show a bar on standard error while so many points are run, of which some are done already.

    In a program whose standard error is no terminal there is none, as is tqdm's rule.
    """
    if not seen or find_spec("tqdm") is None:
        yield NoBar()
        return
    from tqdm.auto import tqdm  # here, so that whoever wants no bar does without it

    widget = "tqdm.notebook" in {each.__module__ for each in tqdm.__mro__}
    hidden = False if widget else None  # None is that rule
    unit = words().say("sweep.unit")
    with tqdm(total=total, initial=done, disable=hidden, unit=unit) as bar:
        yield bar


def told_failures(number: int) -> str:
    """Return what stands beside a bar where points have failed."""
    return words().say("sweep.failed", number=number) if number else ""
