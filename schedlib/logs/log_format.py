"""What a format of a log is: the names that tell it, and how a request of it is read."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from .source import Fields
from .values import Row


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A format of a log.

    Attributes:
        name: what a `Log` calls it.
        described: what it is, in the message that lists the known ones.
        signs: a log with all the names of one of these is in this format.
        row: reads a request; raises an `InputError` that says what is wrong with it.
        wanted: the columns that `row` reads; empty for all of them.
        per_second: how many units of `Row.time` make a second.
    """

    name: str
    described: str
    signs: tuple[tuple[str, ...], ...]
    row: Callable[[Fields], Row]
    wanted: tuple[str, ...] = ()
    per_second: int = 1

    def fits(self, names: Collection[str]) -> bool:
        """Return whether a log whose fields have `names` is in this format."""
        return any(set(sign) <= set(names) for sign in self.signs)
