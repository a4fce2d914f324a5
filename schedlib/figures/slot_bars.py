"""The bars in a row of slots: who yields tokens, and what is held or empty after that."""

from collections.abc import Callable, Sequence

from ..slots import Stay
from ..words import Words
from .geometry import text_width
from .scene import Scene
from .slot_geometry import RAIL

SHARE, CAP, PAD = 0.78, 4, 6  # of a row that a bar takes; px of an end-cap; px beside words
READABLE = 12  # px of a row below which nothing is written in it


def add_stay(scene: Scene, stay: Stay, middle: float, said: Words) -> None:
    """Add one request on its slot: its useful stretch, and what it holds for nothing after that.

    What lies beyond the last column is left out.
    """
    geometry = scene.geometry
    end = geometry.columns - 1
    if stay.first > end:
        return
    rows = _rows(scene, middle)
    kind = "decode" if geometry.lane >= READABLE else "decodes"
    facts = {"first": stay.first, "last": stay.last, "tokens": stay.tokens}
    why = said.say("slots.why.useful", request=stay.request, **facts)
    useful = _columns(scene, stay.first, min(stay.last, end))
    scene.cell(kind, useful, rows, stay.first, outlined=True, request=stay.request, why=why)
    if min(stay.until, end) > stay.last:
        why = said.say("slots.why.wasted", request=stay.request, rounds=stay.until - stay.last)
        _blank(scene, "held", stay.last + 1, min(stay.until, end), middle, said, why)
    if stay.last <= end:
        cap = geometry.x(stay.last + 0.5, -CAP), geometry.x(stay.last + 0.5)
        scene.cell("end", cap, (rows[0] - 2, rows[1] + 2), stay.last)
    _name(scene, stay, middle, said)


def add_vacancies(
    scene: Scene,
    way: str,
    stays: Sequence[Stay],
    rounds: int,
    middle: Callable[[int], float],
    said: Words,
) -> None:
    """Add what each slot has left after its last request, until `rounds`.

    A batch that was formed with too few requests keeps that place empty, so it is wasted, too.
    """
    kind, why = ("held", "unfilled") if way == "tied" else ("vacant", "empty")
    for slot in range(1, scene.geometry.rows + 1):
        first = 1 + max((stay.until for stay in stays if stay.slot == slot), default=0)
        if first <= rounds:
            text = said.say(f"slots.why.{why}", rounds=rounds - first + 1)
            _blank(scene, kind, first, rounds, middle(slot), said, text)


def add_rail(scene: Scene, stay: Stay, middle: float) -> None:
    """Add a useful stretch of the run before, as a thin rail under its slot's row."""
    if scene.geometry.row > scene.geometry.lane:
        top = middle + scene.geometry.lane / 2 - 1
        columns = _columns(scene, stay.first, stay.last)
        scene.cell("rail_decode", columns, (top, top + RAIL - 2), rail=True)


def _blank(
    scene: Scene, kind: str, first: int, last: int, middle: float, said: Words, why: str
) -> None:
    """Add a stretch that carries no token, with its length where there is room."""
    columns = _columns(scene, first, last)
    scene.cell(kind, columns, _rows(scene, middle), first, why=why)
    tone = "ink" if kind == "held" else "second"
    for key in ("slots.wasted" if kind == "held" else "slots.empty", "slots.bar.number"):
        text = said.say(key, count=last - first + 1)
        if _fits(scene, text, first, last):
            centre, size = (first + last) / 2, _size(scene)
            scene.text(text, centre, middle, size=size, tone=tone, since=last)
            return


def _name(scene: Scene, stay: Stay, middle: float, said: Words) -> None:
    """Write the request's name where its bar begins, and its tokens where the bar ends."""
    end = scene.geometry.columns - 1
    last = min(stay.last, end)
    name = said.say("slots.bar.name", request=stay.request)
    if not _fits(scene, name, stay.first, last):
        return
    left = scene.geometry.x(stay.first - 0.5, PAD)
    _write(scene, name, left, middle, stay.first, align="left", bold=True)
    for key in ("slots.bar.tokens", "slots.bar.number"):
        tokens = said.say(key, count=stay.tokens)
        if stay.last <= end and _fits(scene, f"{name}  {tokens}", stay.first, last):
            right = scene.geometry.x(stay.last + 0.5, -CAP - PAD)
            _write(scene, tokens, right, middle, stay.last, align="right")
            return


def _write(
    scene: Scene, text: str, x: float, y: float, since: int, *, align: str, bold: bool = False
) -> None:
    size = _size(scene)
    scene.text(text, x, y, size=size, tone="decode", bold=bold, align=align, since=since)


def _fits(scene: Scene, text: str, first: int, last: int) -> bool:
    geometry = scene.geometry
    room = (last - first + 1) * geometry.cell - 2 * PAD - CAP
    return geometry.lane >= READABLE and text_width(text, _size(scene)) <= room


def _size(scene: Scene) -> float:
    return min(14, scene.geometry.lane - 4)


def _columns(scene: Scene, first: int, last: int) -> tuple[float, float]:
    inset = min(1, scene.geometry.cell / 10)
    return scene.geometry.x(first - 0.5, inset), scene.geometry.x(last + 0.5, -inset)


def _rows(scene: Scene, middle: float) -> tuple[float, float]:
    half = scene.geometry.lane * SHARE / 2
    return middle - half, middle + half
