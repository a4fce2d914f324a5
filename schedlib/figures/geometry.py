"""Where things stand: sizes in px, by how many columns and rows there are.

x is measured in iterations, since all panels share that axis: iteration i covers
[i - 0.5, i + 0.5]. y is measured in px from the top, since each panel measures
something of its own: requests, tokens, places.
"""

from dataclasses import dataclass

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
        """Width of an iteration."""
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
    def font(self) -> int:
        """Font size in a cell."""
        if self.cell >= 56:
            return 16 if self.lane >= 36 else 14
        return 12 if self.cell >= 24 else 10

    @property
    def width(self) -> float:
        """Width of all columns."""
        return self.columns * self.cell

    def x(self, iteration: float, px: float = 0) -> float:
        """Return the x that lies `px` to the right of an iteration's centre."""
        return iteration + px / self.cell

    def label_every(self) -> int:
        """Return how many iterations lie between two numbers on the axis."""
        room = 9 * len(str(self.columns)) + 10
        for power in (1, 10, 100, 1000, 10_000, 100_000):
            for step in (1, 2, 5):
                if step * power * self.cell >= room:
                    return step * power
        return self.columns


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
