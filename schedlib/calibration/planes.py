"""Planes through samples: what a noisy function does on the whole, and where that is least.

A little more or less time for an iteration lets a request into it or not, and all that comes
after is another run: simulated latencies jump with the numbers of the clock. A plane fitted to
samples all around averages such jumps out; the slope between two close points would not.
"""

from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

Point = tuple[float, ...]

ROUNDS = 30  # of weighting, at most
SWEEPS = 60  # over the coordinates, in each round
STILL = 1e-4  # a round that moves no coordinate by more has arrived


class Box(NamedTuple):
    """The points from `low` to `high` in every coordinate."""

    low: Point
    high: Point

    def around(self, point: Point, radius: float) -> "Box":
        """Return the part of it that is within `radius` of a point in every coordinate."""
        return Box(
            tuple(max(low, at - radius) for low, at in zip(self.low, point, strict=True)),
            tuple(min(high, at + radius) for high, at in zip(self.high, point, strict=True)),
        )

    def at(self, shares: Sequence[float]) -> Point:
        """Return the point at a share, from 0 to 1, of the way through it in each coordinate."""
        edges = zip(self.low, self.high, shares, strict=True)
        return tuple(low + share * (high - low) for low, high, share in edges)

    def holds(self, point: Point) -> bool:
        """Return whether a point is in it."""
        edges = zip(self.low, point, self.high, strict=True)
        return all(low <= at <= high for low, at, high in edges)


class Planes(NamedTuple):
    """For each of several values a plane: its height at a point, and its slopes.

    Attributes:
        centre: the point.
        rows: the heights there, and then the slopes in each coordinate.
    """

    centre: Point
    rows: list[list[float]]

    def lowest(self, box: Box) -> Point:
        """Return the point of a box at which the amounts of all values have the least sum.

        That is least squares, again and again, with every value weighted by the inverse of its
        amount; the sum of amounts falls with every round (iteratively reweighted least squares).
        """
        heights, *slopes = self.rows
        free = range(len(slopes))
        point = list(self.centre)
        for _ in range(ROUNDS):
            moved = [at - centre for at, centre in zip(point, self.centre, strict=True)]
            values = [
                height + _dot(moved, along) for height, *along in zip(heights, *slopes, strict=True)
            ]
            amounts = [abs(value) for value in values]
            least = sum(amounts) / len(amounts) / 1000 or 1.0  # no weight is beyond all bounds
            weighted = [
                [slope / (amount + least) for slope, amount in zip(row, amounts, strict=True)]
                for row in slopes
            ]
            matrix = [[_dot(weighted[i], slopes[j]) for j in free] for i in free]
            pull = [-_dot(weighted[i], values) for i in free]
            before = point.copy()
            _descend(point, matrix, pull, box)
            if max(abs(a - b) for a, b in zip(point, before, strict=True)) < STILL:
                break
        return tuple(point)


def _descend(point: list[float], matrix: list[list[float]], pull: list[float], box: Box) -> None:
    """Move a point within a box to where a quadratic is least, one coordinate after another."""
    start = point.copy()
    for _ in range(SWEEPS):
        for i, row in enumerate(matrix):
            if row[i] > 0:  # else nothing depends on it
                moved = (at - first for at, first in zip(point, start, strict=True))
                best = point[i] + (pull[i] - _dot(row, moved)) / row[i]
                point[i] = min(max(best, box.low[i]), box.high[i])


def planes_through(points: Sequence[Point], values: Sequence[list[float]], centre: Point) -> Planes:
    """Return the planes that are closest, by least squares, to values at some points.

    Args:
        points: more of them than coordinates.
        values: at each point a list of values, all lists equally long.
        centre: the point at which the heights are to be known.
    """
    columns = [[1.0] * len(points)]
    for i, middle in enumerate(centre):
        columns.append([point[i] - middle for point in points])
    matrix = [[_dot(one, other) for other in columns] for one in columns]
    by_value = list(zip(*values, strict=True))
    sums = [[_dot(column, value) for value in by_value] for column in columns]
    return Planes(centre, solved(matrix, sums))


def solved(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """Return the solutions of linear equations with several right sides, by elimination.

    A row that depends on others gets the solution 0: there is nothing that it tells.
    """
    rows = [[*left, *sides] for left, sides in zip(matrix, right, strict=True)]
    size = len(rows)
    scale = [row[i] for i, row in enumerate(rows)]
    for i in range(size):
        if rows[i][i] <= 1e-12 * scale[i]:
            rows[i] = [0.0] * len(rows[i])
            rows[i][i] = 1.0
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and (factor := rows[k][i]):
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _dot(one: Iterable[float], other: Iterable[float]) -> float:
    total: float = sum(map(mul, one, other))
    return total
