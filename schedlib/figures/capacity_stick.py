"""The hockey stick: time to first token against arrival rate, flat for long and then steep.

A column for each rate: the mean, and behind it the p99. What does not fit is cut off at the top;
the numbers stand below. (Beyond the bend a height says more about the length of the run than about
the engine.)
"""

from collections.abc import Sequence

from ..capacity.by_rate import FirstTokens, Runs, first_tokens, rates_of
from ..metrics.percentiles import Spread
from ..metrics.slo import SLO
from ..words import Words, words
from .geometry import fitting_size
from .key_strip import Draw, add_samples
from .linear_scale import LinearScale
from .plot import add_scale
from .rate_axis import RateAxis
from .scene import Scene
from .still import Still
from .stop_geometry import StopGeometry
from .verdict_cells import sample

LEFT, RIGHT, WIDE = 92, 80, 544  # px: names of the rows, the SLO's label, the plot
HEAD, TALL, AXIS, ROW = 34, 160, 28, 20  # px: title, plot, rates, a row of numbers
TOP = 3.2  # so many times the limit is the highest that is drawn
MARKS, SIZE = 6, 14
BREAK = 5  # px of a column that is cut off, from its top to the break in it
KINDS = {"mean": "end", "p99": "waiting"}


def stick_scene(runs: Runs, slo: SLO, language: str = "en") -> Scene:
    """Return the figure of runs by their arrival rate; a limit on TTFT is drawn as a line.

    Raises:
        InputError: there are no runs, or there is no table of words for `language`.
    """
    said = words(language)
    scene, axis = scene_over(rates_of(runs))
    add_samples(scene, stick_samples(said))
    add_stick(scene, first_tokens(runs), axis, slo, said)
    return scene


def scene_over(rates: tuple[float, ...]) -> tuple[Scene, RateAxis]:
    """Return an empty scene with a cursor over rates, and where these stand."""
    axis = RateAxis(rates, 0, WIDE)
    labels = tuple(f"{rate:g}" for rate in rates)
    geometry = StopGeometry(WIDE, rows=1, places=axis.places(), labels=labels)
    return Scene(geometry, left=LEFT, right=RIGHT), axis


def stick_samples(said: Words) -> list[tuple[Draw, str]]:
    """Return the key of the plot."""
    return [(sample(kind), said.say(f"stick.{name}")) for name, kind in KINDS.items()]


def describe_stick(runs: Runs, language: str = "en") -> str:
    """Return what the figure shows.

    Raises:
        InputError: there are no runs, or there is no table of words for `language`.
    """
    said = words(language)
    told = [
        said.say("stick.told", rate=f"{each.rate:g}", **_written(each.ttft))
        for each in first_tokens(runs)
    ]
    return "\n".join([said.say("stick.title"), *told])


class StickPicture(Still):
    """The figure as a still picture; see `stick_scene` for its arguments."""

    def __init__(
        self,
        runs: Runs,
        slo: SLO,
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        super().__init__(stick_scene(runs, slo, language), describe_stick(runs, language), theme)


def add_stick(
    scene: Scene, firsts: Sequence[FirstTokens], axis: RateAxis, slo: SLO, said: Words
) -> None:
    """Add the plot below what is there."""
    scene.text(
        said.say("stick.title"), 10 - LEFT, scene.height + 12, size=17, bold=True, align="left"
    )
    highest = max(each.ttft.p99 for each in firsts)
    most = min(highest, TOP * slo.ttft) if slo.ttft else highest
    scale = LinearScale(most, scene.height + HEAD + TALL, TALL)
    add_scale(scene, (0, axis.wide), scale.marks(MARKS), scale.bottom)
    for stop, each in enumerate(firsts):
        _column(scene, each, stop, axis, scale, said)
    add_limit(scene, axis.wide, slo, scale, said)
    _numbers(scene, firsts, axis, scale.bottom, said)


def add_limit(scene: Scene, wide: float, slo: SLO, scale: LinearScale, said: Words) -> None:
    """Add the limit on TTFT as a line across a plot, and its name beside it."""
    if slo.ttft is not None:
        y = scale.place(slo.ttft)
        scene.line("limit", 0, wide, y, y)
        label = said.say("stick.slo", seconds=f"{slo.ttft:g}")
        scene.text(label, wide + 8, y, size=SIZE, bold=True, align="left")


def _numbers(
    scene: Scene, firsts: Sequence[FirstTokens], axis: RateAxis, bottom: float, said: Words
) -> None:
    """Write the rates under the plot, and what the columns above them say."""
    last = bottom + AXIS + ROW * len(KINDS)
    scene.panels.append({"y": bottom - TALL - 8, "y2": last})
    scene.tags.append({"y": bottom, "y2": bottom + AXIS})
    axis.number(scene, bottom + AXIS / 2)
    rows = {"rate": bottom + AXIS / 2} | {
        name: bottom + AXIS + ROW * (row + 0.5) for row, name in enumerate(KINDS)
    }
    for name, y in rows.items():
        bold = name == "mean"
        scene.text(said.say(f"stick.row.{name}"), -12, y, size=SIZE, bold=bold, align="right")
        for stop, each in enumerate(firsts) if name in KINDS else ():
            text = _written(each.ttft)[name]
            size = fitting_size(text, SIZE, axis.room - 4)
            scene.text(text, axis.middle(each.rate), y, size=size, bold=bold, since=stop)
    scene.height = last + 6


def _column(
    scene: Scene,
    each: FirstTokens,
    stop: int,
    axis: RateAxis,
    scale: LinearScale,
    said: Words,
) -> None:
    left, right = axis.column(each.rate)
    inset = (right - left) / 5
    why = said.say("stick.told", rate=f"{each.rate:g}", **_written(each.ttft))
    for name, by in (("p99", 0.0), ("mean", inset)):
        seconds = getattr(each.ttft, name)
        top = scale.place(min(seconds, scale.most))
        columns = left + by, right - by
        scene.cell(
            KINDS[name], columns, (top, scale.bottom), stop, outlined=name == "mean", why=why
        )
        if seconds > scale.most:
            for y in (top + BREAK, top + BREAK + 3):
                scene.cell("foreseen", (columns[0] - 2, columns[1] + 2), (y, y + 1), stop)


def _written(ttft: Spread) -> dict[str, str]:
    return {name: f"{getattr(ttft, name):.2f}" for name in ("mean", "p99")}
