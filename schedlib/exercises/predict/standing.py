"""One request as it stands between two iterations."""

from typing import NamedTuple

from ...sequence import Sequence


class Standing(NamedTuple):
    """A request as it stands before an iteration.

    Attributes:
        id: its name.
        priority: "normal" or "high".
        prompt_left, output_left: what it still has to do, in tokens.
    """

    id: str
    priority: str
    prompt_left: int
    output_left: int

    @classmethod
    def of(cls, sequence: Sequence) -> "Standing":
        """Return how a sequence stands now."""
        request = sequence.request
        return cls(request.id, str(request.priority), sequence.prompt_left, sequence.output_left)
