"""A run without events, which leaps over iterations that are alike.

While only the crowd runs, and nobody can join it, nothing has to be decided. Up to the next
arrival, the next completion or the last free block, all iterations are one addition: they come to
exactly the times, tokens and blocks to which they come one by one.
"""

from ...any_clock import Clock
from ...request import Request
from ...summaries.summary import Summary
from ..kv_sequence import KVSequence
from .alike_chunks import AlikeChunks


class Leaping(AlikeChunks):
    """Where a run stands that leaps; it is mixed into an engine's own state.

    Attributes:
        still: whether the next iteration will do nothing but decode together.
        chunk: the request that will get, beside that, one more chunk like the last; None if nobody
            will.
    """

    def prepare(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Stand before iteration 0."""
        super().prepare(workload, clock)
        self.still = False
        self.chunk: KVSequence | None = None

    def run(self) -> Summary:
        """Run until every request is done, or the policy's limit cuts the run."""
        most = self.most
        while self.iteration < most and not self._over:
            if not (self.running or self.waiting):
                self._wait_until(self.arrival or 0)
            elif not self._somebody_is_due:
                if self.still:
                    self.still = self._leap()
                    continue
                if self.chunk:
                    self._chunk_on(self.chunk)
            if self.iteration < most:
                self.policy.iterate(self)
                if not self.changed and self.clock is not None and not self._go_on():
                    break
        end = "all_terminal" if self._over else "iteration_limit"
        counters = self.totals.counters(self.clock)
        run = self.workload, self.policy, self.clock, end
        return Summary(*run, self.timings, counters, self.token_gaps)

    def end(self) -> None:
        """Go on to the next iteration, and know whether it has anything to decide.

        Whoever was blocked stays so while nothing is admitted and nobody leaves: slots and budget
        stay as they are, and free blocks get fewer.
        """
        moved = self.newcomers or self.departures or self.evicted
        settled = not moved and (self.blocked or not self.waiting)
        if self.newcomers or self.scattered:
            self._gather()
        self.iteration += 1
        self.still, self.chunk = False, None
        members = len(self.crowd.members)
        if members == len(self.running):
            alone = self.together and not self.served and settled
            self.still = members > 0 and (alone or not self.waiting)
        elif settled and members + 1 == len(self.running) and len(self.served) == 1:
            self.chunk = self._chunk_like_the_last()

    def _leap(self) -> bool:
        """Run all iterations at once that are alike; return whether the next one may be, too."""
        crowd = self.crowd
        steps = min(crowd.until_next_end(), self.most - self.iteration)
        if self.grows:
            steps = crowd.turns_within(self.pool.free - self.policy.free_to_decode, steps)
        if not steps:
            return False
        steps, lasted = self._until_arrival(steps)
        self._gaps_of(steps)
        self._count_leap(steps, lasted)
        self.tick = self.totals.makespan = self.tick + lasted
        self.iteration += steps
        self.departures = 0
        crowd.advance(steps, self.tick)
        self._complete_members()
        all_decode = 0 < len(crowd.members) == len(self.running)
        return all_decode and not (self.waiting and self.departures)

    def _until_arrival(self, most: int) -> tuple[int, int]:
        """Return how many iterations are alike, of so many at most, and how long they last.

        The last of them is the one at whose end somebody who arrives is seen.
        """
        clock, members = self.clock, self.crowd
        if clock is None:
            steps = most if self.arrival is None else min(self.arrival - self.tick, most)
            return steps, steps
        number, context = len(members), members.context
        lasted = clock.decode_ticks(number, context, most)
        wait = lasted if self.arrival is None else self.arrival - self.tick
        if lasted < wait or most == 1 or self.arrival is None:
            return most, lasted
        first = clock.decode_ticks(number, context, 1)
        steps = min(-(-wait // first), most) if first else most  # no later one is shorter
        lasted = clock.decode_ticks(number, context, steps)
        while steps > 1:
            shorter = clock.decode_ticks(number, context, steps - 1)
            if shorter < wait:
                break
            steps, lasted = steps - 1, shorter
        return steps, lasted

    def _gaps_of(self, steps: int) -> None:
        crowd, clock = self.crowd, self.clock
        number, context = len(crowd.members), crowd.context
        if crowd.fresh or crowd.token != self.tick:  # the first gap is longer than its iteration
            first = 1 if clock is None else clock.decode_ticks(number, context, 1)
            self._crowd_gaps(self.tick + first)
            context, steps = context + number, steps - 1
        self.totals.decode_tokens += number * steps
        self.token_gaps.add_together(number, context, steps)

    def _count_leap(self, steps: int, lasted: int) -> None:
        totals, pool = self.totals, self.pool
        number = len(self.crowd.members)
        totals.iterations += steps
        totals.busy += lasted
        totals.batched += number * steps
        totals.served_time += number * lasted
        totals.wasted_time += self.slots_held() * lasted
        if pool.limited:
            totals.kv_blocks += ((pool.num_blocks or 0) - int(pool.free)) * steps
            if self.grows:
                growth, held = self.crowd.growth_and_held(steps)
                pool.free -= growth
                totals.kv_blocks += held
            totals.kv_peak = max(totals.kv_peak, (pool.num_blocks or 0) - int(pool.free))
