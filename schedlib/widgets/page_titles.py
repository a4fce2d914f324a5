"""The lines that name an iteration, or a moment of several runs, with their times."""

from collections.abc import Sequence

from ..figures.stops import Stop, in_time
from ..figures.time_scale import tell_time
from ..ticks import seconds_of
from ..trace import Trace
from ..words import Words


def iteration_title(trace: Trace, iteration: int, last: int, said: Words) -> str:
    """Return the heading of an iteration; with a clock it has its start and how long it lasts."""
    if trace.clock is None:
        return said.say("stepper.title", iteration=iteration, last=last)
    times = _times(trace, iteration, said)
    return said.say("stepper.title.timed", iteration=iteration, last=last, **times)


def stop_title(
    runs: Sequence[Trace],
    stop: Stop,
    number: int,
    last: int,
    said: Words,
    time_axis: bool | None = None,
) -> str:
    """Return the heading of a stop in several runs: an iteration, or a moment."""
    if not in_time(runs, time_axis):
        return said.say("stepper.title", iteration=number, last=last)
    if len(runs) == 1:
        return iteration_title(runs[0], number, last, said)
    time = tell_time(seconds_of(stop.moment), said)
    return said.say("compare.title", time=time, number=number, last=last)


def run_title(name: str, trace: Trace, iterations: range, said: Words) -> str:
    """Return the heading of one of several runs: with a clock, which iteration it is in."""
    if trace.clock is None or not iterations:
        return name
    last = iterations[-1]  # those before it took no time
    return said.say("compare.run", name=name, iteration=last, **_times(trace, last, said))


def _times(trace: Trace, iteration: int, said: Words) -> dict[str, str]:
    span = trace.spans[iteration]
    lasted = seconds_of(span.end - span.start)
    return {"start": tell_time(seconds_of(span.start), said), "lasts": tell_time(lasted, said)}
