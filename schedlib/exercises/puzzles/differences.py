"""What differs between what a step should leave behind and what it did, in words."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...own.snapshot import LISTS, Held, ids
from ...own.steps import NAMES
from ...trials.trial import Outcome, Trial
from ...words import Words

# What each step may change; the rest of the board is none of its business.
OWN_BUSINESS = {
    "arrivals": {"pending"},
    "slot_or_preempt": {"active", "waiting"},
    "queue_or_reject": {"waiting", "rejected"},
    "refill": {"active", "waiting"},
    "decode_first": {"budget_left", "output_left"},
    "prefill_with_the_rest": {"budget_left", "prompt_left"},
    "first_tokens_and_completions": {"active", "completed", "output_left"},
}


def tell_differences(step: int, trial: Trial, said: Words) -> list[str]:
    """Return a sentence for everything in which a trial differs from what it should be."""
    if trial.fault:
        told = [said.say("puzzles.fault", what=trial.fault.told(said.language))]
    else:
        assert trial.actual is not None
        told = [
            said.say(_key(step, field, should), field=name, should=_shown(should), now=_shown(was))
            for field, name, should, was in _differences(trial.expected, trial.actual, said)
        ]
    if trial.fickle:
        told.append(said.say("puzzles.fickle"))
    if trial.printed:
        told.append(said.say("puzzles.printed", text=trial.printed))
    return told


def differing(trial: Trial) -> set[str]:
    """Return the names of the lists and counts that differ, for the picture."""
    if trial.actual is None:
        return set()
    expected, actual = trial.expected.board, trial.actual.board
    names = (*LISTS, "arriving", "iteration", "budget_left")
    return {name for name in names if getattr(expected, name) != getattr(actual, name)}


Difference = tuple[str, str, Any, Any]  # the field, how it is called, what it should be, what it is


def _differences(expected: Outcome, actual: Outcome, said: Words) -> Iterator[Difference]:
    if expected.result != actual.result:
        yield "result", said.say("puzzles.field.result"), expected.result, actual.result
    for name in LISTS:
        should, was = ids(getattr(expected.board, name)), ids(getattr(actual.board, name))
        if should != was:
            yield name, f"board.{name}", should, was
    for name in ("iteration", "budget_left"):
        should_be, is_now = getattr(expected.board, name), getattr(actual.board, name)
        if should_be != is_now:
            yield name, f"board.{name}", should_be, is_now
    yield from _progress(expected.board.everybody.values(), actual.board.everybody)


def _progress(expected: Iterable[Held], actual: dict[str, Held]) -> Iterator[Difference]:
    for should in expected:
        now = actual.get(should.id)
        if now is None:
            continue
        for field in ("prompt_left", "output_left"):
            if getattr(should, field) != getattr(now, field):
                yield field, f"{should.id}.{field}", getattr(should, field), getattr(now, field)
        if should.request != now.request:
            yield "request", f"{should.id}.request", None, None


def _key(step: int, field: str, should: Any) -> str:
    """Return which sentence tells a difference."""
    own = field == "result" or field in OWN_BUSINESS[NAMES[step - 1]]
    if not own:
        return "puzzles.not_its_business"
    if isinstance(should, list):
        return "puzzles.differs.list"
    return "puzzles.differs.value"


def _shown(value: Any) -> Any:
    return str(value) if isinstance(value, bool) else value
