"""A scale up the left of a plot, from 0 on."""

from typing import NamedTuple

from .px import px
from .time_scale import round_step


class LinearScale(NamedTuple):
    """Where values stand.

    Attributes:
        most: the highest value of the plot.
        bottom: where 0 stands, in px from the top of the figure.
        tall: px from there to the highest value.
    """

    most: float
    bottom: float
    tall: float

    def place(self, value: float) -> float:
        """Return where a value stands."""
        return px(self.bottom - self.tall * value / (self.most or 1))

    def marks(self, about: int) -> list[tuple[float, str]]:
        """Return where so many numbers stand, or somewhat fewer, and the numbers."""
        step = round_step(self.most, about)
        values = (step * number for number in range(int(self.most / step + 1e-9) + 1))
        return [(self.place(value), f"{value:g}") for value in values]
