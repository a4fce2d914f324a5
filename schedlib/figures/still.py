"""A still picture of any scene, without a cursor."""

import re

from .chart import scene_chart
from .picture import Picture
from .scene import Scene

SIZE = re.compile(r'width="(\d+)[.\d]*" height="[.\d]+"')  # of the whole; its `viewBox` stays


class Still(Picture):
    """A whole scene as the value of a cell.

    Args:
        scene: what to show.
        description: the same in words, which a notebook stores beside it.
        theme: "light" or "dark".
    """

    def __init__(self, scene: Scene, description: str, theme: str = "light") -> None:
        """Draw the chart; what the cursor would mark is left out."""
        self.description = description
        self.chart = scene_chart(scene, None, theme, description)
        self.chart.datasets = scene.datasets() | {"panels": [], "tags": []}

    def svg(self) -> str:
        """Return the picture as SVG that is as wide as its column: scenes are often wider."""
        return SIZE.sub(r'width="100%" style="max-width: \1px"', super().svg(), count=1)
