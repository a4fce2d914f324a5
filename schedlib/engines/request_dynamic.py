"""Request-level dynamic batching: waiting requests are merged into a batch before it runs.

The way of Triton's dynamic batcher, and of FasterTransformer behind a request-level scheduler,
which is the baseline of Orca (OSDI 2022). The batch once formed is as tied as a static one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from ..bounds import Bounds
from ..errors import InputError, shown
from ..fields import amount_of, whole_number
from .tied_batch import TiedBatches, TiedState


@dataclass(frozen=True)
class RequestDynamic(TiedBatches):
    """The knobs of a dynamic batcher, with Triton's names.

    Attributes:
        max_batch_size: requests in a batch, at most.
        max_queue_delay: iterations, or seconds in a run with a clock, that the oldest request
            waits for more to join, at most; 0: whatever waits starts as soon as the engine is idle.
        preferred_batch_sizes: numbers of waiting requests that start a batch at once.
        max_queue_size: requests that may wait; one more is rejected. 0 means unlimited.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "request-dynamic"

    max_batch_size: int
    max_queue_delay: int | float = 0
    preferred_batch_sizes: tuple[int, ...] = ()
    max_queue_size: int = 0

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("max_batch_size", at_least=1)
        self._whole("max_queue_size", at_least=0)
        delay = amount_of("max_queue_delay", self.max_queue_delay)
        object.__setattr__(self, "max_queue_delay", delay)
        object.__setattr__(self, "preferred_batch_sizes", self._preferred())

    def _preferred(self) -> tuple[int, ...]:
        given = self.preferred_batch_sizes
        if isinstance(given, str | bytes) or not isinstance(given, Iterable):
            raise InputError(f"preferred_batch_sizes must be a list of sizes, not {shown(given)}")
        sizes = tuple(whole_number("preferred_batch_sizes", size, at_least=1) for size in given)
        for size in sizes:
            if size > self.max_batch_size:
                raise InputError(
                    "preferred_batch_sizes must be at most max_batch_size "
                    f"({self.max_batch_size}), not {size}"
                )
        return sizes

    def bounds(self) -> Bounds:
        """Return the slots and the places in the queue."""
        return Bounds(slots=self.max_batch_size, queue=self.max_queue_size or None)

    def why_start(self, state: TiedState) -> str | None:
        """A batch starts when it is full, of a preferred size, or has waited long enough."""
        waiting = len(state.waiting)
        if waiting >= self.max_batch_size:
            return "full"
        if waiting in self.preferred_batch_sizes:
            return "preferred"
        return "delay" if state.now >= self._latest(state) else None

    def wakes(self, state: TiedState) -> float | None:
        """Return when whoever waits has waited long enough."""
        return self._latest(state) if state.waiting and not state.running else None

    def _latest(self, state: TiedState) -> float:
        return state.waiting[0].request.arrival + self.max_queue_delay
