"""TensorRT-LLM: who fits into memory (capacity), and which of those run now (micro-batch).

Two schedulers in sequence in every iteration. The engine rounds a cut chunk down to a multiple
of its chunk unit, which is one of the KV block; here the unit is 1.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from ..bounds import Bounds
from ..fields import one_of, true_or_false
from ..request import Request
from .engine import Engine
from .engine_state import EngineState
from .feasibility import (
    exceeds,
    longest_prefill,
    never_runs,
    peak_tokens,
    prefill_tokens,
    sum_of,
)
from .kv_pool import KVPool
from .kv_sequence import KVSequence

POLICIES = ("GUARANTEED_NO_EVICT", "MAX_UTILIZATION", "STATIC_BATCH")


class Fitting(NamedTuple):
    """Those that fit, in arrival order, and what stopped the next one: a rule and its numbers."""

    sequences: list[KVSequence]
    stopped: tuple[str, dict[str, Any]] = ("window", {})


@dataclass(frozen=True)
class TensorRtLlm(Engine[EngineState]):
    """The knobs of TensorRT-LLM, with its names.

    Attributes:
        max_batch_size: requests that are chosen for an iteration, at most.
        max_num_tokens: tokens, decode + prefill, of an iteration.
        capacity_scheduler_policy: "GUARANTEED_NO_EVICT" reserves KV blocks to completion, so
            that a started request is never paused; "MAX_UTILIZATION" needs only those of the
            next step, and pauses; "STATIC_BATCH" is the first, but admits nobody while any
            request generates.
        enable_chunked_context: whether a prompt may be cut to the tokens left.
        num_blocks: KV blocks in the pool; None is an unlimited pool.
        block_size: tokens that a KV block holds.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "tensorrt-llm"
    last_step: ClassVar[int] = 5

    max_batch_size: int
    max_num_tokens: int
    capacity_scheduler_policy: str = field(
        default="GUARANTEED_NO_EVICT", metadata={"choices": POLICIES}
    )
    enable_chunked_context: bool = False
    num_blocks: int | None = None
    block_size: int = 16

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("max_batch_size", "max_num_tokens", "block_size", at_least=1)
        self._whole("num_blocks", at_least=1, optional=True)
        one_of("capacity_scheduler_policy", self.capacity_scheduler_policy, POLICIES)
        true_or_false("enable_chunked_context", self.enable_chunked_context)

    @property
    def pauses(self) -> bool:
        """Whether a started request may be paused."""
        return self.capacity_scheduler_policy == "MAX_UTILIZATION"

    @property
    def crowds(self) -> bool:
        """Only where nobody is paused: else each iteration looks at everybody's memory."""
        return not self.pauses

    @property
    def grows(self) -> bool:
        """Whether blocks are taken as a request decodes; else they are reserved before."""
        return self.pauses

    def bounds(self) -> Bounds:
        """Return the slots, the budget and the pool."""
        return Bounds(
            self.max_batch_size,
            tokens=self.max_num_tokens,
            blocks=self.num_blocks,
            block_size=self.block_size,
        )

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request whose KV never fits or, if prompts are not cut, whose prefill."""
        tokens = peak_tokens(request) if self.pauses else request.prompt + request.output
        blocks = pool.blocks(tokens)
        if exceeds(blocks, self.num_blocks):
            made_of = f"{sum_of(request)} - 1" if self.pauses else sum_of(request)
            what = (
                f"KV blocks (for {made_of} = {tokens:,} tokens in blocks of {self.block_size:,}: "
                f"capacity_scheduler_policy is {self.capacity_scheduler_policy!r})"
            )
            there = "num_blocks is {has}"
            raise never_runs(request, self.name, blocks, what, self.num_blocks, there)
        recompute = self.pauses and pool.limited
        tokens = longest_prefill(request, recompute=recompute)
        if not self.enable_chunked_context and tokens > self.max_num_tokens:
            why = "prompts are not cut: enable_chunked_context is off"
            what = prefill_tokens(request, why, recompute=recompute)
            limit, there = self.max_num_tokens, "max_num_tokens is {has}"
            raise never_runs(request, self.name, tokens, what, limit, there)

    def in_queue_order(self, waiting: MutableSequence[KVSequence]) -> Sequence[KVSequence]:
        """Return the queue by arrival: a paused request keeps its place."""
        return sorted(waiting, key=lambda sequence: sequence.arrived)

    def compose(self, state: EngineState) -> None:
        """Choose those that fit into memory; of them, those that run now."""
        state.step = 2
        fitting = self._max_utilization(state) if self.pauses else self._no_evict(state)
        self._generation(state, fitting)
        self._context(state, fitting)
        by_arrival = sorted(state.running, key=lambda sequence: sequence.arrived)
        state.reorder("active", state.running, by_arrival)

    # --- Capacity --------------------------------------------------------------------------------

    def _no_evict(self, state: EngineState) -> Fitting:
        """Choose those in progress, then pending ones whose blocks to completion fit."""
        fitting = state.running.copy()
        if self.capacity_scheduler_policy == "STATIC_BATCH" and any(s.prefilled for s in fitting):
            return Fitting(fitting, ("generating", {}))
        free = state.pool.free
        for sequence in state.waiting:
            needed = self._to_completion(state, sequence)
            if len(fitting) >= self.max_batch_size:
                return Fitting(fitting, ("slots", {"max_active": self.max_batch_size}))
            if needed > free:
                numbers = {"needed": needed, "free": free, "watermark": 0}
                return Fitting(fitting, ("blocks", numbers))
            fitting.append(sequence)
            free -= needed
        return Fitting(fitting)

    def _to_completion(self, state: EngineState, sequence: KVSequence) -> int:
        request = sequence.request
        return state.pool.blocks(request.prompt + request.output)

    def _max_utilization(self, state: EngineState) -> Fitting:
        """Walk all in arrival order; pause the last started one when the next step does not fit."""
        order = sorted([*state.running, *state.waiting], key=lambda sequence: sequence.arrived)
        fitting: list[KVSequence] = []
        used = 0
        while len(fitting) < len(order):
            sequence = order[len(fitting)]
            needed = self._next_step(state, sequence)
            blocks = state.pool.num_blocks
            if len(fitting) < self.max_batch_size and (blocks is None or used + needed <= blocks):
                fitting.append(sequence)
                used += needed
                continue
            started = [each for each in order[len(fitting) :] if each.started]
            if not started:
                return Fitting(fitting, self._why_full(len(fitting), used, needed))
            order = order[: order.index(started[-1])]
            state.evict(started[-1], by=sequence, rule="paused")
        return Fitting(fitting)

    def _why_full(self, chosen: int, used: int, needed: int) -> tuple[str, dict[str, Any]]:
        if chosen >= self.max_batch_size:
            return "slots", {"max_active": self.max_batch_size}
        return "blocks", {"needed": needed, "free": (self.num_blocks or 0) - used, "watermark": 0}

    def _next_step(self, state: EngineState, sequence: KVSequence) -> int:
        """Return the blocks that a sequence holds after its next step.

        Those of all known tokens are taken at the first chunk.
        """
        return state.pool.blocks(sequence.known)

    # --- Micro-batch -----------------------------------------------------------------------------

    def _generation(self, state: EngineState, fitting: Fitting) -> None:
        """One token for everybody who generates, in order, while tokens last."""
        state.step = 3
        if state.decode_together(within_budget=True):
            return
        for sequence in [each for each in fitting.sequences if each.prefilled]:
            if state.budget_left:
                if self.pauses:
                    state.hold(sequence, self._next_step(state, sequence))
                state.serve(sequence, 1)
            else:
                state.pass_over(sequence, "budget")

    def _context(self, state: EngineState, fitting: Fitting) -> None:
        """Prompts in order, whole or in chunks, while tokens last."""
        state.step = 4
        stopped = fitting.stopped
        prompts = [each for each in fitting.sequences if not each.prefilled]
        for place, sequence in enumerate(prompts):
            budget = state.budget_left or 0
            whole = sequence.prompt_left <= budget
            if not (whole or (self.enable_chunked_context and budget)):
                stopped = self._no_tokens(sequence, budget)
                for started in filter(lambda each: each.started, prompts[place:]):
                    state.pass_over(started, "budget")
                break
            if not sequence.started:
                self._start(state, sequence)
            state.serve(sequence, min(sequence.prompt_left, budget))
        rule, numbers = stopped
        state.block(rule, **numbers)

    def _no_tokens(self, sequence: KVSequence, budget: int) -> tuple[str, dict[str, Any]]:
        if budget and not self.enable_chunked_context:
            return "whole", {"needed": sequence.prompt_left, "budget_left": budget}
        return "budget", {}

    def _start(self, state: EngineState, sequence: KVSequence) -> None:
        state.admit(sequence)
        if self.pauses:
            state.hold(sequence, self._next_step(state, sequence))
        else:
            state.hold(sequence, self._to_completion(state, sequence), "reserve")
