"""A still picture of any scene, without a cursor."""

from .chart import scene_chart
from .picture import Picture
from .scene import Scene


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
        texts = [{name: text[name] for name in text if name != "clear"} for text in scene.texts]
        self.chart.datasets = scene.datasets() | {"texts": texts, "panels": [], "tags": []}
