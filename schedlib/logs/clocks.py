"""Times of two clocks, those of the client and of the engine, brought on to one.

Nothing in a log tells by how much its two clocks differ: only that no request was queued before
it arrived. So the clock of the engine is set such that the request with the smallest delay was
queued in the moment of its arrival. All differences between times of one clock stay as they were
measured; what is between an arrival and a time of the engine is a lower bound, too short by the
smallest delay (a millisecond or so where client and engine share a machine). Where the clocks are
one already, nothing is moved.
"""

from collections.abc import Sequence
from statistics import median_low

SAME = 60.0  # s: a smallest delay from 0 up to this is a real one
FARTHEST = 3600.0  # s: a delay that differs by more from the usual one is a number gone wrong


def strays(stamps: Sequence[tuple[float, float]]) -> dict[int, float]:
    """Return by index how many seconds a delay is off the usual one, where it is too many.

    Args:
        stamps: when each request arrived and when it was queued, each on its own clock.
    """
    delays = [queued - arrival for arrival, queued in stamps]
    usual = median_low(delays) if delays else 0.0
    return {
        index: delay - usual for index, delay in enumerate(delays) if abs(delay - usual) > FARTHEST
    }


def engine_zero(arrivals: Sequence[float], queued: Sequence[float], earliest: float) -> float:
    """Return the time on the engine's clock at which the earliest request arrived.

    Args:
        arrivals: seconds since the earliest arrival, for each request.
        queued: when each was queued, on the engine's clock.
        earliest: the earliest arrival on the client's clock.
    """
    zero = min(at - arrival for arrival, at in zip(arrivals, queued, strict=True))
    return earliest if 0 <= zero - earliest < SAME else zero
