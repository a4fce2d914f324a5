"""Work done twice: the tokens of a chunk that an eviction had thrown away."""

from collections import Counter

from ..events import Event, Kind
from ..trace import Trace


def tokens_again(event: Event) -> int:
    """Return how many tokens of a prefill chunk are computed for the second time."""
    again: int = event.because.get("again", 0)  # a scheduler without a KV pool loses none
    return again


def mostly_again(event: Event) -> bool:
    """Return whether a chunk does rather what was done before than anything new."""
    return 2 * tokens_again(event) > event.amount


def chunks_again(trace: Trace) -> Counter[tuple[int, str]]:
    """Return the tokens that are computed again, by iteration and request."""
    again: Counter[tuple[int, str]] = Counter()
    for event in trace.events:
        if event.kind is Kind.PREFILL and tokens_again(event):
            again[event.iteration, event.request or ""] += tokens_again(event)
    return again
