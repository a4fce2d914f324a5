"""Fitting a clock to a measured run: the share of bandwidth and peak reached, and the overhead.

The whole run is simulated, all arrivals, however few of its requests are fitted: those that come
later slow down the ones before. Which requests run together depends on the numbers that are
sought, so there is no formula for them: they are searched for.
"""

from collections.abc import Iterable
from typing import Any

from ..clock import StepClock
from ..errors import InputError, shown
from ..logs import Log
from ..loop import Policy, simulate
from ..request import Request
from ..timing import Timing
from .coordinates import Coordinates, coordinates_for
from .doubts import at_bounds, far_off, loose, of_measured
from .latency_statistics import mean_abs_error_pct, statistics_of
from .measured_run import FEWEST, measured_run
from .misfit import Misfit
from .planes import Point
from .result import Calibration
from .search import search


def calibrate(
    measured: Log | Iterable[Timing],
    policy: Policy[Any],
    clock: StepClock,
    fit_first: int | None = None,
) -> Calibration:
    """Fit a clock to a measured run.

    Args:
        measured: a log that says when each request was queued and answered, or the timings
            themselves, in seconds. Latencies count from the queue of the engine.
        policy: the engine that ran, with its knobs.
        clock: hardware, model, tensor parallelism and link as they were; its other three numbers
            are what is sought.
        fit_first: fit the first so many requests alone, by arrival, and predict the others; None
            fits all.

    Raises:
        InputError: `measured` has no measured times, or too few requests; `fit_first` is out of
            range; the clock is no `StepClock`; the policy could not have run this workload.
    """
    if not isinstance(clock, StepClock):
        raise InputError(f"clock must be a StepClock, whose numbers are fitted, not {shown(clock)}")
    run = measured_run(measured)
    first = run.first(fit_first)
    misfit = Misfit(run.timings[:first])
    coordinates = coordinates_for(clock, run.timings[:first])
    simulated = _Simulated(run.requests, policy, coordinates)
    point = search(
        lambda point: [
            *misfit.differences(simulated(point)[:first]),
            coordinates.unusual(point),
        ],
        coordinates.starts,
        coordinates.whole,
    )
    predicted = simulated(point)
    fitted = coordinates.clock_at(point)
    error = _error(run.timings, predicted)
    doubts = (
        *far_off(error),
        *at_bounds(fitted, coordinates),
        *loose(point, coordinates, lambda point: statistics_of(simulated(point)[:first])),
        *of_measured(run),
    )
    rest = run.timings[first:]
    return Calibration(
        clock=fitted,
        measured=statistics_of(run.timings),
        predicted=statistics_of(predicted),
        mean_abs_error_pct=error,
        fit_error_pct=_error(run.timings[:first], predicted[:first]),
        rest_error_pct=_error(rest, predicted[first:]) if len(rest) >= FEWEST else None,
        fit_first=None if fit_first is None else first,
        simulations=simulated.count,
        doubts=doubts,
        measured_timings=run.timings,
        predicted_timings=predicted,
    )


def _error(measured: Iterable[Timing], predicted: Iterable[Timing]) -> float:
    return mean_abs_error_pct(statistics_of(measured), statistics_of(predicted))


class _Simulated:
    """The measured run, simulated with one clock after another.

    Attributes:
        count: how often it was simulated.
    """

    def __init__(
        self, requests: tuple[Request, ...], policy: Policy[Any], coordinates: Coordinates
    ) -> None:
        self._requests, self._policy, self._coordinates = requests, policy, coordinates
        self.count = 0

    def __call__(self, point: Point) -> tuple[Timing, ...]:
        """Return the timings of all requests with the clock at a point.

        Raises:
            InputError: one of them is not completed.
        """
        self.count += 1
        clock = self._coordinates.clock_at(point)
        summary = simulate(self._requests, self._policy, clock=clock, record="summary")
        timings = tuple(summary.timings)
        for timing in timings:
            if not timing.completed:
                raise InputError(
                    f"request {shown(timing.id)} was completed in the measured run, and under "
                    f"{self._policy.name} with these knobs it is not"
                )
        return timings
