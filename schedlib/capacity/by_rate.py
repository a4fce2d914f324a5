"""Runs of one load at several arrival rates: how long first tokens take, and who is in time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..metrics.percentiles import Spread, spread
from ..metrics.slo import SLO
from ..summaries.summary import Summary
from .capacity import Judged, judge

Runs = Mapping[float, Summary]  # by arrival rate, in requests per second

KEPT = 0.9  # the share of requests in time for which a rate counts as kept


class FirstTokens(NamedTuple):
    """How long the first tokens took at one arrival rate."""

    rate: float
    ttft: Spread


class AtRate(NamedTuple):
    """What became of the requests at one arrival rate."""

    rate: float
    judged: Judged

    @property
    def goodput(self) -> float:
        """Requests that are served in time, of those that arrive in a second."""
        return self.rate * self.judged.share


def rates_of(runs: Runs) -> tuple[float, ...]:
    """Return the rates of some runs in rising order.

    Raises:
        InputError: there are none.
    """
    if not runs:
        raise InputError("runs must hold one or more rates, and there is none")
    return tuple(sorted(runs))


def first_tokens(runs: Runs) -> list[FirstTokens]:
    """Return how long first tokens took at each rate.

    Raises:
        InputError: there are no runs, or one that gave no first token.
    """
    found = []
    for rate in rates_of(runs):
        times = spread(each.ttft for each in runs[rate].timings if each.ttft is not None)
        if times is None:
            raise InputError(f"runs must have first tokens, and the one at {rate:g} has none")
        found.append(FirstTokens(rate, times))
    return found


def goodput_by_rate(runs: Runs, slo: SLO) -> list[AtRate]:
    """Return what became of the requests at each rate.

    Raises:
        InputError: there are no runs, or the SLO says nothing of a request.
    """
    return [AtRate(rate, judge(runs[rate].timings, slo)) for rate in rates_of(runs)]


def most_in_time(found: Sequence[AtRate]) -> AtRate:
    """Return the rate at which the most requests are served in time."""
    return max(found, key=lambda each: each.goodput)


def kept_up_to(found: Sequence[AtRate]) -> float | None:
    """Return the highest of the rates up to which 90 % are in time; None if that is none."""
    kept = None
    for each in found:
        if each.judged.share < KEPT:
            break
        kept = each.rate
    return kept
