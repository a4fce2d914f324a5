"""A run as plain rows, for tables, frames and figures."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from .events import Event
from .replay import Iteration, Outcome
from .request import Request


def request_rows(
    workload: Iterable[Request],
    outcomes: Mapping[str, Outcome],
    since: Callable[[float, int | None], float | None],
) -> list[dict[str, Any]]:
    """Return a row for each request, in listed order.

    Columns: the request's own fields, its outcome's, and `ttft` and `e2e`, from its arrival to
    its first and its last token (they appear at the end of an iteration); None where it never
    came so far. `since` says how long that is, from an arrival to the end of an iteration: in
    iterations, or in seconds where the run has a clock.
    """
    return [
        asdict(request)
        | asdict(outcomes[request.id])
        | {
            "ttft": since(request.arrival, outcomes[request.id].first_output),
            "e2e": since(request.arrival, outcomes[request.id].completed),
        }
        for request in workload
    ]


def iteration_rows(iterations: Iterable[Iteration]) -> list[dict[str, Any]]:
    """Return a row for each iteration: the artifact's columns, lists as short text ("A3 B1")."""
    return [
        {name: _text(value) for name, value in asdict(iteration).items()}
        for iteration in iterations
    ]


def _text(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return " ".join(item if isinstance(item, str) else chunk_text(*item) for item in value)


def chunk_text(id: str, tokens: int) -> str:
    """Return a prefill chunk as short text: "A3" after one letter, else apart: "X4a 3", "R1 3"."""
    return f"{id}{tokens}" if len(id) == 1 and id.isalpha() else f"{id} {tokens}"


def event_rows(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return a row for each event: iteration, step, kind, request, amount, because (text)."""
    return [
        event._asdict()
        | {"because": ", ".join(f"{name}={value}" for name, value in event.because.items())}
        for event in events
    ]
