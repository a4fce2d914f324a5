"""The run so far as the workbook's Gantt chart, and the column of the iteration in question."""

import re
from collections.abc import Collection
from functools import cached_property

from ...figures.axis import add_axis_above
from ...figures.chart import Layer, scene_chart
from ...figures.geometry import Geometry
from ...figures.picture import Picture
from ...figures.requests_panel import add_requests_panel
from ...figures.row_labels import add_outcomes, left_margin, right_margin
from ...figures.scene import Scene
from ...figures.tokens_panel import add_tokens_panel
from ...trace import Trace
from ...words import Words, words

SPACING = 16
# What every text says again, what is the default, and digits beyond a hundredth of a px.
NEEDLESS = re.compile(r' (?:font-weight="normal"|aria-hidden="true"|class="[^"]*")')
LONG = re.compile(r"(\d\.\d\d)\d+")
FONTS = re.compile(r' font-family="[^"]*"')


class PuzzlePicture(Picture):
    """A run as a Gantt chart, with the cursor on one iteration: open, or already run.

    Before the iteration has been run, `trace` is the past, and nothing else was ever given to this
    class: there is no future in the SVG, in its data or in its description.

    Args:
        trace: the run, up to the iteration or with it.
        iteration: the one in question.
        arrivals: who arrives in the open column, by id.
        language: of the words in it.
    """

    def __init__(
        self, trace: Trace, iteration: int, arrivals: Collection[str] = (), language: str = "en"
    ) -> None:
        """Take what is to be drawn; that is done when the picture is looked at."""
        key = "predict.picture.past" if is_open(trace, iteration) else "predict.picture.run"
        self.description = words(language).say(key, iteration=iteration)
        self.iteration = iteration
        self.scene = puzzle_scene(trace, iteration, arrivals, language)

    @cached_property
    def chart(self) -> Layer:
        """The chart of the scene; what comes after the iteration is not foreseen either."""
        return scene_chart(self.scene, self.iteration, description=self.description, foresee=False)

    def svg(self) -> str:
        """Return the picture as SVG, short: notebooks hold many of these."""
        svg = LONG.sub(r"\1", NEEDLESS.sub("", super().svg()))
        fonts = set(FONTS.findall(svg))
        if len(fonts) != 1:
            return svg
        (font,) = fonts
        return FONTS.sub("", svg).replace("<svg ", f"<svg{font} ", 1)


def is_open(trace: Trace, iteration: int) -> bool:
    """Return whether an iteration is still to be run."""
    return len(trace.iterations) <= iteration


def puzzle_scene(
    trace: Trace, iteration: int, arrivals: Collection[str] = (), language: str = "en"
) -> Scene:
    """Return a run as records, with a column for the iteration in question.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    geometry = Geometry(iteration + 1, rows=len(trace.workload))
    scene = Scene(geometry, left=left_margin(trace, geometry), right=right_margin(None, geometry))
    add_axis_above(scene, said)
    middles = add_requests_panel(scene, trace, said)
    add_outcomes(scene, trace, middles, said)
    if is_open(trace, iteration):
        _leave_open(scene, trace, arrivals, middles, said)
    scene.height += SPACING
    add_tokens_panel(scene, trace, said)
    scene.height += SPACING
    return scene


def _leave_open(
    scene: Scene, past: Trace, arrivals: Collection[str], middles: dict[str, float], said: Words
) -> None:
    """Mark, in the column to predict, who arrives and who is still there."""
    now = len(past.iterations)
    gone = {id for row in past.iterations for id in (*row.completed, *row.rejected)}
    for id, middle in middles.items():
        if id in arrivals:
            scene.text(said.say("predict.picture.new"), now, middle, size=14, bold=True)
        elif id not in gone:
            scene.text(said.say("predict.picture.open"), now, middle, size=18, tone="second")
