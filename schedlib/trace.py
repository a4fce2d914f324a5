"""A finished run: its workload, its policy and its events, and what follows from them."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .any_clock import Clock
from .events import Event, Kind
from .kv_replay import Holdings, replay_kv
from .limits import HasLimits
from .replay import Iteration, Outcome, as_record, replay_iterations, replay_outcomes
from .request import Request
from .rows import event_rows, iteration_rows, request_rows
from .ticks import seconds_of
from .timed_run import Span

if TYPE_CHECKING:
    from pandas import DataFrame


# Columns whose values may be missing: they have one type, whatever a run holds.
REQUEST_TYPES = dict.fromkeys(("first_output", "completed", "ttft", "e2e"), "Int64")
TIMED_TYPES = dict.fromkeys(("arrival", "ttft", "e2e"), "Float64")
EVENT_TYPES = {"request": "string"}

# What takes place at the end of an iteration: its tokens are there, and who has all leaves.
AT_THE_END = frozenset({Kind.FIRST_TOKEN, Kind.NEXT_TOKEN, Kind.COMPLETE, Kind.LEAVE, Kind.END})


@dataclass(frozen=True)
class Trace:
    """The record of one run.

    Attributes:
        workload: the requests, in listed order.
        policy: the policy that ran them.
        events: every decision, in order.
        termination: "all_terminal" when every request was completed or rejected,
            "iteration_limit" when the run was cut: the workload did not drain.
        clock: what said how long each iteration lasts; None where time is counted in iterations.
        spans: when each iteration started and ended, in the clock's ticks; empty without one.
    """

    workload: tuple[Request, ...]
    policy: HasLimits
    events: tuple[Event, ...]
    termination: str
    clock: Clock | None = None
    spans: tuple[Span, ...] = ()

    @property
    def drained(self) -> bool:
        """Whether the run came to its own end."""
        return self.termination == "all_terminal"

    @cached_property
    def starts(self) -> tuple[float, ...] | None:
        """When each iteration started, in seconds; None without a clock."""
        return None if self.clock is None else tuple(seconds_of(each.start) for each in self.spans)

    @cached_property
    def ends(self) -> tuple[float, ...] | None:
        """When each iteration ended, in seconds; None without a clock."""
        return None if self.clock is None else tuple(seconds_of(each.end) for each in self.spans)

    def seconds(self, event: Event) -> float:
        """Return when an event took place, in seconds; tokens are there when an iteration ends.

        Raises:
            ValueError: the run has no clock.
        """
        times = self.ends if event.kind in AT_THE_END else self.starts
        if times is None:
            raise ValueError("a run without a clock has no seconds")
        return times[event.iteration]

    def since(self, arrival: float, iteration: int | None) -> float | None:
        """Return how long it is from an arrival to the end of an iteration, None of none.

        In seconds if there is a clock, else in iterations.
        """
        if iteration is None:
            return None
        end = iteration + 1 if self.ends is None else self.ends[iteration]
        return end - arrival

    def between(self, earlier: int, later: int) -> float:
        """Return how long it is from the end of one iteration to that of another."""
        if self.clock is None:
            return later - earlier
        return seconds_of(self.spans[later].end - self.spans[earlier].end)

    @cached_property
    def iterations(self) -> tuple[Iteration, ...]:
        """What happened in each iteration, and the lists after it."""
        return tuple(replay_iterations(self.events))

    @cached_property
    def kv(self) -> tuple[Holdings, ...]:
        """What the KV pool held in each iteration; empty where no pool limits anything."""
        blocks = self.policy.bounds().blocks
        return () if blocks is None else tuple(replay_kv(self.events, blocks))

    @cached_property
    def requests(self) -> dict[str, Outcome]:
        """The outcome of each request by id, in listed order."""
        return replay_outcomes(self.workload, self.events)

    def artifact(self) -> dict[str, Any]:
        """Return the JSON object of the run: the same keys in the same order for every run.

        Where a KV pool limits the run, each iteration also has `free_blocks`: when it has been
        composed, before those that it completes give theirs back. In a run with a clock it also
        has `start_s` and `end_s`, in seconds.
        """
        rows = [as_record(row) for row in self.iterations]
        for row, holdings in zip(rows, self.kv, strict=False):
            row["free_blocks"] = holdings.free
        for row, start, end in zip(rows, self.starts or (), self.ends or (), strict=False):
            row["start_s"], row["end_s"] = start, end
        return {
            "termination": self.termination,
            "policy": self.policy.limits(),
            "trace": rows,
            "requests": self.summary(),
        }

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return the `requests` part of the artifact."""
        return {id: asdict(outcome) for id, outcome in self.requests.items()}

    def requests_frame(self) -> "DataFrame":
        """Return a row for each request; see `rows.request_rows` for the columns."""
        types = REQUEST_TYPES | ({} if self.clock is None else TIMED_TYPES)
        return _frame(request_rows(self.workload, self.requests, self.since), types)

    def iterations_frame(self) -> "DataFrame":
        """Return a row for each iteration; see `rows.iteration_rows` for the columns.

        In a run with a clock there are two more, `start_s` and `end_s`, in seconds.
        """
        rows = iteration_rows(self.iterations)
        for row, start, end in zip(rows, self.starts or (), self.ends or (), strict=False):
            row["start_s"], row["end_s"] = start, end
        return _frame(rows, {})

    def events_frame(self) -> "DataFrame":
        """Return a row for each event; see `rows.event_rows` for the columns.

        In a run with a clock there is one more, `seconds`: when it took place.
        """
        rows = event_rows(self.events)
        if self.clock is not None:
            for row, event in zip(rows, self.events, strict=True):
                row["seconds"] = self.seconds(event)
        return _frame(rows, EVENT_TYPES)


def _frame(rows: list[dict[str, Any]], types: dict[str, str]) -> "DataFrame":
    """Return the rows as a frame; whole numbers stay whole where some are missing."""
    try:
        from pandas import DataFrame  # here, so that the core starts without it
    except ModuleNotFoundError:
        raise ModuleNotFoundError("frames need pandas: pip install pandas") from None

    return DataFrame.from_records(rows).convert_dtypes().astype(types)
