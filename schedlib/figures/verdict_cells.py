"""How the figures of capacity show what became of a request."""

from ..capacity import Judged
from .key_strip import SAMPLE, Draw, X
from .scene import Scene

# Each verdict, and the kind of cell that shows it: tokens, waiting, others' work, turned away.
VERDICTS = dict(zip(Judged._fields, ("decodes", "waits", "prefill", "rejected"), strict=True))


def sample(kind: str) -> Draw:
    """Return what draws the sample of a column or bar of some kind in a key."""

    def draw(scene: Scene, x: X, y: float) -> None:
        scene.cell(kind, (x(8), x(SAMPLE - 8)), (y - 9, y + 9))

    return draw
