"""What a chunk size costs whom, in seconds: the streams, and the long prompt beside them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from .any_clock import Clock
from .chunk_costs import long_one
from .engines.engine import Engine
from .engines.registry import knobs
from .errors import InputError, shown
from .loop import simulate
from .metrics import metrics_of
from .metrics.slo import SLO
from .request import Request, check_workload
from .summaries.summary import Summary

# What engines call the most tokens of an iteration, decodes included: it is what cuts a prompt.
KNOBS = ("max_num_batched_tokens", "chunk_size", "max_num_tokens")
SIZES = (*(2**octave // 4 * part for octave in range(6, 13) for part in (4, 5, 6, 7)), 8192)


class ChunkTime(NamedTuple):
    """What one size costs, in seconds.

    Attributes:
        size: tokens of an iteration, at most.
        ttft: of the long prompt; None if its first token never came.
        longest: of all gaps between two output tokens of one request; 0 where there is none.
    """

    size: int
    ttft: float | None
    longest: float

    def keeps_ttft(self, slo: SLO) -> bool:
        """Return whether the long prompt has its first token in time."""
        return slo.ttft is None or (self.ttft is not None and self.ttft <= slo.ttft)

    def keeps_itl(self, slo: SLO) -> bool:
        """Return whether no gap is too long."""
        return slo.itl is None or self.longest <= slo.itl

    def keeps(self, slo: SLO) -> bool:
        """Return whether all limits are kept."""
        return self.keeps_ttft(slo) and self.keeps_itl(slo)


@dataclass(frozen=True)
class ChunkTimes:
    """What each of several sizes costs.

    Attributes:
        knob: what the engine calls the size.
        long: the id of the long prompt.
        times: of each size, in the order in which they were asked for.
    """

    knob: str
    long: str
    times: tuple[ChunkTime, ...]

    def kept(self, slo: SLO) -> list[tuple[int, int]]:
        """Return from which size to which the limits are kept; several times, if need be."""
        groups = groupby(self.times, key=lambda each: each.keeps(slo))
        found = [[each.size for each in group] for keeps, group in groups if keeps]
        return [(sizes[0], sizes[-1]) for sizes in found]

    def at(self, size: int) -> ChunkTime:
        """Return what a size costs.

        Raises:
            InputError: it is none of them.
        """
        for each in self.times:
            if each.size == size:
                return each
        raise InputError(f"size must be one of those that were asked for, not {shown(size)}")


def chunk_times(
    requests: Iterable[Request],
    policy: Engine[Any],
    clock: Clock,
    sizes: Iterable[int] = SIZES,
) -> ChunkTimes:
    """Run the workload once for each size of an iteration, all else as in `policy`.

    Raises:
        InputError: the workload or a size breaks a rule, or the engine has no knob for the size.
    """
    workload, knob = check_workload(requests), size_knob(policy)
    long = long_one(workload)
    runs = (
        (size, simulate(workload, replace(policy, **{knob: size}), clock=clock, record="summary"))
        for size in sizes
    )
    return ChunkTimes(knob, long, tuple(_chunk_time(size, run, long) for size, run in runs))


def size_knob(policy: Engine[Any]) -> str:
    """Return the name of an engine's knob for the tokens of an iteration.

    Raises:
        InputError: it has none.
    """
    names = [knob.name for knob in knobs(type(policy)) if knob.name in KNOBS]
    if not names:
        raise InputError(f"policy must have one of the knobs {', '.join(KNOBS)}")
    return names[0]


def _chunk_time(size: int, run: Summary, long: str) -> ChunkTime:
    itl = metrics_of(run).itl
    ttft = next(timing.ttft for timing in run.timings if timing.id == long)
    return ChunkTime(size, ttft, itl.max if itl else 0)
