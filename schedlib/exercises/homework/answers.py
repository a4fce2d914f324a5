"""What a cell of a report may hold, and how it is read: by its exact type, before all else."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar, cast

from ...errors import InputError, shown
from ...words import Words

T = TypeVar("T")

REJECTED = "rejected"

# Whole numbers, words, lists of ids (sorted: their order is not asked for) and of numbers.
Answer = int | str | tuple[str, ...] | tuple[int, ...]


class Fill(StrEnum):
    """What a row of a form asks for."""

    PAIR = "pair"  # (first output, completion) in iterations, or "rejected"
    NUMBER = "number"
    IDS = "ids"
    NUMBERS = "numbers"  # one for each iteration
    WORK = "work"  # "decode" or "prefill"


def quoted(value: object) -> str:
    """Return `value` as a sentence can quote it, whatever it is."""
    try:
        return shown(value)
    except Exception:  # its own repr fails: the name of its type is what is left
        return type(value).__name__


def is_open(value: object) -> bool:
    """Return whether a cell still holds the dots that it came with."""
    return value is ... or any(part is ... for part in parts_of(value) or ())


def parts_of(value: object) -> tuple[object, ...] | None:
    """Return what a plain list or tuple holds; None if it is neither."""
    if type(value) is list or type(value) is tuple:
        return tuple(value)
    return None


def read_number(value: object, said: Words) -> int:
    """Return a whole number.

    Raises:
        InputError: it is none; `True`, 3.0 and "3" are none either.
    """
    if type(value) is not int:
        raise InputError(said.say("homework.unfit.number", value=quoted(value)))
    return value


def read_ids(value: object, said: Words) -> tuple[str, ...]:
    """Return ids, sorted.

    Raises:
        InputError: it is no list of texts.
    """
    if type(value) is str:
        raise InputError(said.say("homework.unfit.one_id", value=quoted(value)))
    if type(value) is int:
        raise InputError(said.say("homework.unfit.how_many", value=quoted(value)))
    return tuple(sorted(_each(value, str, "homework.unfit.ids", said)))


def read_numbers(value: object, said: Words) -> tuple[int, ...]:
    """Return whole numbers, in order.

    Raises:
        InputError: it is no list of whole numbers.
    """
    return _each(value, int, "homework.unfit.numbers", said)


def read_work(value: object, said: Words) -> str:
    """Return "decode" or "prefill", in whatever case it was written.

    Raises:
        InputError: it is neither.
    """
    work = value.strip().casefold() if type(value) is str else ""
    if work not in ("decode", "prefill"):
        raise InputError(said.say("homework.unfit.work", value=quoted(value)))
    return work


def _each(value: object, kind: type[T], key: str, said: Words) -> tuple[T, ...]:
    parts = parts_of(value)
    if parts is None or any(type(part) is not kind for part in parts):
        raise InputError(said.say(key, value=quoted(value)))
    return cast(tuple[T, ...], parts)


READ: Mapping[Fill, Callable[[object, Words], Answer]] = {
    Fill.NUMBER: read_number,
    Fill.IDS: read_ids,
    Fill.NUMBERS: read_numbers,
    Fill.WORK: read_work,
}
