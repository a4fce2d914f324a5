"""The tutorial scheduler: seven steps, in order, in every iteration.

Three simplifications keep it checkable by hand. A preempted request keeps its progress at no
cost (real engines pay: they recompute or swap). Only slots, queue places and the token budget
limit anything: there is no KV pool. And an arrival takes a free slot ahead of those who wait:
that keeps step 2 short and is no recommendation, for it lets a queue starve.
"""

from dataclasses import dataclass
from typing import ClassVar

from . import seven_steps
from .any_clock import Clock
from .bounds import Bounds
from .errors import InputError, shown
from .fields import true_or_false, whole_number
from .request import Request
from .sequence import Sequence
from .tutorial_state import State


@dataclass(frozen=True)
class Tutorial:
    """The knobs of the tutorial scheduler.

    Attributes:
        max_active: active slots, 0 < max_active <= token_budget.
        max_queue: places in the waiting queue, at least 0; None means unbounded.
        token_budget: tokens (decode + prefill) that one iteration may process.
        prefill_chunk: prompt tokens of one request in one iteration, at most.
        max_iterations: iterations after which the run is cut.
        preemption: whether a high-priority arrival may take a normal request's slot.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "tutorial"
    takes_clock: ClassVar[bool] = True

    max_active: int = 2
    max_queue: int | None = 2
    token_budget: int = 6
    prefill_chunk: int = 3
    max_iterations: int = 200
    preemption: bool = True

    def __post_init__(self) -> None:
        """Check every knob; a whole number that came as 3.0 is stored as 3."""
        for knob in ("max_active", "token_budget", "prefill_chunk", "max_iterations"):
            object.__setattr__(self, knob, whole_number(knob, getattr(self, knob), at_least=1))
        if self.max_queue is not None:
            places = whole_number("max_queue", self.max_queue, at_least=0)
            object.__setattr__(self, "max_queue", places)
        true_or_false("preemption", self.preemption)
        if self.max_active > self.token_budget:
            raise InputError(
                f"max_active must be at most token_budget ({self.token_budget}), "
                f"not {self.max_active}"
            )

    def limits(self) -> dict[str, int | None]:
        """Return the four limits that the artifact shows, in its order."""
        return {
            "max_active": self.max_active,
            "max_queue": self.max_queue,
            "token_budget": self.token_budget,
            "prefill_chunk": self.prefill_chunk,
        }

    def bounds(self) -> Bounds:
        """Return what bounds a run; there is no KV pool."""
        return Bounds(self.max_active, self.max_queue, self.token_budget)

    def start(self, workload: tuple[Request, ...]) -> State:
        """Return the state before iteration 0: everything is still to arrive.

        Raises:
            InputError: a priority is a number: this scheduler knows two priorities by name.
        """
        refuse_numbers(workload)
        state = State(self)
        for request in workload:
            state.pending.setdefault(request.arrival, []).append(Sequence.of(request))
        return state

    def wakes(self, state: State) -> None:
        """Return None: this scheduler never waits by itself."""

    def leap(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Return None: a summary of its runs is made from their events."""

    def iterate(self, state: State) -> None:
        """Run one iteration: the seven steps."""
        seven_steps.iterate(state)


def refuse_numbers(workload: tuple[Request, ...]) -> None:
    """Refuse priorities that are numbers: this scheduler knows two priorities, by name.

    Raises:
        InputError: it names the first request that has one.
    """
    for request in workload:
        if not isinstance(request.priority, str):
            raise InputError(
                f"request {shown(request.id)}: priority must be 'normal' or 'high' "
                f"under the tutorial scheduler, not {request.priority}"
            )
