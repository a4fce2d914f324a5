"""Cells in the rows of requests: where they stand, and what is written on them."""

from ..events import Event
from .geometry import Geometry
from .look import FORESEEN, SHARE_OF_ROW
from .scene import Scene


def columns(geometry: Geometry, first: int, last: int) -> tuple[float, float]:
    """Return the left and the right edge of a cell from one iteration to another, as x."""
    inset = min(2, geometry.cell / 10)
    return geometry.x(first - 0.5, inset), geometry.x(last + 0.5, -inset)


def rows(geometry: Geometry, kind: str, middle: float) -> tuple[float, float]:
    """Return the top and the bottom of a cell of some kind in a row, in px."""
    half = geometry.lane * SHARE_OF_ROW[kind] / 2
    return middle - half, middle + half


def event_cell(scene: Scene, kind: str, event: Event, middle: float, why: str) -> None:
    """Add a cell for what an event did in its iteration."""
    at = event.iteration
    place = columns(scene.geometry, at, at), rows(scene.geometry, kind, middle)
    foreseen = kind in FORESEEN
    scene.cell(kind, *place, at, outlined=foreseen, request=event.request, iteration=at, why=why)


def token_place(geometry: Geometry) -> tuple[float, float]:
    """Return where an output token stands in the cell of a prefill, and how large, in px.

    The first is the distance of its middle from the right edge of the column, the second its width.
    """
    return min(20, geometry.cell / 3), min(14, geometry.cell / 3)


def cell_text(scene: Scene, text: str, at: int, middle: float, tone: str) -> None:
    """Write on the cell of an iteration."""
    scene.text(text, at, middle, size=scene.geometry.font, tone=tone, bold=True, since=at)
