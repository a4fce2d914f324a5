"""What a reader writes down before the iteration is run, and whether it can be read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...errors import shown
from ...words import Words
from .puzzle import Puzzle
from .standing import Standing

EMPTY = ...  # what an untouched form holds

MOST_PROBLEMS = 6  # more sentences than that at once help nobody

# What is asked at each level, in the order of the steps.
ASKED = {
    1: ("decode", "prefill", "first_tokens", "completed"),
    2: ("rejected", "decode", "prefill", "first_tokens", "completed"),
    3: ("preempted", "rejected", "decode", "prefill", "first_tokens", "completed"),
}


@dataclass(frozen=True)
class Prediction:
    """What somebody expects of one iteration. The order within a list does not count.

    Attributes:
        preempted: who is taken off a slot.
        rejected: who is turned away.
        decode: who gets a decode token.
        prefill: prompt tokens by id, such as {"A": 3}; who gets none is left out.
        first_tokens: whose prompt is finished, and yields the first output token.
        completed: who has nothing left at the end.
    """

    preempted: Any = EMPTY
    rejected: Any = EMPTY
    decode: Any = EMPTY
    prefill: Any = EMPTY
    first_tokens: Any = EMPTY
    completed: Any = EMPTY


@dataclass(frozen=True)
class Expected:
    """A prediction that could be read: ids as sets, and prompt tokens by id."""

    preempted: frozenset[str]
    rejected: frozenset[str]
    decode: frozenset[str]
    prefill: Mapping[str, int]
    first_tokens: frozenset[str]
    completed: frozenset[str]

    @property
    def served(self) -> set[str]:
        """Who gets tokens, and so must be on a slot."""
        return {*self.decode, *self.prefill, *self.first_tokens}


def is_untouched(puzzle: Puzzle, prediction: object) -> bool:
    """Return whether nothing of what the puzzle's level asks for is filled in."""
    if type(prediction) is not Prediction:
        return prediction is EMPTY
    return all(getattr(prediction, name) is EMPTY for name in ASKED[puzzle.level])


def read(puzzle: Puzzle, prediction: object, said: Words) -> tuple[Expected | None, list[str]]:
    """Return what a prediction says, or None and what keeps it from being read, a sentence each."""
    if type(prediction) is not Prediction:
        return None, [said.say("predict.form.type", given=type(prediction).__name__)]
    problems = [*islice(_problems(puzzle, prediction, said), MOST_PROBLEMS)]
    if problems:
        return None, problems
    given = {name: () if value is EMPTY else value for name, value in vars(prediction).items()}
    prefill = dict(given.pop("prefill"))
    ids = {name: frozenset(value) for name, value in given.items()}
    return Expected(**ids, prefill=prefill), []


def _problems(puzzle: Puzzle, prediction: Prediction, said: Words) -> Iterator[str]:
    for name, value in vars(prediction).items():
        if value is EMPTY:
            if name in ASKED[puzzle.level]:
                nobody = "{}" if name == "prefill" else "[]"
                yield said.say("predict.form.empty", field=name, nobody=nobody)
        elif name == "prefill":
            yield from _prefill_problems(puzzle.in_play, value, said)
        else:
            yield from _list_problems(name, puzzle.in_play, value, said)


def _list_problems(
    field: str, in_play: Mapping[str, Standing], value: Any, said: Words
) -> Iterator[str]:
    if type(value) not in (list, tuple, set, frozenset):
        yield said.say("predict.form.list", field=field, given=shown(value))
        return
    seen: set[str] = set()
    for id in value:
        if type(id) is not str or id not in in_play:
            yield _unknown(field, id, in_play, said)
        elif id in seen:
            yield said.say("predict.form.twice", field=field, request=id)
        else:
            seen.add(id)


def _prefill_problems(in_play: Mapping[str, Standing], value: Any, said: Words) -> Iterator[str]:
    if type(value) is not dict:
        yield said.say("predict.form.dict", given=shown(value))
        return
    for id, tokens in value.items():
        if type(id) is not str or id not in in_play:
            yield _unknown("prefill", id, in_play, said)
        elif type(tokens) is not int:
            yield said.say("predict.form.tokens", request=id, given=shown(tokens))
        elif tokens < 1:
            yield said.say("predict.form.no_tokens", request=id, given=shown(tokens))


def _unknown(field: str, given: object, in_play: Mapping[str, Standing], said: Words) -> str:
    known = list(in_play)
    return said.say("predict.form.unknown", field=field, given=shown(given), known=known)
