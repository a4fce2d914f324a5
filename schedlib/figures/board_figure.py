"""Boards side by side as a scene: who is on its way, on a slot, waiting, or gone."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ..own.snapshot import Held, Snapshot
from ..words import Words, words
from .geometry import Geometry, fitting_size, shortened, text_width
from .scene import Scene
from .stack import panel_title

WIDE = 228  # px of a board
BOX, HIGH, GAP = 68, 30, 6  # px of a sequence's box, and between two
PER_LINE = 3
HEAD, MARGIN, LEFT = 34, 8, 104
ROWS = ("pending", "arriving", "active", "waiting", "rejected", "completed")


@dataclass(frozen=True)
class BoardGeometry(Geometry):
    """x is in px here: a board has no time."""

    @property
    def cell(self) -> float:
        """Width of a column: one px."""
        return 1

    @property
    def overview(self) -> bool:
        """A board is never too much for words."""
        return False


def board_scene(
    boards: Mapping[str, Snapshot], differing: Collection[str] = (), language: str = "en"
) -> Scene:
    """Return boards side by side, by the key of their title: "before", "expected", "actual".

    Args:
        boards: each as it stood.
        differing: the lists and counts in which the last board differs: they are framed.
        language: of the words in it.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    scene = Scene(BoardGeometry(WIDE * len(boards), rows=len(ROWS)), left=LEFT, right=8)
    for column, key in enumerate(boards):
        scene.text(said.say(f"board.{key}"), _x(column), HEAD / 2, size=16, bold=True, align="left")
    when = said.say("board.iteration", iteration=next(iter(boards.values())).iteration)
    scene.text(when, -12, HEAD / 2, size=14, tone="second", align="right")
    scene.height = HEAD
    for name in ROWS:
        _row(scene, name, boards, name in differing, said)
    _budget(scene, boards, "budget_left" in differing, said)
    knobs = tell_knobs(boards, said)
    size = fitting_size(knobs, 14, scene.left + scene.geometry.width - 24)
    scene.text(knobs, 12 - LEFT, scene.height + HIGH / 2, size=size, tone="second", align="left")
    scene.height += HIGH
    return scene


def tell_knobs(boards: Mapping[str, Snapshot], said: Words) -> str:
    """Return the knobs of the first board in one line."""
    policy = next(iter(boards.values())).policy
    knobs = policy.limits() | {"preemption": policy.preemption}
    told = [f"{name} {said.value(value)}" for name, value in knobs.items()]
    return said.say("board.dot").join(told)


def _x(column: int, px: float = 0) -> float:
    return column * WIDE + MARGIN + px


def _row(
    scene: Scene, name: str, boards: Mapping[str, Snapshot], differs: bool, said: Words
) -> None:
    """Add one list of every board.

    Left out are a list that is empty everywhere, and those still to arrive where that is no matter.
    """
    lists = [getattr(board, name) for board in boards.values()]
    if name == "pending" and len(set(lists)) == 1:
        return
    places = [_places(name, board) for board in boards.values()]
    longest = max(*map(len, lists), *places)
    if not longest:
        return
    lines = -(-longest // PER_LINE)
    height = lines * (HIGH + GAP) + GAP
    top = scene.height
    panel_title(scene, said.say(f"board.{name}"), top, height)
    for column, (held, room) in enumerate(zip(lists, places, strict=True)):
        for place in range(len(held), room):
            scene.cell("vacant", *_box(column, place, top))
        _boxes(scene, name, held, column, top)
    if differs:
        _frame(scene, len(boards) - 1, top, height)
    scene.height += height


def _places(name: str, board: Snapshot) -> int:
    """Return how many places a list has, where that is limited."""
    policy = board.policy
    limits = {"active": policy.max_active, "waiting": min(policy.max_queue or 0, 9)}
    return limits.get(name, 0)


def _box(column: int, place: int, top: float) -> tuple[tuple[float, float], tuple[float, float]]:
    line, at = divmod(place, PER_LINE)
    x, y = _x(column, at * (BOX + GAP)), top + GAP + line * (HIGH + GAP)
    return (x, x + BOX), (y, y + HIGH)


def _boxes(scene: Scene, name: str, held: Iterable[Held], column: int, top: float) -> None:
    for place, each in enumerate(held):
        x, y = _box(column, place, top)
        kind, tone = _look(name, each)
        scene.cell(kind, x, y)
        middle = (y[0] + y[1]) / 2
        text = shortened(each.id, 6)
        if name in ("rejected", "completed"):
            size = fitting_size(text, 15, BOX - 10)
            scene.text(text, (x[0] + x[1]) / 2, middle, size=size, tone=tone, bold=True)
            continue
        size_of_id = fitting_size(text, 15, BOX / 2 - 12)
        scene.text(text, x[0] + 6, middle, size=size_of_id, tone=tone, bold=True, align="left")
        left = f"{each.prompt_left}+{each.output_left}"
        size = fitting_size(left, 13, BOX / 2 - 4)
        scene.text(left, x[1] - 7, middle, size=size, tone=tone, align="right")
        if each.request.priority == "high":
            kind = "high_on_prefill" if kind == "prefill" else "high"
            scene.glyph(kind, x[0] + 12 + text_width(text, size_of_id), middle, 8)


def _look(name: str, held: Held) -> tuple[str, str]:
    """Return the kind of a sequence's box, and the tone of its text."""
    if name == "active":
        return ("decode", "decode") if held.prefilled else ("prefill", "prefill")
    return {
        "pending": ("vacant", "second"),
        "arriving": ("on_slot", "ink"),
        "waiting": ("waiting", "waiting"),
        "rejected": ("rejected", "rejected"),
        "completed": ("held", "second"),
    }[name]


def _budget(scene: Scene, boards: Mapping[str, Snapshot], differs: bool, said: Words) -> None:
    height = HIGH
    top = scene.height
    panel_title(scene, said.say("board.budget"), top, height)
    for column, board in enumerate(boards.values()):
        text = said.say(
            "board.budget_left", left=board.budget_left, budget=board.policy.token_budget
        )
        scene.text(text, _x(column), top + height / 2, size=15, align="left")
    if differs:
        _frame(scene, len(boards) - 1, top, height)
    scene.height += height + GAP


def _frame(scene: Scene, column: int, top: float, height: float) -> None:
    x = _x(column, -MARGIN + 1), _x(column, WIDE - MARGIN - 3)
    scene.cell("differs", x, (top + 1, top + height - 1))
