"""When iterations start and end in a trace file, in microseconds."""

from ..trace import Trace
from .trace_records import ITERATION

TICKS = 10**12  # of a clock, in a microsecond


class TraceTimes:
    """The times of a run; those of a clock are written to the nanosecond."""

    def __init__(self, trace: Trace) -> None:
        self.spans, self.iterations = trace.spans, len(trace.iterations)
        self.timed = trace.clock is not None

    def start(self, iteration: int) -> float:
        """Return when an iteration starts; after the last one, when that ends."""
        if not self.timed:
            return iteration * ITERATION
        if iteration == self.iterations:
            return self.end(iteration - 1)
        return _microseconds(self.spans[iteration].start)

    def end(self, iteration: int) -> float:
        """Return when an iteration ends."""
        return _microseconds(self.spans[iteration].end) if self.timed else self.start(iteration + 1)

    def arrival(self, seconds: float, iteration: int) -> float:
        """Return when a request arrives that an iteration is the first to see."""
        return round(1e6 * seconds, 3) if self.timed else self.start(iteration)


def _microseconds(ticks: int) -> float:
    return round(ticks / TICKS, 3)
