"""Percentiles by one stated method, of plain values and of values that are counted.

The method is linear interpolation between order statistics, numpy's default: of n sorted values,
the p-th percentile stands at place (n - 1) * p / 100, counted from 0, and between two places on
the straight line from the one value to the other. So the median of two values is their mean, and
the p99 of fewer than 102 values lies between the two largest: it says no more than they do.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import fsum
from statistics import fmean
from typing import NamedTuple

from ..errors import InputError, shown


class Spread(NamedTuple):
    """How values are spread; all in the unit of the values."""

    mean: float
    median: float
    p90: float
    p99: float
    max: float


class Counted(NamedTuple):
    """Values of which there are many alike, sorted, without a list of them all.

    Attributes:
        values: each one once, in rising order.
        ends: how many there are up to and including each value.
    """

    values: list[float]
    ends: list[int]

    @property
    def total(self) -> int:
        """How many there are in all."""
        return self.ends[-1] if self.ends else 0

    def at(self, place: int) -> float:
        """Return the value at a place of the sorted list of them all, counted from 0."""
        return self.values[bisect_right(self.ends, place)]

    def up_to(self, limit: float) -> int:
        """Return how many are at most `limit`."""
        within = bisect_right(self.values, limit)
        return self.ends[within - 1] if within else 0


def percentile(values: Iterable[float], percent: float) -> float:
    """Return a percentile of plain values.

    Raises:
        InputError: there are no values, or `percent` is not from 0 to 100.
    """
    return percentile_of_sorted(sorted(values), percent)


def percentile_of_sorted(ordered: Sequence[float], percent: float) -> float:
    """Return a percentile of values in rising order.

    Raises:
        InputError: there are no values, or `percent` is not from 0 to 100.
    """
    return _interpolated(ordered.__getitem__, len(ordered), percent)


def percentile_of_counts(counts: Counted, percent: float) -> float:
    """Return the percentile of the list in which each value stands as often as it is counted.

    Raises:
        InputError: there are no values, or `percent` is not from 0 to 100.
    """
    return _interpolated(counts.at, counts.total, percent)


def counted(pairs: Iterable[tuple[float, int]]) -> Counted:
    """Return (value, how many) pairs, in any order, as counted values."""
    merged: dict[float, int] = {}
    for value, many in pairs:
        merged[value] = merged.get(value, 0) + many
    values = sorted(value for value, many in merged.items() if many)
    return Counted(values, list(accumulate(merged[value] for value in values)))


def spread(values: Iterable[float]) -> Spread | None:
    """Return how plain values are spread; None if there are none."""
    ordered = sorted(values)
    if not ordered:
        return None
    return _spread(fmean(ordered), ordered.__getitem__, len(ordered))


def spread_of_counts(counts: Counted) -> Spread | None:
    """Return how counted values are spread; None if there are none."""
    if not counts.total:
        return None
    before = [0, *counts.ends]
    numbers = (end - start for start, end in zip(before, counts.ends, strict=False))
    total = fsum(value * many for value, many in zip(counts.values, numbers, strict=True))
    return _spread(total / counts.total, counts.at, counts.total)


def _spread(mean: float, at: Callable[[int], float], count: int) -> Spread:
    median, p90, p99, top = (_interpolated(at, count, percent) for percent in (50, 90, 99, 100))
    return Spread(mean, median, p90, p99, top)


def _interpolated(at: Callable[[int], float], count: int, percent: float) -> float:
    if not 0 <= percent <= 100:
        raise InputError(f"percent must be from 0 to 100, not {shown(percent)}")
    if not count:
        raise InputError("a percentile needs at least one value, and there is none")
    hundredths = (count - 1) * percent  # whole for whole percents: the place is then exact
    place, beyond = int(hundredths // 100), hundredths % 100
    low = at(place)
    if not beyond:
        return low
    high = at(place + 1)
    return min(low + (high - low) * (beyond / 100), high)  # rounding must not lead beyond it
