"""vLLM V1: one pass over the running list, then the waiting queue; no phases.

Rules of version 0.33.0, prefix caching off, and exact against its own scheduler, step by step.
"Decode first" is no rule here: it follows from the order of the list while no threshold cuts
long prompts. Priority changes two things only, the order of the queue and the choice of a victim.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..bounds import Bounds
from ..errors import InputError
from ..events import Kind
from ..fields import one_of, true_or_false
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

POLICIES = ("fcfs", "priority")


@dataclass
class V1State(EngineState):
    """Where a run stands; `kept` has those that ended but are still in the running list."""

    kept: list[KVSequence] = field(default_factory=list)


@dataclass(frozen=True)
class VllmV1(Engine[V1State]):
    """The knobs of vLLM V1, with its names.

    Attributes:
        max_num_seqs: requests in the running list, at most.
        max_num_batched_tokens: tokens, decode + prefill, of an iteration.
        long_prefill_token_threshold: tokens of one request in an iteration, at most; 0 is off.
            A request that is alone in the engine ignores it.
        num_gpu_blocks: KV blocks, one of which is a null block that nobody gets; None is an
            unlimited pool.
        block_size: tokens that a KV block holds.
        enable_chunked_prefill: whether the budget may cut a prompt that is to be admitted.
        policy: "fcfs", or "priority": a lower number is more urgent.
        scheduler_reserve_full_isl: whether a request is admitted only if the blocks for all its
            known tokens are free, and not just those of its first chunk. Versions before it had
            this switch (it was merged in March 2026) behave as with False.
        watermark: the share of all blocks that an admission leaves free, if anybody runs.
        async_scheduling: the engine's default mode: it learns one step late that a request has
            ended, which keeps its slot and its blocks for that step.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "vllm-v1"
    last_step: ClassVar[int] = 4
    state_type: ClassVar[type[Any]] = V1State

    max_num_seqs: int = 128
    max_num_batched_tokens: int = 2048
    long_prefill_token_threshold: int = 0
    num_gpu_blocks: int | None = None
    block_size: int = 16
    enable_chunked_prefill: bool = True
    policy: str = field(default="fcfs", metadata={"choices": POLICIES})
    scheduler_reserve_full_isl: bool = True
    watermark: float = 0.0
    async_scheduling: bool = False

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("max_num_seqs", "max_num_batched_tokens", "block_size", at_least=1)
        self._whole("long_prefill_token_threshold", at_least=0)
        self._whole("num_gpu_blocks", at_least=2, optional=True)
        for switch in ("enable_chunked_prefill", "scheduler_reserve_full_isl", "async_scheduling"):
            true_or_false(switch, getattr(self, switch))
        one_of("policy", self.policy, POLICIES)
        self._share("watermark")
        if self.max_num_batched_tokens < self.max_num_seqs:
            raise InputError(
                f"max_num_batched_tokens must be at least max_num_seqs ({self.max_num_seqs}), "
                f"not {self.max_num_batched_tokens}"
            )

    @property
    def by_priority(self) -> bool:
        """Whether priority orders the queue and chooses the victim."""
        return self.policy == "priority"

    @property
    def usable_blocks(self) -> int | None:
        """The blocks that requests can hold together."""
        return None if self.num_gpu_blocks is None else self.num_gpu_blocks - 1

    @property
    def watermark_blocks(self) -> int:
        """The blocks that an admission leaves free, if anybody runs."""
        return int(self.watermark * (self.num_gpu_blocks or 0))

    def bounds(self) -> Bounds:
        """Return the slots, the budget and the pool."""
        return Bounds(
            self.max_num_seqs,
            tokens=self.max_num_batched_tokens,
            blocks=self.usable_blocks,
            block_size=self.block_size,
        )

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request whose KV never fits or, if prompts are not cut, whose prefill.

        The threshold does not help there: a request that is alone ignores it.
        """
        blocks = pool.blocks(peak_tokens(request))
        if exceeds(blocks, self.usable_blocks):
            there = f"num_gpu_blocks {self.num_gpu_blocks}, one of which nobody gets"
            what, there = peak_blocks(request, pool), f"{{has}} can be had ({there})"
            raise never_runs(request, self.name, blocks, what, self.usable_blocks, there)
        if self.enable_chunked_prefill:
            return
        tokens = longest_prefill(request, recompute=pool.limited)
        if tokens > self.max_num_batched_tokens:
            why = "prompts are not cut: enable_chunked_prefill is off"
            what = prefill_tokens(request, why, recompute=pool.limited)
            limit, there = self.max_num_batched_tokens, "max_num_batched_tokens is {has}"
            raise never_runs(request, self.name, tokens, what, limit, there)

    def in_queue_order(self, waiting: MutableSequence[KVSequence]) -> Sequence[KVSequence]:
        """Return the queue by (priority, arrival), or as it is under "fcfs"."""
        return sorted(waiting, key=urgency) if self.by_priority else waiting

    def compose(self, state: V1State) -> None:
        """Serve the running list, then admit from the queue."""
        alone = len(state.running) + len(state.waiting) == 1
        threshold = 0 if alone else self.long_prefill_token_threshold
        limits = {"threshold": threshold} if threshold else {}
        self._serve_running(state, limits)
        self._admit(state, limits)

    def _serve_running(self, state: V1State, limits: dict[str, int]) -> None:
        """Give each of the running list the tokens it wants, in list order, while budget lasts."""
        state.step = 2
        together = state.decode_together()
        for sequence in state.prompts() if together else state.running.copy():
            if sequence in state.evicted or sequence in state.kept:
                continue
            tokens = min(sequence.uncomputed, state.budget_left or 0, *limits.values())
            if not tokens:
                state.pass_over(sequence, "budget")
            elif self._make_room(state, sequence, tokens):
                state.hold(sequence, state.pool.blocks(sequence.computed + tokens))
                state.serve(sequence, tokens, **limits)
        for sequence in state.kept:
            if sequence not in state.evicted:
                state.note(Kind.HOLD, sequence, rule="async")

    def _make_room(self, state: V1State, sequence: KVSequence, tokens: int) -> bool:
        """Evict until the blocks for so many more tokens are free.

        Return False where the sequence itself had to go.
        """
        blocks = state.pool.blocks(sequence.computed + tokens)
        while state.pool.missing(sequence.id, blocks) > state.pool.free:
            victim = self._victim(state)
            state.evict(victim, by=sequence)
            if victim is sequence:
                return False
        return True

    def _victim(self, state: V1State) -> KVSequence:
        """Return the last of the running list, or by priority the least urgent, latest arrival."""
        return max(state.running, key=urgency) if self.by_priority else state.running[-1]

    def _admit(self, state: V1State, limits: dict[str, int]) -> None:
        """Admit from the head of the queue; the first that cannot be admitted ends the scan.

        Nobody is admitted in an iteration that has evicted.
        """
        state.step = 3
        if state.evicted:
            return state.block("evicted", victims=[victim.id for victim in state.evicted])
        while state.waiting:
            head = state.waiting[0]
            budget = state.budget_left or 0
            if not budget:
                return state.block("budget")
            if len(state.running) >= self.max_num_seqs:
                return state.block("slots", max_active=self.max_num_seqs)
            tokens = min([head.prompt_left, *limits.values()])
            if tokens > budget and not self.enable_chunked_prefill:
                return state.block("whole", needed=tokens, budget_left=budget)
            tokens = min(tokens, budget)
            tested = head.known if self.scheduler_reserve_full_isl else tokens
            needed, spare = state.pool.blocks(tested), self.watermark_blocks if state.running else 0
            if needed + spare > state.pool.free:
                return state.block_for_memory(needed, spare)
            state.admit(head)
            state.hold(head, state.pool.blocks(tokens))
            state.serve(head, tokens, **limits)

    def iterate(self, state: V1State) -> None:
        """Run one iteration; with asynchronous scheduling, those kept leave at its end."""
        state.begin()
        self.compose(state)
        leaving, state.kept = state.kept, []
        state.finish()
        for sequence in leaving:
            state.leave_late(sequence)
        state.end()

    def complete(self, state: V1State, sequence: KVSequence) -> None:
        """Let a sequence leave that has its last token, or keep it for one more step."""
        if self.async_scheduling:
            state.kept.append(sequence)
            state.note(Kind.COMPLETE, sequence, rule="kept")
        else:
            state.leave(sequence)


def urgency(sequence: KVSequence) -> tuple[int, tuple[float, int]]:
    """Return what the priority policy sorts by: the least is the most urgent."""
    return sequence.request.urgency, sequence.arrived
