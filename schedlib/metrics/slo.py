"""Limits that a service promises to keep, and how many requests it keeps them for.

Throughput counts every request, however late. Goodput counts those alone that came in time: as in
DistServe (OSDI 2024), a request does if its TTFT and its TPOT are both within their limits.

A limit on the ITL is another matter. A run keeps the gaps between tokens of all requests together
and not of each, so what can be said is which share of all gaps is within it; whether a request
had one beyond cannot. The two are therefore reported apart, and never mixed into one number. (A
limit on the TPOT bounds only the mean gap of a request: with it alone, one long pause in a fast
stream counts as good.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import InputError
from ..fields import positive
from ..timing import Timing
from .percentiles import Counted


@dataclass(frozen=True)
class SLO:
    """Limits, in the unit of the run: seconds, or iterations without a clock. None is no limit.

    Attributes:
        ttft: the longest time to first token.
        itl: the longest time from one token to the next.
        tpot: the longest time per output token after the first.

    Raises:
        InputError: a limit is no finite number above 0, or there is no limit at all.
    """

    ttft: float | None = None
    itl: float | None = None
    tpot: float | None = None

    def __post_init__(self) -> None:
        """Check every limit."""
        limits = vars(self)
        if all(limit is None for limit in limits.values()):
            raise InputError(f"an SLO must have at least one limit: {', '.join(limits)}")
        for name, limit in list(limits.items()):
            if limit is not None:
                object.__setattr__(self, name, positive(name, limit))

    @property
    def judges_requests(self) -> bool:
        """Whether it says of each request if it was served well; a limit on gaps does not."""
        return self.ttft is not None or self.tpot is not None

    def met_by(self, timing: Timing) -> bool:
        """Return whether a request was completed within the limits on TTFT and TPOT.

        A request of one output token has no TPOT, and meets any limit on it.
        """
        return timing.completed and all(
            limit is None or value is None or value <= limit
            for limit, value in ((self.ttft, timing.ttft), (self.tpot, timing.tpot))
        )


class Goodput(NamedTuple):
    """How far an SLO was kept; None where it sets no such limit.

    Attributes:
        requests: that were completed within the limits on TTFT and TPOT.
        requests_per_unit: the same, per second (or iteration) of the makespan.
        share: the same, as a share of all requests, those rejected or cut off included.
        itl_share: the share of all gaps between two tokens of a request that are within the limit
            on the ITL; None also where there are no gaps.
    """

    requests: int | None
    requests_per_unit: float | None
    share: float | None
    itl_share: float | None


def goodput(slo: SLO, timings: Sequence[Timing], gaps: Counted, makespan: float) -> Goodput:
    """Return how far an SLO was kept.

    Args:
        slo: the limits.
        timings: of all requests.
        gaps: between two successive tokens of one request, of all requests together.
        makespan: of the run.
    """
    within = None if slo.itl is None or not gaps.total else gaps.up_to(slo.itl) / gaps.total
    if not slo.judges_requests:
        return Goodput(None, None, None, within)
    good = sum(map(slo.met_by, timings))
    return Goodput(good, good / makespan if makespan else 0.0, good / len(timings), within)
