"""Checks of single fields, shared by requests and policies, and numbers read from text."""

import re
from collections.abc import Mapping
from contextlib import suppress
from math import inf, nan
from numbers import Integral, Real
from typing import TypeVar

from .errors import InputError, shown

T = TypeVar("T")

LARGEST = 10**18  # more than anybody counts, and still short enough to add up and to print

PLAIN_DIGITS = re.compile(r"([+-]?[0-9]+)(\.0+)?")  # spreadsheets like to write 3 as 3.0


def whole_number(field: str, value: object, *, at_least: int) -> int:
    """Return `value` as an `int`.

    3 and 3.0 are whole numbers; 3.5, True and "3" are not.

    Raises:
        InputError: `value` is no whole number, or is below `at_least` or above `LARGEST`.
    """
    if type(value) is int and at_least <= value <= LARGEST:
        return value  # nearly always: say so at once
    number = _as_int(value)
    if number is None or number < at_least:
        raise InputError(
            f"{field} must be a whole number of at least {at_least}, not {shown(value)}"
        )
    if number > LARGEST:
        raise InputError(f"{field} must be at most {LARGEST:,}, not {shown(value)}")
    return number


def _as_int(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, Integral):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else None


def amount_of(field: str, value: object, *, at_least: float = 0) -> float:
    """Return `value`, a finite number: as an `int` if it is whole, else as a `float`.

    Raises:
        InputError: it is no number, not finite, below `at_least` or above `LARGEST`.
    """
    if type(value) is float and at_least <= value < LARGEST and not value.is_integer():
        return value  # nearly always, in traces: say so at once
    whole = _as_int(value)
    if whole is None and isinstance(value, Real) and not isinstance(value, bool):
        number: float = float(value)  # whatever is too large for a float is whole
    else:
        number = nan if whole is None else whole
    if not number >= at_least or number == inf:
        raise InputError(f"{field} must be a number of at least {at_least}, not {shown(value)}")
    if number > LARGEST:
        raise InputError(f"{field} must be at most {LARGEST:,}, not {shown(value)}")
    return number


def positive(field: str, value: object) -> float:
    """Return `value`, a finite number above 0, as a `float`.

    Raises:
        InputError: it is no number, not finite, or not above 0.
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):  # too large for a float, so as good as infinite
            if 0 < float(value) < inf:
                return float(value)
    raise InputError(f"{field} must be a finite number above 0, not {shown(value)}")


def one_of(field: str, value: object, choices: tuple[str, ...]) -> str:
    """Return `value`, which must be one of the words in `choices`.

    Raises:
        InputError: it is not.
    """
    if not isinstance(value, str) or value not in choices:
        words = " or ".join(repr(choice) for choice in choices)
        raise InputError(f"{field} must be {words}, not {shown(value)}")
    return value


def entry_of(field: str, table: Mapping[str, T], name: object) -> T:
    """Return the entry of a table whose name a field gives.

    Raises:
        InputError: the table has none of that name; the message lists those that it has.
    """
    if not isinstance(name, str) or name not in table:
        raise InputError(f"{field} must be one of {', '.join(table)}, not {shown(name)}")
    return table[name]


def true_or_false(field: str, value: object) -> bool:
    """Return `value`, which must be `True` or `False` itself.

    Raises:
        InputError: it is not.
    """
    if not isinstance(value, bool):
        raise InputError(f"{field} must be True or False, not {shown(value)}")
    return value


def fraction(field: str, value: object) -> float:
    """Return `value` as a `float`.

    Raises:
        InputError: it is no number, or not from 0 up to, but not including, 1.
    """
    number = -1.0
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):  # too large for a float, so too large
            number = float(value)
    if not 0 <= number < 1:
        raise InputError(f"{field} must be a number from 0 up to 1, 1 left out, not {shown(value)}")
    return number


class Unreadable:
    """Stands for what no field can hold, and says so in the message that refuses it."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __repr__(self) -> str:  # what `shown` quotes
        return self.what


def whole_from(digits: str) -> object:
    """Return the number that `digits` write; one too long for Python to convert is unreadable."""
    try:
        return int(digits)
    except ValueError:
        return Unreadable(f"a number of {len(digits.lstrip('+-')):,} digits")


def whole_or_text(text: str) -> object:
    """Return the whole number that `text` writes in plain digits, or `text` itself."""
    match = PLAIN_DIGITS.fullmatch(text)
    return whole_from(match[1]) if match else text
