"""Where things stand in a figure of slots: as `geometry`, and fit for many rounds."""

from dataclasses import dataclass

from .geometry import Geometry

PLOT_WIDTH = 760  # px that the rounds together take at most: the counts stand beside them
LANES = ((8, 20), (16, 18), (32, 14), (64, 9))  # up to so many slots, this height each
RAIL = 6  # px under a row for the run before
NAMED = 14  # rows lower than this, in px, carry no names


@dataclass(frozen=True)
class SlotGeometry(Geometry):
    """The sizes of a figure of slots: rows as high as words need, however many rounds there are."""

    @property
    def cell(self) -> float:
        """Width of a round."""
        return min(64, PLOT_WIDTH / self.columns)

    @property
    def lane(self) -> int:
        """Height of a slot's row, without its rail."""
        return next((height for rows, height in LANES if self.rows <= rows), 5)

    @property
    def row(self) -> int:
        """Height of a slot's row."""
        return self.lane + (RAIL if self.rails and self.lane >= NAMED else 0)
