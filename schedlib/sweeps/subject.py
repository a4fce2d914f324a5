"""What a sweep starts from, and what becomes of it at each point of a grid.

A key of the grid is one of these:

* a parameter of the workload, where that is a function that returns requests;
* `engine`: a scheduler by its name on the command line, with its defaults, or one made with knobs;
* a knob of the policy, or of any engine in the grid;
* `clock`: a whole clock;
* `clock.e_mem` and so on: a field of the clock; a GPU, a model and a link also by name.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any

from ..clock import Clock, WatchedTable, hardware, link, model
from ..engines.registry import SCHEDULERS
from ..errors import InputError
from ..fields import entry_of
from ..loop import Policy
from ..request import Request, check_workload
from .grid import Point
from .job import Workload

Requests = Iterable[Request] | Callable[..., Iterable[Request]]

ENGINE, CLOCK, FIELD = "engine", "clock", "clock."

BY_NAME: dict[str, Callable[[str], Any]] = {"hardware": hardware, "model": model, "link": link}


@dataclass(frozen=True)
class Subject:
    """What is swept.

    Attributes:
        workload: requests, or a function that returns them.
        policy: whose knobs are replaced, where the grid has no engines.
        clock: whose fields are replaced; None where time is counted in iterations.
    """

    workload: Requests
    policy: Policy[Any]
    clock: Clock | None

    # --- The workload ----------------------------------------------------------------------------

    def arguments_at(self, point: Point) -> dict[str, Any]:
        """Return what the workload is made with at a point."""
        own = parameters(self.workload)
        return {key: value.itself for key, value in point.items() if key in own}

    def workload_at(self, point: Point) -> Workload:
        """Return the requests at a point.

        Raises:
            InputError: they are no workload.
            Exception: the function that makes them raised it.
        """
        if callable(self.workload):
            return check_workload(self.workload(**self.arguments_at(point)))
        return check_workload(self.workload)

    # --- The policy ------------------------------------------------------------------------------

    def scheduler_at(self, point: Point) -> Any:
        """Return the scheduler whose knobs a point replaces: a policy, or one's class.

        Raises:
            InputError: there is no engine of that name.
        """
        if ENGINE not in point:
            return self.policy
        named = point[ENGINE].itself
        return entry_of(ENGINE, SCHEDULERS, named) if isinstance(named, str) else named

    def policy_at(self, point: Point) -> Policy[Any]:
        """Return the policy at a point.

        Raises:
            InputError: a knob is out of range, or missing, or not the scheduler's own.
        """
        scheduler = self.scheduler_at(point)
        own = field_names(scheduler)
        others = {*parameters(self.workload), ENGINE, CLOCK}
        given = {
            key: value.itself
            for key, value in point.items()
            if key not in others and not key.startswith(FIELD)
        }
        foreign = ", ".join(key for key in given if key not in own)
        if foreign:
            raise InputError(f"{scheduler.name} has no {foreign}; its knobs are {', '.join(own)}")
        policy: Policy[Any]
        if isinstance(scheduler, type):
            _check_needed(scheduler, given)
            policy = scheduler(**given)
        else:
            policy = replace(scheduler, **given) if given else scheduler
        return policy

    # --- The clock -------------------------------------------------------------------------------

    def whole_clock_at(self, point: Point) -> Any:
        """Return the clock whose fields a point replaces."""
        clock = point[CLOCK].itself if CLOCK in point else self.clock
        return clock.table if isinstance(clock, WatchedTable) else clock  # each run watches its own

    def clock_at(self, point: Point) -> Clock | None:
        """Return the clock at a point.

        Raises:
            InputError: a field is out of range, or not of this clock.
        """
        clock = self.whole_clock_at(point)
        given = {
            key.removeprefix(FIELD): value.itself
            for key, value in point.items()
            if key.startswith(FIELD)
        }
        foreign = ", ".join(key for key in given if key not in field_names(clock))
        if foreign:
            raise InputError(f"{type(clock).__name__} has no {foreign}")
        named = {key: _named(key, value) for key, value in given.items()}
        changed: Clock | None = replace(clock, **named) if named else clock
        return changed


def parameters(workload: object) -> dict[str, bool]:
    """Return the parameters of a workload that is a function, and whether each must be given."""
    if not callable(workload):
        return {}
    try:
        signature = inspect.signature(workload)
    except ValueError:  # some builtins have none
        return {}
    return {
        each.name: each.default is each.empty
        for each in signature.parameters.values()
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
    }


def field_names(thing: Any) -> list[str]:
    """Return the fields of something that can be made anew with other ones, or of its class."""
    return [each.name for each in fields(thing) if each.init] if is_dataclass(thing) else []


def _check_needed(scheduler: Any, given: dict[str, Any]) -> None:
    knobs = fields(scheduler) if is_dataclass(scheduler) else ()
    needed = [knob.name for knob in knobs if knob.default is knob.default_factory is MISSING]
    missing = ", ".join(knob for knob in needed if knob not in given)
    if missing:
        raise InputError(f"{scheduler.name} needs {missing}")


def _named(field: str, value: Any) -> Any:
    """Return what a field is to hold: a GPU, a model or a link may be given by name."""
    return BY_NAME[field](value) if field in BY_NAME and isinstance(value, str) else value
