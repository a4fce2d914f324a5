"""Readers of option values: from the text on the command line to what a knob takes.

A scheduler's name is judged at once. Those of the tutorial's knobs refuse what is out of range at
once; those of the engines' knobs only read, for each engine judges its own.
"""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from difflib import get_close_matches

from ..engines.registry import SCHEDULERS, KnobKind
from ..errors import InputError, shown
from ..fields import amount_of, positive, whole_number, whole_or_text

NO_LIMIT = "none"

PLAIN_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def known_scheduler(field: str, text: str) -> str:
    """Return the name of a scheduler.

    Raises:
        InputError: it is none; it names them all, and those that may be meant.
    """
    if text in SCHEDULERS:
        return text
    plain = text.lower().replace("_", "-")
    close = [plain] if plain in SCHEDULERS else sorted(get_close_matches(plain, SCHEDULERS))
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise InputError(f"{field} must be one of {', '.join(SCHEDULERS)}, not {shown(text)}{hint}")


def scheduler_name(text: str) -> str:
    """Read the name of a scheduler."""
    try:
        return known_scheduler("it", text)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None


def at_least(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` up."""

    def read(text: str) -> int:
        try:
            return whole_number("it", whole_or_text(text), at_least=least)
        except InputError as error:
            raise ArgumentTypeError(str(error)) from None

    return read


def places(text: str) -> int | None:
    """Read the length of a queue, "none" being unbounded."""
    if text == NO_LIMIT:
        return None
    try:
        return at_least(0)(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}; or {NO_LIMIT} for an unbounded queue") from None


def whole_or_none(text: str) -> object:
    """Read a whole number, "none" being no limit; anything else stays text."""
    return None if text == NO_LIMIT else whole_or_text(text)


def number(text: str) -> object:
    """Read a number as people write it; anything else stays text."""
    return float(text) if PLAIN_DECIMAL.fullmatch(text) else text


def above_zero(text: str) -> float:
    """Read a finite number above 0."""
    return _judged(positive, text)


def not_negative(text: str) -> float:
    """Read a number of at least 0."""
    return _judged(amount_of, text)


def _judged(check: Callable[[str, object], float], text: str) -> float:
    try:
        return check("it", number(text))
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None


def sizes(text: str) -> tuple[object, ...]:
    """Read whole numbers with commas between them, "none" being none of them."""
    return () if text == NO_LIMIT else tuple(map(whole_or_text, text.split(",")))


READERS: dict[KnobKind, Callable[[str], object]] = {
    "whole": whole_or_text,
    "optional": whole_or_none,
    "amount": number,
    "share": number,
    "sizes": sizes,
}
