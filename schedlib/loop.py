"""The loop that runs any scheduler, iteration by iteration."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

from .errors import InputError
from .events import Event
from .fields import one_of
from .limits import HasLimits
from .request import Request, check_workload, in_iterations
from .timed_run import MANY_ITERATIONS, run_in_time
from .trace import Trace
from .tutorial import Tutorial

if TYPE_CHECKING:
    from .any_clock import Clock
    from .summaries.summary import Summary


class RunState(Protocol):
    """Where a run stands, as far as the loop cares; see `timed_run` for one with a clock."""

    events: list[Event]
    iteration: int
    pending: dict[float, list[Any]]
    seconds: float | None

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""


S = TypeVar("S", bound=RunState)


class Policy(HasLimits, Protocol[S]):
    """A scheduler: its knobs, how a run starts and how it goes on."""

    @property
    def max_iterations(self) -> int | None:
        """Iterations after which the run is cut; None is `MANY_ITERATIONS`."""

    @property
    def takes_clock(self) -> bool:
        """Whether its runs may have a clock."""

    def start(self, workload: tuple[Request, ...]) -> S:
        """Return the state before iteration 0."""

    def iterate(self, state: S) -> None:
        """Compose and run one more iteration."""

    def wakes(self, state: S) -> float | None:
        """Return when it will go on by itself though nobody arrives, in seconds; None is never."""

    def leap(self, workload: tuple[Request, ...], clock: "Clock | None") -> "Summary | None":
        """Return the summary of a run without its events; None where it needs them for that."""


RECORDS = ("full", "summary")


@overload
def simulate(
    requests: Iterable[Request],
    policy: Policy[Any] = Tutorial(),
    *,
    clock: "Clock | None" = None,
    record: Literal["full"] = "full",
) -> Trace: ...


@overload
def simulate(
    requests: Iterable[Request],
    policy: Policy[Any] = Tutorial(),
    *,
    clock: "Clock | None" = None,
    record: Literal["summary"],
) -> "Summary": ...


def simulate(
    requests: Iterable[Request],
    policy: Policy[Any] = Tutorial(),
    *,
    clock: "Clock | None" = None,
    record: str = "full",
) -> "Trace | Summary":
    """Run `requests` under `policy` until every one is done, or the policy's limit cuts the run.

    Args:
        requests: the workload.
        policy: a scheduler with its knobs.
        clock: says how long each iteration lasts, from the work that it does; arrivals are then
            in seconds. Without one they are in iterations.
        record: "full" keeps every event, for pictures; "summary" only what became of each request
            and some totals, for large runs.

    Raises:
        InputError: the workload breaks a rule, or the policy's rule for it; nothing was run.
    """
    if isinstance(policy, type):
        raise InputError(f"policy must be made with its knobs, {policy.__name__}(...)")
    one_of("record", record, RECORDS)
    workload = check_workload(requests)
    if clock is None:
        for request in workload:
            in_iterations(request)
    elif not policy.takes_clock:
        raise InputError("clock must be left out: a scheduler of one's own runs in iterations")
    if record == "full":
        return _run(workload, policy, clock)
    from .summaries.summarise import summarise  # here, so that a small run starts sooner

    return policy.leap(workload, clock) or summarise(_run(workload, policy, clock))


def _run(workload: tuple[Request, ...], policy: Policy[Any], clock: "Clock | None") -> Trace:
    state = policy.start(workload)
    if clock is not None:
        spans = tuple(run_in_time(policy, state, clock))
        end = "all_terminal" if state.drained else "iteration_limit"
        return Trace(workload, policy, tuple(state.events), end, clock, spans)
    for _ in range(policy.max_iterations or MANY_ITERATIONS):
        policy.iterate(state)
        if state.drained:
            return Trace(workload, policy, tuple(state.events), "all_terminal")
    return Trace(workload, policy, tuple(state.events), "iteration_limit")
