"""What speaks against trusting a calibration blindly."""

from collections.abc import Callable, Iterator
from statistics import fmean

from ..clock import StepClock
from .coordinates import Coordinates
from .latency_statistics import Statistics, relative_errors, statistics_of
from .measured_run import MeasuredRun
from .planes import Point
from .result import FITTED, Doubt

AT_BOUND = 0.01  # of the way from bound to bound: so near it, a parameter sits at its bound
NUDGE = 0.1  # a step of a parameter: about 10 %
FAR_OFF = 10  # percent: with the right knobs, fits are several times closer
UNMOVED = 0.5  # percent: statistics that a step changes by less, on average, tell nothing of it


def at_bounds(clock: StepClock, coordinates: Coordinates) -> Iterator[Doubt]:
    """Yield a doubt for each parameter at its bound."""
    for name, (low, high) in coordinates.bounds().items():
        value, near = getattr(clock, name), AT_BOUND * (high - low)
        if value <= low + near:
            yield Doubt("at_low", name, low)
        elif value >= high - near:
            yield Doubt("at_high", name, high)


def loose(
    point: Point, coordinates: Coordinates, statistics_at: Callable[[Point], Statistics]
) -> Iterator[Doubt]:
    """Yield a doubt for each parameter that the run hardly depends on.

    Args:
        point: where the fit has ended.
        coordinates: of the fit.
        statistics_at: the statistics of a run with the clock at a point.
    """
    here = statistics_at(point)
    for place, name in enumerate(FITTED):
        changes = [
            100 * fmean(map(abs, relative_errors(here, statistics_at(moved))))
            for moved in _nudged(point, place, coordinates)
        ]
        if max(changes) < UNMOVED:
            yield Doubt("loose", name, max(changes))


def of_measured(run: MeasuredRun) -> Iterator[Doubt]:
    """Yield a doubt where not all of a measured run can be compared."""
    if run.left_out:
        yield Doubt("left_out", None, run.left_out)
    statistics = statistics_of(run.timings)
    zeros = sum(not value for values in statistics.values() for value in values.values())
    if zeros:
        yield Doubt("zero", None, zeros)


def far_off(error_pct: float) -> Iterator[Doubt]:
    """Yield a doubt where the fitted clock is far from the measured run."""
    if error_pct > FAR_OFF:
        yield Doubt("far_off", None, error_pct)


def _nudged(point: Point, place: int, coordinates: Coordinates) -> Iterator[Point]:
    """Yield a point with one coordinate a little less, and a little more, where there is room."""
    whole = coordinates.whole
    for step in (-NUDGE, NUDGE):
        moved = point[place] + step
        if whole.low[place] <= moved <= whole.high[place]:
            yield (*point[:place], moved, *point[place + 1 :])
