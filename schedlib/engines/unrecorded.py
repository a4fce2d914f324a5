"""The moves of an engine in a run that keeps no events: they cost less, and decide nothing.

The engine's own file still decides everything. Here nothing is noted, only totals are kept; and
those who decode are a crowd that gets its tokens together. Where the crowd could be in anybody's
way it is scattered, and the engine serves its members one by one, as it always does.
"""

from collections import deque
from collections.abc import Callable
from math import inf
from typing import Any

from ..any_clock import Clock
from ..events import Kind
from ..request import Request
from ..step_work import StepWork
from ..summaries.gaps import Gaps
from ..summaries.timings import Timings
from ..summaries.totals import Totals
from ..ticks import seconds_of
from .crowd import Crowd
from .engine_state import EngineState
from .kv_sequence import KVSequence

APART = 16  # iterations that a crowd stays scattered: memory that was short will be so again


class Unrecorded(EngineState):
    """Where a run stands that keeps no events.

    Attributes:
        clock: says how long an iteration lasts; None where each lasts 1.
        tick: the time, in the clock's ticks or in iterations.
        crowd: those who decode, unless they are `scattered`.
        under_way: those in progress with prompt left, in the order of the running list.
        tokens: the tick of the last output token of whoever is not in the crowd.
        together: whether the crowd gets its tokens in this iteration.
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
        self.work = StepWork()
        self.grows = self.limited and self.policy.grows
        self.crowd = Crowd(self.pool.block_size if self.grows else 0)
        self.under_way: list[KVSequence] = []
        self.newcomers: list[KVSequence] = []
        self.tokens: dict[KVSequence, int] = {}
        self.scattered = not self.policy.crowds
        self.rejoins: float = 0 if self.policy.crowds else inf
        self.together = self.blocked = self.changed = False
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
        self.together = self.blocked = self.changed = False
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
        if self.scattered:
            return
        if sequence.prompt_left:
            self.under_way.append(sequence)
        else:
            self.scatter()

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

    def pass_over_others(self, rule: str) -> None:
        """Count those of the running list who decode and are not served in this iteration."""
        if self.scattered:
            super().pass_over_others(rule)
        else:
            self.totals.stalls += len(self.crowd.members)

    def block(self, rule: str, **because: Any) -> None:
        """Remember that the head of the waiting queue is not admitted."""
        self.blocked = True

    def block_for_memory(self, needed: int, watermark: int = 0, rule: str = "blocks") -> None:
        """Remember that the head of the waiting queue is not admitted."""
        self.blocked = True

    def prompts(self) -> list[KVSequence]:
        """Return those in progress with prompt left, in list order."""
        return super().prompts() if self.scattered else self.under_way.copy()

    def order_by_service(self) -> None:
        """Put those without a token first, by arrival; then the others, as they were served.

        The crowd and then the prompts are served in list order. So it changes only if somebody
        is left out, and that is a prompt.
        """
        if not self.together:
            super().order_by_service()
            return
        left_out = [sequence for sequence in self.under_way if sequence not in self.served]
        if left_out:
            left_out.sort(key=lambda sequence: sequence.request.arrival)
            self.running[:] = [*left_out, *(s for s in self.running if s not in left_out)]
            served = [sequence for sequence in self.under_way if sequence in self.served]
            self.under_way = left_out + served

    def _displace(self, victim: KVSequence, by: KVSequence, rule: str, **numbers: int) -> None:
        self.running.remove(victim)
        self.waiting.insert(0, victim)
        self.evicted.append(victim)
        self.changed = True
        self.totals.preemptions += 1
        self.timings.preemptions[victim.place] += 1
        if victim in self.under_way:
            self.under_way.remove(victim)
        self._sort_queue()

    def _take_back(self, victim: KVSequence) -> int:
        tokens = self.served.pop(victim, 0)
        if tokens and self.budget_left is not None:
            self.budget_left += tokens
        return tokens

    # --- The crowd -------------------------------------------------------------------------------

    def decode_together(self, within_budget: bool = False) -> bool:
        """Give everybody who decodes a token at once, if nobody can be in another's way.

        The prompts must stand behind them in the running list, and there must be blocks enough
        for all of both. Where that is not so, the crowd is scattered.
        """
        number = len(self.crowd.members)
        if self.scattered or not number:
            return False
        prompts = self.under_way
        behind = not prompts or self.running[-len(prompts)] is prompts[0]
        if not behind or (within_budget and number > (self.budget_left or 0)):
            self.scatter()
            return False
        if self.grows:
            growth = self.crowd.next_growth
            if not self._all_fit(growth):
                self.scatter()
                return False
            self.pool.free -= growth
        budget = self.budget_left
        if budget is not None:
            self.budget_left = budget - number if budget > number else 0
        self.together = True
        return True

    def _all_fit(self, growth: int) -> bool:
        """Return whether the crowd's growth fits, and with it all prompts under way can take."""
        pool, needs, budget = self.pool, growth + self.policy.free_to_decode, self.budget_left
        for sequence in self.under_way:
            left = sequence.prompt_left
            if budget is not None and budget < left:
                left = budget
            if needs + left <= pool.free:  # nearly always, and then this need not be exact
                needs += left
            else:
                blocks = pool.blocks(sequence.computed + left)
                needs += pool.missing(sequence.request.id, blocks)
        return needs <= pool.free

    def scatter(self) -> None:
        """Let everybody be served alone, for some iterations."""
        for sequence in list(self.crowd.members):
            self.tokens[sequence] = self.crowd.leave(sequence)
            self._settle(sequence)
        self.scattered = True
        self.rejoins = self.iteration + APART

    def _settle(self, sequence: KVSequence) -> None:
        """Write down the blocks of one that leaves the crowd; the pool counts them already."""
        if self.grows:
            id, blocks = sequence.request.id, self.pool.blocks(sequence.computed)
            if blocks > self.pool.held[id]:
                self.pool.held[id] = blocks

    def _gather(self) -> None:
        """Let those join the crowd who decode and are not in it."""
        if self.scattered:
            if self.iteration < self.rejoins:
                return
            self.scattered = False
            self.newcomers = [each for each in self.running if each.prefilled]
            self.under_way = super().prompts()
        for sequence in self.newcomers:
            if sequence.output_left:
                self.crowd.join(sequence, self.tokens.pop(sequence))
        self.newcomers.clear()

    # --- At the end of an iteration --------------------------------------------------------------

    def finish(self) -> None:
        """Close the iteration: time passes, and whoever has all known tokens computed samples."""
        start, number = self.tick, len(self.crowd.members) if self.together else 0
        lasted = self._lasts(number)
        self.tick = start + lasted
        self._count(number + len(self.served), lasted)
        if number:
            self._crowd_gaps(self.tick)
            self.crowd.advance(1, self.tick)
        if self.served:
            for sequence, tokens in self.served.items():
                self._process(sequence, tokens, start, self.tick)
            for sequence in [each for each in self.served if not each.output_left]:
                del self.tokens[sequence]
                self._complete(sequence)
        if number:
            self._complete_members()

    def _lasts(self, number: int) -> int:
        """Return how long the iteration lasts in which so many of the crowd are served."""
        if self.clock is None:
            return 1
        work, context = self.work, self.crowd.context if number else 0
        work.tokens = work.sampled = work.decodes = number
        work.context = work.attended = work.decode_context = context
        for sequence, tokens in self.served.items():
            work.add(sequence.computed, tokens)
            if tokens >= sequence.prompt_left:
                work.sampled += 1
        return self.clock.ticks(work)

    def _count(self, served: int, lasted: int) -> None:
        totals, blocks = self.totals, self.pool.num_blocks
        totals.makespan = self.tick
        if self.held:
            totals.wasted_time += self.held * lasted
        if blocks is not None:
            held = blocks - int(self.pool.free)
            if held > totals.kv_peak:
                totals.kv_peak = held
            if served:
                totals.kv_blocks += held
        if served:
            self.changed = True
            totals.iterations += 1
            totals.busy += lasted
            totals.batched += served
            totals.served_time += served * lasted

    def _process(self, sequence: KVSequence, tokens: int, start: int, end: int) -> None:
        """Let one that was served alone come as far as its tokens take it."""
        was_prompt = sequence.prompt_left > 0
        if was_prompt:
            self.totals.prefill_tokens += tokens
            if sequence.reached:
                self.totals.recomputed += sequence.again(tokens)
            else:
                self.timings.scheduled[sequence.place] = self.unit(start)
        else:
            self.totals.decode_tokens += tokens
        if not sequence.process(tokens):
            return
        if was_prompt and not self.scattered:
            self.under_way.remove(sequence)
            self.newcomers.append(sequence)
        last = self.tokens.get(sequence)
        if last is None:
            self.timings.first_token[sequence.place] = self.unit(end)
        else:
            self.token_gaps.add(end - last, 1)
        self.tokens[sequence] = end

    def _crowd_gaps(self, end: int) -> None:
        """Record the gap before the token that the crowd gets at a tick, and count the tokens."""
        crowd = self.crowd
        number = len(crowd.members)
        self.totals.decode_tokens += number
        if not crowd.fresh:
            self.token_gaps.add(end - crowd.token, number)
            return
        for token, fresh in crowd.fresh.items():
            if fresh:
                self.token_gaps.add(end - token, fresh)
                number -= fresh
        if number:
            self.token_gaps.add(end - crowd.token, number)

    def _complete_members(self) -> None:
        for sequence in self.crowd.finished():
            self._settle(sequence)
            self._complete(sequence)

    def _complete(self, sequence: KVSequence) -> None:
        self.departures += 1
        self.timings.last_token[sequence.place] = self.unit(self.tick)
        self.policy.complete(self, sequence)

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
