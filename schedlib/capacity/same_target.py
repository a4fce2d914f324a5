"""Two systems at the same target: the quotient of two points on two curves."""

from collections.abc import Sequence
from typing import NamedTuple

from .load_curve import LoadPoint, served_within

# From 21 to 220 ms, finer where a curve is flat; 190 ms is the target of Orca's comparison.
TARGETS = (
    *(21, 22, 23, 24, 26, 28, 30, 33, 36, 40, 45, 50, 55),
    *(60, 70, 80, 90, 100, 120, 140, 160, 190, 220),
)  # ms per output token


class Line(NamedTuple):
    """The curve of a system, and what it is called."""

    name: str
    curve: Sequence[LoadPoint]


class Reading(NamedTuple):
    """What both curves come to at one target; None where nothing can be read off.

    Attributes:
        target: seconds per output token.
        baseline, contender: requests served per second.
    """

    target: float
    baseline: float | None
    contender: float | None

    @property
    def ratio(self) -> float | None:
        """How many times as much the contender serves."""
        return self.contender / self.baseline if self.contender and self.baseline else None


def read_at(baseline: Line, contender: Line, target: float) -> Reading:
    """Return what both curves come to at a target, in seconds per output token.

    Raises:
        InputError: the target is no number above 0, or a curve has no points.
    """
    served = (served_within(line.curve, target) for line in (baseline, contender))
    return Reading(target, *served)
