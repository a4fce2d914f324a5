"""Whether a grid can be swept: each of its keys must mean one thing."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ..errors import InputError, shown
from .grid import Point
from .subject import CLOCK, ENGINE, FIELD, Subject, field_names, parameters


def check_keys(subject: Subject, points: Sequence[Point], columns: Iterable[str]) -> None:
    """Check the keys of a grid.

    Args:
        subject: what is swept.
        points: of the grid.
        columns: whose names no key may have.

    Raises:
        InputError: a key is unknown, means two things or is called as a column; a parameter of
            the workload is missing; an engine or a clock in the grid is none.
    """
    for point in points:
        _check_scheduler(subject, point)
        _check_clock(subject, point)
    keys = list(points[0])
    known = _known(subject, points)
    for key in keys:
        owners = [owner for owner, own in known.items() if key in own]
        if not owners:
            raise InputError(_unknown(key, known))
        if len(owners) > 1:
            rule = f"{key} is of the {owners[0]} and of the {owners[1]}"
            raise InputError(f"{rule}; give the parameter of the workload another name")
        if key in columns:
            raise InputError(f"{key} is a column of the result; give the parameter another name")
    missing = [name for name, must in parameters(subject.workload).items() if must]
    missing = [name for name in missing if name not in keys]
    if missing:
        raise InputError(f"the grid must have {', '.join(missing)}, which the workload needs")


def _check_scheduler(subject: Subject, point: Point) -> None:
    scheduler = subject.scheduler_at(point)
    if not hasattr(scheduler, "iterate"):
        name = ENGINE if ENGINE in point else "policy"
        raise InputError(f"{name} must be a scheduler, not {shown(scheduler)}")


def _check_clock(subject: Subject, point: Point) -> None:
    clock = subject.whole_clock_at(point)
    if (clock is not None or CLOCK in point) and not hasattr(clock, "ticks"):
        raise InputError(f"clock must be a clock, not {shown(clock)}")


def _known(subject: Subject, points: Sequence[Point]) -> dict[str, list[str]]:
    """Return the keys that a grid may have, by what they belong to."""
    schedulers = [subject.scheduler_at(point) for point in points]
    clocks = [subject.whole_clock_at(point) for point in points]
    return {
        "workload": list(parameters(subject.workload)),
        "scheduler": _all_fields(schedulers),
        "clock": [f"{FIELD}{name}" for name in _all_fields(clocks)],
        "grid": [ENGINE, CLOCK],
    }


def _all_fields(things: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(name for thing in things for name in field_names(thing)))


def _unknown(key: str, known: dict[str, list[str]]) -> str:
    everything = [name for own in known.values() for name in own]
    close = get_close_matches(key, everything, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    lists = "; ".join(f"{', '.join(own)} (of the {owner})" for owner, own in known.items() if own)
    return f"{shown(key)} cannot be swept{hint}; what can: {lists}"
