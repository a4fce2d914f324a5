"""Where a run of an engine stands, and the moves that all engines are made of.

Every move changes the lists and the pool, and records what was decided. Which moves are made, in
which order and for whom: that is the engine, and it is written in the engine's own file.
"""

from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..events import WORK, Event, Kind
from .kv_pool import KVPool
from .kv_sequence import KVSequence

if TYPE_CHECKING:
    from .engine import Engine


@dataclass
class EngineState:
    """Where a run stands.

    Attributes:
        policy: the knobs.
        pool: the KV blocks.
        pending: the sequences still to arrive, by arrival iteration, in listed order.
        waiting: the waiting queue, head first.
        running: the sequences in progress, in the engine's order.
        iteration: the current one, or the next one between two iterations.
        seconds: the time at which it starts; None in a run without a clock.
        step: the engine's step that decides now; its names are in the table of words.
        budget_left: tokens that this iteration may still process; None if it has no budget.
        served: the tokens of each sequence that runs in this iteration, in scheduling order.
        evicted: those that lost their place in this iteration, in order.
        events: what was decided so far.
    """

    policy: "Engine[Any]"
    pool: KVPool
    pending: dict[float, list[KVSequence]]
    waiting: MutableSequence[KVSequence] = field(default_factory=list)
    running: list[KVSequence] = field(default_factory=list)
    iteration: int = 0
    seconds: float | None = None
    step: int = 1
    budget_left: int | None = None
    served: dict[KVSequence, int] = field(default_factory=dict)
    evicted: list[KVSequence] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""
        return not (self.pending or self.running or self.waiting)

    @property
    def now(self) -> float:
        """The time in which arrivals are counted: the iteration, or seconds if there is a clock."""
        return self.iteration if self.seconds is None else self.seconds

    def note(
        self, kind: Kind, sequence: KVSequence | None, amount: int = 0, /, **because: Any
    ) -> None:
        """Record a decision and what it rested on."""
        request = sequence.id if sequence else None
        self.events.append(Event(self.iteration, self.step, kind, request, amount, because))

    # --- At the start of an iteration ------------------------------------------------------------

    def begin(self) -> None:
        """Open the iteration: its arrivals join the queue, or are rejected where it is full."""
        self.step = 1
        self.budget_left = self.policy.bounds().tokens
        self.served, self.evicted = {}, []
        for sequence in self.pending.pop(self.iteration, ()):
            request = sequence.request
            asked = {"prompt": request.prompt, "output": request.output}
            self.note(Kind.ARRIVE, sequence, priority=request.priority, **asked)
            self._join(sequence)

    def _join(self, sequence: KVSequence) -> None:
        limit = self.policy.bounds().queue
        if limit is not None and len(self.waiting) >= limit:
            full = {"queue": len(self.waiting), "max_queue": limit}
            self.note(Kind.REJECT, sequence, rule="queue_full", **full)
            return
        self.waiting.append(sequence)
        self.note(Kind.ENQUEUE, sequence, rule="joins", queue=len(self.waiting), max_queue=limit)
        self._sort_queue()

    def _sort_queue(self) -> None:
        self.reorder("waiting", self.waiting, self.policy.in_queue_order(self.waiting))

    # --- Composing the iteration -----------------------------------------------------------------

    def admit(self, sequence: KVSequence, rule: str = "admit", **because: Any) -> None:
        """Move a sequence from the waiting queue to the end of the running list."""
        self.waiting.remove(sequence)
        self.running.append(sequence)
        slots = {"active": len(self.running), "max_active": self.policy.bounds().slots}
        if rule == "admit" and sequence.reached:
            rule, because = "again", because | {"to_prefill": sequence.prompt_left}
        self.note(Kind.REFILL, sequence, rule=rule, **slots, **because)

    def hold(self, sequence: KVSequence, blocks: int, rule: str = "grow") -> None:
        """Let a sequence hold at least so many blocks; they must be there."""
        taken = self.pool.hold(sequence.id, blocks)
        if taken and self.pool.limited:
            numbers = {"held": self.pool.held[sequence.id], "free": self.pool.free}
            self.note(Kind.ALLOCATE, sequence, taken, rule=rule, **numbers)

    def serve(self, sequence: KVSequence, tokens: int, **limits: int) -> None:
        """Let a sequence process so many tokens in this iteration.

        `limits` are those of the engine's limits on one chunk that may have cut it, by name.
        """
        self.served[sequence] = tokens
        budget = {"budget_left": self.budget_left}
        if sequence.prefilled:
            self.note(Kind.DECODE, sequence, tokens, **budget)
        else:
            left = {"prompt_left": sequence.prompt_left, "again": sequence.again(tokens)}
            rule = chunk_rule(sequence, tokens, limits)
            self.note(Kind.PREFILL, sequence, tokens, rule=rule, **left, **budget, **limits)
        if self.budget_left is not None:
            self.budget_left = max(self.budget_left - tokens, 0)

    def pass_over(self, sequence: KVSequence, rule: str) -> None:
        """Record that a running sequence gets no token in this iteration, and by which rule."""
        kind = Kind.STALL if sequence.prefilled else Kind.STARVE
        left = {"prompt_left": sequence.prompt_left, "budget_left": self.budget_left}
        self.note(kind, sequence, rule=rule, **left)

    def pass_over_others(self, rule: str) -> None:
        """Record that all running sequences that are not served get no token, and by which rule."""
        for sequence in self.running:
            if sequence not in self.served:
                self.pass_over(sequence, rule)

    def block(self, rule: str, **because: Any) -> None:
        """Record why the head of the waiting queue, if there is one, is not admitted."""
        if self.waiting:
            behind = len(self.waiting) - 1
            self.note(Kind.BLOCKED, self.waiting[0], rule=rule, behind=behind, **because)

    def block_for_memory(self, needed: int, watermark: int = 0, rule: str = "blocks") -> None:
        """Record that so many KV blocks, and a watermark beside them, are not free."""
        rule = f"{rule}_watermark" if watermark else rule
        self.block(rule, needed=needed, free=self.pool.free, watermark=watermark)

    def prompts(self) -> list[KVSequence]:
        """Return those in progress with prompt left, in list order."""
        return [sequence for sequence in self.running if not sequence.prefilled]

    def decode_together(self, within_budget: bool = False) -> bool:
        """Give everybody who decodes a token at once, where a run keeps no events.

        Return False where that was not done, and each is to be served by the engine's rules.
        `within_budget` says that the engine's token budget cuts decodes, too.
        """
        return False

    def slots_held(self) -> int:
        """Return the slots held by requests that have ended."""
        return 0

    # --- Eviction --------------------------------------------------------------------------------

    def evict(self, victim: KVSequence, by: KVSequence, rule: str = "evicted") -> None:
        """Take a running sequence's place and blocks: its KV entries are to be computed again.

        What it was to process in this iteration is taken back. It waits at the front of the
        queue, or where the engine's order of the queue puts it.
        """
        taken_back = self._take_back(victim)
        lost = {"lost": victim.computed, "taken_back": taken_back}
        if victim.output_left:  # else it has ended, and only its blocks were still there
            lost["to_prefill"] = victim.known
        rule = "self" if victim is by else f"{rule}_taken_back" if taken_back else rule
        self._displace(victim, by, rule, **lost)
        self.give_back(victim, "evicted")
        victim.lose()

    def swap_out(self, victim: KVSequence, by: KVSequence) -> None:
        """Take a running sequence's place; its blocks move to CPU memory and lose nothing."""
        rule = "swapped_self" if victim is by else "swapped"
        self._displace(victim, by, rule, lost=0, taken_back=0)
        self.give_back(victim, "swap_out")

    def _displace(self, victim: KVSequence, by: KVSequence, rule: str, **numbers: int) -> None:
        self.running.remove(victim)
        self.waiting.insert(0, victim)
        self.evicted.append(victim)
        done = {
            "prompt_done": min(victim.computed, victim.request.prompt),
            "output_done": victim.generated,
            "blocks": self.pool.held.get(victim.id, 0),
        }
        self.note(Kind.PREEMPT, victim, rule=rule, by=by.id, **numbers, **done)
        self._sort_queue()

    def _take_back(self, victim: KVSequence) -> int:
        tokens = self.served.pop(victim, 0)
        if tokens:
            position = len(self.events) - 1
            while self.events[position].request != victim.id or (
                self.events[position].kind not in WORK
            ):
                position -= 1
            del self.events[position]
            if self.budget_left is not None:
                self.budget_left += tokens
        return tokens

    def give_back(self, sequence: KVSequence, rule: str) -> None:
        """Take all its blocks from a sequence."""
        blocks = self.pool.release(sequence.id)
        if blocks and self.pool.limited:
            self.note(Kind.FREE, sequence, blocks, rule=rule, free=self.pool.free)

    def order_by_service(self) -> None:
        """Put those without a token first, by arrival; then the others, as they were served."""
        left_out = [sequence for sequence in self.running if sequence not in self.served]
        left_out.sort(key=lambda sequence: sequence.request.arrival)
        self.reorder("active", self.running, [*left_out, *self.served])

    def reorder(
        self, name: str, of: MutableSequence[KVSequence], order: Iterable[KVSequence]
    ) -> None:
        """Put the list `name` ("waiting" or "active") in another order; record it if it is one."""
        order = list(order)
        if order != of:
            of[:] = order
            self.note(Kind.REORDER, None, list=name, order=[each.id for each in order])

    # --- At the end of an iteration --------------------------------------------------------------

    def finish(self) -> None:
        """Close the iteration: whoever has all known tokens computed samples one."""
        self.step = self.policy.last_step
        for sequence, tokens in self.served.items():
            first = not sequence.generated
            prefilled = not sequence.prefilled
            if sequence.process(tokens) and prefilled:
                self.note(Kind.FIRST_TOKEN if first else Kind.NEXT_TOKEN, sequence, 1)
        for sequence in [each for each in self.served if not each.output_left]:
            self.policy.complete(self, sequence)

    def leave(self, sequence: KVSequence, rule: str = "done") -> None:
        """Record that a sequence is completed; it gives back its place and its blocks."""
        self.running.remove(sequence)
        self.note(Kind.COMPLETE, sequence, rule=rule)
        self.give_back(sequence, "done")

    def leave_late(self, sequence: KVSequence) -> None:
        """Record that a sequence leaves that was completed before."""
        place = self.running if sequence in self.running else self.waiting
        place.remove(sequence)
        self.note(Kind.LEAVE, sequence)
        self.give_back(sequence, "done")

    def end(self) -> None:
        """Record the end of the iteration, and go on to the next."""
        budget = self.policy.bounds().tokens
        because: dict[str, Any] = {"token_budget": budget}
        if not self.served and (self.running or self.waiting):
            because["rule"] = "nobody" if budget else "nobody_unlimited"
        elif budget is None:
            because["rule"] = "ran" if self.served else "idle_unlimited"
            because["tokens"] = sum(self.served.values())
        self.note(Kind.END, None, self.budget_left or 0, **because)
        self.iteration += 1


def chunk_rule(sequence: KVSequence, tokens: int, limits: dict[str, int]) -> str:
    """Return why a chunk is as large as it is."""
    again = "again_" if sequence.again(tokens) else ""
    if tokens == sequence.prompt_left:
        whole = tokens == sequence.known
        return f"{again}{'whole' if whole else 'last'}"
    return again + ("cut" if tokens in limits.values() else "budget")
