"""Stretches of iterations in which the same thing happens to a request."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..events import Kind
from ..trace import Trace


@dataclass(frozen=True)
class Span:
    """Iterations `start` to `end`, both included, that a request spends in one way.

    `place` is its place in the queue (0: it is on a slot); `preempted`, whether the span begins
    with its preemption.
    """

    request: str
    start: int
    end: int
    place: int = 0
    preempted: bool = False


def waiting_spans(trace: Trace) -> Iterator[Span]:
    """Yield a span for each constant place in the waiting queue."""
    waiting: dict[str, Span] = {}
    for row in trace.iterations:
        places = {id: place for place, id in enumerate(row.queue, start=1)}
        for span in list(waiting.values()):
            if places.get(span.request) != span.place or span.request in row.preempted:
                yield waiting.pop(span.request)
        for id, place in places.items():
            start = waiting[id].start if id in waiting else row.iteration
            preempted = id in row.preempted if start == row.iteration else waiting[id].preempted
            waiting[id] = Span(id, start, row.iteration, place, preempted)
    yield from waiting.values()


def work_spans(trace: Trace) -> Iterator[tuple[str, Span]]:
    """Yield a span for each unbroken stretch of prefill chunks, or of decodes, of one request."""
    under_way: dict[str, tuple[str, Span]] = {}
    for event in trace.events:
        if event.request is None or event.kind not in (Kind.PREFILL, Kind.DECODE):
            continue
        kind, at = str(event.kind), event.iteration
        before = under_way.get(event.request)
        goes_on = before and before[0] == kind and before[1].end == at - 1
        if before and not goes_on:
            yield before
        start = before[1].start if before and goes_on else at
        under_way[event.request] = kind, Span(event.request, start, at)
    yield from under_way.values()
