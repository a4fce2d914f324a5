"""Lengths at random, in tokens: many short answers, few long ones, none beyond a limit.

"A truncated distribution" can be read in two ways, and they differ at the long end:

* `clipped`: a length beyond the limit is cut to it, as `max_tokens` does. Many requests then have
  exactly the longest length.
* `resampled`: a length beyond the limit is drawn again. The longest length is then as rare as its
  neighbours, and the mean is lower.
"""

from collections.abc import Iterable
from math import ceil, exp, expm1, log, log1p
from random import Random
from statistics import NormalDist

from ..fields import one_of, whole_number
from .draws import how_many, seeded, within

READINGS = ("clipped", "resampled")
WIDEST = 10  # as a spread of logarithms: one standard deviation is then a factor of e^10
LOWEST = 2.0**-54  # stands for 0, where the distribution function has no inverse


def truncated_exponential(
    n: int, mean: int, longest: int, seed: int, reading: str = "clipped"
) -> list[int]:
    """Return `n` output lengths in tokens, each from 1 to `longest`.

    `mean` is that of the exponential distribution before it is truncated; lengths are rounded up
    to whole tokens. The same seed gives the same lengths.

    Raises:
        InputError: `n`, `mean` or `longest` is no whole number from 1 on, `seed` none from 0 on,
            `n` is above `draws.MOST`, or `reading` is not one of `READINGS`.
    """
    n = how_many(n)
    mean = whole_number("mean", mean, at_least=1)
    longest = whole_number("longest", longest, at_least=1)
    random = Random(whole_number("seed", seed, at_least=0))
    # Drawing again until a length fits comes to the same as drawing once from the part of the
    # distribution that fits: `part` is minus its probability. Clipping draws from all of it.
    part = expm1(-longest / mean) if one_of("reading", reading, READINGS) == "resampled" else -1.0
    return _whole((-mean * log1p(part * random.random()) for _ in range(n)), longest)


def lognormal(
    n: int, mean: int, spread: float, longest: int, seed: int, reading: str = "clipped"
) -> list[int]:
    """Return `n` lengths in tokens, each from 1 to `longest`, lognormally distributed.

    Lengths of conversations come close to that: many short ones, a few very long ones. `mean` is
    that of the distribution before it is truncated; lengths are rounded up to whole tokens. The
    same seed gives the same lengths, so prompts and outputs need two seeds: with one, every long
    prompt would have a long output.

    Args:
        n: how many lengths.
        mean: in tokens.
        spread: the standard deviation of the logarithms; 0 gives equal lengths, 1 is usual.
        longest: the limit, in tokens.
        seed: of all that is drawn.
        reading: "clipped" or "resampled".

    Raises:
        InputError: an argument is out of range.
    """
    n = how_many(n)
    mean = whole_number("mean", mean, at_least=1)
    spread = within("spread", spread, 0, WIDEST)
    longest = whole_number("longest", longest, at_least=1)
    random, normal = seeded("lengths", seed), NormalDist()
    part = 1.0  # as in `truncated_exponential`
    if one_of("reading", reading, READINGS) == "resampled" and spread:
        part = normal.cdf(log(longest / mean) / spread + spread / 2)
    places = (max(part * random.random(), LOWEST) for _ in range(n))
    deviations = (spread * normal.inv_cdf(place) for place in places)
    return _whole((mean * exp(deviation - spread**2 / 2) for deviation in deviations), longest)


def _whole(lengths: Iterable[float], longest: int) -> list[int]:
    return [min(max(ceil(length), 1), longest) for length in lengths]
