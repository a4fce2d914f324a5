"""Batches that are formed once and tied to their longest member: request-level scheduling.

A prompt runs whole in the batch's first iteration, then each member decodes one token in every
iteration. A member that ends leaves the computation; its slot is held until the batch is over.
"""

from abc import abstractmethod
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar

from ..events import Kind
from ..request import Request
from .engine import Engine
from .engine_state import EngineState
from .kv_pool import KVPool
from .kv_sequence import KVSequence


@dataclass
class TiedState(EngineState):
    """Where a run stands; `batch` has all members of the batch under way, ended ones too."""

    batch: list[KVSequence] = field(default_factory=list)

    def slots_held(self) -> int:
        """Return the slots of members that have ended; when the last one has, all are free."""
        return len(self.batch) - len(self.running) if self.running else 0


@dataclass(frozen=True)
class TiedBatches(Engine[TiedState]):
    """A scheduler whose batches are tied; when one may start is for each to say."""

    last_step: ClassVar[int] = 4
    state_type: ClassVar[type[Any]] = TiedState

    @abstractmethod
    def why_start(self, state: TiedState) -> str | None:
        """Return by which rule a batch of those who wait starts now, or None."""

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse nothing: memory is not counted, and every prompt runs whole."""

    def compose(self, state: TiedState) -> None:
        """Go on with the batch or, if it is over, start the next one."""
        state.step = 2
        if not state.running:
            state.batch = []
            self._form(state)
        elif state.waiting:
            state.block("batch", ends_with=max(state.running, key=_left).id)
        state.step = 3
        together = state.decode_together()
        for sequence in state.batch:
            if not sequence.output_left:
                state.note(Kind.HOLD, sequence, rule="batch")
            elif not together:
                state.serve(sequence, sequence.uncomputed)

    def complete(self, state: TiedState, sequence: KVSequence) -> None:
        """Let a member leave the computation; its slot is held while any other runs on."""
        over = not any(each.output_left for each in state.running)
        state.leave(sequence, "done" if over else "held")

    def _form(self, state: TiedState) -> None:
        rule = self.why_start(state) if state.waiting else None
        slots = self.bounds().slots
        if rule is None:
            state.block("forming", waiting=len(state.waiting), max_active=slots)
            return
        for sequence in list(islice(state.waiting, slots)):
            state.admit(sequence, f"batch_{rule}")
        state.batch = state.running.copy()
        if state.waiting:
            state.block("batch", ends_with=max(state.running, key=_left).id)


def _left(sequence: KVSequence) -> int:
    return sequence.output_left
