"""The run before, as a thin rail at the bottom of each row: what a knob has changed."""

from ..events import Kind
from ..trace import Trace
from .geometry import RAIL
from .scene import Scene


def add_rails(scene: Scene, before: Trace, middles: dict[str, float]) -> None:
    """Add a rail for every chunk, decode and completion of the run before."""
    geometry = scene.geometry.of(before)
    if geometry.overview:
        return
    for event in before.events:
        if event.request not in middles:
            continue
        at, top = event.iteration, middles[event.request] + geometry.lane / 2
        inset = min(2, geometry.wide(at) / 4)
        whole = geometry.start(at, inset), geometry.end(at, -inset)
        match event.kind:
            case Kind.PREFILL:
                scene.cell("rail_prefill", whole, (top, top + RAIL - 3), rail=True)
            case Kind.DECODE:
                scene.cell("rail_decode", whole, (top, top + RAIL - 3), rail=True)
            case Kind.COMPLETE:
                cap = geometry.end(at, -6), geometry.end(at, -2)
                scene.cell("rail_end", cap, (top - 1, top + RAIL - 2), rail=True)


def add_hollow_caps(scene: Scene, trace: Trace, baseline: Trace, middles: dict[str, float]) -> None:
    """Add a hollow end-cap where a request was completed in the baseline, but not in this run."""
    here, there = scene.geometry, scene.geometry.of(baseline)
    for id, outcome in baseline.requests.items():
        at, now, half = outcome.completed, trace.requests[id].completed, here.lane * 0.45
        if at is None or id not in middles:
            continue
        if now is not None and here.difference(now, there, at) is None:
            continue
        cap = there.end(at, -7), there.end(at, -2)
        with scene.showing(baseline):
            scene.cell("hollow_end", cap, (middles[id] - half, middles[id] + half), at)
