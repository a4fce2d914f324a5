"""Where a run of the tutorial scheduler stands, and the record of what it decided."""

from dataclasses import dataclass, field
from typing import Any

from .events import Event, Kind
from .places import Places
from .sequence import Sequence

# The step that takes each kind of decision.
STEP = {
    Kind.ARRIVE: 1,
    Kind.SLOT: 2,
    Kind.PREEMPT: 2,
    Kind.NO_VICTIM: 2,
    Kind.ENQUEUE: 3,
    Kind.REJECT: 3,
    Kind.REFILL: 4,
    Kind.DECODE: 5,
    Kind.PREFILL: 6,
    Kind.STARVE: 6,
    Kind.FIRST_TOKEN: 7,
    Kind.COMPLETE: 7,
    Kind.END: 7,
}


@dataclass
class State(Places):
    """Where a run stands.

    Attributes:
        policy: the knobs.
        active: the sequences on slots, in order.
        waiting: the waiting queue, head first.
        pending: the sequences still to arrive, by arrival iteration, in listed order.
        iteration: the current one, or the next one between two iterations.
        seconds: the time at which it starts; None in a run without a clock.
        budget_left: tokens that this iteration may still process.
        events: what was decided so far.
    """

    pending: dict[float, list[Sequence]] = field(default_factory=dict)
    iteration: int = 0
    seconds: float | None = None
    budget_left: int = 0
    events: list[Event] = field(default_factory=list)

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""
        return not (self.pending or self.active or self.waiting)

    def note(
        self, kind: Kind, sequence: Sequence | None, amount: int = 0, /, **because: Any
    ) -> None:
        """Record a decision and what it rested on."""
        request = sequence.id if sequence else None
        self.events.append(Event(self.iteration, STEP[kind], kind, request, amount, because))
