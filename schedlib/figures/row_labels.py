"""What stands beside the rows: who asks for what on the left, what became of it on the right."""

from typing import Any

from ..events import Kind
from ..replay import Outcome
from ..request import Request
from ..trace import Trace
from ..words import Words
from .geometry import Geometry, shortened, text_width
from .scene import Scene
from .stack import panel_title

ID_SIZE, DEMAND_SIZE = 17, 14
BOLD = 1.08  # so much wider is a bold letter, about


def left_margin(trace: Trace, geometry: Geometry) -> float:
    """Return the room that the row labels need, in px."""
    if geometry.overview:
        return 110
    ids = max(text_width(shortened(r.id), _id_size(geometry)) for r in trace.workload)
    demands = max(text_width(_demand(r), DEMAND_SIZE) for r in trace.workload)
    return max(112, 12 + ids + 22 + demands + 12)


def add_row_labels(
    scene: Scene, requests: list[Request], middles: dict[str, float], words: Words
) -> None:
    """Write each row's id, what it asks for and whether it has high priority."""
    geometry = scene.geometry
    edge = geometry.x(-0.5, -12)
    if geometry.overview:
        top, bottom = scene.panels[-1]["y"], scene.panels[-1]["y2"]
        panel_title(scene, words.say("chart.rows", count=len(requests)), top, bottom - top)
        return
    demands = max(text_width(_demand(request), DEMAND_SIZE) for request in requests)
    id_edge, sign = (geometry.x(-0.5, -12 - demands - px) for px in (22, 10))
    id_size, demand_size = _id_size(geometry), _demand_size(geometry)
    for request in requests:
        y = middles[request.id]
        demand, id = _demand(request), shortened(request.id)
        scene.text(demand, edge, y, size=demand_size, tone="second", align="right")
        scene.text(id, id_edge, y, size=id_size, bold=True, align="right")
        if request.priority == "high":
            scene.glyph("high", sign, y + 1, 10)


def _id_size(geometry: Geometry) -> float:
    return ID_SIZE if geometry.lane >= 36 else 14


def _demand_size(geometry: Geometry) -> float:
    return DEMAND_SIZE if geometry.lane >= 36 else 12


def _demand(request: Request) -> str:
    """Return what a request asks for, with its priority where that is a number."""
    demand = f"{request.prompt}+{request.output}"
    return demand if isinstance(request.priority, str) else f"{demand} p{request.priority}"


def add_outcomes(
    scene: Scene,
    trace: Trace,
    middles: dict[str, float],
    words: Words,
    before: Trace | None = None,
) -> None:
    """Write the completion table to the right of the rows, with what differs from a run before."""
    geometry = scene.geometry
    if geometry.overview:
        return
    edge = geometry.columns - 0.5
    first, done = geometry.x(edge, 14), geometry.x(edge, 82 if before else 56)
    head = scene.panels[-1]["y"] - 13
    for title, x in (("chart.first", first), ("chart.done", done)):
        scene.text(words.say(title), x, head, size=13, tone="second", align="left")
    for event in trace.events:
        id, at = event.request or "", event.iteration
        was = before.requests.get(id, Outcome()) if before else Outcome()
        if event.kind is Kind.FIRST_TOKEN:
            _outcome(scene, f"{at}", _moved(at, was.first_output), first, middles[id], since=at)
        elif event.kind is Kind.COMPLETE:
            _outcome(scene, f"{at}", _moved(at, was.completed), done, middles[id], since=at)
        elif event.kind is Kind.REJECT:
            lost = words.say("chart.rejected_now", completed=was.completed)
            difference = None if was.completed is None else (lost, was.completed)
            said = words.say("chart.rejected")
            style: dict[str, Any] = {"tone": "rejected", "bold": True}
            _outcome(scene, said, difference, first, middles[id], since=at, **style)


# A difference from a run before: how it reads, and in which iteration that run came to it.
Difference = tuple[str, int]


def _outcome(
    scene: Scene,
    said: str,
    difference: Difference | None,
    x: float,
    y: float,
    since: int,
    **style: Any,
) -> None:
    """Write an outcome, and behind it the difference, once the cursor has reached both runs' ends.

    Before that it would tell of the run before what is not shown of it yet.
    """
    style |= {"size": 15 if scene.geometry.lane >= 36 else 13, "align": "left"}
    scene.text(said, x, y, since=since, **style)
    if difference:
        told, reached = difference
        width = text_width(f"{said} ", style["size"]) * (BOLD if style.get("bold") else 1)
        behind = scene.geometry.x(x, width)
        scene.text(told, behind, y, since=max(since, reached), **style)


def _moved(now: int, was: int | None) -> Difference | None:
    """Return how much later than before an iteration is, if that is known: "(-3)"."""
    if was is None or was == now:
        return None
    return f"({now - was:+d})".replace("-", "\N{MINUS SIGN}"), was


def right_margin(before: Trace | None) -> float:
    """Return the room that the outcomes need, in px."""
    return 184 if before else 92
