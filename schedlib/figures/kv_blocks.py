"""The KV blocks of one request in one iteration: dark as far as they are filled, else light.

Where there is room, a thin line parts two blocks, and the label stands in one of them.
"""

from collections.abc import Sequence
from math import ceil, floor

from ..words import Words
from .kv_ghosts import Disc, room_beside
from .stack import READABLE, Stack

SEAMED = 14  # px of a block from which lines part the blocks
LEAST = 9  # px of a part below which it carries no label, even if no other part is higher

Zone = tuple[float, float]  # from where to where, in blocks from the lowest of the request's


class Blocks:
    """What draws the blocks of a request on top of a stack.

    Args:
        stack: the columns.
        block_size: tokens that a block holds.
        words: of the tooltips.
    """

    def __init__(self, stack: Stack, block_size: int, words: Words) -> None:
        """Take the stack."""
        self.stack, self.block_size, self.words = stack, block_size, words

    def put(self, id: str, tokens: int, held: int, discs: Sequence[Disc] = ()) -> None:
        """Put the blocks of a request on top; its label keeps clear of `discs`.

        Of the `held` blocks, `tokens` tokens are filled.
        """
        room, start = held * self.block_size, self.stack.y
        filled = min(tokens, room) / self.block_size
        why = self.words.say("chart.holds", request=id, held=held, filled=tokens, room=room)
        if filled:
            self.stack.put("kv", filled, [], "kv", why)
        if held > filled:
            self.stack.put("reserved", held - filled, [], "reserved", why)
        if self.stack.unit >= SEAMED:
            for number in range(1, held):
                if number != filled:
                    kind = "kv_seam" if number < filled else "reserved_seam"
                    self._seam(kind, start - number * self.stack.unit, why)
        labels = [f"{id} {held}", id, f"{held}"]
        self._label(labels[:1] if self.stack.edgeless else labels, start, filled, held, discs)

    def _seam(self, kind: str, y: float, why: str) -> None:
        """Draw the border of two blocks."""
        self.stack.box(kind, (y - 0.5, y + 0.5), why=why)

    def _label(
        self, labels: list[str], start: float, filled: float, held: int, discs: Sequence[Disc]
    ) -> None:
        unit = self.stack.unit
        tone, (low, high) = _labelled(filled, held, unit)
        middle, height = start - unit * (low + high) / 2, unit * (high - low)
        if height < LEAST:
            return
        size = min(13, height - (2 if height >= READABLE else 0.5))
        left = room_beside(discs, middle - size / 2, middle + size / 2)
        label = self.stack.fitting(labels, size, taken=left)
        if label:
            self.stack.write(label, middle, size, tone, bold=True, taken=left)


def _labelled(filled: float, held: int, unit: float) -> tuple[str, Zone]:
    """Return the tone of the label and where it stands: in the filled part, if that has room."""
    dark, light = (0.0, filled), (filled, float(held))
    if unit >= SEAMED:
        dark = _middle_block(0, floor(filled)) or dark
        light = _middle_block(ceil(filled), held) or light
    if _height(dark) * unit >= READABLE or _height(dark) >= _height(light):
        return "kv", dark
    return "reserved", light


def _middle_block(first: int, end: int) -> Zone | None:
    """Return the middle one of some blocks, `end` not included; None of none."""
    middle = (first + end - 1) // 2
    return (middle, middle + 1) if first < end else None


def _height(zone: Zone) -> float:
    return zone[1] - zone[0]
