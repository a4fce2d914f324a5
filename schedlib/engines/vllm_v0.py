"""vLLM V0: prefill first, and all decodes pause while prompts run.

The vLLM of Anyscale's test in 2023, and the baseline of Sarathi-Serve. With recompute this is
vLLM as modelled by Vidur, a published simulator. No trace checks the swap mode.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ..bounds import Bounds
from ..fields import one_of
from ..request import Request
from .engine import Engine
from .engine_state import EngineState
from .feasibility import (
    exceeds,
    longest_prefill,
    never_runs,
    peak_blocks,
    peak_tokens,
    prefill_tokens,
)
from .kv_pool import KVPool
from .kv_sequence import KVSequence
from .watermark import decode_each, watermark_blocks

PREEMPTION_MODES = ("recompute", "swap")


@dataclass(frozen=True)
class VllmV0(Engine[EngineState]):
    """The knobs of vLLM V0, with its names.

    Attributes:
        max_num_seqs: requests that hold KV memory, at most.
        max_num_batched_tokens: the padded size of a prefill batch, in tokens: number of prompts
            times the longest of them, at most.
        num_blocks: KV blocks in the pool; None is an unlimited pool.
        block_size: tokens that a KV block holds.
        watermark: the share of all blocks that an admission leaves free.
        preemption_mode: what becomes of a victim's KV entries: "recompute" loses them, "swap"
            moves them to CPU memory, which is unlimited here.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "vllm-v0"
    last_step: ClassVar[int] = 5
    free_to_decode: ClassVar[int] = 1

    max_num_seqs: int
    max_num_batched_tokens: int
    num_blocks: int | None = None
    block_size: int = 16
    watermark: float = 0.01
    preemption_mode: str = field(default="recompute", metadata={"choices": PREEMPTION_MODES})

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("max_num_seqs", "max_num_batched_tokens", "block_size", at_least=1)
        self._whole("num_blocks", at_least=1, optional=True)
        self._share("watermark")
        one_of("preemption_mode", self.preemption_mode, PREEMPTION_MODES)

    @property
    def swaps(self) -> bool:
        """Whether a victim keeps its KV entries, in CPU memory."""
        return self.preemption_mode == "swap"

    @property
    def watermark_blocks(self) -> int:
        """The blocks that an admission leaves free."""
        return watermark_blocks(self.watermark, self.num_blocks)

    def bounds(self) -> Bounds:
        """Return the slots and the pool; the limit on prompts is none on an iteration's tokens."""
        return Bounds(self.max_num_seqs, blocks=self.num_blocks, block_size=self.block_size)

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request whose prefill is too long for a batch, or whose KV for the pool.

        A lone request that fills the pool would swap itself out and in for ever: with swap, one
        more block has to be there.
        """
        recompute = pool.limited and not self.swaps
        tokens = longest_prefill(request, recompute=recompute)
        limit = self.max_num_batched_tokens
        if tokens > limit:
            what = prefill_tokens(request, "prompts are never cut", recompute=recompute)
            there = "max_num_batched_tokens is {has}"
            raise never_runs(request, self.name, tokens, what, limit, there)
        spare, why = self.watermark_blocks, f"to stay free: watermark is {self.watermark}"
        if self.swaps and not spare:
            spare, why = 1, "to swap it in again: preemption_mode is 'swap'"
        blocks = pool.blocks(peak_tokens(request)) + spare
        if exceeds(blocks, self.num_blocks):
            what, there = peak_blocks(request, pool, spare, why), "num_blocks is {has}"
            raise never_runs(request, self.name, blocks, what, self.num_blocks, there)

    def in_queue_order(self, waiting: MutableSequence[KVSequence]) -> Sequence[KVSequence]:
        """Return the queue: those swapped out stand in front, by arrival."""
        if not self.swaps:
            return waiting
        swapped = sorted(filter(is_swapped_out, waiting), key=lambda s: s.arrived)
        return [*swapped, *(s for s in waiting if not is_swapped_out(s))]

    def compose(self, state: EngineState) -> None:
        """Prefill new requests if any can be admitted; otherwise let everybody decode."""
        self._swap_in(state)
        self._prefill(state)
        if not state.served:
            self._decode(state)
            return
        state.pass_over_others("prefill_first")

    def _swap_in(self, state: EngineState) -> None:
        """Bring back those swapped out, the earliest arrival first, as far as they fit.

        One that would have the pool to itself needs no watermark: nobody else is there to grow,
        and it would wait for ever. None of them was in the last batch, so among equal arrivals
        they stand in front.
        """
        state.step = 2
        stayed = state.running.copy()
        self._bring_back(state)
        returned = [sequence for sequence in state.running if sequence not in stayed]
        state.reorder("active", state.running, [*returned, *stayed])

    def _bring_back(self, state: EngineState) -> None:
        while state.waiting and is_swapped_out(state.waiting[0]):
            head = state.waiting[0]
            blocks = state.pool.blocks(head.computed)
            spare = self.watermark_blocks if state.running else 0
            if len(state.running) >= self.max_num_seqs:
                return state.block("slots", max_active=self.max_num_seqs)
            if blocks + 1 + spare > state.pool.free:
                return state.block_for_memory(blocks + 1, spare, "swapped_out")
            state.admit(head, "swap_in", blocks=blocks)
            state.hold(head, blocks, "swap_in")

    def _prefill(self, state: EngineState) -> None:
        """Admit prompts, each whole, while they fit; nobody while any is swapped out."""
        state.step = 3
        longest = 0
        while state.waiting and not is_swapped_out(state.waiting[0]):
            head = state.waiting[0]
            blocks, spare = state.pool.blocks(head.prompt_left), self.watermark_blocks
            longest = max(longest, head.prompt_left)
            padded, limit = (len(state.served) + 1) * longest, self.max_num_batched_tokens
            if blocks + spare > state.pool.free:
                return state.block_for_memory(blocks, spare)
            if padded > limit:
                return state.block("padded", padded=padded, limit=limit, longest=longest)
            if len(state.running) >= self.max_num_seqs:
                return state.block("slots", max_active=self.max_num_seqs)
            state.admit(head)
            state.hold(head, blocks)
            state.serve(head, head.prompt_left)

    def _decode(self, state: EngineState) -> None:
        """Let everybody decode in arrival order, as long as blocks last."""
        state.step = 4
        if state.decode_together():
            return
        by_arrival = sorted(state.running, key=lambda sequence: sequence.request.arrival)
        state.reorder("active", state.running, by_arrival)
        decode_each(state, by_arrival, state.swap_out if self.swaps else state.evict)


def is_swapped_out(sequence: KVSequence) -> bool:
    """Return whether one that waits has its KV entries in CPU memory."""
    return sequence.started
