"""Totals of a run while they grow: in ticks, so that they are exact in any order."""

from dataclasses import dataclass

from ..any_clock import Clock
from ..ticks import seconds_of
from .summary import Counters


@dataclass(slots=True)
class Totals:
    """The totals of a run so far; see `Counters`. Times are in ticks, or whole iterations."""

    limited: bool
    iterations: int = 0
    busy: int = 0
    makespan: int = 0
    decode_tokens: int = 0
    prefill_tokens: int = 0
    recomputed: int = 0
    preemptions: int = 0
    rejected: int = 0
    stalls: int = 0
    batched: int = 0
    served_time: int = 0
    wasted_time: int = 0
    kv_peak: int = 0
    kv_blocks: int = 0

    def counters(self, clock: Clock | None) -> Counters:
        """Return the totals in the unit of the run."""
        unit = float if clock is None else seconds_of
        return Counters(
            self.iterations,
            unit(self.busy),
            unit(self.makespan),
            self.decode_tokens,
            self.prefill_tokens,
            self.recomputed,
            self.preemptions,
            self.rejected,
            self.stalls,
            self.batched,
            unit(self.served_time),
            unit(self.wasted_time),
            self.kv_peak if self.limited else None,
            self.kv_blocks if self.limited else None,
        )
