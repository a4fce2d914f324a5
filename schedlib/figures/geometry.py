"""Where things stand: sizes in px, by how many columns and rows there are.

x is measured in iterations, since all panels share that axis: iteration i covers
[i - 0.5, i + 0.5] (in a run with a clock it can be seconds: see `time_geometry`). y is measured in
px from the top, since each panel measures something of its own: requests, tokens, places.
"""

from dataclasses import dataclass
from typing import Any

from ..trace import Trace

PLOT_WIDTH = 720  # the most that the columns together take, as long as they can be read
ROW_HEIGHTS = ((8, 36), (14, 30), (30, 26))  # up to so many rows, this height each
OVERVIEW_ROW = 9
COMPACT_ROW = 26
RAIL = 8  # px at the bottom of a row, for what the run before did there


@dataclass(frozen=True)
class Geometry:
    """The sizes of one figure.

    Attributes:
        columns: iterations on the x axis.
        rows: requests on the y axis.
        rails: whether each row shows the run before, too.
        compact: whether several runs stand one above the other.
    """

    columns: int
    rows: int
    rails: bool = False
    compact: bool = False

    @property
    def cell(self) -> float:
        """Width of a unit of x: here, of an iteration."""
        return min(64, max(PLOT_WIDTH / self.columns, 1))

    @property
    def overview(self) -> bool:
        """Whether there is too much for words in the cells."""
        return self.cell < 16 or self.columns > 40 or self.rows > 30

    @property
    def lane(self) -> int:
        """Height of a request's row, without its rail."""
        if self.overview:
            return OVERVIEW_ROW
        if self.compact:
            return COMPACT_ROW
        return next(height for rows, height in ROW_HEIGHTS if self.rows <= rows)

    @property
    def row(self) -> int:
        """Height of a request's row."""
        return self.lane + (RAIL if self.rails and not self.overview else 0)

    @property
    def width(self) -> float:
        """Width of all columns."""
        return self.columns * self.cell

    # --- Where on the axis ---

    def x(self, place: float, px: float = 0) -> float:
        """Return the x that lies `px` to the right of a place on the axis."""
        return place + px / self.cell

    def left(self, px: float = 0) -> float:
        """Return the x of the left edge of all columns, or of `px` to the right of it."""
        return self.x(-0.5, px)

    def right(self, px: float = 0) -> float:
        """Return the x of the right edge of all columns, or of `px` to the right of it."""
        return self.x(self.columns - 0.5, px)

    def start(self, iteration: int, px: float = 0) -> float:
        """Return where an iteration starts, or `px` to the right of that."""
        return self.x(iteration - 0.5, px)

    def middle(self, iteration: int) -> float:
        """Return the middle of an iteration."""
        return iteration

    def end(self, iteration: int, px: float = 0) -> float:
        """Return where an iteration ends, or `px` to the right of that."""
        return self.x(iteration + 0.5, px)

    def until(self, iteration: int) -> float:
        """Return where what an iteration leaves behind changes at the soonest."""
        return self.end(iteration)

    def box(self, first: int, last: int, *, lasting: bool = False) -> tuple[float, float]:
        """Return the edges of a cell from one iteration to another, a little inside of them.

        One that is `lasting` shows how things stand: up to the next iteration.
        """
        inset = min(2, self.cell / 10)
        return self.start(first, inset), self.end(last, -inset)

    # --- How much room ---

    def wide(self, iteration: int) -> float:
        """Return the px that an iteration is wide."""
        return self.cell

    def font(self, iteration: int) -> int:
        """Return the font size in a cell of an iteration."""
        cell = self.wide(iteration)
        if cell >= 56:
            return 16 if self.lane >= 36 else 14
        return 12 if cell >= 24 else 10

    def stands_out(self, iteration: int) -> bool:
        """Return whether an iteration is so wide that even an overview shows it by itself."""
        return False

    # --- The axis and its cursor ---

    @property
    def timed(self) -> bool:
        """Whether x is time: some columns may be too narrow for any words."""
        return False

    @property
    def run(self) -> int:
        """Which of the runs of the figure the marks belong to, if each has times of its own."""
        return 0

    @property
    def last(self) -> int:
        """The last stop of the cursor."""
        return self.columns - 1

    def stop(self, iteration: int) -> int:
        """Return at which stop of the cursor an iteration starts."""
        return iteration

    def of(self, trace: Trace) -> "Geometry":
        """Return the same figure for the marks of a run."""
        return self

    def title(self) -> str:
        """Return under which key the title of the axis stands in the table of words."""
        return "chart.iteration"

    @property
    def unit(self) -> str:
        """What keys of words end in that name a unit of time."""
        return ""

    def tell(self, iteration: int) -> str:
        """Return when the tokens of an iteration are there, as the axis counts."""
        return f"{iteration}"

    def difference(self, iteration: int, other: "Geometry", before: int) -> str | None:
        """Return how much later an iteration is than one of another run, if it is: "-3"."""
        return f"{iteration - before:+d}" if iteration != before else None

    def longest(self) -> str:
        """Return the longest that `tell` returns."""
        return self.tell(self.columns - 1)

    def ticks(self) -> list[tuple[float, str]]:
        """Return where numbers stand on the axis, and the numbers."""
        return [(column, f"{column}") for column in range(0, self.columns, self.label_every())]

    def grid(self) -> list[float]:
        """Return where lines go down a panel."""
        if self.overview:
            return [self.left(), self.right()]
        return [column - 0.5 for column in range(self.columns + 1)]

    def label_every(self) -> int:
        """Return how many iterations lie between two numbers on the axis."""
        room = 9 * len(str(self.columns)) + 10
        for power in (1, 10, 100, 1000, 10_000, 100_000):
            for step in (1, 2, 5):
                if step * power * self.cell >= room:
                    return step * power
        return self.columns

    def cursor(self) -> dict[str, Any]:
        """Return the parameters of the chart that say where its axis ends and its cursor is.

        `tag` is half the width of the cursor's label. The lists hold, for each stop, the place
        of the label (`moments`) and what it says (`labels`), and, for each run and each stop, the
        `starts` and `ends` of what is under the cursor; they are empty where iterations are
        counted, because there a cursor is its own place.
        """
        half = self.x(0, 6 + 5 * len(str(self.columns)))
        edges = {"leftmost": self.left(), "rightmost": self.right(), "tag": max(0.5, half)}
        return edges | {"moments": [], "labels": [], "starts": [], "ends": []}


def text_width(text: str, size: float) -> float:
    """Return about how wide `text` is at font size `size`, in px."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    """Return about how wide a letter of a plain sans-serif font is, for font size 1."""
    if ord(letter) >= 0x1100:  # Chinese, Japanese, Korean and their like
        return 1.0
    if letter in "ijltfrI .,:;'|()[]-":
        return 0.31
    if letter in "mwMW%@…":
        return 0.88
    return 0.67 if letter.isupper() else 0.55


def fitting_size(text: str, size: float, width: float) -> float:
    """Return the font size, at most `size`, at which `text` fits into `width` px."""
    return min(size, size * width / max(text_width(text, size), 1))


def shortened(text: str, letters: int = 12) -> str:
    """Return `text`, cut to so many letters."""
    return text if len(text) <= letters else text[: letters - 1] + "…"
