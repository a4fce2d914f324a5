"""What a field of a log may hold: a name, a number of tokens, a time."""

from typing import NamedTuple

from ..errors import InputError, shown
from ..fields import whole_number
from .source import Fields

MOST_TOKENS = 10**9  # no context is longer; what is above is a number gone wrong
LATEST = 10**15  # in any unit, down to the millisecond: some 30,000 years


class Row(NamedTuple):
    """A request as its line tells it, on the line's own clocks.

    Attributes:
        id: its name, or None where the format has none.
        time: its arrival, in the format's own unit.
        prompt: prompt tokens.
        output: output tokens.
        measured: when it was queued, scheduled, gave its first and its last token, in seconds of
            the engine's clock; None where nothing was measured.
        priority: as in a `Request`.
    """

    id: str | None
    time: float
    prompt: int
    output: int
    measured: tuple[float, float, float, float] | None = None
    priority: str | int = "normal"


def value_of(fields: Fields, name: str) -> object:
    """Return what the field `name` holds.

    Raises:
        InputError: there is none.
    """
    if name not in fields:
        raise InputError(f"{name} is missing")
    return fields[name]


def tokens(fields: Fields, name: str) -> int:
    """Return the field `name`, a number of tokens.

    Raises:
        InputError: it is missing, no whole number, below 1, or above `MOST_TOKENS`.
    """
    value = value_of(fields, name)
    if type(value) is int and 1 <= value <= MOST_TOKENS:  # nearly always: say so at once
        return value
    number = whole_number(name, value, at_least=1)
    if number > MOST_TOKENS:
        raise InputError(f"{name} must be at most {MOST_TOKENS:,} tokens, not {number:,}")
    return number


def moment(fields: Fields, name: str) -> float:
    """Return the field `name`, a time as a number from 0 on, whole ones as an `int`.

    Raises:
        InputError: it is missing, no number, not finite, negative, or above `LATEST`.
    """
    value = value_of(fields, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise InputError(f"{name} must be a number of at least 0, not {shown(value)}")
    if value > LATEST:
        raise InputError(f"{name} must be at most {LATEST:,}, not {shown(value)}")
    return value


def name_of(fields: Fields, name: str) -> str:
    """Return the field `name`, a non-empty text; a whole number is taken for one.

    Raises:
        InputError: it is missing, or neither.
    """
    value = value_of(fields, name)
    if isinstance(value, int) and not isinstance(value, bool):
        return shown(value)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name} must be non-empty text, not {shown(value)}")
    return value
