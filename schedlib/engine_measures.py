"""What engines are compared by: how long users wait, and what becomes of slots, tokens and memory.

Everything here is a pure function of a finished run, and asks nothing of its scheduler but its
bounds. Time is counted in seconds where the run has a clock; else in iterations, whatever they
process: an iteration that runs more tokens would take longer on a real engine.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from .events import WORK, Event, Kind
from .latency import latencies
from .measures import preemptions, rejections
from .trace import Trace

# Whoever is on a slot has, in every iteration of an engine, one of these events.
ON_SLOT = frozenset({*WORK, Kind.STARVE, Kind.STALL, Kind.HOLD})


class EngineMeasures(NamedTuple):
    """The measures of one run; None where there is nothing to measure.

    Attributes:
        ttft_mean, ttft_worst: arrival to first token, of those that had one; one
            that is answered in the iteration of its arrival has waited for 1 iteration.
        itl_mean, itl_worst: from each output token to the next one of the same request, over the
            tokens of all requests alike.
        e2e_mean, e2e_worst: arrival to completion, of those completed.
        slots_wasted: slots held by a request that had ended, summed over iterations: until the
            longest member of its batch ends, or until the engine learns of it.
        slots_empty: slots that nobody was on while somebody was on another, summed over
            iterations; with tied batches, the empty places of a partial batch.
        stalls: how often a request that decodes was on a slot without a token in an iteration.
        evictions: how often a request was taken off its slot. Engines do so for want of memory;
            the tutorial scheduler preempts for an urgent arrival, which keeps its progress.
        recomputed: tokens that were processed for the second time, after an eviction.
        swapped_out, swapped_in: KV blocks moved to CPU memory, and back.
        iterations: of the whole run, idle ones included.
        busy: iterations in which any token was processed.
        tokens: processed in all, decode + prefill.
        tokens_mean: tokens in a busy iteration; see `useful_mean`.
        batched_mean: requests that got a token in a busy iteration: the "number of batched
            requests" of the vLLM paper (SOSP 2023, figure 13).
        rejected: requests turned away.
        kv_held_peak, kv_held_mean: share of the pool's blocks that requests hold, from 0 to 1, in
            the iteration in which it is largest, and over all busy iterations.
        kv_filled_peak, kv_filled_mean: the share of the pool that has KV entries in it. What is
            held and not filled is reserved, or the rest of a last block.
    """

    ttft_mean: float | None
    ttft_worst: float | None
    itl_mean: float | None
    itl_worst: float | None
    e2e_mean: float | None
    e2e_worst: float | None
    slots_wasted: int
    slots_empty: int
    stalls: int
    evictions: int
    recomputed: int
    swapped_out: int
    swapped_in: int
    iterations: int
    busy: int
    tokens: int
    tokens_mean: float
    batched_mean: float
    rejected: int
    kv_held_peak: float | None
    kv_held_mean: float | None
    kv_filled_peak: float | None
    kv_filled_mean: float | None

    @property
    def useful_mean(self) -> float:
        """Tokens in a busy iteration that had not been processed before."""
        return (self.tokens - self.recomputed) / max(self.busy, 1)


def measure(trace: Trace) -> EngineMeasures:
    """Return the measures of a run."""
    users = latencies(trace).values()
    ttft = [user.ttft for user in users if user.ttft is not None]
    itl = [gap for user in users for gap in user.itl]
    e2e = [user.e2e for user in users if user.e2e is not None]
    work = [event for event in trace.events if event.kind in WORK]
    busy = sorted({event.iteration for event in work})
    tokens = sum(event.amount for event in work)
    held, filled = _kv_shares(trace)
    return EngineMeasures(
        ttft_mean=_mean(ttft),
        ttft_worst=max(ttft, default=None),
        itl_mean=_mean(itl),
        itl_worst=max(itl, default=None),
        e2e_mean=_mean(e2e),
        e2e_worst=max(e2e, default=None),
        slots_wasted=_count(trace.events, Kind.HOLD),
        slots_empty=_slots_empty(trace),
        stalls=_count(trace.events, Kind.STALL),
        evictions=len(preemptions(trace)),
        recomputed=sum(event.because.get("again", 0) for event in work),
        swapped_out=_blocks_moved(trace.events, "swap_out"),
        swapped_in=_blocks_moved(trace.events, "swap_in"),
        iterations=len(trace.iterations),
        busy=len(busy),
        tokens=tokens,
        tokens_mean=tokens / max(len(busy), 1),
        batched_mean=len(work) / max(len(busy), 1),
        rejected=len(rejections(trace)),
        kv_held_peak=max(held, default=None),
        kv_held_mean=_mean([held[at] for at in busy] if held else []),
        kv_filled_peak=max(filled, default=None),
        kv_filled_mean=_mean([filled[at] for at in busy] if filled else []),
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _count(events: Iterable[Event], kind: Kind) -> int:
    return sum(event.kind is kind for event in events)


def _slots_empty(trace: Trace) -> int:
    slots = trace.policy.bounds().slots
    taken = [0] * len(trace.iterations)
    for event in trace.events:
        taken[event.iteration] += event.kind in ON_SLOT
    return 0 if slots is None else sum(slots - number for number in taken if number)


def _blocks_moved(events: Iterable[Event], rule: str) -> int:
    """Return the KV blocks that changed hands by one rule."""
    moves = (Kind.FREE, Kind.ALLOCATE)
    return sum(e.amount for e in events if e.kind in moves and e.because.get("rule") == rule)


def _kv_shares(trace: Trace) -> tuple[list[float], list[float]]:
    """Return the share of the pool that is held, and that is filled, in each iteration."""
    bounds = trace.policy.bounds()
    blocks = bounds.blocks or 1
    held = [sum(now.held.values()) / blocks for now in trace.kv]
    filled = [sum(now.filled.values()) / (blocks * bounds.block_size) for now in trace.kv]
    return held, filled
