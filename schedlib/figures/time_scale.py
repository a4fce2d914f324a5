"""Times as they are written: in milliseconds or in seconds, with as many digits as matter."""

from math import ceil, floor, log10
from typing import NamedTuple

from ..words import Words

IN_SECONDS = 10  # a stretch of so many seconds or more is counted in seconds
STEPS = (1, 2, 5)


class TimeScale(NamedTuple):
    """How the times of one figure are written.

    Attributes:
        unit: "ms" or "s".
        digits: behind the point.
    """

    unit: str
    digits: int

    @classmethod
    def of(cls, seconds: float, px: float) -> "TimeScale":
        """Return the scale of so many seconds on so many px: a digit that nobody sees is left out.

        The last digit is worth two px or less.
        """
        unit = "s" if seconds >= IN_SECONDS else "ms"
        scale = cls(unit, 0)
        return cls(unit, max(0, ceil(-log10(2 * scale.units(seconds or 1) / px))))

    def units(self, seconds: float) -> float:
        """Return seconds in units of the scale."""
        return seconds if self.unit == "s" else 1000 * seconds

    def seconds(self, units: float) -> float:
        """Return units of the scale in seconds."""
        return units if self.unit == "s" else units / 1000

    def tell(self, seconds: float) -> str:
        """Return a time as a number."""
        return f"{self.units(seconds):,.{self.digits}f}"

    def difference(self, seconds: float) -> str | None:
        """Return how much later something is ("-12"); None if that is too little to be written."""
        told = f"{self.units(seconds):+,.{self.digits}f}"
        return told if any(digit in told for digit in "123456789") else None

    def ticks(self, start: float, end: float, most: int) -> list[tuple[float, str]]:
        """Return round times from one to another, at most so many, in seconds and as numbers."""
        step = round_step(self.units(end - start), most)
        digits = max(0, -floor(log10(step)))
        first, last = ceil(self.units(start) / step - 1e-9), floor(self.units(end) / step + 1e-9)
        return [
            (self.seconds(number * step), f"{number * step:,.{digits}f}")
            for number in range(first, last + 1)
        ]


def round_step(length: float, most: int) -> float:
    """Return the least round number (1, 2 or 5 times a power of ten) of which `most` are enough."""
    least = (length or 1) / max(most, 1)
    power = floor(log10(least)) - 1
    while True:
        for step in STEPS:
            if step * 10.0**power >= least * (1 - 1e-9):
                return step * 10.0**power
        power += 1


def tell_time(seconds: float, said: Words) -> str:
    """Return a time in a sentence: a tenth of a millisecond, or a millisecond of a long time."""
    if seconds >= IN_SECONDS:
        return said.say("time.s", number=f"{seconds:,.3f}")
    return said.say("time.ms", number=f"{1000 * seconds:,.1f}")
