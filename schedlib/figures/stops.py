"""Where the cursor of a figure stops, and what each run is doing there.

In one run it stops at every iteration. Several runs share a time, and their iterations start at
moments of their own: there it stops at each of these moments. Where iterations are counted, it
stands at the same one in all of them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..errors import InputError
from ..timed_run import Span
from ..trace import Trace

Spans = tuple[Span, ...]


class Stop(NamedTuple):
    """One stop of the cursor.

    Attributes:
        moment: in ticks; where iterations are counted, the iteration.
        iterations: of each run, those that start here, or else the one that is under way; none
            where it has nothing to do, or is over.
        over: of each run, whether it is.
    """

    moment: int
    iterations: tuple[range, ...]
    over: tuple[bool, ...]


def in_time(runs: Iterable[Trace], time_axis: bool | None = None) -> bool:
    """Return whether a figure of some runs has time on its axis: if all have a clock, if it may.

    Raises:
        InputError: `time_axis` asks for it, and a run has no clock.
    """
    clocks = all(run.clock is not None for run in runs)
    if time_axis and not clocks:
        raise InputError("time_axis must be left out: a run without a clock has no times")
    return clocks and time_axis is not False


def stops_of(runs: Sequence[Trace], time_axis: bool | None = None) -> list[Stop]:
    """Return the stops for some runs; see `in_time`."""
    if in_time(runs, time_axis):
        return stops_in_time([run.spans for run in runs])
    lengths = [len(run.iterations) for run in runs]
    return [_at(iteration, lengths) for iteration in range(max(lengths))]


def stops_in_time(runs: Sequence[Spans]) -> list[Stop]:
    """Return the stops for some runs, each by the times of its iterations."""
    if len(runs) == 1:
        return [Stop(span.start, (range(at, at + 1),), (False,)) for at, span in enumerate(runs[0])]
    starts = [[span.start for span in spans] for spans in runs]
    moments = sorted({start for run in starts for start in run})
    return [_under(moment, runs, starts) for moment in moments]


def _at(iteration: int, lengths: Sequence[int]) -> Stop:
    shown = tuple(range(iteration, min(iteration + 1, length)) for length in lengths)
    return Stop(iteration, shown, tuple(length <= iteration for length in lengths))


def _under(moment: int, runs: Sequence[Spans], starts: Sequence[Sequence[int]]) -> Stop:
    """Return what is under the cursor at a moment."""
    shown, over = [], []
    for spans, begins in zip(runs, starts, strict=True):
        first, begun = bisect_left(begins, moment), bisect_right(begins, moment)
        if first == begun and begun and spans[begun - 1].end > moment:
            first -= 1
        shown.append(range(first, begun))
        over.append(first == begun == len(spans))
    return Stop(moment, tuple(shown), tuple(over))
