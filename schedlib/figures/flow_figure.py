"""Conservation of flow: all requests that have arrived so far, and where they are.

A column for each iteration. Its height is the number of arrivals up to then; a scheduler can move
a request from one layer to another, and that is all it can do.
"""

from typing import Any

from ..measures import Flow, flow
from ..trace import Trace
from ..words import Words, words
from .axis import add_axis_above, add_axis_below
from .geometry import Geometry, fitting_size, text_width
from .key_strip import SAMPLE, Draw, X, add_samples
from .scene import Scene
from .stack import Stack, panel_title
from .still import Still

PANEL_HEIGHT, TALLEST = 264, 22  # px of the panel, and the most px that one request takes
NUMBERS, SMALLEST = 22, 11  # px of a row of numbers, and its least font size
# The layers from the bottom: each with its kind of cell, and the tone of the number on it.
LAYERS = {
    "completed": ("end", "on_waits"),
    "active": ("on_slot", "ink"),
    "waiting": ("waits", "on_waits"),
    "rejected": ("rejected", "rejected"),
}


def flow_scene(trace: Trace, language: str = "en") -> Scene:
    """Return the picture of a run's flow as records.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    counts = flow(trace)
    scene = Scene(Geometry(len(counts), rows=1), left=118, right=132)
    _key(scene, said)
    add_axis_above(scene, said, demand=False)
    bottom, unit = _layers(scene, counts, said)
    if not trace.drained:
        _cut(scene, bottom - counts[-1].arrived * unit, bottom, said)
    _numbers(scene, counts, said)
    add_axis_below(scene, said)
    return scene


def describe_flow(trace: Trace, language: str = "en") -> str:
    """Return what the picture shows: the balance at the end, and the queue all along.

    Raises:
        InputError: there is no table of words for `language`.
    """
    counts = flow(trace)
    queue = [count.waiting for count in counts]
    end: dict[str, Any] = counts[-1]._asdict()
    return words(language).say("flow.describe", iterations=len(counts), queue=queue, **end)


def flow_still(trace: Trace, language: str = "en") -> Still:
    """Return the flow of a run as a still picture.

    Raises:
        InputError: there is no table of words for `language`.
    """
    return Still(flow_scene(trace, language), describe_flow(trace, language))


def _key(scene: Scene, words: Words) -> None:
    """Add a sample of each layer, the topmost first."""
    add_samples(scene, [(_sample(name), words.say(f"flow.{name}")) for name in reversed(LAYERS)])


def _sample(name: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.cell(LAYERS[name][0], (x(0), x(SAMPLE)), (y - 9, y + 9))

    return draw


def _layers(scene: Scene, counts: list[Flow], words: Words) -> tuple[float, float]:
    """Add the panel of stacks; return the y of its bottom and the px of one request."""
    most = max(counts[-1].arrived, 1)
    unit = min(TALLEST, PANEL_HEIGHT / most)
    top = scene.panel(unit * most)
    stack = Stack(scene, top + unit * most, unit)
    for iteration, count in enumerate(counts):
        stack.start(iteration)
        for name, (kind, tone) in LAYERS.items():
            amount = getattr(count, name)
            if amount:
                why = words.say(f"flow.why.{name}", count=amount)
                stack.put(kind, amount, [f"{amount}"], tone, why)
    panel_title(scene, words.say("flow.title"), top, unit * most)
    edge = scene.geometry.columns - 0.5
    scene.line("base", -0.5, edge, stack.bottom, stack.bottom)
    return stack.bottom, unit


def _cut(scene: Scene, top: float, bottom: float, words: Words) -> None:
    """Mark that the run was cut here: nobody may take the last column for an end."""
    last = scene.geometry.columns - 1
    scene.line("limit", last + 0.5, last + 0.5, top, bottom)
    for number, line in enumerate(words.say("flow.cut").split("\n")):
        x, y = scene.geometry.x(last + 0.5, 8), top + 10 + 18 * number
        scene.text(line, x, y, size=14, tone="rejected", bold=True, align="left", since=last)


def _numbers(scene: Scene, counts: list[Flow], words: Words) -> None:
    """Write the numbers under the stacks: the four add up to the first, in every column."""
    geometry = scene.geometry
    names = ("arrived", *LAYERS)
    scene.height += 10
    top = scene.panel(NUMBERS * len(names))
    columns, room = _numbered_columns(geometry, str(counts[-1].arrived))
    for line, name in enumerate(names):
        x, y = geometry.x(-0.5, -12), top + NUMBERS * (line + 0.5)
        bold = name == "waiting"
        scene.text(words.say(f"flow.{name}"), x, y, size=14, bold=bold, align="right")
        for iteration in columns:
            number = str(getattr(counts[iteration], name))
            size = fitting_size(number, 14, room * (0.92 if bold else 1))
            scene.text(number, iteration, y, size=size, bold=bold, since=iteration)


def _numbered_columns(geometry: Geometry, widest: str) -> tuple[list[int], float]:
    """Return the columns that have room for their numbers, and how much room, in px.

    That is every column, if it can be; else every so many, and the last one in any case.
    """
    last = geometry.columns - 1
    room = geometry.cell - 3
    if text_width(widest, SMALLEST) <= room:
        return list(range(geometry.columns)), room
    every = geometry.label_every()
    return [*range(0, last - every + 1, every), last], every * geometry.cell - 4
