"""What all engines share as policies: their limits, and how a run starts and goes on."""

from abc import ABC, abstractmethod
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ..bounds import Bounds
from ..fields import fraction, whole_number
from ..request import Request
from .engine_state import EngineState
from .kv_pool import KVPool
from .kv_sequence import KVSequence

if TYPE_CHECKING:
    from ..any_clock import Clock
    from ..summaries.summary import Summary

S = TypeVar("S", bound=EngineState)


@dataclass(frozen=True)
class Engine(ABC, Generic[S]):
    """A scheduler of a real engine; the knobs of each bear the engine's own names.

    Attributes:
        name: of the engine, on the command line and in the table of words.
        last_step: the number of its last step, in which tokens are sampled.
        state_type: what a run of it stands in; engines that need to know more have their own.
        takes_clock: whether its runs may have a clock.
        free_to_decode: blocks that must be free for anybody to decode, beside those that it takes.
        max_iterations: iterations after which a run is cut, as a safety net of the workbook; no
            engine has such a knob. None is a million in a run that keeps its events, and no limit
            in one that does not.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str]
    last_step: ClassVar[int]
    state_type: ClassVar[type[Any]] = EngineState
    takes_clock: ClassVar[bool] = True

    free_to_decode: ClassVar[int] = 0

    max_iterations: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """Check every knob; a whole number that came as 3.0 is stored as 3."""
        self._whole("max_iterations", at_least=1, optional=True)

    def _whole(self, *knobs: str, at_least: int, optional: bool = False) -> None:
        """Check that knobs are whole numbers, or None where that stands for no limit."""
        for knob in knobs:
            value = getattr(self, knob)
            if not (optional and value is None):
                object.__setattr__(self, knob, whole_number(knob, value, at_least=at_least))

    def _share(self, knob: str) -> None:
        """Check that a knob is a share of something, from 0 up to 1."""
        object.__setattr__(self, knob, fraction(knob, getattr(self, knob)))

    def limits(self) -> dict[str, Any]:
        """Return the engine's own knobs by name: the `policy` part of the artifact."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name != "max_iterations"
        }

    @abstractmethod
    def bounds(self) -> Bounds:
        """Return what bounds a run."""

    @abstractmethod
    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request that could never run, even with the empty pool to itself.

        Raises:
            InputError: it names the request, what it needs and what there is.
        """

    @abstractmethod
    def compose(self, state: S) -> None:
        """Decide who runs in this iteration, with how many tokens, and who is evicted."""

    @property
    def crowds(self) -> bool:
        """Whether it asks `EngineState.decode_together` before it lets anybody decode."""
        return True

    @property
    def grows(self) -> bool:
        """Whether a sequence takes KV blocks as it decodes; else all are reserved before."""
        return True

    def in_queue_order(self, waiting: MutableSequence[KVSequence]) -> Sequence[KVSequence]:
        """Return the waiting queue in the engine's order: as they came, victims in front."""
        return waiting

    def start(self, workload: tuple[Request, ...]) -> S:
        """Return the state before iteration 0: everything is still to arrive.

        Raises:
            InputError: a request of the workload could never run.
        """
        pool = self._pool(workload)
        pending: dict[float, list[KVSequence]] = {}
        for place, request in enumerate(workload):
            sequence = KVSequence(request, request.prompt, request.output, place)
            pending.setdefault(request.arrival, []).append(sequence)
        state: S = self.state_type(self, pool, pending)
        return state

    def _pool(self, workload: tuple[Request, ...]) -> KVPool:
        """Return the empty pool; refuse a request that it could never hold."""
        bounds = self.bounds()
        pool = KVPool(bounds.blocks, bounds.block_size)
        for request in workload:
            self.refuse(request, pool)
        return pool

    def wakes(self, state: S) -> float | None:
        """Return when an engine that waits goes on though nobody arrives, in the time of arrivals.

        None is never: most engines run whenever they can.
        """
        return None

    def leap(self, workload: tuple[Request, ...], clock: "Clock | None") -> "Summary":
        """Return the summary of a run without its events."""
        pool = self._pool(workload)
        state: Any = _leaping(self.state_type)(self, pool, {})
        state.prepare(workload, clock)
        summary: Summary = state.run()
        return summary

    def iterate(self, state: S) -> None:
        """Run one iteration."""
        state.begin()
        self.compose(state)
        state.finish()
        state.end()

    def complete(self, state: S, sequence: KVSequence) -> None:
        """Let a sequence that has its last token leave."""
        state.leave(sequence)


def _leaping(state_type: type[Any]) -> type[Any]:
    """Return an engine's state as that of a run without events."""
    from .leaps.leaping import Leaping  # here, so that the package starts sooner

    return type(f"Leaping{state_type.__name__}", (Leaping, state_type), {})
