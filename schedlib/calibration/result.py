"""What a calibration gives: a clock, how well it fits, and what to doubt."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..clock import StepClock
from ..timing import Timing
from .latency_statistics import Statistics

FITTED = ("e_mem", "e_compute", "overhead")


class Doubt(NamedTuple):
    """A reason not to trust a result blindly.

    Attributes:
        kind: "at_low" or "at_high": a parameter sits at its bound, so something else may be wrong,
            such as the hardware, the model or the knobs. "loose": a parameter could be somewhat
            more or less, and the run would look the same. "left_out": requests that were not
            completed. "zero": statistics that were measured as 0, of which no percentage is known.
        about: the parameter, or None.
        value: the bound, the change of the statistics in percent, or how many there are.
    """

    kind: str
    about: str | None
    value: float


@dataclass(frozen=True)
class Calibration:
    """A clock that was fitted to a measured run.

    Attributes:
        clock: with the parameters that fit.
        measured: the statistics of all requests, as they were measured.
        predicted: the same, as simulated with this clock.
        mean_abs_error_pct: how far `predicted` is from `measured`: the mean of the errors of all
            statistics, each in percent of what was measured.
        fit_error_pct: the same over the requests that were fitted.
        rest_error_pct: the same over the others, which the fit has not seen; None without any, or
            with too few.
        fit_first: how many requests, by arrival, were fitted; None for all.
        simulations: how often the run was simulated.
        doubts: reasons not to trust it.
        measured_timings: of the requests that were compared, by arrival.
        predicted_timings: of the same requests, in the same order.
    """

    clock: StepClock
    measured: Statistics
    predicted: Statistics
    mean_abs_error_pct: float
    fit_error_pct: float
    rest_error_pct: float | None
    fit_first: int | None
    simulations: int
    doubts: tuple[Doubt, ...]
    measured_timings: tuple[Timing, ...]
    predicted_timings: tuple[Timing, ...]

    @property
    def parameters(self) -> dict[str, float]:
        """The fitted numbers, by the names of the clock; the overhead is in seconds.

        What a run tells for sure is how long its iterations took. How much of that is reading the
        weights and how much overhead, it tells far less well: every iteration has both, so that a
        higher `e_mem` with more overhead fits nearly as well. Where nothing else decides, the fit
        leans to an `e_mem` of 0.8.
        """
        return {name: getattr(self.clock, name) for name in FITTED}

    def as_record(self) -> dict[str, Any]:
        """Return it as a JSON object; the statistics are in seconds."""
        return {
            "parameters": self.parameters,
            "measured": _in_seconds(self.measured),
            "predicted": _in_seconds(self.predicted),
            "mean_abs_error_pct": self.mean_abs_error_pct,
            "fit_error_pct": self.fit_error_pct,
            "rest_error_pct": self.rest_error_pct,
            "requests": len(self.measured_timings),
            "fit_first": self.fit_first,
            "simulations": self.simulations,
            "warnings": [doubt._asdict() for doubt in self.doubts],
        }


def _in_seconds(statistics: Statistics) -> dict[str, dict[str, float]]:
    return {f"{latency}_s": dict(values) for latency, values in statistics.items()}
