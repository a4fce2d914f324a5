"""Who arrives, and when, in a run that keeps no events; and what happens while nobody is there."""

from ...any_clock import Clock
from ...fields import LARGEST
from ...request import Request
from ...ticks import seconds_of, ticks_of
from ...timed_run import next_change
from ..kv_sequence import KVSequence
from .time_passing import TimePassing

NO_LIMIT = LARGEST**2  # of iterations: no run has so many
SOMEBODY: dict[float, list[KVSequence]] = {-1: []}  # what is pending while anybody is to come


class Arriving(TimePassing):
    """Where a run stands to which requests come; they take room only from then on.

    Attributes:
        coming: the places of all requests in the order in which they arrive.
        seen: how many of them have arrived.
        arrival: when the next one does, in ticks or iterations; None if nobody does.
        most: iterations after which the run is cut.
    """

    def prepare(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Stand before iteration 0."""
        super().prepare(workload, clock)
        self.coming = sorted(range(len(workload)), key=lambda place: workload[place].arrival)
        self.most = self.policy.max_iterations or NO_LIMIT
        self.seen = 0
        self.arrival = self._next_arrival()

    @property
    def _over(self) -> bool:
        return self.arrival is None and not (self.running or self.waiting)

    @property
    def _somebody_is_due(self) -> bool:
        return self.arrival is not None and self.arrival <= self.tick

    def begin(self) -> None:
        """Open the iteration: those who have arrived join the queue, or are rejected."""
        self._open()
        while self._somebody_is_due:
            place = self.coming[self.seen]
            request = self.workload[place]
            self.seen += 1
            self.arrival = self._next_arrival()
            self._join(KVSequence(request, request.prompt, request.output, place))
        self.pending = {} if self.arrival is None else SOMEBODY

    @property
    def now(self) -> float:
        """The time in which arrivals are counted: the iteration, or seconds if there is a clock."""
        return self.iteration if self.clock is None else seconds_of(self.tick)

    def _next_arrival(self) -> int | None:
        if self.seen == len(self.coming):
            return None
        arrival = self.workload[self.coming[self.seen]].arrival
        return int(arrival) if self.clock is None else ticks_of(arrival)

    def _wait_until(self, tick: int) -> None:
        """Let time pass in which nothing runs; without a clock these are iterations, too."""
        if self.clock is None:
            self.iteration = tick = min(tick, self.most)
            self.totals.makespan = tick
        self.tick = max(self.tick, tick)

    def _go_on(self) -> bool:
        """Wait for what will change something; return False where nothing ever will."""
        change = next_change(self.policy, self, self.arrival)
        if change is not None:
            self.tick = max(self.tick, change)
        return change is not None
