"""The three numbers of a clock as coordinates in which equal steps mean about equally much."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import median

from ..clock import StepClock
from ..timing import Timing
from .latency_statistics import latencies_of
from .planes import Box, Point

LEAST_SHARE = 0.05  # of bandwidth or peak that is reached; with less, something else is wrong

# Where to begin; the overhead is in halves of the longest.
E_MEM, E_COMPUTE, OVERHEAD = (0.45, 0.7, 0.95), (0.35, 0.65), (0.06, 0.3)

USUAL = 0.8  # of the bandwidth
LEANING = 0.01  # to be 10 % off the usual counts as much as a misfit of 0.1 %


@dataclass(frozen=True)
class Coordinates:
    """From points to clocks.

    The shares go by their logarithms, and the overhead by halves of the longest that there can
    be. Each gap between two tokens has an overhead in it, so that is no longer than a usual TPOT.

    Attributes:
        clock: whose other attributes all clocks have.
        longest: the longest overhead, in seconds.
    """

    clock: StepClock
    longest: float

    @property
    def whole(self) -> Box:
        """All points that there are."""
        most = -log(LEAST_SHARE)
        return Box((0.0, 0.0, 0.0), (most, most, 2.0))

    @property
    def starts(self) -> list[Point]:
        """Points all around those that are usual."""
        return [(-log(m), -log(c), o) for m in E_MEM for c in E_COMPUTE for o in OVERHEAD]

    def clock_at(self, point: Point) -> StepClock:
        """Return the clock at a point."""
        memory, compute, overhead = point
        return replace(
            self.clock,
            e_mem=exp(-memory),
            e_compute=exp(-compute),
            overhead=overhead * self.longest / 2,
        )

    def unusual(self, point: Point) -> float:
        """Return how far from usual the share of the bandwidth is, to be counted as a misfit.

        Every iteration reads the weights and has an overhead: more of the one and less of the
        other fits nearly as well, and so accident would decide. This little weight is enough to
        decide for the usual where the run itself does not tell.
        """
        return LEANING * (point[0] + log(USUAL))

    def bounds(self) -> dict[str, tuple[float, float]]:
        """Return the least and the largest value of each parameter."""
        share = LEAST_SHARE, 1.0
        return {"e_mem": share, "e_compute": share, "overhead": (0.0, self.longest)}


def coordinates_for(clock: StepClock, measured: Sequence[Timing]) -> Coordinates:
    """Return the coordinates in which a clock is to be fitted to measured requests."""
    latencies = latencies_of(measured)
    return Coordinates(clock, median(latencies["tpot"] or latencies["ttft"]))
