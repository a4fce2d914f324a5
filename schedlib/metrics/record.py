"""Metrics as a JSON object, whose keys name the unit: `ttft_s`, or `ttft_iterations`."""

from typing import Any

from .metrics import Metrics
from .percentiles import Spread
from .slo import Goodput

TIMES = frozenset(
    ["ttft", "itl", "tpot", "latency", "normalised_latency", "queueing", "makespan", "wasted_slots"]
)
ONE = {"s": "s", "iterations": "iteration"}  # what a rate counts per


def key_of(name: str, unit: str) -> str:
    """Return the key under which a metric stands: its name, with the unit where it has one."""
    if name in TIMES:
        return f"{name}_{unit}"
    return name.replace("per_unit", f"per_{ONE[unit]}")


def metrics_record(metrics: Metrics) -> dict[str, Any]:
    """Return metrics as a JSON object of their own, in the order of `Metrics`.

    A spread is an object with `mean`, `median`, `p90`, `p99` and `max`; what there is nothing of
    is null, but without an SLO there is no `goodput`.
    """
    values = {key_of(name, metrics.unit): value for name, value in vars(metrics).items()}
    if metrics.goodput is None:
        del values["goodput"]
    return {key: _plain(value, metrics.unit) for key, value in values.items()}


def _plain(value: Any, unit: str) -> Any:
    if isinstance(value, Spread | Goodput):
        return {key_of(name, unit): number for name, number in value._asdict().items()}
    return value
