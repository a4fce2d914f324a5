"""What a scheduler of one's own works on: every list of the lesson, in the open."""

from dataclasses import dataclass, field

from ..places import Places
from ..sequence import Sequence


@dataclass
class Board(Places):
    """Where a run stands, for a scheduler of one's own to change.

    Attributes:
        policy: the knobs: `max_active`, `max_queue`, `token_budget`, `prefill_chunk`, `preemption`.
        active: the sequences on slots, in order.
        waiting: the waiting queue, head first.
        pending: the sequences that have not arrived yet, in listed order.
        rejected, completed: those that are gone, in order.
        iteration: the current one, counted from 0.
        budget_left: tokens that this iteration may still process.
    """

    pending: list[Sequence] = field(default_factory=list)
    rejected: list[Sequence] = field(default_factory=list)
    completed: list[Sequence] = field(default_factory=list)
    iteration: int = 0
    budget_left: int = 0

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""
        return not (self.pending or self.active or self.waiting)
