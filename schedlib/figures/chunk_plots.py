"""Two plots with a column for each chunk size: what it costs the long prompt, and the streams."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..chunk_times import ChunkTimes
from ..errors import InputError
from ..metrics.slo import SLO
from ..words import Words
from .geometry import text_width
from .scene import Scene
from .stack import HAIRLINE, limit_label, panel_title
from .time_scale import tell_time

BARS, NUMBER, HEAD, FOOT = 120, 24, 30, 56  # px: the highest bar, the number on it, ...
SIZE, ON_BARS = 14, 13  # font sizes
TINY = 1e-9  # seconds: of a plot in which nothing lasts, so that it has a scale
APART = 52  # px between two numbers on bars, at least
SWATCH = 22  # px of a sample in the key below
KINDS = {"ttft": "waits", "longest": "prefill"}  # as in `costs_figure`: waiting, and work
BROKEN = "rejected"
MARKS = {"before": "waiting", "chosen": "on_slot", "broken": BROKEN}


def add_trade_off(
    scene: Scene,
    costs: ChunkTimes,
    slo: SLO | None,
    said: Words,
    chosen: int | None = None,
    before: int | None = None,
    high: float = BARS,
) -> None:
    """Add both plots, one above the other; their highest bars are `high` px.

    The columns of the `chosen` size and of the one `before` it are marked.

    Raises:
        InputError: there is no size.
    """
    if not costs.times:
        raise InputError("costs must hold one or more sizes, and there is none")
    plots = _Plots(scene, costs, said, slo, chosen, high)
    marks = {"before": before, "chosen": chosen}
    for name, size in marks.items():
        plots.mark(name, size)
    ttft, longest = ([getattr(each, name) for each in costs.times] for name in KINDS)
    limits = (slo.ttft, slo.itl) if slo else (None, None)
    plots.add("ttft", ttft, limits[0])
    plots.add("longest", longest, limits[1])
    plots.frame_kept()
    plots.name_sizes()


@dataclass
class _Plots:
    """Two plots, one above the other, with a column for each size."""

    scene: Scene
    costs: ChunkTimes
    said: Words
    slo: SLO | None
    chosen: int | None
    high: float

    def __post_init__(self) -> None:
        """Start below what is there."""
        self.top = self.scene.height + HEAD
        self.bottom = self.top  # of the plots that have been added
        self.sizes = [each.size for each in self.costs.times]
        self.wide = self.scene.geometry.width / len(self.sizes)
        self.numbered = self._numbered()
        self.key: list[str] = []

    @property
    def both(self) -> tuple[float, float]:
        """The y of both plots together."""
        return self.top - 4, self.top + 2 * (NUMBER + self.high)

    def _numbered(self) -> list[int]:
        """Return the columns that have numbers: the chosen one, and round ones with room."""
        found = [place for place, size in enumerate(self.sizes) if size == self.chosen]
        for place, size in enumerate(self.sizes):
            beside = [abs(place - other) * self.wide >= APART for other in found]
            if all(beside) and (is_round(size) or self.wide >= APART):
                found.append(place)
        return found

    def x(self, place: float, px: float = 0) -> float:
        """Return the x of a place among the columns."""
        return self.scene.geometry.left(self.wide * place + px)

    def mark(self, name: str, size: int | None) -> None:
        """Put a band behind the column of a size; the key below says which it is."""
        if size in self.sizes:
            place = self.sizes.index(size)
            self.scene.cell(MARKS[name], (self.x(place), self.x(place + 1)), self.both)
            self.key.append(name)

    def add(self, name: str, values: Sequence[float | None], limit: float | None) -> None:
        """Add a plot of times."""
        top = self.bottom
        self.bottom = top + NUMBER + self.high
        title = self.said.say(f"trade_off.{name}", request=self.costs.long)
        panel_title(self.scene, title, top, self.bottom - top)
        unit = self.high / max(max(value or 0 for value in values), TINY)
        line = self._limit(limit, unit)
        for place, value in enumerate(values):
            broken = limit is not None and (value is None or value > limit)
            high = self.high if value is None else max(value * unit, HAIRLINE)
            kind = BROKEN if broken else KINDS[name]
            columns, rows = (self.x(place + 0.12), self.x(place + 0.88)), self.bottom - high
            self.scene.cell(kind, columns, (rows, self.bottom), why=self._why(name, place, value))
            if place in self.numbered:
                self._write(place, value, rows - NUMBER / 2, line)
        self.scene.line("base", self.x(0), self.x(len(values)), self.bottom, self.bottom)

    def _limit(self, limit: float | None, unit: float) -> float | None:
        """Add a limit, if it is as low as the highest bar; return its y."""
        if limit is None or limit * unit > self.high:
            return None
        y = self.bottom - limit * unit
        self.scene.line("limit", self.x(0), self.x(len(self.sizes)), y, y)
        limit_label(self.scene, self.said.say("trade_off.limit", limit=f"{1000 * limit:,g}"), y)
        return y

    def _why(self, name: str, place: int, value: float | None) -> str:
        """Return in a sentence what a bar stands for."""
        facts = {"knob": self.costs.knob, "size": self.sizes[place], "request": self.costs.long}
        return self.said.say(f"trade_off.why.{name}", **facts, time=tell(value, self.said))

    def _write(self, place: int, value: float | None, y: float, line: float | None) -> None:
        """Write the number of a bar; above the line of the limit, should that be in the way."""
        if line is not None and abs(y - line) < NUMBER / 2:
            y = line - NUMBER / 2
        bold = self.chosen in (None, self.sizes[place])
        number = _number(value, self.said)
        self.scene.text(number, self.x(place + 0.5), y, size=ON_BARS, bold=bold)

    def frame_kept(self) -> None:
        """Frame the sizes that keep the limits, and say so above; or say that none does."""
        if self.slo is None:
            return
        y, kept = self.top - HEAD / 2 - 4, self.costs.kept(self.slo)
        for first, last in kept:
            edges = self.x(self.sizes.index(first), -1), self.x(self.sizes.index(last) + 1, 1)
            self.scene.cell("differs", edges, (self.both[0], self.bottom))
            text = self.said.say("trade_off.kept", sizes=tell_range(first, last, self.said))
            self.scene.text(text, sum(edges) / 2, y, size=16, bold=True)
        if not kept:
            text = self.said.say("trade_off.none")
            self.scene.text(text, self.x(0), y, size=16, bold=True, align="left")

    def name_sizes(self) -> None:
        """Write the sizes under the columns."""
        for place in self.numbered:
            bold = self.sizes[place] == self.chosen
            x, y = self.x(place + 0.5), self.bottom + 14
            self.scene.text(f"{self.sizes[place]:,}", x, y, size=SIZE, bold=bold)
        title, y = self.said.say("trade_off.size", knob=self.costs.knob), self.bottom + 36
        self.scene.text(title, self.x(0), y, size=SIZE, tone="second", align="left")
        if self.key:
            self._name_marks(y)
        self.scene.height = self.bottom + FOOT

    def _name_marks(self, y: float) -> None:
        """Add the key of what is marked, at the right end of a line."""
        right = self.x(len(self.sizes))
        for name in [*self.key, *(["broken"] if breaks(self.costs, self.slo) else [])]:
            text = self.said.say(f"trade_off.key.{name}")
            self.scene.text(text, right, y, size=SIZE, tone="second", align="right")
            edge = self.scene.geometry.x(right, -text_width(text, SIZE) - 8)
            start = self.scene.geometry.x(edge, -SWATCH)
            self.scene.cell(MARKS[name], (start, edge), (y - SWATCH / 3, y + SWATCH / 3))
            right = self.scene.geometry.x(start, -16)


def breaks(costs: ChunkTimes, slo: SLO | None) -> bool:
    """Return whether any size breaks a limit."""
    return slo is not None and not all(each.keeps(slo) for each in costs.times)


def is_round(size: int) -> bool:
    """Return whether a size is a power of two: these have numbers."""
    return size & (size - 1) == 0


def tell_range(first: int, last: int, said: Words) -> str:
    """Return from which size to which."""
    key = "trade_off.one" if first == last else "trade_off.range"
    return said.say(key, first=first, last=last)


def tell(seconds: float | None, said: Words) -> str:
    """Return a time in a sentence, or that it never came."""
    return said.say("trade_off.never") if seconds is None else tell_time(seconds, said)


def _number(seconds: float | None, said: Words) -> str:
    """Return a time in ms as it stands on a bar: a tenth of one counts below 100."""
    if seconds is None:
        return said.say("trade_off.never")
    return f"{1000 * seconds:,.{0 if seconds >= 0.1 else 1}f}"
