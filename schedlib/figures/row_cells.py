"""Cells in the rows of requests: where they stand, and what is written on them."""

from ..events import Event
from .geometry import Geometry, text_width
from .look import FORESEEN, SHARE_OF_ROW
from .scene import Scene

SMALLEST_TOKEN = 5  # px across an output token, however narrow its cell


def rows(geometry: Geometry, kind: str, middle: float) -> tuple[float, float]:
    """Return the top and the bottom of a cell of some kind in a row, in px."""
    half = geometry.lane * SHARE_OF_ROW[kind] / 2
    return middle - half, middle + half


def event_cell(scene: Scene, kind: str, event: Event, middle: float, why: str) -> None:
    """Add a cell for what an event did in its iteration."""
    at = event.iteration
    place = scene.geometry.box(at, at), rows(scene.geometry, kind, middle)
    foreseen = kind in FORESEEN
    scene.cell(kind, *place, at, outlined=foreseen, request=event.request, iteration=at, why=why)


def token_place(geometry: Geometry, at: int) -> tuple[float, float]:
    """Return where an output token stands in the cell of a prefill, and how large, in px.

    The first is the distance of its middle from the right edge of the column, the second its width.
    """
    third = geometry.wide(at) / 3
    return min(20, third), max(min(14, third), SMALLEST_TOKEN)


def cell_text(scene: Scene, text: str, at: int, middle: float, tone: str) -> None:
    """Write on the cell of an iteration, if it has room for that."""
    geometry = scene.geometry
    size = geometry.font(at)
    if text_width(text, size) <= geometry.wide(at) - 4:
        x = geometry.middle(at)
        scene.text(text, x, middle, size=size, tone=tone, bold=True, since=at)
