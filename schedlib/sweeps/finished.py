"""The points of a sweep that are finished, here and in a file."""

from collections.abc import Sequence
from typing import Any

from .columns import ERROR, Column
from .grid import Point, labels_of
from .job import Outcome
from .saved_points import FINGERPRINT, SavedPoints
from .table import Table, row_of


class Finished:
    """Rows by the place of their point in the grid.

    Args:
        points: of the grid.
        columns: of the table, after the keys.

    Attributes:
        failures: how many points have failed.
    """

    def __init__(self, points: Sequence[Point], columns: Sequence[Column]) -> None:
        self._points, self._columns = points, columns
        self._rows: dict[int, dict[str, Any]] = {}
        self._file: SavedPoints | None = None
        self._fingerprints: Sequence[str | None] = [None] * len(points)
        self.failures = 0

    def __contains__(self, place: int) -> bool:
        return place in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def table(self) -> Table:
        """Return what is finished, in the order of the grid."""
        keys = tuple(self._points[0])
        names = [*keys, *(column.name for column in self._columns)]
        rows = tuple({name: row[name] for name in names} for row in self._in_order())
        return Table(keys, tuple(self._columns), rows)

    def keep_in(self, file: SavedPoints, fingerprints: Sequence[str | None]) -> None:
        """Take what a file has of these points, and keep in it what will be noted.

        Raises:
            InputError: the file is of another sweep, or cannot be read or written.
        """
        found = file.load(set(fingerprints))
        for place, mark in enumerate(fingerprints):
            if mark in found:
                self._rows[place] = found[mark] | labels_of(self._points[place])
        self._file, self._fingerprints = file, fingerprints
        file.write(self._in_order())

    def note(self, place: int, outcome: Outcome) -> None:
        """Note what became of a point.

        Raises:
            InputError: it cannot be written to the file.
        """
        row = row_of(self._points[place], outcome, self._columns)
        row[FINGERPRINT.name] = self._fingerprints[place]
        self._rows[place] = row
        self.failures += row[ERROR.name] is not None
        if self._file:
            self._file.add(row)

    def end(self) -> None:
        """Put the file into the order of the grid."""
        if self._file:
            self._file.write(self._in_order())

    def _in_order(self) -> list[dict[str, Any]]:
        return [self._rows[place] for place in sorted(self._rows)]
