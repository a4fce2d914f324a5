"""From a measured run to a clock: the three numbers that no data sheet has, and their error."""

from .calibrate import calibrate
from .latency_statistics import STATISTICS, mean_abs_error_pct, statistics_of
from .result import Calibration, Doubt
from .telling import tell_doubts

__all__ = [
    "STATISTICS",
    "Calibration",
    "Doubt",
    "calibrate",
    "mean_abs_error_pct",
    "statistics_of",
    "tell_doubts",
]
