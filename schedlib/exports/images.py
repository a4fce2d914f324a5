"""A run as a picture in a file: SVG for print, PNG for everything else."""

import vl_convert

from ..figures.chart import VEGA_LITE, scene_chart
from ..figures.describe import describe
from ..figures.gantt import gantt_scene
from ..figures.scene import Scene
from ..narration import tell_ending
from ..trace import Trace

SCALE = 2.0  # a picture for slides is looked at enlarged
NOTE = 30  # px under the figure, for the note that a run was cut


def svg(
    trace: Trace, theme: str = "light", language: str = "en", time_axis: bool | None = None
) -> str:
    """Return the figure of the whole run as SVG.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """
    spec = _spec(trace, theme, language, time_axis)
    return vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)


def png(
    trace: Trace,
    theme: str = "light",
    language: str = "en",
    scale: float = SCALE,
    time_axis: bool | None = None,
) -> bytes:
    """Return the figure of the whole run as PNG; `scale` is pixels per px of the figure.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """
    spec = _spec(trace, theme, language, time_axis)
    return vl_convert.vegalite_to_png(spec, scale=scale, vl_version=VEGA_LITE)


def _spec(trace: Trace, theme: str, language: str, time_axis: bool | None) -> dict[str, object]:
    scene = gantt_scene(trace, language, time_axis=time_axis)
    if not trace.drained:
        add_note(scene, tell_ending(trace, language))
    chart = scene_chart(scene, theme=theme, description=describe(trace, language))
    spec: dict[str, object] = chart.to_dict(validate=False)
    return spec


def add_note(scene: Scene, text: str) -> None:
    """Write under a figure what nobody who sees it alone may miss."""
    x = scene.geometry.left(12 - scene.left)
    scene.text(text, x, scene.height + NOTE / 2, size=14, tone="rejected", bold=True, align="left")
    scene.height += NOTE
