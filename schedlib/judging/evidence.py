"""What an acceptance item reads from a run, and how its numbers are written as evidence."""

from collections.abc import Iterable, Mapping

from ..events import Event, Kind
from ..replay import Iteration
from ..trace import Trace

Span = tuple[int | None, int | None] | None  # first output and completion; None: rejected


def tokens(row: Iteration) -> int:
    """Return the decode + prefill tokens of an iteration."""
    return len(row.decode) + sum(chunk for _, chunk in row.prefill)


def events_of(run: Trace, request: str, kind: Kind) -> list[Event]:
    """Return the run's events of that kind and that request."""
    return [event for event in run.events if event.request == request and event.kind is kind]


def progress(event: Event) -> tuple[int, int]:
    """Return the prompt and output tokens done, as the event records them."""
    return event.because["prompt_done"], event.because["output_done"]


def queue_peaks(run: Trace) -> list[int]:
    """Return the longest queue of each iteration, after any of its decisions."""
    step = {Kind.ENQUEUE: 1, Kind.PREEMPT: 1, Kind.REFILL: -1}
    peaks, length, peak = [], 0, 0
    for event in run.events:
        length += step.get(event.kind, 0)
        peak = max(peak, length)
        if event.kind is Kind.END:
            peaks.append(peak)
            peak = length
    return peaks


def spans(run: Trace) -> dict[str, Span]:
    """Return the first output and the completion of every request that was not rejected."""
    return {
        id: None if outcome.result == "rejected" else (outcome.first_output, outcome.completed)
        for id, outcome in run.requests.items()
    }


def keeps_limit(run: Trace, name: str, used: Iterable[int]) -> bool:
    """Return whether no number in `used` exceeds that limit of the run's own policy."""
    limit = run.policy.limits()[name]
    return limit is None or max(used) <= limit


# --- As text ---------------------------------------------------------------------------------


def numbers(values: Iterable[int]) -> str:
    """Return "0 3 2"."""
    return " ".join(map(str, values))


def pairs(values: Mapping[str, object]) -> str:
    """Return "queue=2 max_queue=2"."""
    return " ".join(f"{name}={value}" for name, value in values.items())


def progress_text(events: Iterable[Event]) -> str:
    """Return when, and how far a request had come, for each of its events."""
    return ", ".join(
        "iteration={} prompt_done={} output_done={}".format(event.iteration, *progress(event))
        for event in events
    )


def spans_text(found: Mapping[str, Span]) -> str:
    """Return "A 3,5  F -"."""
    cells = (f"{id} {span[0]},{span[1]}" if span else f"{id} -" for id, span in found.items())
    return "  ".join(cells)
