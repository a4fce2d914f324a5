"""What a client asks for: a prompt to read and a number of tokens to write."""

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import InputError, shown
from .fields import one_of, whole_number

PRIORITIES = ("normal", "high")


@dataclass(frozen=True, slots=True)
class Request:
    """One request, as it is known before the run.

    Attributes:
        id: a non-empty name, unique in its workload.
        arrival: the iteration in which it arrives, counted from 0.
        prompt: prompt tokens, at least 1.
        output: output tokens, at least 1; prefill yields the first of them.
        priority: "normal" or "high".

    Raises:
        InputError: a field breaks its rule.
    """

    id: str
    arrival: int
    prompt: int
    output: int
    priority: str = "normal"

    def __post_init__(self) -> None:
        """Check every field; a whole number that came as 3.0 is stored as 3."""
        if not isinstance(self.id, str) or not self.id.strip():
            raise InputError(f"id must be non-empty text, not {shown(self.id)}")
        try:
            for field, least in (("arrival", 0), ("prompt", 1), ("output", 1)):
                number = whole_number(field, getattr(self, field), at_least=least)
                object.__setattr__(self, field, number)
            one_of("priority", self.priority, PRIORITIES)
        except InputError as error:
            raise InputError(f"request {shown(self.id)}: {error}") from None


def check_workload(requests: Iterable[Request]) -> tuple[Request, ...]:
    """Return the workload as a tuple: requests in listed order, at least one, ids unique.

    Raises:
        InputError: it is empty, holds something that is no `Request`, or repeats an id.
    """
    try:
        workload = tuple(requests)
    except TypeError:
        raise InputError(f"a workload must be a list of requests, not {shown(requests)}") from None
    if not workload:
        raise InputError("a workload must hold at least one request, and this one is empty")
    seen: set[str] = set()
    for request in workload:
        if not isinstance(request, Request):
            raise InputError(f"a workload must hold requests only, not {shown(request)}")
        if request.id in seen:
            raise InputError(f"ids must be unique, and {shown(request.id)} occurs twice")
        seen.add(request.id)
    return workload
