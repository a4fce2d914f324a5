"""What differs between two runs, in words: the line beside a what-if."""

from collections.abc import Iterator

from .trace import Trace
from .words import Words, words


def tell_changes(before: Trace, after: Trace, language: str = "en") -> list[str]:
    """Return a sentence for each difference that a user of the engine would feel.

    Requests are compared by id; one that only one of the runs has is left out. Two runs without
    a difference give one sentence that says so.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    both = [id for id in after.requests if id in before.requests]
    told = [
        *_preemptions(before, after, both, said),
        *_outcomes(before, after, both, said),
        *_length(before, after, said),
    ]
    return told or [said.say("changes.none")]


def tell_move(before: Trace, after: Trace, language: str = "en") -> str:
    """Return which knobs were moved from where to where, and then what that changes.

    Under another scheduler the knobs are others: it is named instead.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    told = tell_changes(before, after, language)
    if type(before.policy) is not type(after.policy):
        was, now = (said.say(f"engine.{run.policy.name}.title") for run in (before, after))
        return " ".join([said.say("changes.scheduler", was=was, now=now), *told])
    return " ".join([*_knobs(before, after, said), *told])


def _knobs(before: Trace, after: Trace, said: Words) -> Iterator[str]:
    was, now = vars(before.policy), vars(after.policy)
    moved = [
        said.say("changes.knob", knob=knob, was=said.value(was.get(knob)), now=said.value(value))
        for knob, value in now.items()
        if was.get(knob) != value
    ]
    if moved:
        yield said.say("changes.moved", knobs=moved)


def _preemptions(before: Trace, after: Trace, both: list[str], said: Words) -> Iterator[str]:
    was = {id: before.requests[id].preemptions for id in both}
    now = {id: after.requests[id].preemptions for id in both}
    new = [id for id in both if now[id] and not was[id]]
    lost = [id for id in both if was[id] and not now[id]]
    if new and lost:
        yield said.say("changes.preempted_instead", new=new, lost=lost)
    elif new:
        yield said.say("changes.preempted", new=new)
    elif lost:
        yield said.say("changes.not_preempted", lost=lost)
    for id in both:
        if was[id] and now[id] and was[id] != now[id]:
            yield said.say("changes.preemptions", request=id, was=was[id], now=now[id])


def _outcomes(before: Trace, after: Trace, both: list[str], said: Words) -> Iterator[str]:
    """Yield what became of each request: its end if that differs, else its first token."""
    for id in both:
        was, now = before.requests[id], after.requests[id]
        if was.result != now.result:
            results = {
                name: said.say(f"result.{outcome.result}")
                for name, outcome in (("was", was), ("now", now))
            }
            yield said.say("changes.result", request=id, **results)
        elif was.completed != now.completed:
            yield _moved("completed", id, was.completed, now.completed, said)
        elif was.first_output != now.first_output:
            yield _moved("first_output", id, was.first_output, now.first_output, said)


def _moved(what: str, id: str, was: int | None, now: int | None, said: Words) -> str:
    if was is None or now is None:  # a run that was cut can end before
        return said.say(f"changes.{what}.{'gone' if now is None else 'new'}", request=id)
    later = (now or 0) - (was or 0)
    way = "earlier" if later < 0 else "later"
    return said.say(f"changes.{what}.{way}", request=id, iterations=abs(later))


def _length(before: Trace, after: Trace, said: Words) -> Iterator[str]:
    if after.drained != before.drained:
        yield said.say("changes.drains" if after.drained else "changes.cut")
    elif len(after.iterations) != len(before.iterations):
        yield said.say("changes.length", was=len(before.iterations), now=len(after.iterations))
