"""Sarathi-Serve: stall-free chunked prefill.

Decodes go first, one token each; then prompts take what is left of one budget, the chunk size
(Agrawal et al., OSDI 2024). Without pressure on the pool this is Sarathi as modelled by Vidur, a
published simulator; under pressure that one re-admits victims in the same iteration, and this
one does not.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..bounds import Bounds
from ..request import Request
from .engine import Engine
from .engine_state import EngineState
from .feasibility import exceeds, never_runs, peak_blocks, peak_tokens
from .kv_pool import KVPool
from .watermark import decode_each, watermark_blocks


@dataclass(frozen=True)
class Sarathi(Engine[EngineState]):
    """The knobs of Sarathi-Serve.

    Attributes:
        chunk_size: tokens, decode + prefill, of an iteration; decodes are never cut by it.
        max_num_seqs: requests that hold KV memory, at most.
        num_blocks: KV blocks in the pool; None is an unlimited pool.
        block_size: tokens that a KV block holds.
        watermark: the share of all blocks that an admission leaves free.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "sarathi"
    last_step: ClassVar[int] = 5
    free_to_decode: ClassVar[int] = 1

    chunk_size: int
    max_num_seqs: int
    num_blocks: int | None = None
    block_size: int = 16
    watermark: float = 0.01

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("chunk_size", "max_num_seqs", "block_size", at_least=1)
        self._whole("num_blocks", at_least=1, optional=True)
        self._share("watermark")

    @property
    def watermark_blocks(self) -> int:
        """The blocks that an admission leaves free."""
        return watermark_blocks(self.watermark, self.num_blocks)

    def bounds(self) -> Bounds:
        """Return the slots, the budget and the pool."""
        return Bounds(
            self.max_num_seqs,
            tokens=self.chunk_size,
            blocks=self.num_blocks,
            block_size=self.block_size,
        )

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request whose KV entries never fit into the pool."""
        spare = self.watermark_blocks
        blocks = pool.blocks(peak_tokens(request)) + spare
        if exceeds(blocks, self.num_blocks):
            why, there = f"to stay free: watermark is {self.watermark}", "num_blocks is {has}"
            what = peak_blocks(request, pool, spare, why)
            raise never_runs(request, self.name, blocks, what, self.num_blocks, there)

    def compose(self, state: EngineState) -> None:
        """Serve decodes, then prompts under way, then new requests."""
        self._decode(state)
        self._continue_prompts(state)
        self._admit(state)
        state.order_by_service()

    def _decode(self, state: EngineState) -> None:
        """One token for everybody who decodes, in list order, as long as blocks last."""
        state.step = 2
        if not state.decode_together():
            decode_each(state, [each for each in state.running if each.prefilled], state.evict)

    def _continue_prompts(self, state: EngineState) -> None:
        """A chunk for everybody with prompt left, in list order, while budget is left."""
        state.step = 3
        for sequence in state.prompts():
            if state.budget_left:
                state.serve(sequence, min(sequence.prompt_left, state.budget_left))
            else:
                state.pass_over(sequence, "budget")

    def _admit(self, state: EngineState) -> None:
        """Admit new requests while budget and slots are left and their whole prompts fit.

        Nobody is admitted in an iteration that has evicted.
        """
        state.step = 4
        if state.evicted:
            return state.block("evicted", victims=[victim.id for victim in state.evicted])
        while state.waiting:
            head = state.waiting[0]
            blocks, spare = state.pool.blocks(head.prompt_left), self.watermark_blocks
            if len(state.running) >= self.max_num_seqs:
                return state.block("slots", max_active=self.max_num_seqs)
            if blocks + spare > state.pool.free:
                return state.block_for_memory(blocks, spare)
            if not state.budget_left:
                return state.block("budget")
            state.admit(head)
            state.hold(head, blocks)
            state.serve(head, min(head.prompt_left, state.budget_left))
