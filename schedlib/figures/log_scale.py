"""A logarithmic scale in px: equal distances are equal ratios."""

from collections.abc import Iterator
from math import ceil, floor, log, log10
from typing import NamedTuple

from .px import px

ROUND = (1, 2, 5)


class LogScale(NamedTuple):
    """Where values stand.

    Attributes:
        least, most: the values at both ends.
        start, end: where these stand, in px; `end` may be the smaller one.
    """

    least: float
    most: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value stands."""
        way = log(value / self.least) / log(self.most / self.least)
        return px(self.start + way * (self.end - self.start))

    def ticks(self) -> Iterator[float]:
        """Yield the round values (1, 2 or 5 times a power of ten) on the scale."""
        for power in range(floor(log10(self.least)), ceil(log10(self.most)) + 1):
            for step in ROUND:
                value = step * 10.0**power
                if self.least * (1 - 1e-9) <= value <= self.most * (1 + 1e-9):
                    yield value
