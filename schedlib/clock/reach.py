"""How far a table of step times reaches, and what lies beyond it."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .isotonic import Point


class Beyond(NamedTuple):
    """A number of a step that is outside of what was measured.

    Attributes:
        column: of the table.
        value: the number; a mean is rounded away from what was measured.
        least: the smallest that was measured, with the other numbers of the step.
        most: the largest one.
    """

    column: str
    value: int
    least: int
    most: int

    def __str__(self) -> str:
        sign, bound = ("<", self.least) if self.value < self.least else (">", self.most)
        return f"{self.column} {self.value:,} {sign} {bound:,}"


@dataclass(frozen=True)
class Reach:
    """Where a part of the table was measured: on each of some lines, from where to where.

    Attributes:
        columns: what the lines, and the places on them, are called in the table.
        lines: in order.
        ranges: of each line, the first and the last place.
    """

    columns: tuple[str, str]
    lines: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]

    def beyond(self, total: int, parts: int, place: int) -> Beyond | None:
        """Return what of a place on the line `total / parts` was not measured; None is nothing.

        Between two lines, a place counts as measured where it was on both of them.
        """
        column, least, most = self.columns[0], self.lines[0], self.lines[-1]
        if total < parts * least:
            return Beyond(column, total // parts, least, most)
        if total > parts * most:
            return Beyond(column, -(-total // parts), least, most)
        below = bisect_right(self.lines, total // parts) - 1
        above = below + (parts * self.lines[below] < total)
        firsts, lasts = zip(self.ranges[below], self.ranges[above], strict=True)
        first, last = max(firsts), min(lasts)
        return None if first <= place <= last else Beyond(self.columns[1], place, first, last)


def reach_of(columns: tuple[str, str], points: Iterable[Point]) -> Reach:
    """Return the reach of a part that was measured at such points."""
    ranges: dict[int, tuple[int, int]] = {}
    for line, place in points:
        first, last = ranges.get(line, (place, place))
        ranges[line] = min(first, place), max(last, place)
    lines = sorted(ranges)
    return Reach(columns, tuple(lines), tuple(ranges[line] for line in lines))
