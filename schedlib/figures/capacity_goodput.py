"""Goodput by arrival rate: of the requests that come in a second, how many are served in time.

A small plot for each engine. Every column is as high as its rate, since all that come must end up
somewhere; its parts say where.
"""

from collections.abc import Mapping

from ..capacity.by_rate import AtRate, Runs, goodput_by_rate, kept_up_to, most_in_time
from ..metrics.slo import SLO
from ..words import Words, words
from .board_figure import BoardGeometry
from .geometry import fitting_size
from .key_strip import add_samples
from .linear_scale import LinearScale
from .plot import add_scale
from .rate_axis import RateAxis
from .scene import Scene
from .stack import HAIRLINE
from .still import Still
from .verdict_cells import VERDICTS, sample

LEFT, RIGHT, EACH, BETWEEN = 46, 12, 168, 22  # px: of the scale, beside, of a plot, between two
HEAD, TALL, AXIS, FOOT = 62, 190, 22, 24
MARKS, SIZE = 5, 14  # numbers on the scale, font size
ORDER = ("in_time", "slow", "late", "unserved")  # from the bottom


class GoodputPicture(Still):
    """The figure as a still picture.

    Args:
        engines: by name, runs by their arrival rate.
        slo: what is promised; its limits on TTFT and TPOT count.
        theme: "light" or "dark".
        language: of the words in it.

    Raises:
        InputError: there are no runs, the SLO says nothing of a request, or there is no table of
            words for `language`.
    """

    def __init__(
        self,
        engines: Mapping[str, Runs],
        slo: SLO,
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        said = words(language)
        found = {name: goodput_by_rate(runs, slo) for name, runs in engines.items()}
        super().__init__(_scene(found, said), _described(found, said), theme)


def _scene(engines: Mapping[str, list[AtRate]], said: Words) -> Scene:
    wide = len(engines) * (EACH + BETWEEN) - BETWEEN
    scene = Scene(BoardGeometry(wide, rows=1), left=LEFT, right=RIGHT)
    occurs = {
        name
        for found in engines.values()
        for each in found
        for name, count in each.judged._asdict().items()
        if count
    }
    names = [name for name in reversed(ORDER) if name in occurs]
    add_samples(scene, [(sample(VERDICTS[name]), said.say(f"goodput.{name}")) for name in names])
    title = said.say("goodput.title")
    scene.text(title, 10 - LEFT, scene.height + 14, size=17, bold=True, align="left")
    scene.height += 30
    most = max(each.rate for found in engines.values() for each in found)
    for place, (name, found) in enumerate(engines.items()):
        _plot(scene, name, found, place, most, said)
    scene.height += HEAD + TALL + AXIS
    text = said.say("goodput.rate")
    scene.text(text, 0, scene.height + FOOT / 2, size=SIZE, tone="second", align="left")
    scene.height += FOOT
    return scene


def _plot(
    scene: Scene, name: str, found: list[AtRate], place: int, most: float, said: Words
) -> None:
    left = place * (EACH + BETWEEN)
    axis = RateAxis(tuple(each.rate for each in found), left, EACH)
    scale = LinearScale(most, scene.height + HEAD + TALL, TALL)
    marks = [(y, number if place == 0 else "") for y, number in scale.marks(MARKS)]
    add_scale(scene, (left, left + EACH), marks, scale.bottom)
    size = fitting_size(name, 15, EACH)
    scene.text(name, left, scene.height + 12, size=size, bold=True, align="left")
    lines = [_told("goodput.most", most_in_time(found), said), _kept(found, said)]
    for line, text in enumerate(lines):
        y, small = scene.height + 31 + 17 * line, fitting_size(text, 13, EACH)
        scene.text(text, left, y, size=small, tone="second", align="left")
    for each in found:
        _column(scene, each, axis.column(each.rate), scale, said)
    axis.number(scene, scale.bottom + AXIS / 2)


def _column(
    scene: Scene, each: AtRate, columns: tuple[float, float], scale: LinearScale, said: Words
) -> None:
    """Stack what became of the requests at one rate."""
    y, below = scale.bottom, 0.0
    for part in ORDER:
        share = getattr(each.judged, part) / sum(each.judged)
        if share:
            below += each.rate * share
            top = min(scale.place(below), y - HAIRLINE)
            facts = {"share": f"{100 * share:.1f}", "rate": f"{each.rate:g}"}
            why = said.say(f"goodput.why.{part}", **facts)
            scene.cell(VERDICTS[part], columns, (top, y), why=why)
            y = top


def _told(key: str, each: AtRate, said: Words) -> str:
    return said.say(key, rate=f"{each.rate:g}", goodput=f"{each.goodput:.1f}")


def _kept(found: list[AtRate], said: Words) -> str:
    kept = kept_up_to(found)
    if kept is None:
        return said.say("goodput.kept.never")
    return said.say("goodput.kept", rate=f"{kept:g}")


def _described(engines: Mapping[str, list[AtRate]], said: Words) -> str:
    lines = [said.say("goodput.title")]
    for name, found in engines.items():
        best = most_in_time(found)
        told = f"{_told('goodput.most', best, said)}, {_kept(found, said)}"
        lines.append(said.say("goodput.told", name=name, told=told))
    return "\n".join(lines)
