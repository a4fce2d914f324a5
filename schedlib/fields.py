"""Checks of single fields, shared by requests and policies."""

from numbers import Integral

from .errors import InputError, shown


def whole_number(field: str, value: object, *, at_least: int) -> int:
    """Return `value` as an `int`.

    3 and 3.0 are whole numbers; 3.5, True and "3" are not.

    Raises:
        InputError: `value` is no whole number, or is below `at_least`.
    """
    number = _as_int(value)
    if number is None or number < at_least:
        raise InputError(
            f"{field} must be a whole number of at least {at_least}, not {shown(value)}"
        )
    return number


def _as_int(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, Integral):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else None


def one_of(field: str, value: object, choices: tuple[str, ...]) -> str:
    """Return `value`, which must be one of the words in `choices`.

    Raises:
        InputError: it is not.
    """
    if not isinstance(value, str) or value not in choices:
        words = " or ".join(repr(choice) for choice in choices)
        raise InputError(f"{field} must be {words}, not {shown(value)}")
    return value


def true_or_false(field: str, value: object) -> bool:
    """Return `value`, which must be `True` or `False` itself.

    Raises:
        InputError: it is not.
    """
    if not isinstance(value, bool):
        raise InputError(f"{field} must be True or False, not {shown(value)}")
    return value
