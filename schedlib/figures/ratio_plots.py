"""The two plots of a ratio: latency against what is served, and the ratio at each target."""

from collections.abc import Sequence
from itertools import pairwise
from math import log

from ..capacity.load_curve import LoadPoint
from ..capacity.same_target import Line, Reading, read_at
from ..words import Words
from .geometry import text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .log_scale import LogScale
from .plot import NUMBER, PAD
from .px import px
from .scene import Scene
from .stop_geometry import StopGeometry

LEFT, RIGHT, CURVES, BETWEEN, RATIOS = 54, 70, 352, 64, 176  # px, from left to right
HEAD, TALL, AXIS, FOOT = 66, 270, 22, 24  # px: told and titles, plots, numbers, titles of the axes
SIZE, DOT, POINT = 14, 13, 7  # font size, and px across the points of now and of other targets
MOST_RATIO = 50.0  # the end of the scale of ratios, or as far as there are any
ROOM = 1.08  # by which the scales go beyond what they show
LINES = ("reading", "computing")  # the baseline's curve, and the contender's


def tell_reading(reading: Reading, said: Words) -> str:
    """Return a reading as an equation, in words where it has no ratio."""
    ms = f"{1000 * reading.target:.0f}"
    if reading.contender is None:
        return said.say("ratio.told.neither", ms=ms)
    contender = f"{reading.contender:.2f}"
    if reading.baseline is None:
        return said.say("ratio.told.none", ms=ms, contender=contender)
    ratio = f"{reading.contender / reading.baseline:.1f}"
    return said.say(
        "ratio.told", ms=ms, contender=contender, baseline=f"{reading.baseline:.2f}", ratio=ratio
    )


