"""What stands beside the rows: who asks for what on the left, what became of it on the right."""

from typing import Any, NamedTuple

from ..events import Kind
from ..replay import Outcome
from ..request import Request
from ..trace import Trace
from ..words import Words
from .geometry import Geometry, shortened, text_width
from .scene import Scene
from .stack import panel_title

ID_SIZE, DEMAND_SIZE = 17, 14
FIRST = 14  # px from the columns to the outcomes
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
    edge = geometry.left(-12)
    if geometry.overview:
        top, bottom = scene.panels[-1]["y"], scene.panels[-1]["y2"]
        panel_title(scene, words.say("chart.rows", count=len(requests)), top, bottom - top)
        return
    demands = max(text_width(_demand(request), DEMAND_SIZE) for request in requests)
    id_edge, sign = (geometry.left(-12 - demands - px) for px in (22, 10))
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
    first, done = geometry.right(FIRST), geometry.right(FIRST + _outcome_room(before, geometry))
    head = scene.panels[-1]["y"] - 13
    for title, x in (("chart.first", first), ("chart.done", done)):
        scene.text(
            words.say(f"{title}{geometry.unit}"), x, head, size=13, tone="second", align="left"
        )
    for event in trace.events:
        if event.request is None:
            continue
        was = before.requests.get(event.request, Outcome()) if before else Outcome()
        here, at = _Outcome(scene, before, middles[event.request], event.iteration), event.iteration
        if event.kind is Kind.FIRST_TOKEN:
            here.write(first, geometry.tell(at), here.moved(was.first_output), was.first_output)
        elif event.kind is Kind.COMPLETE:
            here.write(done, geometry.tell(at), here.moved(was.completed), was.completed)
        elif event.kind is Kind.REJECT:
            lost = None
            if before and was.completed is not None:
                then = geometry.of(before).tell(was.completed)
                lost = words.say("chart.rejected_now", completed=then)
            style: dict[str, Any] = {"tone": "rejected", "bold": True}
            here.write(first, words.say("chart.rejected"), lost, was.completed, **style)


class _Outcome(NamedTuple):
    """What became of a request in an iteration, to be written at some y."""

    scene: Scene
    before: Trace | None
    y: float
    at: int

    def moved(self, was: int | None) -> str | None:
        """Return how much later than before the iteration is, if that is known: "(-3)"."""
        if was is None or self.before is None:
            return None
        geometry = self.scene.geometry
        later = geometry.difference(self.at, geometry.of(self.before), was)
        return f"({later})".replace("-", "\N{MINUS SIGN}") if later else None

    def write(self, x: float, said: str, told: str | None, was: int | None, **style: Any) -> None:
        """Write an outcome, and behind it how it differs, once the cursor has reached both ends.

        Before that it would tell of the run before what is not shown of it yet.
        """
        style |= {"size": 15 if self.scene.geometry.lane >= 36 else 13, "align": "left"}
        self.scene.text(said, x, self.y, since=self.at, **style)
        if told is None or was is None or self.before is None:
            return
        width = text_width(f"{said} ", style["size"]) * (BOLD if style.get("bold") else 1)
        geometry = self.scene.geometry
        behind, there = geometry.x(x, width), geometry.of(self.before)
        if geometry.stop(self.at) >= there.stop(was):
            self.scene.text(told, behind, self.y, since=self.at, **style)
            return
        with self.scene.showing(self.before):
            self.scene.text(told, behind, self.y, since=was, **style)


def right_margin(before: Trace | None, geometry: Geometry) -> float:
    """Return the room that the outcomes need, in px."""
    return (184 if before else 92) + 2 * _digits(before, geometry)


def _outcome_room(before: Trace | None, geometry: Geometry) -> float:
    """Return the room of one outcome, in px: more if another run is to be compared with."""
    return (68 if before else 42) + _digits(before, geometry)


def _digits(before: Trace | None, geometry: Geometry) -> float:
    """Return by how much times are wider than iterations, once or, with a difference, twice."""
    if not geometry.timed:
        return 0
    wider = text_width(geometry.longest(), 15) - text_width("00", 15)
    return max(wider * (2 if before else 1), 20)  # for the unit in the headings
