"""KV blocks that were taken away in an iteration: dashed, on top of those that are still held.

They reach as high as the pool was used when they were taken away. What others have taken of them
at once is drawn as theirs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..events import Kind
from ..trace import Trace
from ..words import Words
from .stack import Stack

DISC = 15  # px across a disc
EDGE, BELOW = 3, 1.5  # px from the edge of its column and from the limit: clear of the cursor
LOWEST, LABELLED = 3, 12  # px of a ghost from which it is drawn, and from which it has its id


class Ghost(NamedTuple):
    """The blocks of one victim.

    Attributes:
        request: the victim.
        blocks: that it held.
        bottom, top: where they stand, in blocks from the bottom of the column; equal where others
            hold all of them when the iteration is composed.
    """

    request: str
    blocks: int
    bottom: int
    top: int


class Disc(NamedTuple):
    """A disc with pause bars at the left of a column: its middle, and px across."""

    y: float
    size: float


def ghosts(trace: Trace) -> dict[int, list[Ghost]]:
    """Return the ghosts of each iteration that takes blocks away, the first victim's on top."""
    pool = trace.policy.bounds().blocks or 0
    found: dict[int, list[Ghost]] = {}
    lowest: dict[int, int] = {}
    for event in trace.events:
        if event.kind is not Kind.FREE or event.because["rule"] == "done":
            continue
        at, held = event.iteration, sum(trace.kv[event.iteration].held.values())
        used = pool - event.because["free"] + event.amount  # just before they were taken away
        top = min(used, lowest.get(at, used))
        lowest[at] = top - event.amount
        ghost = Ghost(event.request or "", event.amount, max(lowest[at], held), max(top, held))
        found.setdefault(at, []).append(ghost)
    return found


def shows_ghosts(trace: Trace) -> bool:
    """Return whether any blocks that were taken away are still nobody's."""
    return any(
        ghost.top > ghost.bottom for given_up in ghosts(trace).values() for ghost in given_up
    )


def discs_of(stack: Stack, given_up: Sequence[Ghost], top: float) -> list[Disc]:
    """Return the disc of each ghost: on it, and below the disc before; `top` is the panel's."""
    geometry = stack.scene.geometry
    share = 0.8 if geometry.timed else 0.4  # beside words, or where there may be no room for any
    size = min(DISC, geometry.wide(stack.column) * share)
    highest, lowest = top + size / 2 + BELOW, stack.bottom - size / 2
    discs = []
    for ghost in given_up:
        middle = stack.bottom - stack.unit * (ghost.bottom + ghost.top) / 2
        discs.append(Disc(min(max(middle, highest), lowest), size))
        highest = discs[-1].y + size + 1
    return discs


def room_beside(discs: Sequence[Disc], top: float, bottom: float) -> float:
    """Return the px at the left of a column that discs take from a label of this height."""
    beside = (
        disc for disc in discs if abs(disc.y - (top + bottom) / 2) < (disc.size + bottom - top) / 2
    )
    return max((EDGE + disc.size for disc in beside), default=0)


def add_ghosts(
    stack: Stack, given_up: Sequence[Ghost], discs: Sequence[Disc], words: Words
) -> None:
    """Add the ghosts to the column in which the stack is, each with its disc."""
    scene, at = stack.scene, stack.column
    for ghost, disc in zip(given_up, discs, strict=True):
        _dashes(stack, ghost, discs, words)
        x = scene.geometry.start(at, EDGE + disc.size / 2)
        scene.glyph("disc", x, disc.y, disc.size, at)
        scene.glyph("pause", x, disc.y, disc.size * 0.36, at)


def _dashes(stack: Stack, ghost: Ghost, discs: Sequence[Disc], words: Words) -> None:
    rows = stack.bottom - stack.unit * ghost.top + 1, stack.bottom - stack.unit * ghost.bottom - 1
    height = rows[1] - rows[0]
    if height < LOWEST:
        return
    why = words.say("chart.given_up", request=ghost.request, blocks=ghost.blocks)
    stack.box("given_up", rows, iteration=stack.column, why=why)
    if height < LABELLED:
        return
    size, middle = min(13, height - 2), sum(rows) / 2
    left = room_beside(discs, middle - size / 2, middle + size / 2)
    label = stack.fitting([ghost.request], size, taken=left)
    if label:
        stack.write(label, middle, size, "given_up", bold=True, taken=left)
