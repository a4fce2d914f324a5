"""From measured steps to the three parts of a step's time; what they are, `step_table` says."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..ticks import ticks_of
from .isotonic import Point, isotonic
from .reach import Reach, reach_of
from .step_time import StepTime
from .surface import Surface, surface_through


class Part(NamedTuple):
    """A part of the time of a step, in ticks, over two columns of the table.

    Attributes:
        surface: its values.
        reach: where they were measured.
    """

    surface: Surface
    reach: Reach


class Parts(NamedTuple):
    """All of the time of a step.

    Attributes:
        decodes: by decodes and their mean context; without any, of a step that does nothing.
        chunk: what a chunk adds, by decodes beside it and its tokens.
        context: what its context adds, by the chunk's tokens and those before it.
    """

    decodes: Part
    chunk: Part
    context: Part


def parts_of(times: Sequence[StepTime]) -> Parts:
    """Return the parts that measured steps tell."""
    alone = [time for time in times if not time.chunk_tokens]
    starts = [time for time in times if time.chunk_tokens and not time.chunk_ctx]
    further = [time for time in times if time.chunk_ctx]
    decodes = _decodes(alone, [time for time in times if not time.decode_seqs])
    chunk = _chunk(starts, decodes.surface)
    return Parts(decodes, chunk, _context(starts, further, decodes.surface, chunk.surface))


def _decodes(alone: Iterable[StepTime], prompts: Iterable[StepTime]) -> Part:
    """Return the first part; a step that does nothing takes no longer than one with a prompt."""
    lines = _shortest(
        ((time.decode_ctx, time.decode_seqs), ticks_of(time.seconds)) for time in alone
    )
    origin = min((ticks_of(time.seconds) for time in prompts), default=None)
    surface = surface_through(isotonic(lines), origin).turned()
    return Part(surface, reach_of(("decode_ctx", "decode_seqs"), lines))


def _chunk(starts: Iterable[StepTime], decodes: Surface) -> Part:
    """Return the second part: nothing where the chunk has no tokens."""
    lines = _shortest(
        (
            (time.decode_seqs, time.chunk_tokens),
            ticks_of(time.seconds) - decodes.along(time.decode_seqs).at(time.decode_ctx),
        )
        for time in starts
    )
    nothing = {(decodes, 0): 0 for decodes, _ in lines}
    reach = reach_of(("decode_seqs", "chunk_tokens"), [*nothing, *lines])
    return Part(surface_through(isotonic(lines) | nothing), reach)


def _context(
    starts: Iterable[StepTime], further: Iterable[StepTime], decodes: Surface, chunk: Surface
) -> Part:
    """Return the third part: nothing where the chunk has no tokens, or starts its prompt."""
    lines = _shortest(
        (
            (time.chunk_tokens, time.chunk_ctx),
            ticks_of(time.seconds)
            - decodes.along(time.decode_seqs).at(time.decode_ctx)
            - chunk.along(time.decode_seqs).at(time.chunk_tokens),
        )
        for time in further
    )
    nothing = {(0, 0): 0} | {(tokens, 0): 0 for tokens, _ in lines}
    no_tokens = [(0, before) for _, before in lines]
    measured = [*nothing, *lines, *no_tokens] if lines else [(t.chunk_tokens, 0) for t in starts]
    reach = reach_of(("chunk_tokens", "chunk_ctx"), measured)
    return Part(surface_through(isotonic(lines) | nothing), reach)


def _shortest(found: Iterable[tuple[Point, int]]) -> dict[Point, int]:
    """Return the lowest value of each point, which is no less than nothing."""
    shortest: dict[Point, int] = {}
    for point, ticks in found:
        shortest[point] = max(min(ticks, shortest.get(point, ticks)), 0)
    return shortest
