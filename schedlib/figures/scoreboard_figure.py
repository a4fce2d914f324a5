"""A scoreboard as a scene: a row for each policy, a column of bars for each measure.

Bars of one column share a scale. A thin line goes down from the end of the first row's bar: what
ends before it is less than there, what goes beyond it is more.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..words import Words, words
from .board_figure import BoardGeometry
from .geometry import shortened
from .key_strip import SAMPLE, Draw, X, add_samples
from .scene import Scene
from .stack import HAIRLINE
from .still import Still

LEFT, WIDE, RIGHT = 126, 104, 8  # px: the names, a column, and what is left free beside them
STAR, NUMBER, BAR, ROOM = 6, 44, 49, 46  # px in a column: the mark, the number's end, the bar
TITLE, HEAD, ROW, NOTE = 34, 62, 32, 22
LETTERS = 115  # of a warning that there is room for; its words are whole
THICK = 9  # half the height of a bar


class Reading(NamedTuple):
    """One measure of one policy.

    Attributes:
        value: how long the bar is; None where there is nothing to measure.
        text: the number beside it.
        unserved: how much of the value is due to those who were never served.
        best: whether it is the best of its column.
    """

    value: float | None
    text: str
    unserved: float = 0
    best: bool = False


class Column(NamedTuple):
    """One measure.

    Attributes:
        name: its key in the table of words.
        full: the value of the longest bar there can be; None where the longest sets the scale.
    """

    name: str
    full: float | None = None


class Row(NamedTuple):
    """One policy: its name, a reading for each column, and what is to be warned of."""

    name: str
    readings: Sequence[Reading]
    warning: str = ""


def scoreboard_scene(
    title: str, columns: Sequence[Column], rows: Sequence[Row], language: str = "en"
) -> Scene:
    """Return the scoreboard; the first row is the one that the others are compared with.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    scene = Scene(BoardGeometry(WIDE * len(columns), rows=len(rows)), left=LEFT, right=RIGHT)
    add_samples(scene, _key(rows, said))
    scene.height += TITLE
    scene.text(title, _x(0, 10 - LEFT), scene.height - 16, size=17, bold=True, align="left")
    for place, column in enumerate(columns):
        _heading(scene, place, column, said)
    scene.height += HEAD
    for row in rows:
        _row(scene, row, rows[0], _scales(columns, rows))
    scene.height += 4
    return scene


def describe_scoreboard(
    title: str, columns: Sequence[Column], rows: Sequence[Row], language: str = "en"
) -> str:
    """Return the scoreboard in words, a line for each row.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    lines = [title]
    for row in rows:
        told = [
            said.say(
                "scoreboard.told.best" if reading.best else "scoreboard.told",
                measure=said.say(f"scoreboard.{column.name}"),
                value=reading.text,
            )
            for column, reading in zip(columns, row.readings, strict=True)
        ]
        line = said.say("scoreboard.row", name=row.name, told=told)
        lines.append(f"{line} {row.warning}" if row.warning else line)
    return "\n".join(lines)


class ScoreboardPicture(Still):
    """The scoreboard as a still picture; see `scoreboard_scene` for its arguments."""

    def __init__(
        self,
        title: str,
        columns: Sequence[Column],
        rows: Sequence[Row],
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        scene = scoreboard_scene(title, columns, rows, language)
        super().__init__(scene, describe_scoreboard(title, columns, rows, language), theme)


def _x(column: int, px: float = 0) -> float:
    return column * WIDE + px - 0.5


def _scales(columns: Sequence[Column], rows: Sequence[Row]) -> list[float]:
    """Return the px of a unit in each column."""
    scales = []
    for place, column in enumerate(columns):
        longest = max((row.readings[place].value or 0 for row in rows), default=0)
        scales.append(ROOM / (column.full or longest or 1))
    return scales


def _heading(scene: Scene, place: int, column: Column, said: Words) -> None:
    lines = (("", 15, "ink"), (".unit", 13, "second"), (".way", 13, "second"))
    for number, (part, size, tone) in enumerate(lines):
        text, y = said.say(f"scoreboard.{column.name}{part}"), scene.height + 10 + 17 * number
        bold = number == 0
        scene.text(text, _x(place, 6), y, size=size, tone=tone, bold=bold, align="left")


def _row(scene: Scene, row: Row, first: Row, scales: Sequence[float]) -> None:
    top, middle = scene.height, scene.height + ROW / 2
    right = scene.geometry.columns - 0.5
    scene.line("grid", _x(0, 10 - LEFT), right, top, top)
    name = shortened(row.name, 14)
    scene.text(name, _x(0, 10 - LEFT), middle, size=15, bold=row is not first, align="left")
    readings = zip(row.readings, first.readings, scales, strict=True)
    for place, (reading, reference, scale) in enumerate(readings):
        start = _x(place, BAR)
        scene.line("base", start, start, top, top + ROW)
        _reading(scene, place, reading, scale, middle)
        if reference.value is not None:
            end = start + reference.value * scale
            scene.line("limit", end, end, middle if row is first else top, top + ROW)
    scene.height += ROW
    if row.warning:
        y = scene.height + NOTE / 2 - 5
        x = _x(0, 10 - LEFT)
        scene.text(
            shortened(row.warning, LETTERS), x, y, size=13, tone="rejected", bold=True, align="left"
        )
        scene.height += NOTE


def _reading(scene: Scene, place: int, reading: Reading, scale: float, middle: float) -> None:
    x = _x(place, NUMBER)
    scene.text(reading.text, x, middle, size=15, bold=reading.best, align="right")
    if reading.best:
        scene.glyph("best", _x(place, STAR), middle, 13)
    rows = (middle - THICK, middle + THICK)
    served = (reading.value or 0) - reading.unserved
    x = _x(place, BAR)
    if served > 0:
        end = x + max(served * scale, HAIRLINE)
        scene.cell("waits", (x, end), rows)
        x = end
    if reading.unserved:
        scene.cell("rejected", (x + 1.5, x + max(reading.unserved * scale, 3)), rows)


def _key(rows: Sequence[Row], said: Words) -> list[tuple[Draw, str]]:
    readings = [reading for row in rows for reading in row.readings]
    key: list[tuple[Draw, str]] = []
    if any(reading.best for reading in readings):
        key.append((_best, said.say("scoreboard.key.best")))
    if len(rows) > 1:
        key.append((_line, said.say("scoreboard.key.line", name=shortened(rows[0].name, 14))))
    if any(reading.unserved for reading in readings):
        key.append((_unserved, said.say("scoreboard.key.unserved")))
    return key


def _best(scene: Scene, x: X, y: float) -> None:
    scene.glyph("best", x(SAMPLE / 2), y, 15)


def _line(scene: Scene, x: X, y: float) -> None:
    scene.line("limit", x(SAMPLE / 2), x(SAMPLE / 2), y - 11, y + 11)


def _unserved(scene: Scene, x: X, y: float) -> None:
    scene.cell("rejected", (x(0), x(SAMPLE)), (y - THICK, y + THICK))
