"""The end of an iteration in a run that keeps no events: time passes, and tokens are there."""

from ...any_clock import Clock
from ...request import Request
from ...step_work import StepWork
from ..kv_sequence import KVSequence
from .together import Together


class TimePassing(Together):
    """Where a run stands whose iterations end: what they were is counted, and who is done goes.

    Attributes:
        work: that of the iteration, made anew in each.
    """

    def prepare(self, workload: tuple[Request, ...], clock: Clock | None) -> None:
        """Stand before iteration 0."""
        super().prepare(workload, clock)
        self.work = StepWork()

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
