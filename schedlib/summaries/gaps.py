"""The gaps between successive output tokens of a run, kept in little room.

While the same requests decode together, each iteration adds the same gap for all of them, and
the next gap follows from the clock: of ten thousand such iterations it is enough to know the first.
"""

from array import array
from collections.abc import Iterator

from ..any_clock import Clock
from ..step_work import StepWork
from ..ticks import PER_SECOND


class Gaps:
    """All gaps of a run, as (how long, how many).

    Args:
        clock: of the run; None where an iteration lasts 1.
    """

    def __init__(self, clock: Clock | None) -> None:
        self._clock = clock
        self._long, self._many = array("d"), array("q")
        self._requests, self._context, self._steps = array("q"), array("q"), array("q")

    def add(self, ticks: int, many: int) -> None:
        """Add so many gaps of so many ticks."""
        self._long.append(ticks)
        self._many.append(many)

    def add_together(self, requests: int, context: int, steps: int) -> None:
        """Add those of iterations in which the same requests decode; see `Clock.decode_ticks`."""
        if steps:
            self._requests.append(requests)
            self._context.append(context)
            self._steps.append(steps)

    def __iter__(self) -> Iterator[tuple[float, int]]:
        """Yield each gap, in iterations or seconds, and how many there are of it."""
        unit = 1 if self._clock is None else PER_SECOND
        for long, many in zip(self._long, self._many, strict=True):
            yield long / unit, many
        for requests, context, steps in zip(
            self._requests, self._context, self._steps, strict=True
        ):
            if self._clock is None:
                yield 1.0, requests * steps
                continue
            for read in range(context, context + requests * steps, requests):
                work = StepWork(requests, requests, read, read)
                yield float(self._clock.ticks(work)) / unit, requests
