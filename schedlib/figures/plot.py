"""What plots with a scale on the left have in common."""

from collections.abc import Iterable

from .scene import Scene

NUMBER, PAD = 13, 8  # font size of a number on the scale, and px between it and the plot


def add_scale(
    scene: Scene, edges: tuple[float, float], marks: Iterable[tuple[float, str]], bottom: float
) -> None:
    """Add a line and a number for each mark (its y, and what it says), and the base line.

    `edges` are the x of the left and the right end of the plot.
    """
    left, right = edges
    for y, number in marks:
        scene.line("grid", left, right, y, y)
        x = scene.geometry.x(left, -PAD)
        scene.text(number, x, y, size=NUMBER, tone="second", align="right")
    scene.line("base", left, right, bottom, bottom)
