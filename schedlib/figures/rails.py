"""The run before, as a thin rail at the bottom of each row: what a knob has changed."""

from ..events import Kind
from ..trace import Trace
from .geometry import RAIL
from .scene import Scene


def add_rails(scene: Scene, before: Trace, middles: dict[str, float]) -> None:
    """Add a rail for every chunk, decode and completion of the run before."""
    geometry = scene.geometry
    for event in before.events:
        if event.request not in middles:
            continue
        at, top = event.iteration, middles[event.request] + geometry.lane / 2
        whole = geometry.x(at - 0.5, 2), geometry.x(at + 0.5, -2)
        match event.kind:
            case Kind.PREFILL:
                scene.cell("rail_prefill", whole, (top, top + RAIL - 3), rail=True)
            case Kind.DECODE:
                scene.cell("rail_decode", whole, (top, top + RAIL - 3), rail=True)
            case Kind.COMPLETE:
                cap = geometry.x(at + 0.5, -6), geometry.x(at + 0.5, -2)
                scene.cell("rail_end", cap, (top - 1, top + RAIL - 2), rail=True)
