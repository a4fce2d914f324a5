"""How long requests took, measured and predicted: a band and a line, for each latency.

From left to right times, from bottom to top the share of the requests that took no longer. Where
the line stays within the band, the prediction holds for the quick and for the slow alike, and not
on average only.
"""

from collections.abc import Sequence
from itertools import pairwise

from ..calibration.latency_statistics import LATENCIES, latencies_of
from ..errors import InputError
from ..metrics.percentiles import percentile_of_sorted
from ..timing import Timing
from ..words import Words, words
from .board_figure import BoardGeometry
from .key_strip import SAMPLE, Draw, X, add_samples
from .measured_table import IN_MS, off, told
from .plot import add_scale
from .px import px
from .scene import Scene
from .still import Still
from .time_scale import round_step

LEFT, RIGHT, BETWEEN, EACH = 112, 22, 54, 236  # px: beside the plots, between them, and of each
TALL, TITLE, AXIS, ROW = 190, 32, 44, 21  # px: a plot, what is above it, and below
MARKS, POINTS = 3, 60  # numbers on an axis, about; straight pieces of a curve
SHARES = {"median": 50, "p99": 99}  # in percent: those that are read off
COLUMNS = 112, 180, 236  # px from the left of a plot: where the numbers below it end
KINDS = ("measured", "predicted")

Point = tuple[float, float]


def latency_figure(
    measured: Sequence[Timing],
    predicted: Sequence[Timing],
    theme: str = "light",
    language: str = "en",
) -> Still:
    """Return the distributions of TTFT, TPOT and E2E latency, measured and predicted.

    Args:
        measured: requests, in seconds.
        predicted: the same ones, as simulated.
        theme: "light" or "dark".
        language: of the words in it.

    Raises:
        InputError: there is no request with a latency, or no table of words for `language`.
    """
    said = words(language)
    known, guessed = latencies_of(measured), latencies_of(predicted)
    plots = [_Plot(name, known[name], guessed[name], said) for name in LATENCIES]
    plots = [plot for plot in plots if plot.measured and plot.predicted]
    if not plots:
        raise InputError("measured and predicted must both hold a request that was answered")
    wide = EACH * len(plots) + BETWEEN * (len(plots) - 1)
    scene = Scene(BoardGeometry(wide, rows=1), left=LEFT, right=RIGHT)
    add_samples(scene, [(_sample(kind), said.say(f"replayed.key.{kind}")) for kind in KINDS])
    _name_shares(scene, said)
    for place, plot in enumerate(plots):
        plot.add(scene, place * (EACH + BETWEEN))
    scene.height += TITLE + TALL + AXIS + ROW * (1 + len(SHARES)) + 8
    described = said.say(
        "replayed.describe", count=len(measured), latencies="; ".join(map(_Plot.describe, plots))
    )
    return Still(scene, described, theme)


class _Plot:
    """One latency; its times are sorted."""

    def __init__(
        self, name: str, measured: list[float], predicted: list[float], said: Words
    ) -> None:
        self.name, self.said = name, said
        self.measured, self.predicted = measured, predicted
        self.unit = "ms" if name in IN_MS else "s"
        self.per_second = 1000 if name in IN_MS else 1

    def at(self, share: float) -> tuple[float, float]:
        """Return the measured and the predicted time that `share` % of the requests keep to."""
        return (
            percentile_of_sorted(self.measured, share),
            percentile_of_sorted(self.predicted, share),
        )

    def add(self, scene: Scene, left: float) -> None:
        """Add the plot, below what is there, with the numbers that are read off below it."""
        top, bottom = scene.height + TITLE, scene.height + TITLE + TALL
        title = self.said.say(f"replayed.title.{self.name}")
        scene.text(title, left, top - TITLE / 2, size=16, bold=True, align="left")
        longest = max(self.measured[-1], self.predicted[-1], 1e-9)
        scale = EACH / longest
        lines = [(_y(bottom, share), "") for share in SHARES.values()]
        add_scale(scene, (left, left + EACH), lines, bottom)
        step = round_step(longest * self.per_second, MARKS)
        for number in range(MARKS + 1):
            x = left + scale * step * number / self.per_second
            if x <= left + EACH:
                text = self._tell(f"{step * number:,g}") if number else "0"
                scene.text(text, x, bottom + 13, size=13)
        _band(scene, _points(self.measured, left, scale, bottom))
        _line(scene, _points(self.predicted, left, scale, bottom))
        self._numbers(scene, left, bottom + AXIS)

    def _numbers(self, scene: Scene, left: float, top: float) -> None:
        """Write what is read off, and how far the prediction is off."""
        head = [self.said.say(f"replayed.{key}") for key in (*KINDS, "off.short")]
        for column, text in zip(COLUMNS, head, strict=True):
            scene.text(text, left + column, top, size=13, tone="second", align="right")
        for row, (key, share) in enumerate(SHARES.items(), start=1):
            y, both = top + ROW * row, self.at(share)
            name = self.said.say(f"replayed.{key}")
            scene.text(name, left, y, size=14, align="left")
            cells = [self._tell(f"{time * self.per_second:,.2f}") for time in both]
            for column, cell in zip(COLUMNS, (*cells, off(*both, self.said)), strict=True):
                bold = column == COLUMNS[-1]
                scene.text(cell, left + column, y, size=14, bold=bold, align="right")

    def _tell(self, number: str) -> str:
        """Return a number with its unit."""
        return self.said.say(f"replayed.{self.unit}", number=number)

    def describe(self) -> str:
        """Return the plot in words."""
        facts = {"latency": self.said.say(f"replayed.{self.name}")}
        for key, share in SHARES.items():
            facts[key], facts[f"{key}_predicted"] = (
                told(self.name, time, self.said) for time in self.at(share)
            )
        return self.said.say("replayed.describe.one", **facts)


def _points(values: list[float], left: float, scale: float, bottom: float) -> list[Point]:
    """Return the curve of sorted times, point by point."""
    shares = [100 * point / POINTS for point in range(POINTS + 1)]
    return [(px(left + scale * percentile_of_sorted(values, s)), px(_y(bottom, s))) for s in shares]


def _band(scene: Scene, points: list[Point]) -> None:
    """Add a wide curve: its pieces overlap, or there would be notches where it bends."""
    ends = [*points[2:], points[-1]]
    for (x, y), (x2, y2) in zip(points, ends, strict=False):
        scene.line("measured", x, x2, y, y2)


def _line(scene: Scene, points: list[Point]) -> None:
    for (x, y), (x2, y2) in pairwise(points):
        scene.line("predicted", x, x2, y, y2)


def _y(bottom: float, share: float) -> float:
    """Return the y of a share of the requests, in percent."""
    return bottom - TALL * share / 100


def _name_shares(scene: Scene, said: Words) -> None:
    """Write the names of the shares beside the first plot."""
    bottom = scene.height + TITLE + TALL
    for key, share in SHARES.items():
        number, y = said.say(f"replayed.share.{key}"), _y(bottom, share)
        scene.text(number, -10, y, size=14, bold=True, align="right")
    for line, text in enumerate(said.say("replayed.share").split("\n"), start=1):
        y = _y(bottom, SHARES["median"]) + 4 + 17 * line
        scene.text(text, -10, y, size=13, tone="second", align="right")


def _sample(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.line(kind, x(0), x(SAMPLE), y, y)

    return draw
