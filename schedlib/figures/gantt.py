"""A run as a scene: the key, the Gantt panel, tokens, queue and memory, on one axis."""

from ..trace import Trace
from ..words import words
from .arrivals import seen_late
from .axis import add_axis_above, add_axis_below, add_iterations
from .key_strip import add_key, key_entries
from .kv_panel import add_kv_panel
from .queue_panel import add_queue_panel
from .rails import add_rails
from .requests_panel import add_requests_panel
from .row_labels import add_outcomes, left_margin, right_margin
from .scene import Scene
from .time_geometry import geometry_of
from .tokens_panel import add_tokens_panel

SPACING = 22


def gantt_scene(
    trace: Trace,
    language: str = "en",
    before: Trace | None = None,
    time_axis: bool | None = None,
) -> Scene:
    """Return the whole figure of a run as records, with another run behind it if one is given.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """
    said = words(language)
    rows, rails = len(trace.workload), before is not None
    geometry = geometry_of([trace], before=before, time_axis=time_axis, rows=rows, rails=rails)
    scene = Scene(geometry, left=left_margin(trace, geometry), right=right_margin(before, geometry))
    late = bool(seen_late(geometry, trace))
    shown = {"rails": rails, "labels": not geometry.overview, "late": late}
    add_key(scene, key_entries(trace, **shown), said)
    add_axis_above(scene, said)
    middles = add_requests_panel(scene, trace, said)
    add_outcomes(scene, trace, middles, said, before)
    if before:
        add_rails(scene, before, middles)
    add_iterations(scene, trace, said)
    scene.height += SPACING
    add_tokens_panel(scene, trace, said)
    scene.height += SPACING
    add_queue_panel(scene, trace, said)
    if trace.kv:
        scene.height += SPACING
        add_kv_panel(scene, trace, said)
    add_axis_below(scene, said)
    return scene
