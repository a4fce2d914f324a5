"""Why the head of the waiting queue is not admitted, in words, for the cells of who waits."""

from ..events import Kind
from ..narration import narrate
from ..trace import Trace
from ..words import Words
from .spans import Span

Reasons = dict[tuple[str, int], str]


def reasons(trace: Trace, words: Words) -> Reasons:
    """Return why a request is not admitted, by its id and the iteration."""
    blocked = [event for event in trace.events if event.kind is Kind.BLOCKED]
    told = zip(blocked, narrate(blocked, words.language), strict=True)
    return {(event.request or "", event.iteration): why for event, why in told}


def why_waiting(span: Span, reasons: Reasons, words: Words) -> str:
    """Return who waits in which place and, for the head of the queue, what was first in its way."""
    place = words.say("chart.waits", request=span.request, place=span.place)
    if span.place > 1 or not reasons:
        return place
    for iteration in range(span.start, span.end + 1):
        if (span.request, iteration) in reasons:
            why = reasons[span.request, iteration]
            return words.say("chart.blocked", place=place, iteration=iteration, why=why)
    return place
