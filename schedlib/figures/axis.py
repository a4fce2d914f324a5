"""The axis of iterations, above and below the panels, and the place of the cursor's tag."""

from ..words import Words
from .scene import Scene

ROOM, TAG = 52, 26


def add_axis_above(scene: Scene, words: Words, *, demand: bool = True) -> None:
    """Write the numbers over the first panel, where the cursor's tag stands.

    `demand` says whether the rows below are requests, so that what they ask for has a heading.
    """
    scene.height += ROOM
    bottom = scene.height
    _numbers(scene, bottom - TAG / 2)
    _title(scene, bottom - TAG / 2 - 24, words)
    scene.tags.append({"y": bottom - TAG, "y2": bottom})
    if demand and not scene.geometry.overview:
        heading, x = words.say("chart.demand"), scene.geometry.x(-0.5, -12)
        scene.text(heading, x, bottom - TAG / 2, size=13, tone="second", align="right")


def add_axis_below(scene: Scene, words: Words) -> None:
    """Write the numbers under the last panel."""
    _numbers(scene, scene.height + 16)
    _title(scene, scene.height + 38, words)
    scene.height += ROOM


def _numbers(scene: Scene, y: float) -> None:
    geometry = scene.geometry
    size = 16 if geometry.cell >= 56 else 14
    for column in range(0, geometry.columns, geometry.label_every()):
        scene.text(column, column, y, size=size)


def _title(scene: Scene, y: float, words: Words) -> None:
    title = words.say("chart.iteration")
    scene.text(title, -0.5, y, size=14, tone="second", align="left")
