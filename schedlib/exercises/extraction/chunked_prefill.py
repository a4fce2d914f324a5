"""Question 3: whose latency chunked prefill mends, and who pays for it."""

from typing import Any, NamedTuple

from ...chunk_costs import chunk_cost, long_one
from ...events import Kind
from ...latency import decode_stalls
from ...loop import simulate
from ...measures import tokens_processed
from ...request import Request
from ...trace import Trace
from ...tutorial import Tutorial
from ...workloads import long_prompt
from ..probes import Choice, Number, Probe

PROMPT, STREAMS = 4000, 3
CHUNKS = (250, 500, 1000, 2000, PROMPT)  # that the slider stops at
MIDDLE, SMALL = 500, 250
ASKED, ROOM = 800, 2003  # a chunk that is not on the slider, and a budget with room to spare


def requests() -> list[Request]:
    """Return three streams, and one long prompt beside them."""
    return long_prompt(prompt=PROMPT, streams=STREAMS, stream_output=20)


def policy(chunk: int, budget: int | None = None) -> Tutorial:
    """Return the settings with one chunk size: a slot for each, and a token for each stream."""
    budget = budget or chunk + STREAMS
    return Tutorial(max_active=STREAMS + 1, prefill_chunk=chunk, token_budget=budget)


class Cost(NamedTuple):
    """What one chunk size costs.

    Attributes:
        peak: the most tokens of work between two tokens of a stream.
        ttft: of the long prompt, in iterations.
        until: tokens of work from its arrival to its first token.
        passes: iterations in which it is prefilled.
        again: its earlier prompt tokens that the chunks after the first read again.
        prefill: prompt tokens prefilled, of everybody.
        processed: tokens processed, of everybody.
        stalls: iterations without a token, of the streams that decode beside prefill.
    """

    peak: int
    ttft: float
    until: int
    passes: int
    again: int
    prefill: int
    processed: int
    stalls: int


def cost(run: Trace) -> Cost:
    """Return what the chunk size of a run costs."""
    long = long_one(run.workload)
    found = chunk_cost(run, 0)
    prefill = [event for event in run.events if event.kind is Kind.PREFILL]
    left = [event.because["prompt_left"] for event in prefill if event.request == long]
    return Cost(
        peak=found.peak,
        ttft=found.ttft or 0,
        until=found.work,
        passes=len(left),
        again=sum(PROMPT - rest for rest in left),
        prefill=sum(event.amount for event in prefill),
        processed=tokens_processed(run),
        stalls=len(decode_stalls(run)),
    )


class Seen(NamedTuple):
    """The costs of a whole prompt at once, of two chunk sizes, and of the one asked about."""

    whole: Cost
    middle: Cost
    small: Cost
    asked: Cost
    prompt: int = PROMPT
    streams: int = STREAMS
    chunk: int = MIDDLE
    chunk_budget: int = MIDDLE + STREAMS
    small_chunk: int = SMALL
    asked_chunk: int = ASKED
    asked_budget: int = ROOM


def see() -> Seen:
    """Run the streams and the long prompt with each chunk size."""
    settings = policy(PROMPT), policy(MIDDLE), policy(SMALL), policy(ASKED, ROOM)
    whole, middle, small, asked = (cost(simulate(requests(), each)) for each in settings)
    return Seen(whole, middle, small, asked)


PROBES: dict[str, Probe[Any]] = {
    "q3_better": Choice(
        see,
        {
            "a": lambda s: s.middle.ttft < s.whole.ttft or s.middle.until < s.whole.until,
            "b": lambda s: s.middle.processed < s.whole.processed,
            "c": lambda s: s.middle.peak < s.whole.peak,
            "d": lambda s: s.middle.stalls < s.whole.stalls,
        },
    ),
    "q3_peak": Number(
        see,
        value=lambda s: s.asked.peak,
        mistakes={
            "chunk": lambda s: s.asked_chunk,
            "own": lambda s: s.asked_chunk + 1,
            "budget": lambda s: s.asked_budget,
            "whole": lambda s: s.whole.peak,
            "prompt": lambda s: s.prompt,
            "ttft": lambda s: s.asked.ttft,
        },
    ),
    "q3_price": Choice(
        see,
        {
            "a": lambda s: s.small.passes > s.whole.passes and s.small.again > s.whole.again,
            "b": lambda s: s.small.peak > s.whole.peak,
            "c": lambda s: s.small.prefill > s.whole.prefill,
            "d": lambda s: s.small.ttft == s.whole.ttft,
        },
    ),
}
