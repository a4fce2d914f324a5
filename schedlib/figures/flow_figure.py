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
from .stack import Stack, panel_title, stretches
from .still import Still
from .time_geometry import geometry_of

PANEL_HEIGHT, TALLEST = 264, 22  # px of the panel, and the most px that one request takes
NUMBERS, SMALLEST = 22, 11  # px of a row of numbers, and its least font size
# The layers from the bottom: each with its kind of cell, and the tone of the number on it.
LAYERS = {
    "completed": ("end", "on_waits"),
    "active": ("on_slot", "ink"),
    "waiting": ("waits", "on_waits"),
    "rejected": ("rejected", "rejected"),
}


def flow_scene(trace: Trace, language: str = "en", time_axis: bool | None = None) -> Scene:
    """Return the picture of a run's flow as records.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """
    said = words(language)
    counts = flow(trace)
    geometry = geometry_of([trace], time_axis=time_axis, rows=1)
    scene = Scene(geometry, left=118, right=132)
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


def flow_still(trace: Trace, language: str = "en", time_axis: bool | None = None) -> Still:
    """Return the flow of a run as a still picture.

    For `time_axis` see `time_geometry.geometry_of`.

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """
    return Still(flow_scene(trace, language, time_axis), describe_flow(trace, language))


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
    stack = Stack(scene, top + unit * most, unit, lasting=True)
    for first, last, count in stretches(scene.geometry, counts):
        stack.start(first, last)
        for name, (kind, tone) in LAYERS.items():
            amount = getattr(count, name)
            if amount:
                why = words.say(f"flow.why.{name}", count=amount)
                stack.put(kind, amount, [f"{amount}"], tone, why)
    panel_title(scene, words.say("flow.title"), top, unit * most)
    scene.line("base", scene.geometry.left(), scene.geometry.right(), stack.bottom, stack.bottom)
    return stack.bottom, unit


def _cut(scene: Scene, top: float, bottom: float, words: Words) -> None:
    """Mark that the run was cut here: nobody may take the last column for an end."""
    last, edge = scene.geometry.last, scene.geometry.right()
    scene.line("limit", edge, edge, top, bottom)
    for number, line in enumerate(words.say("flow.cut").split("\n")):
        x, y = scene.geometry.right(8), top + 10 + 18 * number
        scene.text(line, x, y, size=14, tone="rejected", bold=True, align="left", since=last)


def _numbers(scene: Scene, counts: list[Flow], words: Words) -> None:
    """Write the numbers under the stacks: the four add up to the first, in every column."""
    geometry = scene.geometry
    names = ("arrived", *LAYERS)
    scene.height += 10
    top = scene.panel(NUMBERS * len(names))
    columns, room = _numbered_columns(geometry, len(counts), str(counts[-1].arrived))
    for line, name in enumerate(names):
        x, y = geometry.left(-12), top + NUMBERS * (line + 0.5)
        bold = name == "waiting"
        scene.text(words.say(f"flow.{name}"), x, y, size=14, bold=bold, align="right")
        for iteration in columns:
            number = str(getattr(counts[iteration], name))
            size = fitting_size(number, 14, room * (0.92 if bold else 1))
            x = geometry.middle(iteration)
            scene.text(number, x, y, size=size, bold=bold, since=iteration)


def _numbered_columns(geometry: Geometry, iterations: int, widest: str) -> tuple[list[int], float]:
    """Return the iterations that have room for their numbers, and how much room, in px.

    That is every one, if it can be; else every so many, and the last one in any case. On a time
    axis it is every one that leaves room beside the one before.
    """
    if geometry.timed:
        return _apart(geometry, iterations, room=text_width(widest, 14)), text_width(widest, 14)
    last = geometry.columns - 1
    room = geometry.cell - 3
    if text_width(widest, SMALLEST) <= room:
        return list(range(geometry.columns)), room
    every = geometry.label_every()
    return [*range(0, last - every + 1, every), last], every * geometry.cell - 4


def _apart(geometry: Geometry, iterations: int, room: float) -> list[int]:
    """Return those iterations of a run whose middles are so many px apart, and a little more."""
    found: list[int] = []
    for iteration in range(iterations):
        x = geometry.middle(iteration)
        if not found or x >= geometry.x(geometry.middle(found[-1]), room + 6):
            found.append(iteration)
    return found
