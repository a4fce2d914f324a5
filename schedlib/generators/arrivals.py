"""When requests arrive, in seconds: at random, in bursts, all at once, or like clockwork.

Every function returns a list of times in rising order, and the first is 0 (or `at`): a run begins
with its first arrival. What differs is the gap between two arrivals. Its mean is 1 / `rate`
throughout; how unequal gaps are is told by their coefficient of variation (cv), the standard
deviation over the mean: 0 for clockwork, 1 for a Poisson process, more for traffic in bursts.
Lists can be put together: `sorted(burst(10, at=5) + poisson(100, rate=2, seed=1))`.
"""

from itertools import accumulate

from ..fields import amount_of
from .draws import how_many, seeded, within

SLOWEST, FASTEST = 1e-6, 10**9  # requests per second: one in 11 days, one in a nanosecond
LEAST_CV, MOST_CV = 0.01, 100


def poisson(n: int, rate: float, seed: int) -> list[float]:
    """Return `n` arrivals of clients that know nothing of each other: a Poisson process.

    Gaps are exponential: short ones are the most frequent. The same seed at twice the rate gives
    the same arrivals, twice as fast.

    Args:
        n: how many arrive.
        rate: requests per second.
        seed: of all that is drawn.

    Raises:
        InputError: an argument is out of range.
    """
    return bursty(n, rate, seed, cv=1)


def bursty(n: int, rate: float, seed: int, cv: float) -> list[float]:
    """Return `n` arrivals in bursts, with pauses between: gaps are gamma distributed.

    Args:
        n: how many arrive.
        rate: requests per second.
        seed: of all that is drawn.
        cv: coefficient of variation of the gaps; 1 is a Poisson process, below 1 they are more
            equal than that.

    Raises:
        InputError: an argument is out of range.
    """
    n, rate = how_many(n), _rate(rate)
    shape = 1 / within("cv", cv, LEAST_CV, MOST_CV) ** 2
    random = seeded("arrivals", seed)
    gaps = (random.gammavariate(shape, 1 / shape) / rate for _ in range(n - 1))
    return list(accumulate(gaps, initial=0.0))


def evenly(n: int, rate: float) -> list[float]:
    """Return `n` arrivals with the same gap between any two, `rate` in a second.

    Raises:
        InputError: an argument is out of range.
    """
    rate = _rate(rate)
    return [number / rate for number in range(how_many(n))]


def burst(n: int, at: float = 0) -> list[float]:
    """Return `n` arrivals in one moment, `at` seconds after the start.

    Raises:
        InputError: `n` is out of range, or `at` is no number from 0 on.
    """
    return [amount_of("at", at)] * how_many(n)


def _rate(rate: object) -> float:
    return within("rate", rate, SLOWEST, FASTEST)
