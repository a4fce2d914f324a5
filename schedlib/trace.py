"""A finished run: its workload, its policy and its events, and what follows from them."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from .bounds import Bounds
from .events import Event
from .kv_replay import Holdings, replay_kv
from .replay import Iteration, Outcome, as_record, replay_iterations, replay_outcomes
from .request import Request
from .rows import event_rows, iteration_rows, request_rows

if TYPE_CHECKING:
    from pandas import DataFrame


# Columns whose values may be missing: they have one type, whatever a run holds.
REQUEST_TYPES = dict.fromkeys(("first_output", "completed", "ttft", "e2e"), "Int64")
EVENT_TYPES = {"request": "string"}


class HasLimits(Protocol):
    """A policy, as far as a trace cares."""

    @property
    def name(self) -> str:
        """The name of the scheduler, under which its words are found."""

    def limits(self) -> dict[str, Any]:
        """Return its limits by their own names, in the order in which they are shown."""

    def bounds(self) -> Bounds:
        """Return its limits by what they limit."""


@dataclass(frozen=True)
class Trace:
    """The record of one run.

    Attributes:
        workload: the requests, in listed order.
        policy: the policy that ran them.
        events: every decision, in order.
        termination: "all_terminal" when every request was completed or rejected,
            "iteration_limit" when the run was cut: the workload did not drain.
    """

    workload: tuple[Request, ...]
    policy: HasLimits
    events: tuple[Event, ...]
    termination: str

    @property
    def drained(self) -> bool:
        """Whether the run came to its own end."""
        return self.termination == "all_terminal"

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
        composed, before those that it completes give theirs back.
        """
        rows = [as_record(row) for row in self.iterations]
        for row, holdings in zip(rows, self.kv, strict=False):
            row["free_blocks"] = holdings.free
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
        return _frame(request_rows(self.workload, self.requests), REQUEST_TYPES)

    def iterations_frame(self) -> "DataFrame":
        """Return a row for each iteration; see `rows.iteration_rows` for the columns."""
        return _frame(iteration_rows(self.iterations), {})

    def events_frame(self) -> "DataFrame":
        """Return a row for each event; see `rows.event_rows` for the columns."""
        return _frame(event_rows(self.events), EVENT_TYPES)


def _frame(rows: list[dict[str, Any]], types: dict[str, str]) -> "DataFrame":
    """Return the rows as a frame; whole numbers stay whole where some are missing."""
    try:
        from pandas import DataFrame  # here, so that the core starts without it
    except ModuleNotFoundError:
        raise ModuleNotFoundError("frames need pandas: pip install pandas") from None

    return DataFrame.from_records(rows).convert_dtypes().astype(types)
