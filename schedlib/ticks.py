"""Time in whole ticks: a sum of them is exact, in whatever order and in however many parts.

A run can therefore leap over ten thousand equal iterations, and arrive at the very time at which
it would have arrived step by step.
"""

PER_SECOND = 10**18


def ticks_of(seconds: float) -> int:
    """Return the first tick that is not before `seconds`."""
    numerator, denominator = seconds.as_integer_ratio()
    return -(-numerator * PER_SECOND // denominator)


def seconds_of(ticks: int) -> float:
    """Return ticks in seconds, rounded to the nearest float."""
    return ticks / PER_SECOND
