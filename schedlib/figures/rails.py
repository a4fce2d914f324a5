"""The run before, as a thin rail at the bottom of each row: what a knob has changed."""

from ..events import Kind
from ..trace import Trace
from .geometry import RAIL
from .scene import Scene


def add_rails(scene: Scene, before: Trace, middles: dict[str, float]) -> None:
    """Add a rail for every chunk, decode and completion of the run before."""
    geometry = scene.geometry
    if geometry.overview:
        return
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


def add_hollow_caps(scene: Scene, trace: Trace, baseline: Trace, middles: dict[str, float]) -> None:
    """Add a hollow end-cap where a request was completed in the baseline, but not in this run."""
    geometry = scene.geometry
    for id, outcome in baseline.requests.items():
        at, half = outcome.completed, geometry.lane * 0.45
        if at is None or id not in middles or trace.requests[id].completed == at:
            continue
        cap = geometry.x(at + 0.5, -7), geometry.x(at + 0.5, -2)
        scene.cell("hollow_end", cap, (middles[id] - half, middles[id] + half), at)
