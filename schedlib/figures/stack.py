"""Columns of segments, put on one another: what the panels under the Gantt chart are made of."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from .geometry import Geometry, fitting_size, shortened, text_width
from .scene import Scene
from .time_geometry import NARROW

LABEL, SMALLEST = 13, 9  # font sizes of labels
READABLE = 12  # a segment lower than this, in px, carries no text
# The kinds of segment with a bold label.
BOLD = ("prefill", "recompute", "recomputes", "decode", "waiting", "kv")
HAIRLINE = 1.5  # no segment is drawn lower than this: few tokens of thousands stay visible
# In columns that are too narrow for edges: how things stand, without any.
EDGELESS = {"kv": "kv_total", "reserved": "reserved_total", "end": "rail_end"}
PAD = 6  # px before words that go beyond their column

T = TypeVar("T")


class Stack:
    """Segments of one column, put on one another from the bottom."""

    def __init__(self, scene: Scene, bottom: float, unit: float, *, lasting: bool = False) -> None:
        """Take the scene, the y of the bottom and the px of one token (or place).

        `lasting` says whether a column shows how things stand: then it lasts until the next one.
        """
        self.scene, self.bottom, self.unit, self.lasting = scene, bottom, unit, lasting
        self.column, self.last, self.words_to, self.y = -1, -1, -1, bottom

    def start(self, column: int, last: int | None = None, words_to: int | None = None) -> None:
        """Go to the bottom of another column, which may be one of several iterations.

        Words in it may go on up to the iteration `words_to`; one before the column leaves no room.
        """
        self.column, self.y = column, self.bottom
        self.last = column if last is None else last
        self.words_to = self.last if words_to is None else words_to

    def put(
        self,
        kind: str,
        amount: float,
        labels: list[str],
        tone: str,
        why: str,
        size: float = LABEL,
    ) -> None:
        """Put a segment on top, with the first of `labels` that fits into it.

        The label has the font size `size`, or less in a low segment.
        """
        height = amount * self.unit
        label = self.fitting(labels, size) if height >= READABLE else None
        drawn = kind != "unused" or self._shows_unused(label)
        if drawn:
            rows = self.y - max(height - min(1, height / 8), HAIRLINE), self.y
            self.box(kind, rows, iteration=self.column, tokens=amount, why=why)
        if label and (drawn or not self.scene.geometry.timed):
            middle = self.y - height / 2
            self.write(label, middle, min(size, height - 2), tone, bold=kind in BOLD)
        self.y -= height

    def _shows_unused(self, label: str | None) -> bool:
        """Return whether what is unused is drawn: on a time axis, where there is room to say so."""
        geometry = self.scene.geometry
        return not geometry.overview and (label is not None or not geometry.timed)

    def box(self, kind: str, rows: tuple[float, float], **facts: object) -> None:
        """Draw a cell in the column."""
        geometry, at = self.scene.geometry, self.column
        if self.edgeless:
            kind = EDGELESS.get(kind, kind)
        columns = geometry.box(at, self.last, lasting=self.lasting)
        self.scene.cell(kind, columns, rows, at, **facts)

    @property
    def edgeless(self) -> bool:
        """Whether the column is one of those that touch each other."""
        geometry = self.scene.geometry
        narrow = geometry.wide(self.column) < NARROW and self.last == self.column
        return self.lasting and geometry.timed and narrow

    @property
    def room(self) -> float:
        """The px that words have."""
        geometry = self.scene.geometry
        if self.words_to == self.column:
            return geometry.wide(self.column)
        return geometry.cell * (geometry.end(self.words_to) - geometry.start(self.column))

    def fitting(self, labels: list[str], size: float = LABEL, taken: float = 0) -> str | None:
        """Return the first label that fits into the column; `taken` px of it are not free."""
        room = self.room - 4 - taken
        return next((label for label in labels if text_width(label, size) <= room), None)

    def write(
        self,
        label: str,
        y: float,
        size: float,
        tone: str,
        *,
        bold: bool = False,
        taken: float | None = None,
    ) -> None:
        """Write into the column, of which `taken` px at its left are not free.

        Words that go on in later columns show when the cursor has got to where they end.
        """
        geometry, at = self.scene.geometry, self.column
        x, since = geometry.middle(at), at
        if taken is not None:
            x = geometry.x(x, taken / 2)
        width, left = text_width(label, size), taken or 0
        if width > geometry.wide(at) - 4 - left:
            pad = left + min(PAD, (self.room - left - width) / 2)
            x, ends = geometry.start(at, pad + width / 2), geometry.start(at, pad + width)
            later = range(at, self.words_to)
            since = next((each for each in later if geometry.end(each) >= ends), self.words_to)
        self.scene.text(label, x, y, size=size, tone=tone, bold=bold, since=since)


def stretches(geometry: Geometry, states: Sequence[T]) -> Iterator[tuple[int, int, T]]:
    """Yield how things stand: from which iteration to which, and what.

    On a time axis it is a stretch as long as nothing changes; else every iteration is one.
    """
    if not geometry.timed:
        yield from ((at, at, state) for at, state in enumerate(states))
        return
    for _, same in groupby(enumerate(states), key=lambda each: each[1]):
        alike = list(same)
        yield alike[0][0], alike[-1][0], alike[0][1]


def fitting_id(stack: Stack, id: str) -> tuple[str, float]:
    """Return an id as it fits into a column, and its font size: smaller first, then shortened.

    Where not even two of its letters fit, it is returned as it is, in the smallest size.
    """
    room = stack.room - 4
    size = fitting_size(id, LABEL, room)
    if size >= SMALLEST:
        return id, size
    shorter = (shortened(id, letters) for letters in range(len(id) - 1, 2, -1))
    fitting = (short for short in shorter if text_width(short, SMALLEST) <= room)
    return next(fitting, id), SMALLEST


def limit_label(scene: Scene, label: str, y: float) -> None:
    """Write to the right of a panel what its limit is, from `y` downwards."""
    x, room = scene.geometry.right(8), scene.right - 10
    for number, line in enumerate(label.split("\n")):
        size = fitting_size(line, 14, room)
        scene.text(line, x, y + 17 * number, size=size, align="left")


def panel_title(scene: Scene, title: str, top: float, height: float) -> None:
    """Write a panel's name into its left margin, a line for each line of the name."""
    lines = title.split("\n")
    for number, line in enumerate(lines):
        y = top + height / 2 + 18 * (number - (len(lines) - 1) / 2)
        x = scene.geometry.left(-12)
        scene.text(line, x, y, size=14, tone="second", align="right")
