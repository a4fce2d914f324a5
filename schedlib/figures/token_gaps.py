"""ITL over time: a bar for each gap between two tokens, as wide and as high as it lasted.

Its colour says what it was spent on, and the prompt that made a spike is named above it. Several
runs stand one above the other, on one scale and one time.
"""

from collections.abc import Mapping
from statistics import median
from typing import NamedTuple

from ..errors import InputError
from ..latency import latencies
from ..trace import Trace
from ..words import Words, words
from .axis import add_axis_above, add_axis_below
from .gap_causes import CAUSES, Causes, Stretch, TokenGap
from .geometry import text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .plot import add_scale
from .scene import Scene
from .still import Still
from .time_geometry import HAIRLINE, geometry_of
from .time_scale import TimeScale, tell_time

BARS, HEAD, TITLE, SPACING = 150, 44, 32, 10  # px: the longest gap, words above it, ...
LEFT, RIGHT = 150, 164  # px: the scale and its title, and the numbers beside the bars
MARKS = 4  # numbers on the scale, about
SPIKE = 1.5  # so many times the median is a gap that stands out, and is named
KINDS = dict(zip(CAUSES, ("decodes", "prefill", "given_up"), strict=True))
SIZE, LINE = 15, 18  # font size and px of a line of words


def itl_figure(
    runs: Trace | Mapping[str, Trace], theme: str = "light", language: str = "en"
) -> Still:
    """Return the gap before each output token over time, of one run or of several by name.

    Raises:
        InputError: there is no run, one has no clock or no request with two output tokens, or
            there is no table of words for `language`.
    """
    return Still(itl_scene(runs, language), describe_itl(runs, language), theme)


def itl_scene(
    runs: Trace | Mapping[str, Trace],
    language: str = "en",
    least: float = 0,
    axis_below: bool = True,
    high: float = BARS,
) -> Scene:
    """Return the figure as a scene.

    Its scale reaches up to `least` seconds at least, and is `high` px high.

    Raises:
        InputError: as `itl_figure`.
    """
    said = words(language)
    scene = _scene(_read(runs), said, least, high)
    if axis_below:
        add_axis_below(scene, said)
    return scene


def describe_itl(runs: Trace | Mapping[str, Trace], language: str = "en") -> str:
    """Return what the figure shows.

    Raises:
        InputError: as `itl_figure`.
    """
    return _described(_read(runs), words(language))


class _Run:
    """A run and its gaps."""

    def __init__(self, trace: Trace) -> None:
        causes = Causes(trace)
        self.trace, self.gaps = trace, causes.gaps()
        self.stretches = list(causes.stretches(self.gaps))
        itl = [gap for user in latencies(trace).values() for gap in user.itl]
        self.median, self.longest = median(itl), max(itl)

    def spikes(self) -> list[Stretch]:
        """Return the stretches that stand out, the longest gap first."""
        out = [
            each
            for each in self.stretches
            if each.cause.request and each.longest.seconds > SPIKE * self.median
        ]
        return sorted(out, key=lambda stretch: -stretch.longest.seconds)


def _read(runs: Trace | Mapping[str, Trace]) -> dict[str, _Run]:
    named = {"": runs} if isinstance(runs, Trace) else dict(runs)
    return {name: _Run(trace) for name, trace in _checked(named).items()}


def _checked(runs: Mapping[str, Trace]) -> Mapping[str, Trace]:
    if not runs:
        raise InputError("runs must hold one or more runs, and there is none")
    for trace in runs.values():
        if trace.clock is None:
            raise InputError("runs must have a clock: without one a gap has no milliseconds")
        if not any(user.itl for user in latencies(trace).values()):
            raise InputError(
                "runs must have a request with two output tokens: else there is no gap"
            )
    return runs


def _scene(runs: Mapping[str, _Run], said: Words, least: float, high: float) -> Scene:
    geometry = geometry_of([run.trace for run in runs.values()], time_axis=True, rows=1)
    scene = Scene(geometry, left=LEFT, right=RIGHT)
    kinds = [kind for kind in CAUSES if any(_has(run, kind) for run in runs.values())]
    add_samples(scene, [(_sample(KINDS[kind]), said.say(f"itl.key.{kind}")) for kind in kinds])
    longest = max(least, *(run.longest for run in runs.values()))
    for number, (name, run) in enumerate(runs.items()):
        if name:
            scene.height += TITLE
            x = scene.geometry.left(10 - LEFT)
            scene.text(name, x, scene.height - 14, size=17, bold=True, align="left")
        if number == 0:
            add_axis_above(scene, said, demand=False)
        with scene.showing(run.trace):
            _panel(scene, run, longest, high, said)
        scene.height += SPACING
    return scene


def _has(run: _Run, kind: str) -> bool:
    return any(gap.cause.kind == kind for gap in run.gaps)


