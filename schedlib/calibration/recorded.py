"""What was measured on a real engine, and what we predicted: recorded, because the log stays away.

The log is public (casys-kaist/LLMServingSim, MIT licence) and no part of this workbook. Where it is
at hand, the command computes all of this anew.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..clock import StepClock, hardware, model
from .latency_statistics import LATENCIES, STATISTICS, Statistics

ENGINE = "vLLM 0.19.0"
MODEL = "Llama-3.1-8B in bf16"
HARDWARE = "one RTX PRO 6000 with 96 GB"
REQUESTS = 300  # with lengths of ShareGPT, about 10 in a second
SOURCE = "casys-kaist/LLMServingSim"
LOG = "vllm019_rtxpro6000_llama31_8b_requests.jsonl"
KNOBS = {"max_num_seqs": 128, "max_num_batched_tokens": 2048}
CLOCK = {"hardware": "rtx-pro-6000", "model": "llama-3-8b"}
FIRST = 100
CACHED_PCT = 2  # of the prompt tokens came from the prefix cache, about: ours computes them all
FIRST_TTFT = 0.2660, 0.2412  # s: p90 of the first 100, measured and as fitted to them
OTHER_ERRORS_PCT = 0.0, 8.6  # of the simulator that was published with the log, on the same run


class Fit(NamedTuple):
    """A calibration of the recorded run, all of whose requests are predicted.

    Attributes:
        fit_first: how many requests were fitted; None for all.
        parameters: what was found; the overhead is in seconds.
        predicted: as in a `Calibration`, in seconds.
        mean_abs_error_pct: over all requests.
        fit_error_pct: over those that were fitted.
        rest_error_pct: over the others; None where there are none.
    """

    fit_first: int | None
    parameters: dict[str, float]
    predicted: Statistics
    mean_abs_error_pct: float
    fit_error_pct: float
    rest_error_pct: float | None

    @property
    def name(self) -> str:
        """What was fitted: "all", or "first 100"."""
        return "all" if self.fit_first is None else f"first {self.fit_first}"

    def clock(self) -> StepClock:
        """Return the clock that was found."""
        found = self.parameters
        return StepClock(
            hardware(CLOCK["hardware"]),
            model(CLOCK["model"]),
            e_mem=found["e_mem"],
            e_compute=found["e_compute"],
            overhead=found["overhead"],
        )


def command(fit_first: int | None) -> str:
    """Return the command that computes a fit anew; the current folder must be that of the log."""
    rest = {} if fit_first is None else {"fit_first": fit_first}
    lines = [LOG, f"--engine vllm-v1 {_options(KNOBS)}", _options({**CLOCK, **rest})]
    return "python3 -m schedlib calibrate " + " \\\n    ".join(lines)


def _options(values: Mapping[str, object]) -> str:
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, value in values.items())


def _statistics(*rows: tuple[float, float, float, float]) -> Statistics:
    """Return statistics by name: a row for each latency, in the order of both lists of names."""
    return {
        latency: dict(zip(STATISTICS, row, strict=True))
        for latency, row in zip(LATENCIES, rows, strict=True)
    }


MEASURED = _statistics(
    (7.097157, 9.442661, 16.852735, 19.755254),
    (0.032458, 0.033425, 0.036485, 0.037344),
    (28.200747, 29.615591, 35.450736, 37.638806),
)

FITS = (
    Fit(
        FIRST,
        {"e_mem": 0.8114, "e_compute": 0.6325, "overhead": 0.006569},
        _statistics(
            (7.037843, 9.567110, 16.853695, 19.179588),
            (0.032622, 0.033508, 0.035778, 0.036453),
            (28.258037, 29.355613, 36.357542, 37.514606),
        ),
        mean_abs_error_pct=1.18,
        fit_error_pct=3.64,
        rest_error_pct=1.03,
    ),
    Fit(
        None,
        {"e_mem": 0.6597, "e_compute": 0.5053, "overhead": 0.000341},
        _statistics(
            (7.090929, 9.393464, 16.985249, 19.493924),
            (0.032473, 0.033536, 0.036424, 0.037164),
            (28.206319, 29.608501, 35.481265, 37.686968),
        ),
        mean_abs_error_pct=0.33,
        fit_error_pct=0.33,
        rest_error_pct=None,
    ),
)
