"""Iterations that are alike while a long prompt is prefilled, chunk by chunk.

The crowd decodes, and the prompt takes what the budget leaves, as in the iteration before: there
is nothing to decide until it is nearly done, somebody arrives or ends, or blocks run out.
"""

from ..kv_sequence import KVSequence
from .arriving import Arriving


class AlikeChunks(Arriving):
    """Where a run stands that goes from chunk to chunk."""

    def _chunk_like_the_last(self) -> KVSequence | None:
        """Return the request that will get a chunk as in this iteration, if there is one.

        It is the only one with prompt left, it was there before this iteration, more than a chunk
        of its prompt is left, and none of that was ever computed before.
        """
        (sequence, tokens), *_ = self.served.items()
        alike = self.together or not self.crowd.members
        computed = sequence.computed
        new = sequence.reached == computed > tokens
        return sequence if alike and new and sequence.prompt_left > tokens else None

    def _chunk_on(self, sequence: KVSequence) -> None:
        """Run all iterations in which the crowd decodes and a prompt gets a chunk like the last."""
        crowd, tokens = self.crowd, self.served[sequence]
        number = len(crowd.members)
        most = min((sequence.prompt_left - 1) // tokens, self.most - self.iteration)
        if number:
            most = min(most, crowd.until_next_end())
        self.departures = 0
        for _ in range(most):
            if self._somebody_is_due or (self.grows and not self._grow(sequence, tokens)):
                break
            lasted = self._lasts(number)
            self.tick += lasted
            self._count(number + 1, lasted)
            if number:
                self._crowd_gaps(self.tick)
                crowd.advance(1, self.tick)
            sequence.process(tokens)
            self.totals.prefill_tokens += tokens
            self.iteration += 1
        self._complete_members()

    def _grow(self, sequence: KVSequence, tokens: int) -> bool:
        """Take the blocks of one such iteration; return whether they were there."""
        pool, growth = self.pool, self.crowd.next_growth
        blocks = pool.blocks(sequence.computed + tokens)
        missing = pool.missing(sequence.request.id, blocks)
        if growth + missing + self.policy.free_to_decode > pool.free:
            return False
        pool.free -= growth
        pool.hold(sequence.request.id, blocks)
        return True
