"""A request in progress."""

from dataclasses import dataclass

from .request import Request


class Progress:
    """What follows from a request and the tokens that it has left."""

    __slots__ = ()

    request: Request
    prompt_left: int
    output_left: int

    @property
    def id(self) -> str:
        """The id of the request."""
        return self.request.id

    @property
    def prefilled(self) -> bool:
        """Whether the whole prompt has been processed."""
        return self.prompt_left == 0

    @property
    def remaining(self) -> int:
        """Prompt tokens left + output tokens left."""
        return self.prompt_left + self.output_left


@dataclass(slots=True, eq=False)
class Sequence(Progress):
    """What a scheduler knows of one request while it runs.

    Attributes:
        request: what was asked for.
        prompt_left: prompt tokens not yet prefilled.
        output_left: output tokens not yet produced.
    """

    request: Request
    prompt_left: int
    output_left: int

    @classmethod
    def of(cls, request: Request) -> "Sequence":
        """Return `request` with everything still to do."""
        return cls(request, request.prompt, request.output)
