"""A run as a scene: the key, the Gantt panel, the token budget and the queue, on one axis."""

from ..narration import narrate
from ..trace import Trace
from ..words import words
from .geometry import Geometry
from .key_strip import add_key
from .queue_panel import add_queue_panel
from .requests_panel import add_requests_panel
from .row_labels import left_margin
from .scene import Scene
from .tokens_panel import add_tokens_panel

SPACING, AXIS = 22, 52


def gantt_scene(trace: Trace, language: str = "en") -> Scene:
    """Return the whole figure of a run as records.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    geometry = Geometry(columns=len(trace.iterations), rows=len(trace.workload))
    scene = Scene(geometry, left=left_margin(trace, geometry))
    add_key(scene, trace, said)
    scene.height += AXIS
    _axis(scene, scene.height - 13, said.say("chart.iteration"), title_above=True)
    scene.tags.append({"y": scene.height - 26, "y2": scene.height})
    if not geometry.overview:
        demand = said.say("chart.demand")
        edge = geometry.x(-0.5, -12)
        scene.text(demand, edge, scene.height - 13, size=13, tone="second", align="right")
    why = dict(enumerate(narrate(trace.events, language)))
    add_requests_panel(scene, trace, said, why)
    scene.height += SPACING
    add_tokens_panel(scene, trace, said)
    scene.height += SPACING
    add_queue_panel(scene, trace, said)
    _axis(scene, scene.height + 16, said.say("chart.iteration"), title_above=False)
    scene.height += AXIS
    return scene


def _axis(scene: Scene, y: float, title: str, *, title_above: bool) -> None:
    """Write the numbers of the iterations, and what they are at the left edge."""
    geometry = scene.geometry
    for column in range(0, geometry.columns, geometry.label_every()):
        scene.text(column, column, y, size=16 if geometry.cell >= 56 else 14)
    title_y = y - 24 if title_above else y + 22
    scene.text(title, -0.5, title_y, size=14, tone="second", align="left")
