"""Three kinds of small questions whose answers are not written down, but seen on a run.

A probe knows how to look (`see`), and what to make of it: claims, of which one holds, things to
put in order, or a number. Right and wrong are computed from what is seen when an answer is judged.
The words of a probe stand in the word table under its name; what was seen fills them in.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ..errors import shown
from .verdict import Verdict
from .voice import Voice


class Sight(Protocol):
    """What is seen: a named tuple of measures."""

    def _asdict(self) -> dict[str, Any]:
        """Return the measures by name."""


S = TypeVar("S", bound=Sight)


@dataclass(frozen=True)
class Probe(ABC, Generic[S]):
    """A question about what is seen.

    Attributes:
        see: runs the experiment and returns the measures that the probe is about.
    """

    see: Callable[[], S]
    kind: ClassVar[str] = ""

    def judge(self, name: str, answer: object, language: str = "en") -> Verdict:
        """Return what is to be said about an answer, whatever it is; nothing is raised."""
        seen = self.see()
        voice = Voice(name, seen._asdict(), language)
        if answer is None or answer is ...:
            return voice.not_yet("blank", form=self.form(seen, voice))
        return self.weigh(seen, answer, voice)

    @abstractmethod
    def weigh(self, seen: S, answer: object, voice: Voice) -> Verdict:
        """Compare an answer with what is seen."""

    def form(self, seen: S, voice: Voice) -> str:
        """Return how an answer is written down."""
        return voice.common(f"form.{self.kind}", name=voice.name)


@dataclass(frozen=True)
class Choice(Probe[S]):
    """Pick the one claim that what is seen bears out.

    Attributes:
        claims: by letter, whether the claim holds. Exactly one does.
    """

    claims: Mapping[str, Callable[[S], bool]]
    kind: ClassVar[str] = "choice"

    def options(self, voice: Voice) -> dict[str, str]:
        """Return the text of each claim, by letter."""
        return {letter: voice.own(letter) for letter in self.claims}

    def weigh(self, seen: S, answer: object, voice: Voice) -> Verdict:
        """Put the chosen claim to the test; what it would mean is said in any case."""
        letter = answer.strip().rstrip(")").lower() if type(answer) is str else ""
        if letter not in self.claims:
            letters = list(self.claims)
            return voice.not_yet("choice.unknown", letters=letters, answer=quoted(answer))
        holds = self.claims[letter](seen)
        headline = "choice.holds" if holds else "choice.fails"
        return voice.verdict(holds, headline, voice.own(f"{letter}.told"), letter=letter)


@dataclass(frozen=True)
class Number(Probe[S]):
    """Say a number before it is measured.

    Attributes:
        value: the measure.
        mistakes: by name, what comes out when one makes them.
    """

    value: Callable[[S], int]
    mistakes: Mapping[str, Callable[[S], int]] = field(default_factory=dict)
    kind: ClassVar[str] = "number"

    def weigh(self, seen: S, answer: object, voice: Voice) -> Verdict:
        """Compare the number with the measure, and a wrong one with the known mistakes."""
        if type(answer) is not int:
            return voice.not_yet("number.type", answer=quoted(answer))
        if answer == self.value(seen):
            return voice.verdict(True, "number.right", voice.own("told"), answer=quoted(answer))
        made = [name for name, mistake in self.mistakes.items() if mistake(seen) == answer]
        told = voice.own(f"mistake.{made[0]}") if made else voice.own("look")
        return voice.verdict(False, "number.wrong", told, answer=quoted(answer))


@dataclass(frozen=True)
class Ordering(Probe[S]):
    """Put things in the order of a measure, smallest first.

    Attributes:
        measure: the measure of each thing, by its name; no two are alike.
        mistakes: by name, measures that one may confuse it with.
    """

    measure: Callable[[S], Mapping[str, int]]
    mistakes: Mapping[str, Callable[[S], Mapping[str, int]]] = field(default_factory=dict)
    kind: ClassVar[str] = "ordering"

    def form(self, seen: S, voice: Voice) -> str:
        """Return how an answer is written down: a list of what is to be put in order."""
        things = ", ".join(f'"{name}"' for name in sorted(self.measure(seen)))
        return voice.common("form.ordering", name=voice.name, things=things)

    def weigh(self, seen: S, answer: object, voice: Voice) -> Verdict:
        """Compare the order with the measure; a wrong one is met by the first pair in it."""
        measure = self.measure(seen)
        if type(answer) is not list or any(type(each) is not str for each in answer):
            return voice.not_yet("ordering.type", answer=quoted(answer))
        if sorted(answer) != sorted(measure):
            return voice.not_yet("ordering.things", things=sorted(measure), answer=quoted(answer))
        swapped = [pair for pair in pairwise(answer) if measure[pair[0]] > measure[pair[1]]]
        if not swapped:
            return voice.verdict(True, "ordering.right", voice.own("told"))
        first, second = swapped[0]
        found = [voice.own("look", first=first, second=second)]
        for name, mistake in self.mistakes.items():
            if answer == in_order(mistake(seen)):
                found.insert(0, voice.own(f"mistake.{name}"))
        return voice.verdict(False, "ordering.wrong", *found)


def in_order(measure: Mapping[str, int]) -> list[str]:
    """Return the names, smallest measure first."""
    return sorted(measure, key=lambda name: measure[name])


def quoted(answer: object) -> str:
    """Return an answer as it is quoted back, whatever it is; even one that cannot show itself."""
    try:
        return shown(answer)
    except Exception:  # the student's own class, which may do anything
        return f"<{type(answer).__name__}>"
