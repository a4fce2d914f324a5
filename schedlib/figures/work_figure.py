"""Work between the tokens of a stream: a bar for each gap, several runs on one axis and scale.

A bar stands in the iteration of its token; it covers the iterations since the token before.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..chunk_costs import long_one
from ..latency import Gap, gaps
from ..trace import Trace
from ..words import Words, words
from .axis import add_axis_above, add_axis_below
from .geometry import text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .scene import Scene
from .stack import HAIRLINE, panel_title
from .still import Still
from .time_geometry import geometry_of

BAR_ROOM, HEAD = 100, 26  # px: the highest bar, and the number above it
TITLE, SPACING = 32, 6


class Stream(NamedTuple):
    """Requests whose tokens come at the same times, with the gaps between them."""

    ids: tuple[str, ...]
    gaps: tuple[Gap, ...]

    @property
    def peak(self) -> Gap:
        """The gap with the most work; of equals, the first."""
        return max(self.gaps, key=lambda gap: gap.work)


def streams_of(trace: Trace) -> list[Stream]:
    """Return the requests with two output tokens or more, those with the same gaps as one."""
    alike: dict[tuple[Gap, ...], list[str]] = {}
    for id, between in gaps(trace).items():
        if between:
            alike.setdefault(tuple(between), []).append(id)
    return [Stream(tuple(ids), between) for between, ids in alike.items()]


def work_scene(
    runs: Mapping[str, Trace],
    language: str = "en",
    *,
    axis_below: bool = True,
    time_axis: bool | None = None,
) -> Scene:
    """Return the figure of one or several runs, by name, one above the other.

    The iterations end with the last token of a stream: a later one shows no gap. For `time_axis`
    see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """
    said = words(language)
    streams = {name: streams_of(trace) for name, trace in runs.items()}
    between = [gap for found in streams.values() for stream in found for gap in stream.gaps]
    columns = max((gap.iteration for gap in between), default=0) + 1
    geometry = geometry_of([*runs.values()], time_axis=time_axis, columns=columns, rows=1)
    scene = Scene(geometry, left=136, right=164)
    _key(scene, said)
    unit = BAR_ROOM / max((gap.work for gap in between), default=1)
    for number, (name, trace) in enumerate(runs.items()):
        _name(scene, name)
        if number == 0:
            add_axis_above(scene, said, demand=False)
        with scene.showing(trace):
            for stream in streams[name]:
                _panel(scene, stream, unit, said)
            _long_prompt(scene, trace, streams[name], said)
        scene.height += SPACING
    if axis_below:
        add_axis_below(scene, said)
    return scene


def describe_work(runs: Mapping[str, Trace], language: str = "en") -> str:
    """Return what the figure shows: the peak and all gaps of each stream.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    return " ".join(
        said.say(
            "work.describe",
            name=name,
            streams=list(stream.ids),
            peak=stream.peak.work,
            iteration=stream.peak.iteration,
            works=[gap.work for gap in stream.gaps],
        )
        for name, trace in runs.items()
        for stream in streams_of(trace)
    )


class WorkPicture(Still):
    """The figure of one or several runs as a still picture.

    Args:
        runs: the runs by name.
        theme: "light" or "dark".
        language: of the words in it.
        time_axis: whether x is time, not iterations (default: if all runs have a clock).

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """

    def __init__(
        self,
        runs: Mapping[str, Trace],
        theme: str = "light",
        language: str = "en",
        time_axis: bool | None = None,
    ) -> None:
        """Draw the chart."""
        scene = work_scene(runs, language, time_axis=time_axis)
        super().__init__(scene, describe_work(runs, language), theme)


def _key(scene: Scene, said: Words) -> None:
    kinds = ("decodes", "prefill")
    add_samples(scene, [(_swatch(kind), said.say(f"work.key.{kind}")) for kind in kinds])


def _swatch(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.cell(kind, (x(0), x(SAMPLE)), (y - 8, y + 8))

    return draw


def _name(scene: Scene, name: str) -> None:
    scene.height += TITLE
    x = scene.geometry.left(10 - scene.left)
    scene.text(name, x, scene.height - 14, size=17, bold=True, align="left")


def _panel(scene: Scene, stream: Stream, unit: float, said: Words) -> None:
    height = HEAD + BAR_ROOM
    top = scene.panel(height)
    bottom = top + height
    panel_title(scene, said.say("work.title", streams=list(stream.ids)), top, height)
    for gap in stream.gaps:
        _bar(scene, gap, bottom, unit, said)
        _number(scene, gap, bottom - max(gap.work * unit, HAIRLINE), stream.peak)
    scene.line("base", scene.geometry.left(), scene.geometry.right(), bottom, bottom)
    peak, x = stream.peak, scene.geometry.right(12)
    text = said.say("work.peak", work=peak.work)
    scene.text(text, x, top + HEAD, size=18, bold=True, align="left", since=peak.iteration)


def _bar(scene: Scene, gap: Gap, bottom: float, unit: float, said: Words) -> None:
    geometry = scene.geometry
    inset = min(3, geometry.wide(gap.iteration) / 10)
    columns = geometry.end(gap.since, inset), geometry.end(gap.iteration, -inset)
    why = said.say(
        "work.why", work=gap.work, prefill=gap.prefill, decode=gap.decode, since=gap.since
    )
    y = bottom
    for kind, tokens in (("decodes", gap.decode), ("prefill", gap.prefill)):
        if tokens:
            top = y - max(tokens * unit, HAIRLINE)
            scene.cell(kind, columns, (top, y), gap.iteration, tokens=tokens, why=why)
            y = top


def _number(scene: Scene, gap: Gap, top: float, peak: Gap) -> None:
    """Write the work above its bar, if there is room for it; the peak's always."""
    geometry = scene.geometry
    highest = gap.work == peak.work
    text, size = f"{gap.work:,}", 17 if highest else 14
    if gap is peak or text_width(text, size) < _wide(scene, gap) - 2:
        x = (geometry.end(gap.since) + geometry.end(gap.iteration)) / 2
        scene.text(text, x, top - 11, size=size, bold=highest, since=gap.iteration)


def _wide(scene: Scene, gap: Gap) -> float:
    """Return the px from one token to the next."""
    geometry = scene.geometry
    return geometry.cell * (geometry.end(gap.iteration) - geometry.end(gap.since))


def _long_prompt(scene: Scene, trace: Trace, streams: list[Stream], said: Words) -> None:
    """Write when the longest prompt beside the streams has its first token."""
    streaming = {id for stream in streams for id in stream.ids}
    beside = [request for request in trace.workload if request.id not in streaming]
    first = trace.requests[long_one(beside)].first_output if beside else None
    if first is None:
        return
    last = len(trace.iterations) - 1 if scene.geometry.timed else scene.geometry.last
    x, y = scene.geometry.right(12), scene.height - BAR_ROOM + 26
    text = said.say("work.first", request=long_one(beside), iteration=first)
    for number, line in enumerate(text.split("\n")):
        row, since = y + 18 * number, min(first, last)
        scene.text(line, x, row, size=14, tone="second", align="left", since=since)
