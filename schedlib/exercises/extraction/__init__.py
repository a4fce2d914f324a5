"""The extraction questions: six experiments, and probes on what they show.

>>> from schedlib.exercises import extraction
>>> extraction.judge("q4_waiting", 2).passed
False
"""

from typing import Any

from ...errors import InputError, shown
from ..probes import Probe
from ..question import Question
from ..verdict import Verdict
from . import chunked_prefill, core_difference, overload, preemption, speed_up, token_budget

PROBES: dict[str, Probe[Any]] = {
    **core_difference.PROBES,
    **token_budget.PROBES,
    **chunked_prefill.PROBES,
    **overload.PROBES,
    **preemption.PROBES,
    **speed_up.PROBES,
}


def ask(name: str, language: str = "en") -> Question:
    """Return the question of a probe, as a notebook shows it.

    Raises:
        InputError: there is no such probe, or no table of words for `language`.
    """
    return Question(name, _probe(name), language)


def judge(name: str, answer: object, language: str = "en") -> Verdict:
    """Return what is to be said about an answer to a probe, whatever it is.

    Raises:
        InputError: there is no such probe, or no table of words for `language`.
    """
    return _probe(name).judge(name, answer, language)


def check(name: str, answer: object, language: str = "en") -> None:
    """Show what is to be said about an answer to a probe.

    Raises:
        InputError: there is no such probe, or no table of words for `language`.
        NotYet: the answer is not right.
    """
    judge(name, answer, language).require()


def _probe(name: str) -> Probe[Any]:
    if name not in PROBES:
        raise InputError(f"name must be one of {', '.join(PROBES)}, not {shown(name)}")
    return PROBES[name]
