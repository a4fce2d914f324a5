"""Several runs of one workload, one above the other on one axis, compared with the first."""

from collections.abc import Mapping

from ..trace import Trace
from ..words import Words, words
from .axis import add_axis_above, add_axis_below
from .geometry import Geometry
from .key_strip import add_key, key_entries
from .rails import add_hollow_caps
from .requests_panel import add_requests_panel
from .row_labels import add_outcomes, left_margin, right_margin
from .scene import Scene

TITLE, NUMBERS, SPACING = 34, 24, 10


def variants_scene(runs: Mapping[str, Trace], language: str = "en") -> Scene:
    """Return a figure of the runs, by name; the first is the baseline of the others.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    traces = list(runs.values())
    baseline = traces[0]
    columns = max(len(trace.iterations) for trace in traces)
    geometry = Geometry(columns, rows=len(baseline.workload), compact=True)
    left = max(left_margin(trace, geometry) for trace in traces)
    scene = Scene(geometry, left=left, right=right_margin(baseline))
    add_key(scene, key_entries(*traces, panels=False), said)
    for name, trace in runs.items():
        _title(scene, name)
        if trace is baseline:
            add_axis_above(scene, said)
        middles = add_requests_panel(scene, trace, said)
        if trace is not baseline:
            add_hollow_caps(scene, trace, baseline, middles)
        add_outcomes(scene, trace, middles, said, baseline)
        scene.height += SPACING
        _numbers(scene, trace, said)
    add_axis_below(scene, said)
    return scene


def _title(scene: Scene, name: str) -> None:
    x = scene.geometry.x(-0.5, 10 - scene.left)
    scene.height += TITLE
    scene.text(name, x, scene.height - 14, size=17, bold=True, align="left")


def _numbers(scene: Scene, trace: Trace, words: Words) -> None:
    """Write the unused budget and the queue's length of each iteration."""
    geometry = scene.geometry
    top = scene.panel(2 * NUMBERS)
    for line, name in enumerate(("chart.unused_budget", "chart.queue_length")):
        x, y = geometry.x(-0.5, -12), top + NUMBERS * (line + 0.5)
        scene.text(words.say(name), x, y, size=14, tone="second", align="right")
        for row in trace.iterations:
            number = len(row.queue) if line else row.unused_budget
            if geometry.cell >= 16:
                scene.text(number, row.iteration, y, size=14, since=row.iteration)
