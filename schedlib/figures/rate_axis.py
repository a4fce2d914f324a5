"""Columns over arrival rates: as far apart as the rates are."""

from itertools import pairwise
from typing import NamedTuple

from .px import px
from .scene import Scene

SHARE = 0.62  # of the room between two rates that is column
NUMBER = 14  # font size


class RateAxis(NamedTuple):
    """Where the columns of a plot stand.

    Attributes:
        rates: requests per second, rising.
        left: px from the left edge of the figure to that of the plot.
        wide: px of the plot.
    """

    rates: tuple[float, ...]
    left: float
    wide: float

    @property
    def room(self) -> float:
        """The px between the two rates that are closest."""
        apart = min((b - a for a, b in pairwise(self.rates)), default=1)
        return self.wide * apart / self._reach

    @property
    def _reach(self) -> float:
        """The rates that the plot is wide, half a column at each end included."""
        apart = min((b - a for a, b in pairwise(self.rates)), default=1)
        return self.rates[-1] - self.rates[0] + apart

    def middle(self, rate: float) -> float:
        """Return the x of a rate."""
        return px(self.left + self.room / 2 + (rate - self.rates[0]) * self.wide / self._reach)

    def column(self, rate: float) -> tuple[float, float]:
        """Return the edges of a column."""
        half = SHARE * self.room / 2
        return self.middle(rate) - half, self.middle(rate) + half

    def places(self) -> tuple[tuple[float, float], ...]:
        """Return the edges of what a cursor marks at each rate."""
        half = self.room / 2 - 1
        return tuple((self.middle(rate) - half, self.middle(rate) + half) for rate in self.rates)

    def number(self, scene: Scene, y: float) -> None:
        """Write the rates; a figure's cursor covers the one that it marks."""
        for rate in self.rates:
            scene.text(f"{rate:g}", self.middle(rate), y, size=NUMBER)
