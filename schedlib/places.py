"""The places that a tutorial scheduler has for sequences: its slots and its waiting queue."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .sequence import Sequence

if TYPE_CHECKING:
    from .tutorial import Tutorial


@dataclass
class Places:
    """Who holds a slot and who waits.

    Attributes:
        policy: the knobs.
        active: the sequences on slots, in order.
        waiting: the waiting queue, head first.
    """

    policy: "Tutorial"
    active: list[Sequence] = field(default_factory=list)
    waiting: list[Sequence] = field(default_factory=list)

    @property
    def slot_free(self) -> bool:
        """Whether another sequence can become active."""
        return len(self.active) < self.policy.max_active

    @property
    def queue_full(self) -> bool:
        """Whether the waiting queue has no place left."""
        return self.policy.max_queue is not None and len(self.waiting) >= self.policy.max_queue
