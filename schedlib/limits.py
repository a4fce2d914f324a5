"""What a record of a run keeps of its scheduler: a name, and limits."""

from typing import Any, Protocol

from .bounds import Bounds


class HasLimits(Protocol):
    """A policy, as far as a trace cares."""

    @property
    def name(self) -> str:
        """The name of the scheduler, under which its words are found."""

    def limits(self) -> dict[str, Any]:
        """Return its limits by their own names, in the order in which they are shown."""

    def bounds(self) -> Bounds:
        """Return its limits by what they limit."""
