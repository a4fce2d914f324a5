"""Those who decode, served together, in a run that keeps no events.

They are a crowd that gets its tokens at once. Where it could be in anybody's way it is scattered,
and the engine serves its members one by one, as it always does.
"""

from math import inf
from typing import Any

from ...any_clock import Clock
from ...request import Request
from ..kv_sequence import KVSequence
from .crowd import Crowd
from .unrecorded import Unrecorded

APART = 16  # iterations that a crowd stays scattered: memory that was short will be so again


class Together(Unrecorded):
    """Where a run stands in which the crowd is served together.

    Attributes:
        crowd: those who decode, unless they are `scattered`.
        under_way: those in progress with prompt left, in the order of the running list.
        newcomers: those who have decoded nothing yet, and join the crowd after this iteration.
        tokens: the tick of the last output token of whoever is not in the crowd.
        together: whether the crowd gets its tokens in this iteration.
    """

    def prepare(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Stand before iteration 0."""
        super().prepare(workload, clock)
        self.grows = self.limited and self.policy.grows
        self.crowd = Crowd(self.pool.block_size if self.grows else 0)
        self.under_way: list[KVSequence] = []
        self.newcomers: list[KVSequence] = []
        self.tokens: dict[KVSequence, int] = {}
        self.scattered = not self.policy.crowds
        self.rejoins: float = 0 if self.policy.crowds else inf
        self.together = False

    def _open(self) -> None:
        super()._open()
        self.together = False

    # --- The moves that know the crowd -----------------------------------------------------------

    def admit(self, sequence: KVSequence, rule: str = "admit", **because: Any) -> None:
        """Move a sequence from the waiting queue to the end of the running list."""
        super().admit(sequence)
        if self.scattered:
            return
        if sequence.prompt_left:
            self.under_way.append(sequence)
        else:
            self.scatter()

    def pass_over_others(self, rule: str) -> None:
        """Count those of the running list who decode and are not served in this iteration."""
        if self.scattered:
            super().pass_over_others(rule)
        else:
            self.totals.stalls += len(self.crowd.members)

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
        super()._displace(victim, by, rule, **numbers)
        if victim in self.under_way:
            self.under_way.remove(victim)

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
