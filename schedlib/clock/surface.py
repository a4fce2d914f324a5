"""A surface over two coordinates that never falls along either, through values measured on it.

The values come from sweeps: on each of some lines, one coordinate is measured at many places.
What was not measured is filled in, so that the surface can be asked everywhere.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from .curve import Curve
from .isotonic import Point

FAR = 10**12  # the surface ends so many times the outer half of what was measured farther out

Cells = list[list[int]]  # a row for each line, a value for each place on it


@dataclass(frozen=True)
class Surface:
    """Values at the corners of a grid, and straight lines between them.

    Attributes:
        xs: the lines of the grid, by the first coordinate, in order.
        ys: the places on each line, by the second coordinate, in order.
        cells: the values; they never fall along either coordinate.
    """

    xs: Sequence[int]
    ys: Sequence[int]
    cells: Cells
    _curves: dict[int, Curve] = field(default_factory=dict, repr=False, compare=False)

    def along(self, x: int) -> Curve:
        """Return the curve over the second coordinate at one value of the first."""
        if x not in self._curves:
            values = [Curve(self.xs, column).at(x) for column in _turned(self.cells)]
            self._curves[x] = Curve(self.ys, values)
        return self._curves[x]

    def turned(self) -> "Surface":
        """Return the same surface with its coordinates exchanged."""
        return Surface(self.ys, self.xs, _turned(self.cells))


def surface_through(known: Mapping[Point, int], origin: int | None = None) -> Surface:
    """Return a surface through values that do not fall (see `isotonic`).

    On each line, what is missing is interpolated, or goes on in a straight line. It is then kept
    from falling below what is known beneath it, or rising above what is known above it. At 0 of
    either coordinate, where nothing may be known, it is as if the lines went back there; outwards
    they go on for ever.

    Args:
        known: values from 0 on, by line and place. A line with a single one is taken for level.
        origin: what the value at the origin may be at most, if it is not known.
    """
    xs, ys = (sorted({0} | {point[axis] for point in known}) for axis in (0, 1))
    guesses = _guesses(known, xs, ys)
    if origin is not None:
        guesses[0][0] = min(guesses[0][0], origin)
    highest = max(map(max, guesses))
    ceiling = [[known.get((x, y), highest) for y in ys] for x in xs]
    least, most = _running(max, guesses), _backwards(_running(min, _backwards(ceiling)))
    cells = [list(map(min, *rows)) for rows in zip(least, most, strict=True)]
    ys, cells = _to_the_end(ys, cells)
    xs, turned = _to_the_end(xs, _turned(cells))
    return Surface(xs, ys, _turned(turned))


def _guesses(known: Mapping[Point, int], xs: Sequence[int], ys: Sequence[int]) -> Cells:
    """Return a value for every corner of the grid; the line at 0 follows from the next two."""
    lines = {x: {y: known[x, y] for y in ys if (x, y) in known} for x in xs}
    rows = {x: [_on_line(found, y) for y in ys] for x, found in lines.items() if found}
    if 0 in rows:
        return list(rows.values())
    columns = _turned(list(rows.values()))
    start = [_on_line(dict(zip(rows, column, strict=True)), 0) for column in columns]
    return [start, *rows.values()]


def _on_line(known: Mapping[int, int], at: int) -> int:
    """Return the value at a place of a line with known values, which are in order."""
    places = list(known)
    if at in known or len(places) == 1:
        return known.get(at, known[places[0]])
    if at > places[-1]:
        low, high = _outer_half(places), places[-1]
    else:
        after = max(bisect_right(places, at), 1)
        low, high = places[after - 1], places[after]
    return max(known[low] + (known[high] - known[low]) * (at - low) // (high - low), 0)


def _outer_half(places: Sequence[int]) -> int:
    """Return where the outer half of a line begins: its last cell alone may be mostly noise."""
    return places[max(bisect_right(places[:-1], places[-1] // 2), 1) - 1]


def _to_the_end(ys: list[int], cells: Cells) -> tuple[list[int], Cells]:
    """Return the grid with one more place on each line, far out: it goes on as its outer half.

    No line rises less than one before it, or the two would cross somewhere.
    """
    half = _outer_half(ys)
    rises = accumulate((row[-1] - row[ys.index(half)] for row in cells), max)
    end = ys[-1] + max(ys[-1] - half, 1) * FAR
    return [*ys, end], [
        [*row, row[-1] + rise * FAR] for row, rise in zip(cells, rises, strict=True)
    ]


def _running(pick: Callable[[int, int], int], cells: Cells) -> Cells:
    """Return for each corner the lowest, or highest, of all that is not beyond it."""
    rows = (list(accumulate(row, pick)) for row in cells)
    return list(accumulate(rows, lambda before, row: list(map(pick, before, row))))


def _backwards(cells: Cells) -> Cells:
    return [row[::-1] for row in cells[::-1]]


def _turned(cells: Cells) -> Cells:
    return [list(column) for column in zip(*cells, strict=True)]
