"""A scheduler of one's own at work: every step is called, checked, and told in events."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

from ..errors import shown
from ..events import Event, Kind
from ..request import Request
from ..sequence import Sequence
from ..tutorial import Tutorial
from .board import Board
from .faults import Fault
from .raised import raised
from .rules import check_iteration, check_step
from .snapshot import Snapshot, without_placed
from .steps import FOR_ONE_ARRIVAL, NAMES, Steps
from .telling import tell


class Taken(NamedTuple):
    """One call of a step.

    Attributes:
        name: of the step.
        treated: the id of the arrival that it was for, if it was for one.
        before, after: how the board stood.
    """

    name: str
    treated: str | None
    before: Snapshot
    after: Snapshot


def new_board(policy: Tutorial, workload: tuple[Request, ...]) -> Board:
    """Return the board before iteration 0: everything is still to arrive."""
    return Board(policy, pending=[Sequence.of(request) for request in workload])


class Recorder:
    """One iteration on one board.

    Attributes:
        events: what was decided so far in this iteration.
        taken: the calls of steps, in order.
    """

    def __init__(self, steps: Steps, board: Board, check: bool = True) -> None:
        """Take the steps; with `check`, a step that breaks a rule is stopped by it."""
        self.steps, self.board, self.check = steps, board, check
        self.events: list[Event] = []
        self.taken: list[Taken] = []
        self._arriving: list[Sequence] = []
        self._last: Snapshot | None = None
        self._fault: Fault | None = None  # kept: the code may catch it, and go on

    def iterate(self) -> None:
        """Run the iteration.

        Raises:
            Fault: the code raised an error, or broke a rule.
        """
        number = self.board.iteration
        start = Snapshot.of(self.board)
        calls = SimpleNamespace(
            **{name: partial(self._take, place, name) for place, name in enumerate(NAMES, 1)}
        )
        try:
            call(self.steps.iterate, self.board, calls)
            if self._fault:
                raise self._fault
            end = self._now()
            self._changed_only_by_steps(start if self._last is None else self._last, end, None)
            if self.check:
                check_iteration(start, end)
        except Fault as fault:
            raise fault.at("iterate", number) from None
        unused, token_budget = end.budget_left, end.policy.token_budget
        because: dict[str, Any] = {"token_budget": token_budget}
        if unused == token_budget and (end.active or end.waiting):
            because["rule"] = "own"  # in the library, nobody would be there
        self.events.append(Event(number, len(NAMES), Kind.END, None, unused, because))

    def _now(self) -> Snapshot:
        return Snapshot.of(self.board, self._arriving)

    def _take(self, place: int, name: str, /, *arguments: Any, **named: Any) -> Any:
        """Take one step and tell what it did."""
        try:
            board, *arrival = _arguments(name, arguments, named)
            return self._taken(place, name, board, *arrival)
        except Fault as fault:
            self._fault = self._fault or fault.at(name, self.board.iteration)
            raise self._fault from None

    def _taken(self, place: int, name: str, board: Any, *arrival: Any) -> Any:
        if board is not self.board:
            raise Fault("call", step=name, arguments=", ".join(EXPECTED[name]))
        treated = self._treated(name, arrival)
        before = self._now()
        self._changed_only_by_steps(self._last, before, name)
        result = call(getattr(self.steps, name), board, *arrival)
        check_result(name, result)
        if name == "arrivals":
            self._arriving = [*result]
        after = without_placed(self._now())
        still = {held.id for held in after.arriving}
        self._arriving = [sequence for sequence in self._arriving if sequence.id in still]
        if self.check:
            check_step(before, after)
        self.events += tell(place, before, after, treated)
        self.taken.append(Taken(name, treated, before, after))
        self._last = after
        return result

    def _treated(self, name: str, arrival: tuple[Any, ...]) -> str | None:
        if not arrival:
            return None
        if not any(arrival[0] is waiting for waiting in self._arriving):
            if type(arrival[0]) is Sequence:
                raise Fault("placed", step=name, request=arrival[0].id)
            raise Fault("no_arrival", step=name, value=shown(arrival[0]))
        return str(arrival[0].id)

    def _changed_only_by_steps(
        self, last: Snapshot | None, now: Snapshot, step: str | None
    ) -> None:
        """Check that the lists were left alone until `step`, or until the end."""
        if last is None:
            return
        for name in ("pending", "active", "waiting", "rejected", "completed"):
            if getattr(last, name) != getattr(now, name):
                key = "outside.before" if step else "outside.end"
                fault = Fault(key, list=f"board.{name}", step=step)
                raise fault.at("iterate", self.board.iteration)


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call code of a reader.

    Raises:
        Fault: it raised an error.
    """
    if not callable(function):
        raise Fault("not_a_function", value=shown(function))
    try:
        return function(*arguments)
    except Fault:
        raise
    except BaseException as error:  # SystemExit too: it would end more than the reader's code
        raise raised(error) from None


def check_result(name: str, result: Any) -> None:
    """Check the type of what a step returns.

    Raises:
        Fault: it is another one.
    """
    if name == "arrivals" and not (
        type(result) is list and all(type(each) is Sequence for each in result)
    ):
        raise Fault("result.arrivals", value=shown(result))
    if name == "slot_or_preempt" and type(result) is not bool:
        raise Fault("result.slot_or_preempt", value=shown(result))


# What each step is to be called with.
EXPECTED = {name: ("board", "arrival")[: 1 + (name in FOR_ONE_ARRIVAL)] for name in NAMES}


def _arguments(name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    """Return what a step was called with, by place or by name."""
    expected = EXPECTED[name]
    given = dict(zip(expected, arguments, strict=False)) | named
    if len(arguments) + len(named) != len(expected) or given.keys() != set(expected):
        raise Fault("call", step=name, arguments=", ".join(expected))
    return [given[each] for each in expected]


def record(
    policy: Tutorial,
    steps: Steps,
    workload: tuple[Request, ...],
    begin: Callable[[int], None] = lambda iteration: None,
) -> tuple[list[list[Event]], bool]:
    """Run a workload; return the events of each iteration, and whether it drained.

    `begin` is called with the number of each iteration before it.

    Raises:
        Fault: the code raised an error, or broke a rule.
    """
    board = new_board(policy, workload)
    iterations: list[list[Event]] = []
    while len(iterations) < policy.max_iterations:
        begin(board.iteration)
        recorder = Recorder(steps, board)
        recorder.iterate()
        iterations.append(recorder.events)
        if board.drained:
            return iterations, True
    return iterations, False
