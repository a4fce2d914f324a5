"""Columns of segments, put on one another: what the panels under the Gantt chart are made of."""

from .geometry import Geometry, fitting_size, shortened, text_width
from .scene import Scene

LABEL, SMALLEST = 13, 9  # font sizes of labels
READABLE = 12  # a segment lower than this, in px, carries no text
# The kinds of segment with a bold label.
BOLD = ("prefill", "recompute", "recomputes", "decode", "waiting", "kv")
HAIRLINE = 1.5  # no segment is drawn lower than this: few tokens of thousands stay visible


class Stack:
    """Segments of one column, put on one another from the bottom."""

    def __init__(self, scene: Scene, bottom: float, unit: float) -> None:
        """Take the scene, the y of the bottom and the px of one token (or place)."""
        self.scene, self.bottom, self.unit = scene, bottom, unit
        self.column, self.y = -1, bottom

    def start(self, column: int) -> None:
        """Go to the bottom of another column."""
        self.column, self.y = column, self.bottom

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
        geometry, at = self.scene.geometry, self.column
        height = amount * self.unit
        gap = min(2, geometry.cell / 10)
        columns = geometry.x(at - 0.5, gap), geometry.x(at + 0.5, -gap)
        rows = self.y - max(height - min(1, height / 8), HAIRLINE), self.y
        if not (kind == "unused" and geometry.overview):
            self.scene.cell(kind, columns, rows, at, iteration=at, tokens=amount, why=why)
        label = fitting_label(geometry, labels, size) if height >= READABLE else None
        if label:
            middle = self.y - height / 2
            bold = kind in BOLD
            fits = min(size, height - 2)
            self.scene.text(label, at, middle, size=fits, tone=tone, bold=bold, since=at)
        self.y -= height


def fitting_label(
    geometry: Geometry, labels: list[str], size: float = LABEL, taken: float = 0
) -> str | None:
    """Return the first label that fits into a column of which `taken` px are taken, if any does."""
    room = geometry.cell - 4 - taken
    return next((label for label in labels if text_width(label, size) <= room), None)


def fitting_id(geometry: Geometry, id: str) -> tuple[str, float]:
    """Return an id as it fits into a column, and its font size: smaller first, then shortened.

    Where not even two of its letters fit, it is returned as it is, in the smallest size.
    """
    room = geometry.cell - 4
    size = fitting_size(id, LABEL, room)
    if size >= SMALLEST:
        return id, size
    shorter = (shortened(id, letters) for letters in range(len(id) - 1, 2, -1))
    fitting = (short for short in shorter if text_width(short, SMALLEST) <= room)
    return next(fitting, id), SMALLEST


def limit_label(scene: Scene, label: str, y: float) -> None:
    """Write to the right of a panel what its limit is, from `y` downwards."""
    x, room = scene.geometry.x(scene.geometry.columns - 0.5, 8), scene.right - 10
    for number, line in enumerate(label.split("\n")):
        size = fitting_size(line, 14, room)
        scene.text(line, x, y + 17 * number, size=size, align="left")


def panel_title(scene: Scene, title: str, top: float, height: float) -> None:
    """Write a panel's name into its left margin, a line for each line of the name."""
    lines = title.split("\n")
    for number, line in enumerate(lines):
        y = top + height / 2 + 18 * (number - (len(lines) - 1) / 2)
        x = scene.geometry.x(-0.5, -12)
        scene.text(line, x, y, size=14, tone="second", align="right")
