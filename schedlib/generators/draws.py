"""What all generators of workloads ask of their arguments: how many, within what, which seed."""

from math import inf
from random import Random

from ..errors import InputError, shown
from ..fields import amount_of, whole_number

MOST = 10**7  # draws at a time: more lists than a machine has room for are asked for by mistake


def how_many(n: object) -> int:
    """Return `n`, how many are drawn.

    Raises:
        InputError: it is no whole number from 1 to `MOST`.
    """
    number = whole_number("n", n, at_least=1)
    if number > MOST:
        raise InputError(f"n must be at most {MOST:,}, not {shown(n)}")
    return number


def within(field: str, value: object, least: float, most: float) -> float:
    """Return `value`, a number from `least` to `most`.

    Raises:
        InputError: it is no number, or lies outside.
    """
    try:
        number = amount_of(field, value, at_least=least)
    except InputError:
        number = inf
    if number > most:
        raise InputError(f"{field} must be a number from {least:,} to {most:,}, not {shown(value)}")
    return number


def seeded(what: str, seed: object) -> Random:
    """Return numbers at random: the same for the same seed, and for other things others.

    So arrivals and lengths that are drawn with one seed have nothing to do with each other.

    Raises:
        InputError: `seed` is no whole number from 0 on.
    """
    return Random(f"{what} {whole_number('seed', seed, at_least=0)}")
