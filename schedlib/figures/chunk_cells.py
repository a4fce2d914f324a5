"""A prefill chunk in its row: what is new in it, and what is computed for the second time.

What is computed again comes first, on the left, hatched; the new part is solid, as every chunk is
that nothing was lost of.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ..events import Event, Kind
from .geometry import Geometry, fitting_size, text_width
from .row_cells import event_cell, rows, token_place
from .scene import Scene
from .twice import tokens_again

LEAST = 5  # px: no part of a chunk is drawn narrower
PAD = {"prefill": 4, "recompute": 6}  # px beside a label: an edge is thicker, or less so
LETTERS = 30  # px of a cell from which a letter stands before the tokens
LETTER = {"prefill": "P", "recompute": "R"}
READABLE = 11  # font size below which the labels of two parts become one
CLEAR = 2.5  # px left of an output token, its edge included
SMALLEST = 8  # font size below which a label stands above the output token, not beside it
RAISED = 0.23  # of its row, by which it stands above the middle


class Part(NamedTuple):
    """A part of a chunk, or all of it: its kind of cell, its tokens, and its edges.

    `left` and `right` are px from the left edge of the column.
    """

    kind: str
    tokens: int
    left: float
    right: float

    def text(self, cell: float) -> str:
        """Return its tokens, after a letter where there is room for one in so many px."""
        return f"{LETTER[self.kind]}{self.tokens}" if cell >= LETTERS else f"{self.tokens}"


def add_chunk(scene: Scene, event: Event, middle: float, why: str) -> None:
    """Add a chunk: a cell, or two of them for its two parts, with its tokens."""
    cell, again = scene.geometry.wide(event.iteration), tokens_again(event)
    event_cell(scene, "recompute" if again else "prefill", event, middle, why)
    if 0 < again < event.amount:
        _new_part(scene, event, _split(event, cell), middle, why)
    for label in _labels(scene.geometry, event):
        _label(scene, label, event, middle)


def labels_above(geometry: Geometry, events: Iterable[Event]) -> set[tuple[str | None, int]]:
    """Return the chunks, by request and iteration, with a label above their output token."""
    chunks = (event for event in events if event.kind is Kind.PREFILL)
    return {
        (chunk.request, chunk.iteration)
        for chunk in chunks
        for label in _labels(geometry, chunk)
        if _size(geometry, chunk, label, *_beside(geometry, label, chunk)) < SMALLEST
    }


def _split(event: Event, cell: float) -> float:
    """Return where the new part of a chunk begins, in px from the left edge of the column."""
    share = tokens_again(event) / event.amount
    return min(max(cell * share, LEAST + 2), cell - LEAST - 2)


def _labels(geometry: Geometry, event: Event) -> list[Part]:
    """Return the parts of a chunk that have a label: both, if it can be read; else one for all."""
    again, new = tokens_again(event), event.amount - tokens_again(event)
    cell = geometry.wide(event.iteration)
    if not (again and new):
        return [Part("recompute" if again else "prefill", event.amount, 0, cell)]
    split = _split(event, cell)
    parts = [Part("recompute", again, 0, split - 2), Part("prefill", new, split + 2, cell)]
    return parts if _readable(geometry, parts, event) else [_whole(parts)]


def _new_part(scene: Scene, event: Event, split: float, middle: float, why: str) -> None:
    geometry, at = scene.geometry, event.iteration
    right = geometry.box(at, at)[1]
    place = (geometry.start(at, split), right), rows(geometry, "prefill", middle)
    scene.cell("prefill", *place, at, request=event.request, iteration=at, why=why)


def _whole(parts: list[Part]) -> Part:
    """Return the larger part, with the tokens of both."""
    larger = max(parts, key=lambda part: part.tokens)
    return larger._replace(tokens=sum(part.tokens for part in parts))


def _readable(geometry: Geometry, parts: list[Part], event: Event) -> bool:
    return all(
        _size(geometry, event, part, *_beside(geometry, part, event)) >= READABLE for part in parts
    )


def _beside(geometry: Geometry, part: Part, event: Event) -> tuple[float, float]:
    """Return from where to where a label may go, left of the dot or diamond of an output token.

    In narrow cells one that would touch the token has a little less room.
    """
    yields_token = event.amount == event.because["prompt_left"]
    cell = geometry.wide(event.iteration)
    token = min(26, cell / 2.4) if yields_token else 0
    pad = PAD[part.kind]
    left, right = max(part.left, pad), min(part.right, cell - pad - token)
    width = text_width(part.text(cell), _size(geometry, event, part, left, right))
    from_right, across = token_place(geometry, event.iteration)
    clear = cell - from_right - across / 2 - CLEAR
    touches = yields_token and (left + right + width) / 2 > clear
    return left, min(right, clear) if touches else right


def _size(geometry: Geometry, event: Event, part: Part, left: float, right: float) -> float:
    """Return the font size that fits; below 0 where there is no room at all."""
    at = event.iteration
    return fitting_size(part.text(geometry.wide(at)), geometry.font(at), right - left)


def _label(scene: Scene, part: Part, event: Event, middle: float) -> None:
    """Write the tokens of a part onto it; on a time axis only where that can be read."""
    geometry, at = scene.geometry, event.iteration
    cell = geometry.wide(at)
    left, right = _beside(geometry, part, event)
    size = _size(geometry, event, part, left, right)
    if size < SMALLEST:
        pad = PAD[part.kind]
        left, right = max(part.left, pad), min(part.right, cell - pad)
        size = min(_size(geometry, event, part, left, right), SMALLEST + 2)
        middle -= geometry.lane * RAISED
    if geometry.timed and size < SMALLEST:
        return
    x = geometry.start(at, (left + right) / 2)
    text, tone = part.text(cell), part.kind
    scene.text(text, x, middle, size=size, tone=tone, bold=True, since=at)
