"""What a run is judged by: latencies, throughput, goodput, and what becomes of slots and memory."""

from .metrics import Metrics, metrics_of
from .percentiles import Spread
from .record import metrics_record
from .slo import SLO, Goodput

__all__ = ["SLO", "Goodput", "Metrics", "Spread", "metrics_of", "metrics_record"]
