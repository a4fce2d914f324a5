"""Arrivals between two iterations: the engine sees them when the next one starts, and not before.

Only a time axis shows that wait. It belongs to the TTFT, whose clock starts at the arrival.
"""

from typing import NamedTuple

from ..events import Kind
from ..ticks import ticks_of
from ..trace import Trace
from ..words import Words
from .geometry import Geometry
from .row_cells import rows
from .scene import Scene
from .time_scale import tell_time

MARK, SHARE = 2, 0.6  # px across the mark of an arrival; of the row
LEAST = 1  # px of a wait that is drawn


class Unseen(NamedTuple):
    """A request that has arrived and is not yet known to the engine.

    Attributes:
        request: which.
        seconds: when it arrived.
        iteration: the one that sees it.
    """

    request: str
    seconds: float
    iteration: int


def unseen(trace: Trace) -> list[Unseen]:
    """Return those who arrived before the iteration that sees them started."""
    arrival = {request.id: request.arrival for request in trace.workload}
    seen = (event for event in trace.events if event.kind is Kind.ARRIVE)
    return [
        Unseen(event.request or "", arrival[event.request or ""], event.iteration)
        for event in seen
        if ticks_of(arrival[event.request or ""]) < trace.spans[event.iteration].start
    ]


def seen_late(geometry: Geometry, trace: Trace) -> list[Unseen]:
    """Return those of them whose wait is wide enough to be drawn; none where there is no time."""
    if not geometry.timed:
        return []
    return [each for each in unseen(trace) if geometry.start(each.iteration, -LEAST) > each.seconds]


def add_unseen(scene: Scene, trace: Trace, middles: dict[str, float], words: Words) -> None:
    """Add a mark where each of them arrived, and a thin line up to where it is seen."""
    geometry = scene.geometry
    for each in seen_late(geometry, trace):
        start, middle = geometry.start(each.iteration), middles[each.request]
        line, half = rows(geometry, "unseen", middle), geometry.lane * SHARE / 2
        arrived = tell_time(each.seconds, words)
        waited = tell_time((trace.starts or ())[each.iteration] - each.seconds, words)
        told = {"request": each.request, "time": arrived, "waited": waited}
        why = words.say("chart.unseen", **told)
        mark = each.seconds, geometry.x(each.seconds, MARK)
        scene.cell("unseen", (each.seconds, start), line, each.iteration, why=why)
        scene.cell("arrival", mark, (middle - half, middle + half), each.iteration, why=why)
