"""A figure whose x is time: an iteration is as wide as it lasted.

A step that took fifty times as long as the others is fifty times as wide, and what waited for it
is seen waiting. Where the engine had nothing to do there is nothing.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..ticks import seconds_of
from ..trace import Trace
from .geometry import PLOT_WIDTH, Geometry, text_width
from .stops import Spans, Stop, in_time, stops_in_time
from .time_scale import TimeScale

MOST_COLUMNS, MOST_CELLS, MOST_ROWS = 180, 1500, 30  # beyond these, words would help nobody
TICK_ROOM, TICK_SIZE = 26, 14  # px between two numbers on the axis, and their font size
TAG_SIZE, TAG_PAD = 16, 8  # font size in the cursor's label, and px beside it
NARROW = 20  # px of columns that touch each other, if they show how things stand:
OVERLAP = -0.25  # px by which they stay inside: so nothing shines through between them
STANDS_OUT = 6  # px of a column that is shown by itself among narrower ones
HAIRLINE = 1.5  # no cell is drawn narrower than this, in px


def geometry_of(
    runs: Sequence[Trace],
    *,
    before: Trace | None = None,
    time_axis: bool | None = None,
    columns: int | None = None,
    **sizes: Any,
) -> Geometry:
    """Return the sizes of a figure of some runs, in seconds or in iterations.

    Args:
        runs: the runs.
        before: a run that stands behind the first.
        time_axis: whether x is time; None stands for wherever all runs have a clock.
        columns: how many iterations are shown, if not all.
        sizes: `rows`, `rails` and `compact` of `Geometry`.

    Raises:
        InputError: x is to be time, and a run has no clock.
    """
    shown = [*runs, before] if before else [*runs]
    if in_time(shown, time_axis):
        return TimeGeometry.of_runs(runs, shown, **sizes)
    return Geometry(columns or max(len(run.iterations) for run in shown), **sizes)


@dataclass(frozen=True)
class TimeGeometry(Geometry):
    """The sizes of a figure of runs with a clock; x is measured in seconds.

    Attributes:
        columns: stops of the cursor.
        moments: when they are, in ticks.
        runs: the times of the iterations, of each run that has a cursor.
        spans: those of the run whose marks are drawn now.
        place: which of the runs that is.
        begin, finish: where the axis begins and ends, in seconds.
    """

    moments: tuple[int, ...] = ()
    runs: tuple[Spans, ...] = ()
    spans: Spans = ()
    place: int = 0
    begin: float = 0
    finish: float = 1

    @classmethod
    def of_runs(cls, runs: Sequence[Trace], shown: Iterable[Trace], **sizes: Any) -> "TimeGeometry":
        """Return the sizes for runs: the axis goes from the first arrival to the last end."""
        times = tuple(run.spans for run in runs)
        begin = min(request.arrival for run in runs for request in run.workload)
        ends = [seconds_of(run.spans[-1].end) for run in shown]
        moments = tuple(stop.moment for stop in stops_in_time(times))
        return cls(
            len(moments),
            moments=moments,
            runs=times,
            spans=times[0],
            begin=begin,
            finish=max(*ends, begin + 1e-9),
            **sizes,
        )

    @property
    def timed(self) -> bool:
        """Whether x is time: it is."""
        return True

    @property
    def width(self) -> float:
        """Width of all: at least a px for each iteration, on average."""
        return max(PLOT_WIDTH, *map(len, self.runs))

    @cached_property
    def cell(self) -> float:
        """Width of a unit of x: of a second."""
        return self.width / (self.finish - self.begin)

    @property
    def overview(self) -> bool:
        """Whether there is too much for words in the cells."""
        longest = max(map(len, self.runs))
        many = longest > MOST_COLUMNS or longest * self.rows > MOST_CELLS
        return many or self.rows > MOST_ROWS

    # --- Where on the axis ---

    def left(self, px: float = 0) -> float:
        """Return the x of the left edge, or of `px` to the right of it."""
        return self.x(self.begin, px)

    def right(self, px: float = 0) -> float:
        """Return the x of the right edge, or of `px` to the right of it."""
        return self.x(self.finish, px)

    def start(self, iteration: int, px: float = 0) -> float:
        """Return when an iteration started, or `px` to the right of that."""
        return self.x(seconds_of(self.spans[iteration].start), px)

    def middle(self, iteration: int) -> float:
        """Return the middle of an iteration."""
        return (self.start(iteration) + self.end(iteration)) / 2

    def end(self, iteration: int, px: float = 0) -> float:
        """Return when an iteration ended, or `px` to the right of that."""
        return self.x(seconds_of(self.spans[iteration].end), px)

    def until(self, iteration: int) -> float:
        """Return when the next iteration started; after the last, when that ended."""
        following = iteration + 1
        return self.start(following) if following < len(self.spans) else self.end(iteration)

    def box(self, first: int, last: int, *, lasting: bool = False) -> tuple[float, float]:
        """Return the edges of a cell, a little inside of its iterations, and never too narrow."""
        end = self.until(last) if lasting else self.end(last)
        before, after = (
            OVERLAP if lasting and self.wide(at) < NARROW else min(2, self.wide(at) / 10)
            for at in (first, last)
        )
        x = self.start(first, before)
        return x, max(self.x(end, -after), self.x(x, HAIRLINE))

    # --- How much room ---

    def wide(self, iteration: int) -> float:
        """Return the px that an iteration is wide."""
        span = self.spans[iteration]
        return seconds_of(span.end - span.start) * self.cell

    def stands_out(self, iteration: int) -> bool:
        """Return whether an iteration is so wide that even an overview shows it by itself."""
        return self.overview and self.wide(iteration) >= STANDS_OUT

    # --- The axis and its cursor ---

    @property
    def run(self) -> int:
        """Which of the runs the marks belong to."""
        return self.place

    def stop(self, iteration: int) -> int:
        """Return at which stop an iteration starts; of a run without stops, the first from then."""
        if len(self.runs) == 1 and self.spans is self.runs[0]:
            return iteration
        return min(bisect_left(self.moments, self.spans[iteration].start), self.last)

    def of(self, trace: Trace) -> "TimeGeometry":
        """Return the same figure for the marks of another run."""
        places = [place for place, spans in enumerate(self.runs) if spans is trace.spans]
        return replace(self, spans=trace.spans, place=places[0] if places else 0)

    @cached_property
    def scale(self) -> TimeScale:
        """How times are written."""
        return TimeScale.of(self.finish - self.begin, self.width)

    def title(self) -> str:
        """Return under which key the title of the axis stands in the table of words."""
        return f"chart.time{self.unit}"

    @property
    def unit(self) -> str:
        """What keys of words end in that name a unit of time."""
        return f".{self.scale.unit}"

    def tell(self, iteration: int) -> str:
        """Return when the tokens of an iteration are there, as the axis counts."""
        return self.scale.tell(seconds_of(self.spans[iteration].end))

    def longest(self) -> str:
        """Return the longest that `tell` returns."""
        return self.scale.tell(self.finish)

    def difference(self, iteration: int, other: Geometry, before: int) -> str | None:
        """Return how much later an iteration ended than one of another run, if it shows: "-12"."""
        if not isinstance(other, TimeGeometry):
            return None
        return self.scale.difference(
            seconds_of(self.spans[iteration].end - other.spans[before].end)
        )

    def ticks(self) -> list[tuple[float, str]]:
        """Return where numbers stand on the axis, and the numbers."""
        room = text_width(self.scale.tell(self.finish), TICK_SIZE) + TICK_ROOM
        return self.scale.ticks(self.begin, self.finish, most=int(self.width / room))

    def grid(self) -> list[float]:
        """Return where lines go down a panel: at the numbers, and at both ends."""
        return sorted({self.left(), *(x for x, _ in self.ticks()), self.right()})

    def cursor(self) -> dict[str, Any]:
        """Return the parameters of the chart that say where its axis ends and its cursor is."""
        labels = [self.scale.tell(seconds_of(moment)) for moment in self.moments]
        half = max(text_width(label, TAG_SIZE) for label in labels) / 2 + TAG_PAD
        stops = stops_in_time(self.runs)
        edges = [[self._edges(stop, run) for stop in stops] for run in range(len(self.runs))]
        return {
            "leftmost": self.left(),
            "rightmost": self.right(),
            "tag": half / self.cell,
            "moments": [seconds_of(moment) for moment in self.moments],
            "labels": labels,
            "starts": [[start for start, _ in run] for run in edges],
            "ends": [[end for _, end in run] for run in edges],
        }

    def _edges(self, stop: Stop, run: int) -> tuple[float, float]:
        """Return from when to when the cursor reaches in one run."""
        shown = stop.iterations[run]
        if not shown:
            return seconds_of(stop.moment), seconds_of(stop.moment)
        spans = self.runs[run]
        return seconds_of(spans[shown[0]].start), seconds_of(spans[shown[-1]].end)
