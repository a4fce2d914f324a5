"""How many requests per second an engine can take, and keep a promise.

Capacity is no number that an engine has. It is the highest arrival rate at which some load still
gets what it was promised: without the load and the promise there is nothing to measure.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt
from typing import Any, NamedTuple

from ..any_clock import Clock
from ..errors import InputError, shown
from ..fields import positive
from ..loop import Policy, simulate
from ..metrics.slo import SLO
from ..request import Request
from ..timing import Timing

Load = Callable[[float], Iterable[Request]]  # the requests that arrive at a rate, per second


class Judged(NamedTuple):
    """How many requests got what an SLO promises, and what the others did not get.

    Attributes:
        in_time: completed, first token and all others within the limits.
        late: the first token came too late, whatever came after it.
        slow: the first token came in time, and the others too slowly (TPOT).
        unserved: rejected, or not completed when the run was cut.
    """

    in_time: int
    late: int
    slow: int
    unserved: int

    @property
    def share(self) -> float:
        """The share of all requests that were served in time."""
        return self.in_time / sum(self)


def verdict(timing: Timing, slo: SLO) -> str:
    """Return the field of `Judged` in which a request counts."""
    if timing.ttft is not None and slo.ttft is not None and timing.ttft > slo.ttft:
        return "late"
    if not timing.completed:
        return "unserved"
    return "in_time" if slo.met_by(timing) else "slow"


def judge(timings: Iterable[Timing], slo: SLO) -> Judged:
    """Return how many requests got what an SLO promises.

    Raises:
        InputError: the SLO has no limit on TTFT or TPOT, so that it says nothing of a request.
    """
    if not slo.judges_requests:
        raise InputError(
            "slo must have a limit on ttft or tpot, to say of a request if it was kept"
        )
    counts = Counter(verdict(timing, slo) for timing in timings)
    return Judged(*(counts[name] for name in Judged._fields))


def highest_rate(
    keeps: Callable[[float], bool], low: float, high: float, within: float = 0.01
) -> float:
    """Return the highest rate at which a promise is kept, by bisection.

    Args:
        keeps: whether it is kept at a rate. Whoever keeps it at a rate is taken to keep it at
            all lower ones.
        low: a rate at which it is kept.
        high: a rate at which it is not.
        within: how far below the true one the result may be, as a share of it.

    Raises:
        InputError: a number is out of range, or `low` or `high` are not what they must be.
    """
    low, high, within = positive("low", low), positive("high", high), positive("within", within)
    if not low < high:
        raise InputError(f"low must be below high ({shown(high)}), not {shown(low)}")
    if not keeps(low):
        raise InputError(f"low must be a rate at which the promise is kept, and {low:g} is not")
    if keeps(high):
        raise InputError(f"high must be a rate at which the promise is broken, and {high:g} is not")
    while high > low * (1 + within):
        middle = sqrt(low * high)
        if keeps(middle):
            low = middle
        else:
            high = middle
    return low


def capacity(
    load: Load,
    policy: Policy[Any],
    clock: Clock,
    slo: SLO,
    share: float = 0.9,
    between: tuple[float, float] = (0.1, 100.0),
) -> float:
    """Return the highest arrival rate at which a share of all requests is served in time.

    That is the goodput of DistServe (OSDI 2024), there for 90 % of the requests. It holds for as
    many requests as the load has: in a short run even an engine that cannot keep up is in time
    for the first ones.

    Args:
        load: returns the requests for a rate; the same ones, only faster, if one seed draws them.
        policy: the engine and its knobs.
        clock: says how long its iterations last.
        slo: what is promised.
        share: of the requests that must be served in time, above 0 and at most 1.
        between: two rates, in requests per second; the promise is kept at the one and not at the
            other.

    Raises:
        InputError: a number or the load breaks a rule, or `between` are no such rates.
    """
    if not 0 < positive("share", share) <= 1:
        raise InputError(f"share must be above 0 and at most 1, not {shown(share)}")

    def keeps(rate: float) -> bool:
        run = simulate(load(rate), policy, clock=clock, record="summary")
        return judge(run.timings, slo).share >= share

    return highest_rate(keeps, *between)
