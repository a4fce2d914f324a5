"""A run as a scene: the key, the Gantt panel, tokens, queue and memory, on one axis."""

from ..trace import Trace
from ..words import words
from .axis import add_axis_above, add_axis_below
from .geometry import Geometry
from .key_strip import add_key, key_entries
from .kv_panel import add_kv_panel
from .queue_panel import add_queue_panel
from .rails import add_rails
from .requests_panel import add_requests_panel
from .row_labels import add_outcomes, left_margin, right_margin
from .scene import Scene
from .tokens_panel import add_tokens_panel

SPACING = 22


def gantt_scene(trace: Trace, language: str = "en", before: Trace | None = None) -> Scene:
    """Return the whole figure of a run as records, with another run behind it if one is given.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    longest = max(len(run.iterations) for run in (trace, before) if run)
    geometry = Geometry(longest, rows=len(trace.workload), rails=before is not None)
    scene = Scene(geometry, left=left_margin(trace, geometry), right=right_margin(before))
    shown = {"rails": before is not None, "labels": not geometry.overview}
    add_key(scene, key_entries(trace, **shown), said)
    add_axis_above(scene, said)
    middles = add_requests_panel(scene, trace, said)
    add_outcomes(scene, trace, middles, said, before)
    if before:
        add_rails(scene, before, middles)
    scene.height += SPACING
    add_tokens_panel(scene, trace, said)
    scene.height += SPACING
    add_queue_panel(scene, trace, said)
    if trace.kv:
        scene.height += SPACING
        add_kv_panel(scene, trace, said)
    add_axis_below(scene, said)
    return scene
