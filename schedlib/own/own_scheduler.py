"""A scheduler of one's own, as a policy: it goes wherever the library's goes."""

import pickle
from dataclasses import dataclass, field, fields
from typing import ClassVar

from ..errors import InputError, shown
from ..events import Event
from ..request import Request
from ..tutorial import Tutorial, refuse_numbers
from ..tutorial_state import State
from .bench import Say, Stopped, run_apart
from .faults import Fault
from .packing import pack
from .raised import with_file
from .recording import record
from .steps import Steps
from .unwritten import is_unwritten


@dataclass
class OwnRun(State):
    """A run that is known to its end, and is told iteration by iteration.

    Attributes:
        recorded: the events of each iteration.
        drains: whether every request is completed or rejected at the end.
    """

    recorded: list[list[Event]] = field(default_factory=list)
    drains: bool = False

    @property
    def drained(self) -> bool:
        """Whether every request has been completed or rejected."""
        return self.drains and self.iteration == len(self.recorded)


@dataclass(frozen=True)
class OwnScheduler(Tutorial):
    """The tutorial scheduler's knobs, with steps of one's own.

    It is run by `simulate`, and stands wherever a `Tutorial` may stand: in every chart and widget.
    The steps are run in a process apart, and each is checked against what no scheduler may do.

    Attributes:
        steps: the functions; those left out are the library's.

    Raises:
        InputError: a knob is out of range; when it is run: a step raised an error, did not end,
            or broke a rule (a `Fault`).
    """

    takes_clock: ClassVar[bool] = False

    steps: Steps = Steps()

    def __post_init__(self) -> None:
        """Check the knobs and the steps."""
        super().__post_init__()
        if type(self.steps) is not Steps:
            raise InputError(f"steps must be Steps(...), not {shown(self.steps)}")

    def start(self, workload: tuple[Request, ...]) -> OwnRun:
        """Run the whole workload apart; return it as it stood before iteration 0."""
        refuse_numbers(workload)
        stubs = [name for name, function in vars(self.steps).items() if is_unwritten(function)]
        if stubs:
            raise Fault("stubs", steps=stubs)
        try:
            recorded, drains = run_apart(_record, self._knobs(), pack(self.steps), workload)
        except Stopped as stopped:
            raise fault_of(stopped) from None
        except Fault as fault:
            raise with_file(fault, vars(self.steps).values()) from None
        return OwnRun(self, recorded=recorded, drains=drains)

    def _knobs(self) -> Tutorial:
        return Tutorial(**{knob.name: getattr(self, knob.name) for knob in fields(Tutorial)})

    def iterate(self, state: State) -> None:
        """Tell one iteration more."""
        assert isinstance(state, OwnRun)
        state.events += state.recorded[state.iteration]
        state.iteration += 1


def _record(
    say: Say, policy: Tutorial, code: bytes, workload: tuple[Request, ...]
) -> tuple[list[list[Event]], bool]:
    return record(policy, pickle.loads(code), workload, begin=say)


def fault_of(stopped: Stopped) -> Fault:
    """Return why code did not come to its end, as a fault."""
    fault = Fault(f"stopped.{stopped.reason}", detail=stopped.detail)
    if type(stopped.said) is int:  # the iteration that was begun last
        fault.iteration = stopped.said
    return fault
