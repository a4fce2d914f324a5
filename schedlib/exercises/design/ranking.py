"""How each measure is compared, and who is the best in it."""

from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from .scores import Scores


class Measure(NamedTuple):
    """How a measure is shown and compared.

    Attributes:
        digits: after the point.
        more: whether more is better.
        full: the most that it can be, if there is such a bound.
        unserved: how much of it is due to those who were never served.
        of_the_served: whether it cannot but leave out those who were never served.
    """

    digits: int = 0
    more: bool = False
    full: float | None = None
    unserved: Callable[[Scores], float] = lambda scores: 0
    of_the_served: bool = False


MEASURES = {
    "ttft_mean": Measure(digits=1, unserved=lambda scores: scores.ttft_mean_unserved),
    "ttft_high": Measure(digits=1, unserved=lambda scores: scores.ttft_high_unserved),
    "ttft_worst": Measure(of_the_served=True),
    "itl_worst": Measure(of_the_served=True),
    "rejected": Measure(unserved=lambda scores: scores.rejected),
    "late": Measure(),
    "fairness": Measure(digits=2, more=True, full=1),
}


def best_of(measured: Mapping[str, Scores]) -> dict[str, set[str]]:
    """Return the measures in which each policy is the best, or level with the best.

    Where all are level, nobody is, and a policy whose runs were cut never is. In a measure that
    leaves out those who were never served, nobody is who turns away more than the first policy.
    """
    best: dict[str, set[str]] = {name: set() for name in measured}
    if not measured:
        return best
    first = next(iter(measured.values()))
    for key, measure in MEASURES.items():
        values = {name: _rank(values, key) for name, values in measured.items()}
        winning = max(values.values())
        if winning == min(values.values()):
            continue
        winners = {name for name, value in values.items() if value == winning}
        for name in winners:
            owed = measure.of_the_served and measured[name].rejected > first.rejected
            if not (owed or measured[name].unfinished):
                best[name].add(key)
    return best


def _rank(measured: Scores, key: str) -> float:
    """Return a measure as it is compared: as it is written down, more is better."""
    value = getattr(measured, key)
    if value is None:
        return -inf
    rounded = round(value, MEASURES[key].digits)
    return float(rounded if MEASURES[key].more else -rounded)
