"""A sweep that was interrupted: what is done is not lost."""

from typing import TYPE_CHECKING

from .table import Table

if TYPE_CHECKING:
    from pandas import DataFrame


class Interrupted(KeyboardInterrupt):
    """A sweep was interrupted before all its points were done.

    It is raised, and not a shorter frame returned, so that what comes after the sweep does not
    take half of it for all of it. In a notebook `sys.last_value.frame` is what was done.

    Attributes:
        table: the rows of the points that were done.
        points: how many there are in all.
        saved: whether they are also in a file, from which the same call goes on.
    """

    def __init__(self, table: Table, points: int, saved: bool) -> None:
        super().__init__(table, points, saved)
        self.table, self.points, self.saved = table, points, saved

    @property
    def frame(self) -> "DataFrame":
        """The points that were done."""
        return self.table.frame()

    def __str__(self) -> str:
        """Say how much is done, and where it is."""
        done = f"{len(self.table.rows):,} of {self.points:,} points are done"
        if self.saved:
            return f"{done} and saved; the same call goes on from there"
        return f"{done}; the attribute frame has them (in a notebook: sys.last_value.frame)"

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows in place of a traceback."""
        return [f"{type(self).__name__}: {self}"]
