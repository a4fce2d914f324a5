"""How far a simulated run is from the measured one: a list of differences to be made small.

The twelve statistics alone are a bad guide: a p99 rests on one or two requests, and moves in
jumps when one of them gets into another iteration. So the fit looks at the whole of each
distribution as well, at a hundred places, and not only where the statistics are read.
"""

from collections.abc import Sequence

from ..errors import InputError
from ..metrics.percentiles import percentile_of_sorted
from ..timing import Timing
from .latency_statistics import latencies_of, relative_errors, statistics_of

PLACES = 100
PERCENTS = [(place + 0.5) * 100 / PLACES for place in range(PLACES)]


class Misfit:
    """What a measured run is compared by.

    Args:
        measured: its requests.

    Raises:
        InputError: all their latencies are 0.
    """

    def __init__(self, measured: Sequence[Timing]) -> None:
        self.statistics = statistics_of(measured)
        self.curves = {
            latency: curve
            for latency, values in latencies_of(measured).items()
            if (curve := _curve(values)) and any(curve)
        }
        if not self.curves:
            raise InputError("measured must have a latency above 0, and all of them are 0")

    def differences(self, simulated: Sequence[Timing]) -> list[float]:
        """Return the differences of the same requests; the sum of their amounts is the misfit.

        The first part are the relative errors of the statistics, each weighted such that their
        amounts add up to the mean. The second are the distances between the distributions, each
        as a share of what was measured there on average, weighted in the same way.
        """
        errors = relative_errors(self.statistics, statistics_of(simulated))
        found = [error / len(errors) for error in errors]
        values = latencies_of(simulated)
        for latency, curve in self.curves.items():
            share = sum(curve) * len(self.curves)
            pairs = zip(_curve(values[latency]), curve, strict=True)
            found += [(here - there) / share for here, there in pairs]
        return found


def _curve(values: list[float]) -> list[float]:
    return [percentile_of_sorted(values, percent) for percent in PERCENTS] if values else []
