"""A prefill chunk in its row: what is new in it, and what is computed for the second time.

What is computed again comes first, on the left, hatched; the new part is solid, as every chunk is
that nothing was lost of.
"""

from typing import NamedTuple

from ..events import Event
from .geometry import Geometry, fitting_size
from .row_cells import columns, event_cell, rows
from .scene import Scene
from .twice import tokens_again

LEAST = 5  # px: no part of a chunk is drawn narrower
PAD = {"prefill": 4, "recompute": 6}  # px beside a label: an edge is thicker, or less so
LETTERS = 30  # px of a cell from which a letter stands before the tokens
LETTER = {"prefill": "P", "recompute": "R"}
READABLE = 11  # font size below which the labels of two parts become one
SMALLEST = 8  # font size below which a label stands above the output token, not beside it


class Part(NamedTuple):
    """A part of a chunk, or all of it: its kind of cell, its tokens, and its edges.

    `left` and `right` are px from the left edge of the column.
    """

    kind: str
    tokens: int
    left: float
    right: float

    def text(self, geometry: Geometry) -> str:
        """Return its tokens, after a letter where there is room for one."""
        return f"{LETTER[self.kind]}{self.tokens}" if geometry.cell >= LETTERS else f"{self.tokens}"


def add_chunk(scene: Scene, event: Event, middle: float, why: str) -> None:
    """Add a chunk: a cell, or two of them for its two parts, with its tokens."""
    cell, again = scene.geometry.cell, tokens_again(event)
    kind = "recompute" if again else "prefill"
    event_cell(scene, kind, event, middle, why)
    labels = [Part(kind, event.amount, 0, cell)]
    if 0 < again < event.amount:
        split = min(max(cell * again / event.amount, LEAST + 2), cell - LEAST - 2)
        _new_part(scene, event, split, middle, why)
        parts = [
            Part("recompute", again, 0, split - 2),
            Part("prefill", event.amount - again, split + 2, cell),
        ]
        labels = parts if _readable(scene.geometry, parts, event) else [_whole(parts)]
    for label in labels:
        _label(scene, label, event, middle)


def _new_part(scene: Scene, event: Event, split: float, middle: float, why: str) -> None:
    geometry, at = scene.geometry, event.iteration
    right = columns(geometry, at, at)[1]
    place = (geometry.x(at - 0.5, split), right), rows(geometry, "prefill", middle)
    scene.cell("prefill", *place, at, request=event.request, iteration=at, why=why)


def _whole(parts: list[Part]) -> Part:
    """Return the larger part, with the tokens of both."""
    larger = max(parts, key=lambda part: part.tokens)
    return larger._replace(tokens=sum(part.tokens for part in parts))


def _readable(geometry: Geometry, parts: list[Part], event: Event) -> bool:
    return all(_size(geometry, part, *_beside(geometry, part, event)) >= READABLE for part in parts)


def _beside(geometry: Geometry, part: Part, event: Event) -> tuple[float, float]:
    """Return from where to where a label may go, left of the dot or diamond of an output token."""
    yields_token = event.amount == event.because["prompt_left"]
    token = min(26, geometry.cell / 2.4) if yields_token else 0
    pad = PAD[part.kind]
    return max(part.left, pad), min(part.right, geometry.cell - pad - token)


def _size(geometry: Geometry, part: Part, left: float, right: float) -> float:
    """Return the font size that fits; below 0 where there is no room at all."""
    return fitting_size(part.text(geometry), geometry.font, right - left)


def _label(scene: Scene, part: Part, event: Event, middle: float) -> None:
    """Write the tokens of a part onto it."""
    geometry, at = scene.geometry, event.iteration
    left, right = _beside(geometry, part, event)
    size = _size(geometry, part, left, right)
    if size < SMALLEST:
        pad = PAD[part.kind]
        left, right = max(part.left, pad), min(part.right, geometry.cell - pad)
        size = min(_size(geometry, part, left, right), SMALLEST + 2)
        middle -= geometry.lane * 0.25
    x = geometry.x(at - 0.5, (left + right) / 2)
    text, tone = part.text(geometry), part.kind
    scene.text(text, x, middle, size=size, tone=tone, bold=True, since=at)
