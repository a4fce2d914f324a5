"""The axis of iterations or times, over and under the panels, and the place of the cursor's tag."""

from ..trace import Trace
from ..words import Words
from .geometry import Geometry, text_width
from .scene import Scene
from .time_scale import round_step

ROOM, TAG = 52, 26
ROW, APART = 22, 12  # px of the numbers of iterations, and between two of them
EVERY = 5  # of the iterations that are too narrow for their numbers, each fifth at most has one


def add_axis_above(scene: Scene, words: Words, *, demand: bool = True) -> None:
    """Write the numbers over the first panel, where the cursor's tag stands.

    `demand` says whether the rows below are requests, so that what they ask for has a heading.
    """
    scene.height += ROOM
    bottom = scene.height
    _numbers(scene, bottom - TAG / 2, clear=True)
    _title(scene, bottom - TAG / 2 - 24, words)
    scene.tags.append({"y": bottom - TAG, "y2": bottom})
    if demand and not scene.geometry.overview:
        heading, x = words.say("chart.demand"), scene.geometry.left(-12)
        scene.text(heading, x, bottom - TAG / 2, size=13, tone="second", align="right")


def add_axis_below(scene: Scene, words: Words) -> None:
    """Write the numbers under the last panel."""
    _numbers(scene, scene.height + 16)
    _title(scene, scene.height + 38, words)
    scene.height += ROOM


def add_iterations(scene: Scene, trace: Trace, words: Words) -> None:
    """Write under the rows of a run which iteration is where, on a time axis; and idle times.

    Every column with room has its number, and of those without room some may have one.
    """
    geometry = scene.geometry
    if not geometry.timed:
        return
    y, size = scene.panel(ROW) + ROW / 2, 13
    title = words.say("chart.iteration")
    scene.text(title, geometry.left(-12), y, size=14, tone="second", align="right")
    for at in _numbered(geometry, len(trace.iterations), size):
        scene.text(at, geometry.middle(at), y, size=size, tone="second", since=at)
    idle = words.say("chart.idle")
    for at in range(len(trace.iterations) - 1):
        gap = geometry.end(at), geometry.start(at + 1)
        if geometry.cell * (gap[1] - gap[0]) > text_width(idle, size) + 4:
            scene.text(idle, sum(gap) / 2, y, size=size, tone="second", since=at + 1)


def _numbered(geometry: Geometry, iterations: int, size: float) -> list[int]:
    """Return the iterations whose numbers have room: in their column, or else beside the others."""
    width = {at: text_width(f"{at}", size) for at in range(iterations)}
    wide = [at for at in range(iterations) if width[at] + 2 <= geometry.wide(at)]
    taken = [(geometry.middle(at), width[at]) for at in wide]
    many = geometry.width / (text_width(f"{iterations}", size) + APART)
    for at in range(0, iterations, max(int(round_step(iterations, int(many))), EVERY)):
        x = geometry.middle(at)
        beside = [
            abs(x - other) * geometry.cell > (width[at] + room) / 2 + 4 for other, room in taken
        ]
        if at not in wide and all(beside) and x <= geometry.right(-width[at] / 2):
            wide.append(at)
            taken.append((x, width[at]))
    return wide


def _numbers(scene: Scene, y: float, *, clear: bool = False) -> None:
    """Write the numbers of the axis; on a time axis they are `clear` of the cursor's label."""
    geometry = scene.geometry
    size = 16 if geometry.cell >= 56 and not geometry.timed else 14
    for x, number in geometry.ticks():
        scene.text(number, x, y, size=size)
        if clear and geometry.timed:
            scene.texts[-1]["clear"] = (text_width(number, size) / 2 + 4) / geometry.cell


def _title(scene: Scene, y: float, words: Words) -> None:
    title = words.say(scene.geometry.title())
    scene.text(title, scene.geometry.left(), y, size=14, tone="second", align="left")
