"""The loop that runs any scheduler, iteration by iteration."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from .errors import InputError
from .events import Event
from .request import Request, check_workload
from .trace import HasLimits, Trace
from .tutorial import Tutorial


class RunState(Protocol):
    """Where a run stands, as far as the loop cares."""

    events: list[Event]

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""


S = TypeVar("S", bound=RunState)


class Policy(HasLimits, Protocol[S]):
    """A scheduler: its knobs, how a run starts and how it goes on."""

    @property
    def max_iterations(self) -> int:
        """Iterations after which the run is cut."""

    def start(self, workload: tuple[Request, ...]) -> S:
        """Return the state before iteration 0."""

    def iterate(self, state: S) -> None:
        """Compose and run one more iteration."""


def simulate(requests: Iterable[Request], policy: Policy[Any] = Tutorial()) -> Trace:
    """Run `requests` under `policy` until every one is done, or the policy's limit cuts the run.

    Raises:
        InputError: the workload breaks a rule, or the policy's rule for it; nothing was run.
    """
    if isinstance(policy, type):
        raise InputError(f"policy must be made with its knobs, {policy.__name__}(...)")
    workload = check_workload(requests)
    state = policy.start(workload)
    for _ in range(policy.max_iterations):
        policy.iterate(state)
        if state.drained:
            return Trace(workload, policy, tuple(state.events), "all_terminal")
    return Trace(workload, policy, tuple(state.events), "iteration_limit")
