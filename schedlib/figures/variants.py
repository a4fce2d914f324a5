"""Several runs of one workload, one above the other on one axis, compared with the first."""

from collections.abc import Callable, Mapping, Sequence

from ..trace import Trace
from ..words import Words, words
from .arrivals import seen_late
from .axis import add_axis_above, add_axis_below, add_iterations
from .geometry import fitting_size
from .key_strip import add_key, key_entries
from .rails import add_hollow_caps
from .requests_panel import add_requests_panel
from .row_labels import add_outcomes, left_margin, right_margin
from .scene import Scene
from .time_geometry import geometry_of

TITLE, NUMBERS, SPACING = 34, 24, 10


def variants_scene(
    runs: Mapping[str, Trace], language: str = "en", time_axis: bool | None = None
) -> Scene:
    """Return a figure of the runs, by name; the first is the baseline of the others.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """
    said = words(language)
    traces = list(runs.values())
    baseline = traces[0]
    rows = len(baseline.workload)
    geometry = geometry_of(traces, time_axis=time_axis, rows=rows, compact=True)
    left = max(left_margin(trace, geometry) for trace in traces)
    scene = Scene(geometry, left=left, right=right_margin(baseline, geometry))
    late = any(seen_late(geometry.of(trace), trace) for trace in traces)
    shown = {"panels": False, "labels": not geometry.overview, "late": late}
    add_key(scene, key_entries(*traces, **shown), said)
    names = [name for name in NUMBERS_OF if name not in MEMORY or any(t.kv for t in traces)]
    for name, trace in runs.items():
        _title(scene, name)
        if trace is baseline:
            add_axis_above(scene, said)
        with scene.showing(trace):
            middles = add_requests_panel(scene, trace, said)
            if trace is not baseline:
                add_hollow_caps(scene, trace, baseline, middles)
            add_outcomes(scene, trace, middles, said, baseline)
            add_iterations(scene, trace, said)
            scene.height += SPACING
            _numbers(scene, trace, names, said)
    add_axis_below(scene, said)
    return scene


def _title(scene: Scene, name: str) -> None:
    x = scene.geometry.left(10 - scene.left)
    scene.height += TITLE
    scene.text(name, x, scene.height - 14, size=17, bold=True, align="left")


def _numbers(scene: Scene, trace: Trace, names: list[str], words: Words) -> None:
    """Write a number of each iteration for each of `names`; a dash where there is none."""
    geometry = scene.geometry
    top = scene.panel(len(names) * NUMBERS)
    for line, name in enumerate(names):
        x, y = geometry.left(-12), top + NUMBERS * (line + 0.5)
        scene.text(words.say(f"chart.{name}"), x, y, size=14, tone="second", align="right")
        for iteration, number in enumerate(NUMBERS_OF[name](trace)):
            text = words.say("table.nothing") if number is None else f"{number}"
            if geometry.wide(iteration) >= 16:
                size = fitting_size(text, 14, geometry.wide(iteration) * 0.8)
                scene.text(text, geometry.middle(iteration), y, size=size, since=iteration)


def _free_blocks(trace: Trace) -> list[int] | list[None]:
    return [row.free for row in trace.kv] or [None] * len(trace.iterations)


def _kv_filled(trace: Trace) -> list[int] | list[None]:
    """Return how much of the pool has KV entries in it, in percent; the rest is empty, or free."""
    bounds = trace.policy.bounds()
    room = (bounds.blocks or 1) * bounds.block_size
    filled = [100 * sum(row.filled.values()) // room for row in trace.kv]
    return filled or [None] * len(trace.iterations)


MEMORY = ("free_blocks", "kv_filled")  # only where a pool limits one of the runs
NUMBERS_OF: dict[str, Callable[[Trace], Sequence[int | None]]] = {
    "unused_budget": lambda trace: [row.unused_budget for row in trace.iterations],
    "queue_length": lambda trace: [len(row.queue) for row in trace.iterations],
    "free_blocks": _free_blocks,
    "kv_filled": _kv_filled,
}
