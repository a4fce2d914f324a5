"""What a client asks for: a prompt to read and a number of tokens to write."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from .errors import InputError, shown
from .fields import LARGEST, amount_of, whole_number

PRIORITIES = {"normal": 1, "high": 0}  # as engines number them: lower is more urgent


@dataclass(frozen=True, slots=True)
class Request:
    """One request, as it is known before the run.

    Attributes:
        id: a non-empty name, unique in its workload.
        arrival: the iteration in which it arrives, counted from 0; in a run with a clock, the
            seconds after which it arrives, and then it may be a fraction.
        prompt: prompt tokens, at least 1.
        output: output tokens, at least 1; prefill yields the first of them.
        priority: "normal" or "high", or a whole number for engines that take one: lower is more
            urgent, and 1 and 0 stand for normal and high.

    Raises:
        InputError: a field breaks its rule.
    """

    id: str
    arrival: float
    prompt: int
    output: int
    priority: str | int = "normal"

    def __post_init__(self) -> None:
        """Check every field; a whole number that came as 3.0 is stored as 3."""
        if not isinstance(self.id, str) or not self.id.strip():
            raise InputError(f"id must be non-empty text, not {shown(self.id)}")
        try:
            object.__setattr__(self, "arrival", amount_of("arrival", self.arrival))
            for field in ("prompt", "output"):
                number = whole_number(field, getattr(self, field), at_least=1)
                object.__setattr__(self, field, number)
            object.__setattr__(self, "priority", _priority(self.priority))
        except InputError as error:
            raise InputError(f"request {shown(self.id)}: {error}") from None

    @property
    def urgency(self) -> int:
        """The priority as a number: lower is more urgent."""
        return PRIORITIES[self.priority] if isinstance(self.priority, str) else self.priority


def _priority(value: object) -> str | int:
    if isinstance(value, str):
        if value in PRIORITIES:
            return value
    else:
        with suppress(InputError):
            return whole_number("priority", value, at_least=-LARGEST)
    raise InputError(
        "priority must be 'normal' or 'high', or a whole number for engines that take one, "
        f"not {shown(value)}"
    )


def in_iterations(request: Request) -> Request:
    """Return a request of a run without a clock, which must arrive in a whole iteration.

    Raises:
        InputError: it arrives between two.
    """
    try:
        whole_number("arrival", request.arrival, at_least=0)
    except InputError as error:
        raise InputError(f"request {shown(request.id)}: {error}") from None
    return request


def request_in_iterations(fields: Mapping[str, Any]) -> Request:
    """Return the request that fields by name describe, which must arrive in a whole iteration.

    Raises:
        InputError: a field breaks its rule.
    """
    others = Request(**{**fields, "arrival": 0})
    try:
        arrival = whole_number("arrival", fields["arrival"], at_least=0)
    except InputError as error:
        raise InputError(f"request {shown(others.id)}: {error}") from None
    return replace(others, arrival=arrival)


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
