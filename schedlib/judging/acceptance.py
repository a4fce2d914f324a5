"""The acceptance list: nine statements about fixed runs and records, each judged live."""

from typing import NamedTuple

from ..words import words
from .acceptance_items import ITEMS, Evidence
from .exhibits import Exhibits, exhibits


class Check(NamedTuple):
    """One judged item of the list.

    Attributes:
        number: its place in the list, from 1.
        statement: what is claimed, in words.
        passed: whether it holds.
        evidence: the numbers that the verdict rests on, by name.
    """

    number: int
    statement: str
    passed: bool
    evidence: Evidence


def acceptance(judged: Exhibits | None = None, language: str = "en") -> list[Check]:
    """Return the nine items, judged on the fixed runs unless others are given.

    Raises:
        InputError: there is no table of words for `language`.
    """
    judged = judged or exhibits()
    say = words(language).say
    return [
        Check(number, say(f"acceptance.{number}"), *item(judged))
        for number, item in enumerate(ITEMS, start=1)
    ]
