"""A run in seconds: an iteration starts when the one before has ended and somebody is there.

A request that arrives while an iteration runs is seen at its end. Where nobody is there, nothing
runs until somebody arrives: such a gap has no iterations.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from .any_clock import Clock
from .events import Event, Kind
from .step_work import work_of_steps
from .ticks import seconds_of, ticks_of

MANY_ITERATIONS = 1_000_000  # more than anybody looks at

FUTURE = -1  # the iteration of those who are still to arrive: it never comes

# What is noted of an iteration in which nothing happens.
NOTHING = frozenset({Kind.BLOCKED, Kind.STARVE, Kind.STALL, Kind.HOLD, Kind.NO_VICTIM, Kind.END})


class TimedState(Protocol):
    """Where a run stands, as far as time cares.

    Attributes:
        pending: what is still to arrive, by the iteration in which it does.
        seconds: the time at which the iteration starts; None in a run without a clock.
    """

    events: list[Event]
    iteration: int
    pending: dict[float, list[Any]]
    seconds: float | None

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""


class TimedPolicy(Protocol):
    """A scheduler, as far as time cares."""

    @property
    def max_iterations(self) -> int | None:
        """Iterations after which the run is cut; None is `MANY_ITERATIONS`."""

    def iterate(self, state: Any) -> None:
        """Compose and run one more iteration."""

    def wakes(self, state: Any) -> float | None:
        """Return when it will go on by itself though nobody arrives, in seconds; None is never."""


class Span(NamedTuple):
    """When an iteration starts and ends, in ticks."""

    start: int
    end: int


class Arrivals:
    """Those who are still to arrive, the first in front; of equals, as they were listed."""

    def __init__(self, pending: dict[float, list[Any]]) -> None:
        self.coming = [(ticks_of(seconds), pending[seconds]) for seconds in sorted(pending)]
        self.coming.reverse()

    def until(self, now: int) -> list[Any]:
        """Return those who have arrived by now, and forget them."""
        arrived = []
        while self.coming and self.coming[-1][0] <= now:
            arrived += self.coming.pop()[1]
        return arrived

    @property
    def next(self) -> int | None:
        """The tick at which the next one arrives."""
        return self.coming[-1][0] if self.coming else None

    @property
    def left(self) -> list[Any]:
        """All who are still to arrive."""
        return [each for _, together in reversed(self.coming) for each in together]


def run_in_time(policy: TimedPolicy, state: TimedState, clock: Clock) -> Iterator[Span]:
    """Run `state` until every request is done, or the policy's limit cuts the run.

    Yield when each iteration started and ended, as soon as it has.
    """
    arrivals = Arrivals(state.pending)
    works = work_of_steps(_as_they_come(state.events))
    now = 0
    for _ in range(policy.max_iterations or MANY_ITERATIONS):
        state.pending = {}
        if state.drained and arrivals.next is not None:
            now = max(now, arrivals.next)
        _let_arrive(state, arrivals, now)
        noted = len(state.events)
        policy.iterate(state)
        start, now = now, now + clock.ticks(next(works))
        yield Span(start, now)
        if state.drained:
            return
        if all(event.kind in NOTHING for event in state.events[noted:]):
            change = next_change(policy, state, arrivals.next)
            if change is None:
                return  # nothing would ever happen again
            now = max(now, change)


def _let_arrive(state: TimedState, arrivals: Arrivals, now: int) -> None:
    """Let the iteration that starts now see those who have arrived, and know if more will."""
    state.seconds = seconds_of(now)
    arrived = arrivals.until(now)
    state.pending = {FUTURE: arrivals.left} if arrivals.coming else {}
    if arrived:
        state.pending[state.iteration] = arrived


def next_change(policy: TimedPolicy, state: Any, arrival: int | None) -> int | None:
    """Return the tick at which an engine that only waits goes on."""
    wake = policy.wakes(state)
    changes = [arrival, None if wake is None else ticks_of(wake)]
    return min((tick for tick in changes if tick is not None), default=None)


def _as_they_come(events: list[Event]) -> Iterator[Event]:
    """Yield the events of a list that grows; it must have grown when the next one is asked for."""
    position = 0
    while True:
        yield events[position]
        position += 1
