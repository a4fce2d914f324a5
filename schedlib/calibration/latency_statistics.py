"""The twelve statistics by which a simulated run is compared with the measured one."""

from collections.abc import Iterable
from statistics import fmean

from ..errors import InputError
from ..metrics.percentiles import spread
from ..timing import Timing

LATENCIES = ("ttft", "tpot", "latency")
STATISTICS = ("mean", "median", "p90", "p99")

Statistics = dict[str, dict[str, float]]


def statistics_of(timings: Iterable[Timing]) -> Statistics:
    """Return mean, median, p90 and p99 of TTFT, TPOT and E2E latency, in seconds.

    A latency that no request has, such as the TPOT where all have one output token, is left out.
    """
    found = {}
    for latency, values in latencies_of(timings).items():
        measured = spread(values)
        if measured is not None:
            found[latency] = {name: getattr(measured, name) for name in STATISTICS}
    return found


def latencies_of(timings: Iterable[Timing]) -> dict[str, list[float]]:
    """Return the TTFT, TPOT and E2E latency of all requests that have one, each sorted."""
    timings = list(timings)
    return {
        latency: sorted(
            value for timing in timings if (value := getattr(timing, latency)) is not None
        )
        for latency in LATENCIES
    }


def relative_errors(measured: Statistics, predicted: Statistics) -> list[float]:
    """Return how far each predicted statistic is from the measured one, as a share of that.

    One that was measured as 0 has no share, and is left out.
    """
    return [
        predicted[latency][name] / value - 1
        for latency, statistics in measured.items()
        for name, value in statistics.items()
        if value
    ]


def mean_abs_error_pct(measured: Statistics, predicted: Statistics) -> float:
    """Return the mean error of the predicted statistics, in percent of the measured ones.

    Raises:
        InputError: all measured statistics are 0.
    """
    errors = relative_errors(measured, predicted)
    if not errors:
        raise InputError("measured must have a latency above 0, and all of them are 0")
    return 100 * fmean(map(abs, errors))
