"""Static batching: a batch is formed once, and holds its slots until its longest member ends.

The way of Hugging Face Pipelines, and the baseline of Anyscale's test in 2023. Rules: a batch
starts when it is full, or when nothing more will arrive; nothing joins it.
"""

from dataclasses import dataclass
from typing import ClassVar

from ..bounds import Bounds
from .tied_batch import TiedBatches, TiedState


@dataclass(frozen=True)
class Static(TiedBatches):
    """The knob of static batching.

    Attributes:
        batch_size: requests in a batch, at least 1.

    Raises:
        InputError: it is out of range.
    """

    name: ClassVar[str] = "static"

    batch_size: int

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("batch_size", at_least=1)

    def bounds(self) -> Bounds:
        """Return the slots: there is no other limit."""
        return Bounds(slots=self.batch_size)

    def why_start(self, state: TiedState) -> str | None:
        """A batch starts when it is full, or when nothing more will arrive."""
        if len(state.waiting) >= self.batch_size:
            return "full"
        return None if state.pending else "last"
