"""Output lengths at random: many short answers, few long ones, none beyond a limit.

"A truncated exponential distribution" can be read in two ways, and they differ at the long end:

* `clipped`: a length beyond the limit is cut to it, as `max_tokens` does. Many requests then have
  exactly the longest length.
* `resampled`: a length beyond the limit is drawn again. The longest length is then as rare as its
  neighbours, and the mean is lower.
"""

from math import ceil, expm1, log1p
from random import Random

from .fields import one_of, whole_number

READINGS = ("clipped", "resampled")


def truncated_exponential(
    n: int, mean: int, longest: int, seed: int, reading: str = "clipped"
) -> list[int]:
    """Return `n` output lengths in tokens, each from 1 to `longest`.

    `mean` is that of the exponential distribution before it is truncated; lengths are rounded up
    to whole tokens. The same seed gives the same lengths.

    Raises:
        InputError: `n`, `mean` or `longest` is no whole number from 1 on, `seed` none from 0 on,
            or `reading` is not one of `READINGS`.
    """
    n = whole_number("n", n, at_least=1)
    mean = whole_number("mean", mean, at_least=1)
    longest = whole_number("longest", longest, at_least=1)
    random = Random(whole_number("seed", seed, at_least=0))
    # Drawing again until a length fits comes to the same as drawing once from the part of the
    # distribution that fits: `part` is minus its probability. Clipping draws from all of it.
    part = expm1(-longest / mean) if one_of("reading", reading, READINGS) == "resampled" else -1.0
    drawn = (-mean * log1p(part * random.random()) for _ in range(n))
    return [min(max(ceil(length), 1), longest) for length in drawn]
