"""Two ways of batching as a scene: a row for each slot, a column for each round.

Above, a batch is tied to its longest request; below, a freed slot takes the next request. The
first column is "before round 1", so that the cursor's number is the round's own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..slots import Count, Stay, count, refilled, tied
from ..words import Words, words
from .axis import TAG
from .geometry import text_width
from .scene import Scene
from .slot_bars import add_rail, add_stay, add_vacancies
from .slot_geometry import NAMED, SlotGeometry
from .stack import panel_title

LEFT, RIGHT, TITLE, LINE, SPACING = 92, 176, 30, 20, 10


class Ways(NamedTuple):
    """The stays of the same requests under both ways of batching."""

    tied: Sequence[Stay]
    refilled: Sequence[Stay]

    @classmethod
    def of(cls, outputs: Sequence[int], slots: int) -> "Ways":
        """Return both ways; raises `InputError` as they do."""
        return cls(tied(outputs, slots), refilled(outputs, slots))

    @property
    def rounds(self) -> int:
        """How many rounds the longer of them takes."""
        return max(stay.until for stays in self for stay in stays)


def slots_scene(
    ways: Ways,
    slots: int,
    language: str = "en",
    rounds: int | None = None,
    before: Ways | None = None,
) -> Scene:
    """Return the picture of both ways on one axis, cut after `rounds` rounds if that is given.

    A picture of the run before stands in it as rails.

    Raises:
        InputError: a stay is on a slot beyond `slots`, `rounds` is no whole number from 1 on, or
            there is no table of words for `language`.
    """
    said = words(language)
    longest = max(shown.rounds for shown in (ways, before) if shown)
    geometry = SlotGeometry((rounds or longest) + 1, rows=slots, rails=before is not None)
    scene = Scene(geometry, left=LEFT, right=RIGHT)
    for way, stays in ways._asdict().items():
        _title(scene, said.say(f"slots.{way}"))
        if way == "tied":
            scene.tags.append({"y": scene.height, "y2": scene.height + TAG})
            _axis(scene, said)
        _panel(scene, way, stays, count(stays, slots, rounds), said, cut=rounds is not None)
        if way == "refilled" and rounds is None:
            _sooner(scene, ways, said)
        if before:
            for stay in getattr(before, way):
                if stay.slot <= slots:
                    add_rail(scene, stay, _middle(scene, stay.slot))
        scene.height += SPACING
    scene.height -= SPACING - 4
    _axis(scene, said)
    return scene


def _title(scene: Scene, title: str) -> None:
    scene.height += TITLE
    x = scene.geometry.x(-0.5, 10 - scene.left)
    scene.text(title, x, scene.height - 16, size=17, bold=True, align="left")


def _axis(scene: Scene, said: Words) -> None:
    """Write the numbers of the rounds, where the cursor's tag stands above the panels."""
    geometry, y = scene.geometry, scene.height + TAG / 2
    for at in range(0, geometry.columns, geometry.label_every()):
        if at:  # column 0 is before the first round
            scene.text(at, at, y, size=14)
    x = geometry.x(-0.5, -12)
    scene.text(said.say("slots.round"), x, y, size=14, tone="second", align="right")
    scene.height += TAG


def _panel(
    scene: Scene, way: str, stays: Sequence[Stay], counted: Count, said: Words, *, cut: bool
) -> None:
    geometry = scene.geometry
    height = geometry.row * geometry.rows
    top = scene.panel(height)
    edge = geometry.columns - 0.5
    for y in (top, top + height):
        scene.line("grid", -0.5, edge, y, y)
    _names(scene, top, height, said)
    for stay in stays:
        add_stay(scene, stay, _middle(scene, stay.slot), said)
    add_vacancies(scene, way, stays, counted.rounds, lambda slot: _middle(scene, slot), said)
    if way == "tied":
        for until in sorted({stay.until for stay in stays if stay.until < geometry.columns}):
            columns = geometry.x(until + 0.5, -2), geometry.x(until + 0.5, 2)
            scene.cell("end", columns, (top, top + height), until)
    _counts(scene, way, counted, top, said, cut=cut)
    scene.height = top + max(height, 5 * LINE)


def _sooner(scene: Scene, ways: Ways, said: Words) -> None:
    """Write into the empty end of the lower panel how much sooner it is done."""
    tied, refilled = (max(stay.until for stay in stays) for stays in ways)
    text = said.say("slots.sooner", rounds=tied - refilled)
    if text_width(text, 15) < (tied - refilled) * scene.geometry.cell - 12:
        panel = scene.panels[-1]
        middle = (panel["y"] + panel["y2"]) / 2
        scene.text(text, (tied + refilled + 1) / 2, middle, size=15, bold=True, since=refilled)


def _middle(scene: Scene, slot: int) -> float:
    """Return the y of the marks of a slot in the last panel."""
    geometry = scene.geometry
    return float(scene.panels[-1]["y"] + geometry.row * (slot - 1) + geometry.lane / 2)


def _names(scene: Scene, top: float, height: float, said: Words) -> None:
    geometry = scene.geometry
    if geometry.lane < NAMED:
        panel_title(scene, said.say("slots.slots", count=geometry.rows), top, height)
        return
    for slot in range(1, geometry.rows + 1):
        x, y = geometry.x(-0.5, -12), _middle(scene, slot)
        name = said.say("slots.slot", number=slot)
        size = min(14, geometry.lane - 2)
        scene.text(name, x, y, size=size, tone="second", align="right")


def _counts(scene: Scene, way: str, counted: Count, top: float, said: Words, *, cut: bool) -> None:
    """Write what became of the output slots beside the panel; the marks there are the key."""
    rest, mark = ("wasted", "held") if way == "tied" else ("empty", "vacant")
    total = said.say("slots.rounds.cut" if cut else "slots.rounds", count=counted.rounds)
    lines: tuple[tuple[str, str, str], ...] = (
        ("", "", total),
        ("", "", said.say("slots.total", count=counted.total)),
        ("decodes", "useful", said.say("slots.bar.number", count=counted.useful)),
        (mark, rest, said.say("slots.bar.number", count=counted.wasted)),
        ("", "", said.say("slots.percent", percent=100 * counted.share)),
    )
    left, since = scene.geometry.columns - 0.5, counted.rounds
    for number, (kind, name, told) in enumerate(lines):
        y, x = top + LINE * (number + 0.5), 36 if number > 1 else 12
        if kind:
            columns = scene.geometry.x(left, 12), scene.geometry.x(left, 28)
            scene.cell(kind, columns, (y - 6, y + 6))
            text = said.say(f"slots.key.{name}")
            scene.text(text, scene.geometry.x(left, x), y, size=15, align="left")
            x += round(text_width(text, 15)) + 8
        bold = number > 1
        at = scene.geometry.x(left, x)
        scene.text(told, at, y, size=15, bold=bold, align="left", since=since)
