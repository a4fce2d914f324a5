"""What users feel against how much is served: a curve, and how papers read a number off it.

The x of a curve is what the engine *serves*, not what is sent to it: beyond its capacity it can
be sent any number of requests, and their latency depends on how long one goes on sending them.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from typing import Any, NamedTuple

from ..any_clock import Clock
from ..errors import InputError
from ..fields import positive
from ..loop import Policy, simulate
from ..metrics.percentiles import percentile
from ..summaries.summary import Summary
from .capacity import Load


class LoadPoint(NamedTuple):
    """A run at one arrival rate.

    Attributes:
        rate: requests sent per second.
        served: requests completed per second of the whole run.
        latency: the median normalised latency, in seconds per output token.
    """

    rate: float
    served: float
    latency: float


def load_point(rate: float, run: Summary) -> LoadPoint:
    """Return what a run at some rate comes to.

    Raises:
        InputError: it completed no request.
    """
    latencies = [each.normalised_latency for each in run.timings]
    completed = [latency for latency in latencies if latency is not None]
    return LoadPoint(rate, len(completed) / run.counters.makespan, percentile(completed, 50))


def load_curve(
    load: Load, rates: Iterable[float], policy: Policy[Any], clock: Clock, most: float
) -> list[LoadPoint]:
    """Return a curve over rising rates; it ends with the first point whose latency is above `most`.

    Raises:
        InputError: the load or a rate breaks a rule, or a run completed nothing.
    """
    curve = []
    for rate in rates:
        run = simulate(load(rate), policy, clock=clock, record="summary")
        curve.append(load_point(rate, run))
        if curve[-1].latency > most:
            break
    return curve


def served_within(curve: Sequence[LoadPoint], target: float) -> float | None:
    """Return the most requests per second that are served while the latency keeps to a target.

    Between two points the curve is taken to be straight, with latency on a logarithmic scale. Where
    even its last point keeps to the target, more was not measured. None if its first point does
    not: then nothing can be read off.

    Raises:
        InputError: `target` is no number above 0, or there are no points.
    """
    target = positive("target", target)
    if not curve:
        raise InputError("curve must have at least one point, and has none")
    most = None
    for before, after in pairwise([curve[0], *curve]):
        if after.latency > target:
            return None if most is None else max(most, _crossing(before, after, target))
        most = max(most or 0, after.served)
    return most


def _crossing(before: LoadPoint, after: LoadPoint, target: float) -> float:
    """Return how many are served where the line between two points crosses a target."""
    way = log(target / before.latency) / log(after.latency / before.latency)
    return before.served + way * (after.served - before.served)
