"""A figure measured in px whose cursor stops at places of its own: at arrival rates, say."""

from dataclasses import dataclass
from typing import Any

from .board_figure import BoardGeometry
from .geometry import text_width

TAG_SIZE, TAG_PAD = 16, 8  # font size in the cursor's label, and px beside it


@dataclass(frozen=True)
class StopGeometry(BoardGeometry):
    """x is in px, from 0 to `columns`.

    Attributes:
        places: the left and the right edge of what the cursor marks, for each of its stops.
        labels: what stands in its label there.
    """

    places: tuple[tuple[float, float], ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """The last stop of the cursor."""
        return len(self.places) - 1

    def cursor(self) -> dict[str, Any]:
        """Return the parameters of the chart that say where its axis ends and its cursor is."""
        half = max(text_width(label, TAG_SIZE) for label in self.labels) / 2 + TAG_PAD
        return {
            "leftmost": self.left(),
            "rightmost": self.right(),
            "tag": half,
            "moments": [(left + right) / 2 - half for left, right in self.places],
            "labels": [*self.labels],
            "starts": [[left for left, _ in self.places]],
            "ends": [[right for _, right in self.places]],
        }
