"""What a run is judged by, in the field's own terms; in seconds where the run had a clock.

Every definition stands here, and in words in `words/en/metrics.py`. The token of an iteration is
there at its end; without a clock an iteration lasts 1, so the formulas are the same. Percentiles
are those of `percentiles`. Each is over the requests that have it: one that was never answered has
no TTFT, one that was cut off no latency, and one of a single token no TPOT.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from ..summaries.summary import Summary
from ..timing import Timing
from .percentiles import Spread, counted, spread, spread_of_counts
from .slo import SLO, Goodput, goodput

OF_REQUESTS = ("ttft", "tpot", "latency", "normalised_latency", "queueing")


@dataclass(frozen=True)
class Metrics:
    """The metrics of one run. Times are in `unit`; None where there is nothing to measure.

    Attributes:
        unit: "s", or "iterations" where there was no clock.
        requests: of the workload.
        completed: of them, those that got all their output tokens.
        rejected: of them, those that were turned away.
        ttft: time to first token: arrival to first output token.
        itl: inter-token latency: from each output token to the next one of the same request, over
            the gaps of all requests alike, waiting after a preemption included.
        tpot: time per output token, the first one left out: for each completed request of two
            tokens or more, first to last token / (output tokens - 1).
        latency: E2E latency: arrival to last output token.
        normalised_latency: E2E latency / output tokens, as in the papers on Orca (OSDI 2022) and
            vLLM (SOSP 2023): unlike TPOT it has the wait for the first token in it.
        queueing: arrival to the start of the first iteration that processes the request.
        makespan: from 0 to the end of the last iteration.
        requests_per_unit: completed requests / makespan.
        prompt_tokens_per_unit: prompt tokens of the requests that had a first token / makespan;
            what was computed again counts once.
        output_tokens_per_unit: output tokens, those of requests cut off included / makespan.
        goodput: how far an SLO was kept; None without an SLO.
        utilisation: share of slot-time in which a slot's request got a token: slots that served
            one, weighted by the duration of the iteration / (slots x makespan).
        busy_share: share of the makespan in which an iteration ran.
        wasted_slots: slot-time, in `unit`, held by requests that had ended.
        wasted_share: the same as a share of all slot-time (slots x makespan).
        batched_mean: requests that got a token in an iteration, on average over those iterations
            in which any did: the "batched requests" of the vLLM paper, figure 13.
        stalls: how often a request that decodes was on a slot in an iteration, without a token.
        recomputed_tokens: tokens that were processed again after an eviction.
        preemptions: how often a request was taken off its slot.
        kv_peak_share: share of the KV blocks that requests held when they held most.
        kv_mean_share: share of the KV blocks that they held, on average over those iterations in
            which any request got a token.
    """

    unit: str
    requests: int
    completed: int
    rejected: int
    ttft: Spread | None
    itl: Spread | None
    tpot: Spread | None
    latency: Spread | None
    normalised_latency: Spread | None
    queueing: Spread | None
    makespan: float
    requests_per_unit: float
    prompt_tokens_per_unit: float
    output_tokens_per_unit: float
    goodput: Goodput | None
    utilisation: float | None
    busy_share: float
    wasted_slots: float
    wasted_share: float | None
    batched_mean: float
    stalls: int
    recomputed_tokens: int
    preemptions: int
    kv_peak_share: float | None
    kv_mean_share: float | None


def metrics_of(summary: Summary, slo: SLO | None = None) -> Metrics:
    """Return the metrics of a run; goodput is among them where there is an SLO."""
    timings, counters = summary.timings, summary.counters
    bounds = summary.policy.bounds()
    gaps = counted(summary.gaps())
    times = _times(timings)
    completed, answered = len(times["latency"]), len(times["ttft"])
    prompt_tokens = sum(each.prompt for each in timings if each.first_token is not None)
    makespan = counters.makespan
    slot_time = None if bounds.slots is None else bounds.slots * makespan
    block_iterations = None if bounds.blocks is None else bounds.blocks * counters.iterations
    return Metrics(
        unit=summary.unit,
        requests=len(timings),
        completed=completed,
        rejected=counters.rejected,
        ttft=spread(times["ttft"]),
        itl=spread_of_counts(gaps),
        tpot=spread(times["tpot"]),
        latency=spread(times["latency"]),
        normalised_latency=spread(times["normalised_latency"]),
        queueing=spread(times["queueing"]),
        makespan=makespan,
        requests_per_unit=_ratio(completed, makespan),
        prompt_tokens_per_unit=_ratio(prompt_tokens, makespan),
        output_tokens_per_unit=_ratio(answered + gaps.total, makespan),
        goodput=None if slo is None else goodput(slo, timings, gaps, makespan),
        utilisation=_share(counters.served_time, slot_time),
        busy_share=_ratio(counters.busy, makespan),
        wasted_slots=counters.wasted_time,
        wasted_share=_share(counters.wasted_time, slot_time),
        batched_mean=_ratio(counters.batched, counters.iterations),
        stalls=counters.stalls,
        recomputed_tokens=counters.recomputed,
        preemptions=counters.preemptions,
        kv_peak_share=_share(counters.kv_peak, bounds.blocks),
        kv_mean_share=_share(counters.kv_blocks, block_iterations),
    )


def _times(timings: Iterable[Timing]) -> dict[str, "array[float]"]:
    """Return the times of all requests that have them, by name."""
    columns = {name: array("d") for name in OF_REQUESTS}
    for timing in timings:
        for name, column in columns.items():
            value = getattr(timing, name)
            if value is not None:
                column.append(value)
    return columns


def _ratio(part: float, whole: float) -> float:
    """Return a ratio; in a run that took no time nothing happened."""
    return part / whole if whole else 0.0


def _share(part: float | None, whole: float | None) -> float | None:
    """Return a share, or None where one of the two is no number."""
    return None if part is None or whole is None else _ratio(part, whole)
