"""The time of a decode step against its batch: long the same, because the weights are read anyway.

On the left what a step takes its time for, on the right what comes out of it. Where computing
takes over, more sequences cost more time, and tokens per second level off.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log2
from typing import NamedTuple

from ..clock.step_clock import StepClock, StepParts
from ..errors import InputError, shown
from ..fields import whole_number
from ..step_work import StepWork
from ..words import Words, words
from .board_figure import BoardGeometry
from .geometry import fitting_size, text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .plot import add_scale
from .scene import Scene
from .still import Still
from .time_scale import round_step

LEFT, RIGHT, BETWEEN, EACH = 62, 16, 120, 380  # px: beside the plots, between them, and of each
TALL, HEAD, TITLE, FOOT = 230, 48, 34, 64  # px: the plots, what is above them, and below
PAD, BAR = 28, 22  # px from the edge of a plot to its first bar's middle, and of a bar
MARKS, POINTS = 5, 60  # numbers on a scale, about; straight pieces of a curve
LINES = ("step", "reading", "computing")  # the curves on the left
LARGEST = 65_536  # sequences


class Step(NamedTuple):
    """A step in which so many sequences decode.

    Attributes:
        batch: sequences.
        parts: what it takes its time for.
    """

    batch: int
    parts: StepParts

    @property
    def seconds(self) -> float:
        """How long it takes."""
        longer = max(self.parts.reading, self.parts.computing)
        return longer + self.parts.communicating + self.parts.overhead

    @property
    def tokens_per_second(self) -> float:
        """Output tokens in a second of such steps: one for each sequence in every step."""
        return self.batch / self.seconds


def step_time_figure(
    clock: StepClock,
    context: int = 512,
    most: int = 512,
    theme: str = "light",
    language: str = "en",
) -> Still:
    """Return the time of a decode step and its tokens per second, for batches of 1 up to `most`.

    Args:
        clock: says how long a step takes.
        context: tokens that each sequence attends to.
        most: the largest batch, from 2 on.
        theme: "light" or "dark".
        language: of the words in it.

    Raises:
        InputError: a number is out of range, or there is no table of words for `language`.
    """
    said = words(language)
    if not isinstance(clock, StepClock):
        raise InputError(f"clock must be a StepClock, which knows its parts, not {shown(clock)}")
    context = whole_number("context", context, at_least=1)
    if not 2 <= whole_number("most", most, at_least=1) <= LARGEST:
        raise InputError(f"most must be from 2 to {LARGEST:,}, not {shown(most)}")
    plots = _Plots(clock, context, most, said)
    return Still(plots.scene(), plots.description(), theme)


def crossover(clock: StepClock, context: int, most: int) -> int | None:
    """Return the first batch whose step is not memory-bound; None if none up to `most` is.

    Reading begins with the weights, and from there on both grow in proportion to the batch: once
    computing is ahead it stays ahead.
    """
    low, high = 1, most
    if _step(clock, context, most).parts.memory_bound:
        return None
    while low < high:
        middle = (low + high) // 2
        if _step(clock, context, middle).parts.memory_bound:
            low = middle + 1
        else:
            high = middle
    return low


def _step(clock: StepClock, context: int, batch: int) -> Step:
    read = batch * context
    return Step(batch, clock.parts(StepWork(batch, batch, read, read)))


class _Plots:
    """Both plots on their way to a scene."""

    def __init__(self, clock: StepClock, context: int, most: int, said: Words) -> None:
        self.clock, self.context, self.most, self.said = clock, context, most, said
        powers = [2**power for power in range(int(log2(most)) + 1)]
        self.points = [self.step(batch) for batch in powers]
        self.crossover = crossover(clock, context, most)

    def step(self, batch: int) -> Step:
        """Return the step of a batch."""
        return _step(self.clock, self.context, batch)

    def scene(self) -> Scene:
        """Return the plots as records."""
        scene = Scene(BoardGeometry(2 * EACH + BETWEEN, rows=1), left=LEFT, right=RIGHT)
        add_samples(scene, [(_sample(kind), self.said.say(f"step_time.{kind}")) for kind in LINES])
        bottom = scene.height + TITLE + HEAD + TALL
        steps, tokens = (_Plot(scene, place, bottom, self.most) for place in (0, 1))
        self._titles((steps, tokens), scene.height + TITLE / 2)
        times = [(step.batch, 1000 * step.seconds) for step in self.points]
        steps.scale([time for _, time in times])
        for kind in LINES:
            steps.curve(kind, self._part(kind))
        beside = [each for each in times if not self._at_the_border(steps, each[0])]
        steps.numbers(beside, "{:,.1f}", left=True)
        rates = [(step.batch, step.tokens_per_second) for step in self.points]
        tokens.scale([rate for _, rate in rates])
        tokens.bars(rates)
        tokens.numbers(rates, "{:,.0f}")
        self._bounds(scene, steps)
        scene.height = bottom + FOOT
        return scene

    def _part(self, kind: str) -> Callable[[int], float]:
        """Return what gives the time of a step, or of a part of it, in ms, by its batch."""
        if kind == "step":
            return lambda batch: 1000 * self.step(batch).seconds
        return lambda batch: float(1000 * getattr(self.step(batch).parts, kind))

    def _titles(self, plots: Sequence["_Plot"], y: float) -> None:
        for plot, key in zip(plots, ("step_time.title", "step_time.tokens"), strict=True):
            x = plot.left - LEFT + 10
            plot.scene.text(self.said.say(key), x, y, size=17, bold=True, align="left")
            plot.batches([step.batch for step in self.points])
            plot.below(self.said.say("step_time.batch"), 34)
        plots[0].below(self.said.say("step_time.context", context=self.context), 52)

    def _bounds(self, scene: Scene, plot: "_Plot") -> None:
        """Say up to where reading is the longer one, and from where on computing."""
        at, y = self.crossover, plot.bottom - TALL - HEAD / 2
        border = plot.right if at is None else plot.left if at == 1 else plot.x(at)
        if plot.left < border < plot.right:
            scene.line("limit", border, border, plot.bottom - TALL - HEAD, plot.bottom)
        memory = self.said.say("step_time.memory")
        if text_width(memory, 15) < border - plot.left - 20:
            scene.text(memory, (plot.left + border) / 2, y, size=15, bold=True)
        if at is None:
            return
        lines = [self.said.say("step_time.compute"), self.said.say("step_time.from", batch=at)]
        for number, line in enumerate(lines):
            x, row = border + 7, y - 8 + 18 * number
            scene.text(line, x, row, size=15, bold=number == 0, align="left")

    def _at_the_border(self, plot: "_Plot", batch: int) -> bool:
        """Return whether a number above a batch would stand on the line of the crossover."""
        at = self.crossover
        return at is not None and at > 1 and abs(plot.x(batch) - plot.x(at)) < BAR

    def description(self) -> str:
        """Return the plots in words."""
        first, last = self.points[0], self.step(self.most)
        told = self.said.say(
            "step_time.describe",
            first=self.said.say("time.ms", number=f"{1000 * first.seconds:,.1f}"),
            last=self.said.say("time.ms", number=f"{1000 * last.seconds:,.1f}"),
            most=self.most,
            context=self.context,
            tokens_first=f"{first.tokens_per_second:,.0f}",
            tokens_last=f"{last.tokens_per_second:,.0f}",
        )
        bound = {None: "memory", 1: "compute"}.get(self.crossover, "crossover")
        return f"{told} {self.said.say(f'step_time.describe.{bound}', batch=self.crossover)}"


class _Plot:
    """One of the two plots: batches on a logarithmic x axis, and something on a scale."""

    def __init__(self, scene: Scene, place: int, bottom: float, most: int) -> None:
        self.scene, self.bottom, self.most = scene, bottom, most
        self.left = place * (EACH + BETWEEN)
        self.right = self.left + EACH
        self.unit = 1.0

    def x(self, batch: float) -> float:
        """Return the x of a batch."""
        return self.left + PAD + (EACH - 2 * PAD) * log2(batch) / log2(self.most)

    def scale(self, values: Sequence[float]) -> None:
        """Add a scale that has room for some values."""
        highest = max(values)
        self.unit = (TALL - 16) / highest
        step = round_step(highest, MARKS)
        marks = ((self.y(step * number), f"{step * number:,g}") for number in range(MARKS + 1))
        shown = [mark for mark in marks if mark[0] >= self.bottom - TALL]
        add_scale(self.scene, (self.left, self.right), shown, self.bottom)

    def y(self, value: float) -> float:
        """Return the y of a value."""
        return self.bottom - self.unit * value

    def numbers(
        self, values: Sequence[tuple[int, float]], form: str, *, left: bool = False
    ) -> None:
        """Write above each of some values, by batch, how large it is; to its `left` on a curve."""
        room = (EACH - 2 * PAD) / max(len(values) - 1, 1) - 3
        for batch, value in values:
            text = form.format(value)
            size = fitting_size(text, 13, room)
            x, align = (self.x(batch) + 2, "right") if left else (self.x(batch), "center")
            self.scene.text(text, x, self.y(value) - 10, size=size, bold=True, align=align)

    def bars(self, values: Sequence[tuple[int, float]]) -> None:
        """Add a bar for each of some batches."""
        for batch, value in values:
            columns = self.x(batch) - BAR / 2, self.x(batch) + BAR / 2
            self.scene.cell("decodes", columns, (self.y(value), self.bottom))

    def below(self, text: str, px: float) -> None:
        """Write so many px below the plot."""
        y = self.bottom + px
        self.scene.text(text, self.left, y, size=14, tone="second", align="left")

    def curve(self, kind: str, value: Callable[[int], float]) -> None:
        """Add a curve over all batches."""
        batches = sorted({round(self.most ** (n / POINTS)) for n in range(POINTS + 1)})
        points = [(self.x(batch), self.y(value(batch))) for batch in batches]
        for (x, y), (x2, y2) in pairwise(points):
            self.scene.line(kind, x, x2, y, y2)

    def batches(self, batches: Sequence[int]) -> None:
        """Write the batches under the plot."""
        for batch in batches:
            self.scene.text(f"{batch:,}", self.x(batch), self.bottom + 14, size=13)


def _sample(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.line(kind, x(0), x(SAMPLE), y, y)

    return draw
