"""How long one iteration takes, by a table of measured steps.

A table has a few hundred steps, a run a million different ones. So the time of a step is put
together from three parts, and each of them is a surface over two of the table's columns:

* its decodes: `decode_seqs` of them, with `decode_ctx` tokens of context, alone in the step;
* what a chunk adds: `chunk_tokens` of a prompt's start, beside `decode_seqs` decodes;
* what its context adds: `chunk_ctx` tokens of the prompt before those `chunk_tokens`.

Each part never falls along its columns, so neither does the sum: more decodes, a longer context,
a longer chunk or more before it never take less time. Where measured times do fall, that is taken
for noise and evened out (see `isotonic`); all others are met exactly. That a chunk adds no less
beside more decodes, and its context no less to a longer chunk, is part of the model.

What it does not know, since the table has no such steps:

* Decodes of different contexts count as if all had the mean. So one more, with a context far
  shorter than the others', may even shorten a step by a trifle, since it lowers the mean: namely
  where the table has it that few long contexts take longer than many short ones.
* The cost of a decode's context does not depend on the chunk beside it, nor the other way round.
* A step of the table has one chunk at most. Several count as one that has all their tokens, and
  just so much context that each token attends to as many as in them. Short prompts attend to
  fewer than one chunk of their tokens does by itself, as they do not attend to one another: then
  the step is shorter, by what as much more context would make it longer.
* Whatever an engine does besides the step: scheduling, sampling, paging, the network.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..errors import InputError
from ..step_work import StepWork
from ..ticks import seconds_of
from .reach import Beyond
from .step_table_parts import Parts, parts_of
from .step_time import StepTime


@dataclass(frozen=True)
class StepTable:
    """The time of an iteration by measured steps; see `any_clock`.

    Outside of what was measured, each part goes on in a straight line: towards 0 as it begins,
    outwards as in its outer half, and never falling. `beyond` tells what of a step is outside.

    Attributes:
        times: the measured steps. Of several that are the same step the shortest counts.

    Raises:
        InputError: no step has decodes alone, or none has a chunk at the start of its prompt.
    """

    times: tuple[StepTime, ...] = field(repr=False)

    def __post_init__(self) -> None:
        """Check that there is enough to start from."""
        object.__setattr__(self, "times", tuple(self.times))
        if all(time.chunk_tokens for time in self.times):
            raise InputError("a step with chunk_tokens 0 must have been measured, and none was")
        if all(time.chunk_ctx or not time.chunk_tokens for time in self.times):
            rule = "with chunk_tokens above 0 and chunk_ctx 0"
            raise InputError(f"a step {rule} must have been measured, and none was")

    def ticks(self, work: StepWork) -> int:
        """Return how long an iteration with this work takes, in ticks; without any, no time."""
        if not work.tokens:
            return 0
        decodes, chunk, context = self._parts
        time = decodes.surface.along(work.decodes).at(work.decode_context, work.decodes or 1)
        tokens, before = _as_one_chunk(work)
        if tokens:
            added = chunk.surface.along(work.decodes).at(tokens)
            more = context.surface.along(tokens).at(abs(before), tokens)
            time += max(added + more if before > 0 else added - more, 0)
        return time

    def decode_ticks(self, requests: int, context: int, steps: int) -> int:
        """Return how long so many iterations take in which the same requests decode.

        In each step their mean context is one token longer: it is a sum along one curve.
        """
        if not requests:
            return 0
        return self._parts.decodes.surface.along(requests).sum_at(context, requests, steps)

    def seconds(self, work: StepWork) -> float:
        """Return how long an iteration with this work takes, in seconds."""
        return seconds_of(self.ticks(work))

    def beyond(self, work: StepWork) -> tuple[Beyond, ...]:
        """Return what of this work is outside of what was measured, if anything is."""
        decodes, chunk, context = self._parts
        tokens, before = _as_one_chunk(work)
        found = []
        if work.decodes:
            found.append(decodes.reach.beyond(work.decode_context, work.decodes, work.decodes))
        if tokens:
            found.append(chunk.reach.beyond(work.decodes, 1, tokens))
        if before > 0:
            found.append(context.reach.beyond(tokens, 1, -(-before // tokens)))
        return tuple(each for each in found if each)

    def reach(self, work: StepWork) -> str | None:
        """Return what `beyond` does, as text: "decode_seqs 600 > 512"; None where all is inside."""
        return ", ".join(map(str, self.beyond(work))) or None

    @cached_property
    def _parts(self) -> Parts:
        return parts_of(self.times)


def _as_one_chunk(work: StepWork) -> tuple[int, int]:
    """Return the tokens of all chunks, and so many times the tokens before the one they make.

    That is negative where its tokens would attend to more than they do in several short prompts.
    """
    tokens = work.tokens - work.decodes
    pairs = work.attended - work.decode_context
    return tokens, pairs - tokens * (tokens + 1) // 2
