"""A run as plain rows, for tables, frames and figures."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from .events import Event
from .replay import Iteration, Outcome
from .request import Request


def request_rows(
    workload: Iterable[Request], outcomes: Mapping[str, Outcome]
) -> list[dict[str, Any]]:
    """Return a row for each request, in listed order.

    Columns: the request's own fields, its outcome's, and in iterations
    `ttft` = first_output - arrival + 1 and `e2e` = completed - arrival + 1
    (tokens appear at the end of an iteration); None where it never came so far.
    """
    return [
        asdict(request)
        | asdict(outcomes[request.id])
        | {
            "ttft": _span(request.arrival, outcomes[request.id].first_output),
            "e2e": _span(request.arrival, outcomes[request.id].completed),
        }
        for request in workload
    ]


def _span(arrival: int, end: int | None) -> int | None:
    return None if end is None else end - arrival + 1


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