def _sample(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.cell(kind, (x(0), x(SAMPLE)), (y - 8, y + 8))

    return draw


def _panel(scene: Scene, run: _Run, longest: float, high: float, said: Words) -> None:
    height = HEAD + high
    top = scene.panel(height)
    bottom, unit = top + height, high / longest
    scale = TimeScale.of(longest, high)
    marks = [(bottom - unit * time, number) for time, number in scale.ticks(0, longest, MARKS)]
    edges = scene.geometry.left(), scene.geometry.right()
    add_scale(scene, edges, marks, bottom)
    shift = text_width(marks[-1][1], 13) + 10
    title = said.say(f"itl.title.{scale.unit}")
    _title(scene, title, top, height, shift)
    for gap in sorted(run.gaps, key=lambda gap: -gap.seconds):  # short ones in front
        _bar(scene, gap, bottom, unit, said)
    _name_spikes(scene, run, bottom, unit, said)
    numbers = (("itl.longest", run.longest, True), ("itl.median", run.median, False))
    for line, (key, seconds, bold) in enumerate(numbers):
        x, y = scene.geometry.right(12), top + HEAD + 22 * line
        text = said.say(key, time=tell_time(seconds, said))
        scene.text(text, x, y, size=17 if bold else SIZE, bold=bold, align="left")


def _title(scene: Scene, title: str, top: float, height: float, shift: float) -> None:
    """Write the title of the scale to the left of its numbers."""
    lines = title.split("\n")
    for number, line in enumerate(lines):
        y = top + height / 2 + LINE * (number - (len(lines) - 1) / 2)
        x = scene.geometry.left(-12 - shift)
        scene.text(line, x, y, size=14, tone="second", align="right")


def _bar(scene: Scene, gap: TokenGap, bottom: float, unit: float, said: Words) -> None:
    geometry = scene.geometry
    start, end = geometry.end(gap.since), geometry.end(gap.iteration)
    inset = min(1, geometry.cell * (end - start) / 10)
    columns = geometry.x(start, inset), max(geometry.x(end, -inset), geometry.x(start, HAIRLINE))
    facts = {"requests": list(gap.requests), "time": tell_time(gap.seconds, said)}
    why = said.say(f"itl.why.{gap.cause.kind}", request=gap.cause.request, **facts)
    rows = bottom - max(unit * gap.seconds, HAIRLINE), bottom
    scene.cell(KINDS[gap.cause.kind], columns, rows, gap.iteration, why=why)


def _name_spikes(scene: Scene, run: _Run, bottom: float, unit: float, said: Words) -> None:
    """Write above the spikes how long they are and what made them, the longest first.

    Those for which there is no room beside a longer one are not named.
    """
    geometry, named = scene.geometry, list[_Name]()
    for spike in run.spikes():
        lines = [tell_time(spike.longest.seconds, said), _told(spike, said)]
        half = max(text_width(lines[0], SIZE) * 1.1, text_width(lines[1], SIZE - 1)) / 2 + 6
        first, last = spike.gaps[0], spike.gaps[-1]
        middle = (geometry.end(first.since) + geometry.end(last.iteration)) / 2
        x = min(max(middle, geometry.left(half)), geometry.right(-half))
        y = bottom - unit * spike.longest.seconds - HEAD / 2
        name = _Name(geometry.x(x, -half), geometry.x(x, half), y)
        longer = (gap for gap in run.gaps if gap.seconds > spike.longest.seconds)
        bars = ((geometry.end(gap.since), geometry.end(gap.iteration)) for gap in longer)
        if any(map(name.touches, named)) or any(name.is_above(*bar) for bar in bars):
            continue
        named.append(name)
        scene.text(lines[0], x, y - LINE / 2, size=SIZE, bold=True, since=last.iteration)
        scene.text(lines[1], x, y + LINE / 2, size=SIZE - 1, since=last.iteration)


class _Name(NamedTuple):
    """Where the name of a spike stands: from where to where, and at which height."""

    left: float
    right: float
    y: float

    def is_above(self, left: float, right: float) -> bool:
        """Return whether some of it is between two places on the axis."""
        return self.left < right and left < self.right

    def touches(self, other: "_Name") -> bool:
        """Return whether there is no room for both."""
        return abs(self.y - other.y) < 2 * LINE + 4 and self.is_above(other.left, other.right)


def _told(spike: Stretch, said: Words) -> str:
    """Return what made a spike."""
    kind, request = spike.cause
    key = f"itl.{kind}" if kind != "prefill" or spike.steps == 1 else "itl.prefill.steps"
    return said.say(key, request=request, tokens=spike.tokens, steps=spike.steps)


def _described(runs: Mapping[str, _Run], said: Words) -> str:
    told = []
    for name, run in runs.items():
        longest, typical = tell_time(run.longest, said), tell_time(run.median, said)
        key = "itl.describe.named" if name else "itl.describe"
        told.append(said.say(key, name=name, longest=longest, median=typical))
        told += [
            said.say("itl.describe.spike", time=tell_time(spike.longest.seconds, said), why=why)
            for spike in run.spikes()[:MARKS]
            if (why := _told(spike, said))
        ]
    return " ".join(told)
