"""Bars beneath one another, each of one or more parts, with a published value as a mark.

A bar's own number stands at its end; a published one below its mark.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .board_figure import BoardGeometry
from .geometry import text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .scene import Scene
from .stack import HAIRLINE
from .still import Still

WIDE, RIGHT = 540, 116  # px: the longest bar, and the room for the number beside it
ROW, HEAD, THICK = 34, 34, 10  # px: of a bar, of the title, and half of a bar's height
BELOW = 14  # px that a row is higher if it has a published value below its mark
SIZE, SMALL, GAP = 15, 12, 8  # font sizes of our numbers and of published ones; px before ours
MARK = 5  # px across the mark of a published value
PUBLISHED = "published"  # the key's name of the mark


class Bar(NamedTuple):
    """One bar.

    Attributes:
        name: what is written to its left.
        parts: pairs of a kind of cell and a value, from the left.
        text: the number at its end.
        published: a value from elsewhere, shown as a mark on the same scale.
        published_text: the number below that mark.
    """

    name: str
    parts: Sequence[tuple[str, float]]
    text: str
    published: float | None = None
    published_text: str = ""


def bars_scene(title: str, bars: Sequence[Bar], key: Mapping[str, str]) -> Scene:
    """Return the figure; `key` names the kinds of parts, and the mark, in the words of a reader."""
    left = 24 + max(text_width(bar.name, SIZE) for bar in bars) * 1.1
    scene = Scene(BoardGeometry(WIDE, rows=len(bars)), left=left, right=RIGHT)
    add_samples(scene, [(_sample(kind), text) for kind, text in key.items()])
    scene.height += HEAD
    scene.text(title, 10 - left, scene.height - 16, size=17, bold=True, align="left")
    longest = max(max(_length(bar), bar.published or 0) for bar in bars)
    top = scene.height
    for bar in bars:
        _bar(scene, bar, WIDE / (longest or 1))
    scene.line("base", 0, 0, top, scene.height)
    scene.height += 6
    return scene


class BarsPicture(Still):
    """The figure as a still picture; see `bars_scene`. `description` says the same in words."""

    def __init__(
        self,
        title: str,
        bars: Sequence[Bar],
        key: Mapping[str, str],
        description: str,
        theme: str = "light",
    ) -> None:
        """Draw the chart."""
        super().__init__(bars_scene(title, bars, key), description, theme)


def _length(bar: Bar) -> float:
    return sum(value for _, value in bar.parts)


def _bar(scene: Scene, bar: Bar, scale: float) -> None:
    middle = scene.height + ROW / 2
    scene.height += ROW
    scene.text(bar.name, -12, middle, size=SIZE, bold=True, align="right")
    x = 0.0
    for kind, value in bar.parts:
        if value:
            end = x + max(value * scale, HAIRLINE)
            scene.cell(kind, (x, end), (middle - THICK, middle + THICK))
            x = end
    mark = None if bar.published is None else bar.published * scale
    _number(scene, bar, x, mark, middle)
    if mark is not None:
        _mark(scene, mark, middle)
        below = middle + THICK + 12
        scene.text(bar.published_text, mark, below, size=SMALL, tone="second")
        scene.height += BELOW


def _number(scene: Scene, bar: Bar, end: float, mark: float | None, y: float) -> None:
    """Write a bar's number behind its end, or inside it where the mark would be in the way."""
    width = text_width(bar.text, SIZE)
    in_the_way = mark is not None and end - MARK <= mark <= end + GAP + width + MARK
    if not in_the_way or mark is None:
        scene.text(bar.text, end + GAP, y, size=SIZE, align="left")
    elif width + 2 * GAP <= min(_last_part(bar) / _length(bar) * end, mark):
        tone = bar.parts[-1][0]
        right = min(end, mark - MARK) - GAP
        scene.text(bar.text, right, y, size=SIZE, tone=tone, bold=True, align="right")
    else:
        scene.text(bar.text, mark + MARK + GAP, y, size=SIZE, align="left")


def _last_part(bar: Bar) -> float:
    return bar.parts[-1][1]


def _mark(scene: Scene, x: float, y: float) -> None:
    rows = y - THICK - 3, y + THICK + 3
    scene.cell("hollow_end", (x - MARK / 2, x + MARK / 2), rows)


def _sample(kind: str) -> Draw:
    def mark(scene: Scene, x: X, y: float) -> None:
        _mark(scene, x(SAMPLE / 2), y)

    def part(scene: Scene, x: X, y: float) -> None:
        scene.cell(kind, (x(0), x(SAMPLE)), (y - THICK, y + THICK))

    return mark if kind == PUBLISHED else part
