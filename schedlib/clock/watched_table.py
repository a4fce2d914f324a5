"""A table of step times that notes what a run asks of it beyond what was measured."""

from ..step_work import StepWork
from .reach import Beyond
from .step_table import StepTable


class WatchedTable:
    """A table as the clock of runs, one after another; see `any_clock`.

    Attributes:
        table: the table.
        farthest: of each column, on each side of what was measured, what was farthest outside.
    """

    def __init__(self, table: StepTable) -> None:
        self.table = table
        self._farthest: dict[tuple[str, bool], Beyond] = {}

    @property
    def farthest(self) -> tuple[Beyond, ...]:
        """What was farthest outside, by column and side; nothing where all was measured."""
        return tuple(self._farthest[key] for key in sorted(self._farthest))

    def ticks(self, work: StepWork) -> int:
        """Return how long an iteration with this work takes, in ticks."""
        self._note(work)
        return self.table.ticks(work)

    def decode_ticks(self, requests: int, context: int, steps: int) -> int:
        """Return how long so many iterations take in which the same requests decode."""
        for read in {context, context + requests * (steps - 1)} if steps else ():
            self._note(StepWork(requests, requests, read, read))
        return self.table.decode_ticks(requests, context, steps)

    def _note(self, work: StepWork) -> None:
        for beyond in self.table.beyond(work):
            key = beyond.column, beyond.value > beyond.most
            known = self._farthest.get(key)
            if known is None or _distance(beyond) > _distance(known):
                self._farthest[key] = beyond


def _distance(beyond: Beyond) -> int:
    return max(beyond.value - beyond.most, beyond.least - beyond.value)
