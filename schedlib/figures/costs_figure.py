"""The price of a chunk size, in both directions: for the streams, and for the long prompt."""

from collections.abc import Sequence

from ..chunk_costs import ChunkCost
from ..words import Words, words
from .geometry import Geometry, fitting_size
from .scene import Scene
from .stack import HAIRLINE
from .still import Still

HEADING, HEAD, BAR_ROOM = 30, 22, 66  # px: a name, a number, and the highest bar under them
ROW, BETWEEN = 24, 40  # px: a row of numbers, and the gap between the two sides
KINDS = {"peak": "prefill", "ttft": "waits"}  # work that is done, and iterations of waiting


def costs_scene(costs: Sequence[ChunkCost], long: str, language: str = "en") -> Scene:
    """Return the figure of several chunk sizes; `long` is the id of the long prompt.

    Raises:
        InputError: there is no table of words for `language`.
    """
    scene = Scene(Geometry(2 * len(costs) + 1, rows=1), left=136, right=24)
    add_costs(scene, costs, long, words(language))
    return scene


def describe_costs(costs: Sequence[ChunkCost], language: str = "en") -> str:
    """Return what the figure of several chunk sizes shows.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    told = [said.say("costs.describe.one", **cost._asdict()) for cost in costs]
    return said.say("costs.describe", costs="; ".join(told))


class CostsPicture(Still):
    """The figure of several chunk sizes as a still picture; see `costs_scene` for its arguments."""

    def __init__(
        self,
        costs: Sequence[ChunkCost],
        long: str,
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        super().__init__(costs_scene(costs, long, language), describe_costs(costs, language), theme)


def add_costs(
    scene: Scene,
    costs: Sequence[ChunkCost],
    long: str,
    said: Words,
    chosen: int | None = None,
) -> None:
    """Add the price for the streams on the left, and for the long prompt on the right.

    Both have a bar for each chunk size; a frame marks the chosen one.
    """
    width = (scene.geometry.width - BETWEEN) / 2
    headings = {name: said.say(f"costs.{name}", request=long) for name in KINDS}
    size = min(fitting_size(heading, 15, width) for heading in headings.values())
    for side, (name, heading) in enumerate(headings.items()):
        left = side * (width + BETWEEN)
        x, y = scene.geometry.left(left), scene.height + HEADING / 2
        scene.text(heading, x, y, size=size, bold=True, align="left")
        _side(scene, costs, name, (left, width / len(costs)), said, long=long, chosen=chosen)
    y = scene.height + HEADING + HEAD + BAR_ROOM + ROW / 2
    x = scene.geometry.left(-12)
    scene.text(said.say("costs.chunk"), x, y, size=14, align="right")
    scene.height += HEADING + HEAD + BAR_ROOM + ROW + 10


def _side(
    scene: Scene,
    costs: Sequence[ChunkCost],
    name: str,
    columns: tuple[float, float],
    said: Words,
    *,
    long: str,
    chosen: int | None,
) -> None:
    """Add one side; `columns` are px: where it starts, and how wide each of its columns is."""
    left, column = columns
    top = scene.height + HEADING
    bottom = top + HEAD + BAR_ROOM
    amounts = [cost._asdict()[name] or 0 for cost in costs]

    def x(places: float) -> float:
        return scene.geometry.left(left + column * places)

    for place, (cost, amount) in enumerate(zip(costs, amounts, strict=True)):
        high = max(amount * BAR_ROOM / max(*amounts, 1), HAIRLINE)
        why = said.say(f"costs.why.{name}", request=long, **cost._asdict())
        bar = (x(place + 0.15), x(place + 0.85)), (bottom - high, bottom)
        scene.cell(KINDS[name], *bar, why=why)
        scene.text(f"{amount:,}", x(place + 0.5), bottom - high - 11, size=15, bold=True)
        bold = cost.chunk == chosen
        scene.text(f"{cost.chunk:,}", x(place + 0.5), bottom + ROW / 2, size=14, bold=bold)
        if bold:
            _frame(scene, (x(place), x(place + 1)), (top - 4, bottom + ROW))
    scene.line("base", x(0), x(len(costs)), bottom, bottom)


def _frame(scene: Scene, x: tuple[float, float], y: tuple[float, float]) -> None:
    for edge in y:
        scene.line("limit", *x, edge, edge)
    for edge in x:
        scene.line("limit", edge, edge, *y)
