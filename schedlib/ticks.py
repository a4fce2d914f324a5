"""Time in whole ticks: a sum of them is exact, in whatever order and in however many parts.

A run can therefore leap over ten thousand equal iterations, and arrive at the very time at which
it would have arrived step by step.
"""

from math import nextafter

PER_SECOND = 10**18


def ticks_of(seconds: float) -> int:
    """Return the first tick that is not before `seconds`, by what `seconds_of` says of it.

    So whoever arrives at a time that `seconds_of` gave has arrived by that tick, though a float
    is coarser than ticks are.
    """
    numerator, denominator = seconds.as_integer_ratio()
    coarse = (seconds - nextafter(seconds, 0)) / 2
    tick = numerator * PER_SECOND // denominator - int(coarse * PER_SECOND)
    while seconds_of(tick) < seconds:
        tick += 1
    while tick and seconds_of(tick - 1) >= seconds:
        tick -= 1
    return tick


def seconds_of(ticks: int) -> float:
    """Return ticks in seconds, rounded to the nearest float."""
    return ticks / PER_SECOND
