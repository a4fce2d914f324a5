"""The moves of an engine in a run that keeps no events: they cost less, and decide nothing.

The engine's own file still decides everything. Here nothing is noted, and only totals are kept.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from ...any_clock import Clock
from ...events import Kind
from ...request import Request
from ...summaries.gaps import Gaps
from ...summaries.timings import Timings
from ...summaries.totals import Totals
from ...ticks import seconds_of
from ..engine_state import EngineState
from ..kv_sequence import KVSequence


class Unrecorded(EngineState):
    """Where a run stands that keeps no events.

    Attributes:
        clock: says how long an iteration lasts; None where each lasts 1.
        tick: the time, in the clock's ticks or in iterations.
        blocked: whether the head of the waiting queue was not admitted.
        changed: whether anything happened at all.
        held: slots that are held for nothing.
        departures: requests that left their slots at the end of the iteration.
    """

    def prepare(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Stand before iteration 0."""
        self.workload, self.clock = workload, clock
        self.limits = self.policy.bounds()
        self.tick = 0
        self.unit: Callable[[int], float] = float if clock is None else seconds_of
        self.waiting = deque()
        self.limited = self.pool.limited
        self.totals = Totals(self.limited)
        self.timings, self.token_gaps = Timings(workload), Gaps(clock)
        self.blocked = self.changed = False
        self.held = self.departures = 0

    def note(
        self, kind: Kind, sequence: KVSequence | None, amount: int = 0, /, **because: Any
    ) -> None:
        """Count slots that are held for nothing; keep nothing else."""
        if kind is Kind.HOLD:
            self.held += 1

    # --- At the start of an iteration ------------------------------------------------------------

    def _open(self) -> None:
        self.budget_left = self.limits.tokens
        self.served, self.evicted = {}, []
        self.blocked = self.changed = False
        self.held = self.departures = 0

    def _join(self, sequence: KVSequence) -> None:
        self.changed = True
        limit = self.limits.queue
        if limit is not None and len(self.waiting) >= limit:
            self.totals.rejected += 1
            self.timings.rejected.add(sequence.place)
            return
        self.waiting.append(sequence)
        self._sort_queue()

    def _sort_queue(self) -> None:
        order = self.policy.in_queue_order(self.waiting)
        if order is not self.waiting:
            self.waiting = deque(order)

    # --- Composing the iteration -----------------------------------------------------------------

    def admit(self, sequence: KVSequence, rule: str = "admit", **because: Any) -> None:
        """Move a sequence from the waiting queue to the end of the running list."""
        self.waiting.remove(sequence)
        self.running.append(sequence)
        self.changed = True

    def hold(self, sequence: KVSequence, blocks: int, rule: str = "grow") -> None:
        """Let a sequence hold at least so many blocks; they must be there."""
        if self.limited:
            self.pool.hold(sequence.request.id, blocks)

    def serve(self, sequence: KVSequence, tokens: int, **limits: int) -> None:
        """Let a sequence process so many tokens in this iteration."""
        self.served[sequence] = tokens
        budget = self.budget_left
        if budget is not None:
            self.budget_left = budget - tokens if budget > tokens else 0

    def pass_over(self, sequence: KVSequence, rule: str) -> None:
        """Count a running sequence that decodes and gets no token in this iteration."""
        self.totals.stalls += sequence.prefilled

    def block(self, rule: str, **because: Any) -> None:
        """Remember that the head of the waiting queue is not admitted."""
        self.blocked = True

    def block_for_memory(self, needed: int, watermark: int = 0, rule: str = "blocks") -> None:
        """Remember that the head of the waiting queue is not admitted."""
        self.blocked = True

    # --- Leaving the running list ----------------------------------------------------------------

    def _displace(self, victim: KVSequence, by: KVSequence, rule: str, **numbers: int) -> None:
        self.running.remove(victim)
        self.waiting.insert(0, victim)
        self.evicted.append(victim)
        self.changed = True
        self.totals.preemptions += 1
        self.timings.preemptions[victim.place] += 1
        self._sort_queue()

    def _take_back(self, victim: KVSequence) -> int:
        tokens = self.served.pop(victim, 0)
        if tokens and self.budget_left is not None:
            self.budget_left += tokens
        return tokens

    def leave(self, sequence: KVSequence, rule: str = "done") -> None:
        """Let a completed sequence go; it gives back its place and its blocks."""
        self.running.remove(sequence)
        if self.limited:
            self.pool.release(sequence.request.id)

    def leave_late(self, sequence: KVSequence) -> None:
        """Let a sequence go that was completed before."""
        super().leave_late(sequence)
        self.departures += 1
        self.changed = True
