"""What is left of a large run: what became of each request, and some totals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..any_clock import Clock
from ..limits import HasLimits
from ..request import Request
from .gaps import Gaps
from .timings import Timings


class Counters(NamedTuple):
    """The totals of a run. Times are in seconds, or in iterations where there was no clock.

    Attributes:
        iterations: those in which any token was processed.
        busy: the time in which they ran.
        makespan: from 0 to the end of the last iteration.
        decode_tokens: output tokens from decodes, so without those that a prefill yields.
        prefill_tokens: tokens of prompts, and those computed again after an eviction.
        recomputed: tokens that were processed for the second time.
        preemptions: how often a request was taken off its slot.
        rejected: requests turned away.
        stalls: how often a request that decodes was on a slot, without a token in an iteration.
        batched: requests that got a token in an iteration, summed over iterations.
        served_time: the same, each weighted with how long its iteration lasted.
        wasted_time: slots held by requests that had ended, weighted in the same way.
        kv_peak: KV blocks held in the iteration in which most were; None without a pool.
        kv_blocks: KV blocks held, summed over the iterations that are counted; None as above.
    """

    iterations: int
    busy: float
    makespan: float
    decode_tokens: int
    prefill_tokens: int
    recomputed: int
    preemptions: int
    rejected: int
    stalls: int
    batched: int
    served_time: float
    wasted_time: float
    kv_peak: int | None
    kv_blocks: int | None


@dataclass(frozen=True)
class Summary:
    """The record of a run without its events.

    Attributes:
        workload: the requests, in listed order.
        policy: the policy that ran them.
        clock: what said how long each iteration lasts; None where time is counted in iterations.
        termination: as in a `Trace`.
        timings: when what happened to each request, in listed order.
        counters: the totals.
        token_gaps: from each output token to the next one of the same request.
    """

    workload: tuple[Request, ...]
    policy: HasLimits
    clock: Clock | None
    termination: str
    timings: Timings
    counters: Counters
    token_gaps: Gaps

    @property
    def drained(self) -> bool:
        """Whether the run came to its own end."""
        return self.termination == "all_terminal"

    @property
    def unit(self) -> str:
        """What times are counted in: "s", or "iterations"."""
        return "iterations" if self.clock is None else "s"

    def gaps(self) -> Iterator[tuple[float, int]]:
        """Yield each gap between two output tokens of a request, and how many there are of it."""
        return iter(self.token_gaps)
