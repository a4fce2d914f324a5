"""Measured values that may not fall, freed from the noise that makes some of them fall."""

from collections.abc import Mapping
from itertools import accumulate

Point = tuple[int, int]


def isotonic(measured: Mapping[Point, int]) -> dict[Point, int]:
    """Return values that never fall where either coordinate grows, as near as that allows.

    This is isotonic regression, by blocks: each point takes the mean of a block of points around
    it, from a corner below to a corner above it; the corner above is the one for which this mean
    is lowest, and the corner below the one for which that lowest mean is highest. On a line it is
    the regression by least squares. It takes noise as noise: upwards and downwards count alike,
    where a running maximum would only ever lengthen times. A point that no other contradicts
    keeps its value. The work grows with the cube of the points: a few hundred of them are quick.

    Source: Deng and Zhang, Isotonic regression in multi-dimensional spaces and graphs, Annals of
    Statistics 48 (2020): the block max-min estimator.
    """
    mean = _Means(measured)
    found = {}
    for point, value in measured.items():
        below = [other for other in measured if other[0] <= point[0] and other[1] <= point[1]]
        above = [other for other in measured if other[0] >= point[0] and other[1] >= point[1]]
        if all(measured[other] <= value for other in below) and all(
            measured[other] >= value for other in above
        ):
            found[point] = value
        else:
            found[point] = max(min(mean.of(low, high) for high in above) for low in below)
    return found


class _Means:
    """The mean of the values in any block, from sums over all blocks that start at the origin."""

    def __init__(self, measured: Mapping[Point, int]) -> None:
        xs, ys = ({point[axis] for point in measured} for axis in (0, 1))
        self._x = {x: place for place, x in enumerate(sorted(xs), start=1)}
        self._y = {y: place for place, y in enumerate(sorted(ys), start=1)}
        there = [[(x, y) in measured for y in self._y] for x in self._x]
        values = [[measured.get((x, y), 0) for y in self._y] for x in self._x]
        self._counts, self._sums = _summed(there), _summed(values)

    def of(self, low: Point, high: Point) -> int:
        """Return the mean between two corners, both included, rounded down."""
        left, right = self._x[low[0]] - 1, self._x[high[0]]
        front, back = self._y[low[1]] - 1, self._y[high[1]]
        total, count = (
            sums[right][back] - sums[left][back] - sums[right][front] + sums[left][front]
            for sums in (self._sums, self._counts)
        )
        return total // count


def _summed(cells: list[list[int]] | list[list[bool]]) -> list[list[int]]:
    """Return the sums of all cells before each row and column."""
    width = len(cells[0]) if cells else 0
    rows = [list(accumulate(row, initial=0)) for row in cells]
    return list(
        accumulate(
            rows,
            lambda above, row: [a + b for a, b in zip(above, row, strict=True)],
            initial=[0] * (width + 1),
        )
    )