class RatioPlots:
    """Both plots on their way to a scene; for the arguments see `ratio_scene`."""

    def __init__(
        self,
        baseline: Line,
        contender: Line,
        target: float,
        targets: Sequence[float],
        said: Words,
    ) -> None:
        self.lines, self.targets, self.said = (baseline, contender), targets, said
        self.reading = read_at(baseline, contender, target)
        points = [point for line in self.lines for point in line.curve]
        lowest = min(target, *(point.latency for point in points))
        highest = max(target, targets[-1] / 1000)
        served = [point.served for point in points]
        top, bottom = HEAD, HEAD + TALL
        self.latency = LogScale(lowest / ROOM, ROOM * highest, bottom, top)
        self.served = LogScale(min(served) / ROOM, max(20.0, ROOM * max(served)), 0, CURVES)
        right = CURVES + BETWEEN
        ratios = [read_at(*self.lines, ms / 1000).ratio or 1 for ms in targets]
        least, most = min(1, *ratios) / ROOM, max(MOST_RATIO, ROOM * max(ratios))
        self.ratio = LogScale(least, most, right, right + RATIOS)

    def scene(self, published: tuple[float, float] | None) -> Scene:
        """Return the plots as records."""
        wide = CURVES + BETWEEN + RATIOS
        stops = tuple((0.0, 0.0) for _ in self.targets)
        labels = tuple(f"{target:g}" for target in self.targets)
        geometry = StopGeometry(wide, rows=1, places=stops, labels=labels)
        scene = Scene(geometry, left=LEFT, right=RIGHT)
        names = zip(LINES, self.lines, strict=True)
        add_samples(scene, [(_sample(kind), line.name) for kind, line in names])
        key = scene.height
        self.latency = self.latency._replace(start=key + HEAD + TALL, end=key + HEAD)
        told = tell_reading(self.reading, self.said)
        scene.text(told, 10 - LEFT, key + 14, size=19, bold=True, align="left")
        self._scales(scene, key + 44)
        for kind, line in zip(LINES, self.lines, strict=True):
            self._curve(scene, kind, line.curve)
        self._target(scene)
        self._ratios(scene)
        if published:
            self._published(scene, *published)
        scene.height = key + HEAD + TALL + AXIS + FOOT
        return scene

    def _scales(self, scene: Scene, title: float) -> None:
        """Add both plots without their curves; `title` is the y of what they show."""
        bottom, top = self.latency.start, self.latency.end
        edges = [(self.served, "ratio.served"), (self.ratio, "ratio.ratio")]
        for scale, name in edges:
            for value in self.latency.ticks():
                ms, y = 1000 * value, self.latency.place(value)
                scene.line("grid", scale.start, scale.end, y, y)
                if scale is self.served:  # the other plot has the same ones
                    x = scale.start - PAD
                    scene.text(f"{ms:g}", x, y, size=NUMBER, tone="second", align="right")
            for value in scale.ticks():
                x = scale.place(value)
                scene.line("grid", x, x, top, bottom)
                number = f"{value:g}" if name == "ratio.served" else f"{value:g}x"
                scene.text(number, x, bottom + AXIS / 2, size=NUMBER, tone="second")
            scene.line("base", scale.start, scale.end, bottom, bottom)
            y = bottom + AXIS + FOOT / 2
            scene.text(self.said.say(name), scale.start, y, size=SIZE, tone="second", align="left")
        text = self.said.say("ratio.latency")
        scene.text(text, 10 - LEFT, title, size=SIZE, tone="second", align="left")

    def _curve(self, scene: Scene, kind: str, curve: Sequence[LoadPoint]) -> None:
        """Add a curve, up to the top of its plot."""
        most = self.latency.most
        for before, after in pairwise(curve):
            if before.latency >= most:
                break
            x, x2 = self.served.place(before.served), self.served.place(after.served)
            y, y2 = self.latency.place(before.latency), self.latency.place(after.latency)
            if after.latency > most:
                way = log(most / before.latency) / log(after.latency / before.latency)
                x2, y2 = px(x + way * (x2 - x)), self.latency.place(most)
            scene.line(kind, x, x2, y, y2)

    def _target(self, scene: Scene) -> None:
        """Add the line of the target, and where the curves reach it."""
        bottom, y = self.latency.start, self.latency.place(self.reading.target)
        for scale in (self.served, self.ratio):
            scene.line("limit", scale.start, scale.end, y, y)
        label = self.said.say("ratio.target", ms=f"{1000 * self.reading.target:.0f}")
        scene.text(label, CURVES + 6, y, size=SIZE, bold=True, align="left")
        found = [self.reading.baseline, self.reading.contender]
        for served in found:
            if served is not None:
                x = self.served.place(served)
                scene.line("base", x, x, y, bottom)
                scene.glyph("next", x, y, DOT)

    def _ratios(self, scene: Scene) -> None:
        """Add a point for the ratio at each target; a cursor reveals one after the other."""
        for stop, ms in enumerate(self.targets):
            reading = read_at(*self.lines, ms / 1000)
            if reading.ratio is not None:
                x, y = self.ratio.place(reading.ratio), self.latency.place(ms / 1000)
                box = (x - POINT / 2, x + POINT / 2), (y - POINT / 2, y + POINT / 2)
                why = tell_reading(reading, self.said)
                scene.cell("decode", *box, stop, outlined=True, whole=True, why=why)
        ratio = self.reading.ratio
        if ratio is not None:
            x, y = self.ratio.place(ratio), self.latency.place(self.reading.target)
            scene.glyph("next", x, y, DOT)
            text = self.said.say("ratio.times", ratio=f"{ratio:.1f}")
            size = 17
            ends = x + DOT + text_width(text, size) * 1.1 < self.ratio.end
            at, align = (x + DOT, "left") if ends else (x - DOT, "right")
            scene.text(text, at, y - 13, size=size, bold=True, align=align)

    def _published(self, scene: Scene, target: float, ratio: float) -> None:
        x, y = self.ratio.place(ratio), self.latency.place(target)
        scene.cell("hollow_end", (x - 3, x + 3), (y - 11, y + 11))
        text = self.said.say("ratio.published", ratio=f"{ratio:g}")
        for line, told in enumerate((text, self.said.say("ratio.published.told"))):
            scene.text(
                told, self.ratio.end + 6, y - 7 + 15 * line, size=12, tone="second", align="left"
            )


def _sample(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.line(kind, x(0), x(SAMPLE), y, y)

    return draw
