"""Where a prediction goes astray: what it implies, and which rule and numbers to look at.

No sentence here says what happens instead. Names in them are those that the reader wrote, or those
of arrivals and places that the board shows.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ...words import Words
from .implied import Implied, chunks, completions, first_tokens
from .prediction import Expected
from .puzzle import Puzzle
from .standing import Standing


@dataclass(frozen=True)
class Case:
    """A prediction, what happens, and what the prediction implies."""

    puzzle: Puzzle
    expected: Expected
    actual: Expected
    implied: Implied

    @cached_property
    def arriving(self) -> set[str]:
        """Who arrives."""
        return {each.id for each in self.puzzle.arrivals}

    @cached_property
    def rejected_without_arriving(self) -> frozenset[str]:
        """Who is said to be turned away, and does not even arrive."""
        return self.expected.rejected - self.arriving

    @cached_property
    def victims_served(self) -> frozenset[str]:
        """Who is said to be preempted, and to get tokens all the same."""
        return self.expected.preempted & self.expected.served

    @cached_property
    def chunks_implied(self) -> dict[str, int]:
        """The chunks that follow from the predicted slots and decodes."""
        return chunks(self.puzzle, self.implied.active, len(self.expected.decode))

    def misplaced(self, group: Iterable[Standing]) -> set[str]:
        """Return who of a group is served without a slot, or holds one and gets nothing."""
        return {each.id for each in group} & (self.implied.no_slot | self.implied.forgotten)


def point(number: int, case: Case, said: Words) -> list[str]:
    """Return a sentence or more on a step of a prediction that differs from what happens."""
    told = [said.say(f"predict.{key}", **facts) for key, facts in POINTERS[number](case)]
    return list(dict.fromkeys(told)) or [said.say(f"predict.look.{number}")]


Told = Iterator[tuple[str, dict[str, object]]]


def _arrivals(case: Case) -> Told:
    yield "not_arriving", {"requests": sorted(case.rejected_without_arriving)}


def _slots(case: Case) -> Told:
    expected, puzzle = case.expected, case.puzzle
    for id in sorted(expected.preempted - case.actual.preempted):
        yield f"victim.{_why_no_victim(id, case)}", {"request": id}
    if case.actual.preempted - expected.preempted:
        named = sorted(expected.preempted & case.actual.preempted)
        yield "victim.more" if named else "victim.missing", {"requests": named}
    for id in sorted(case.victims_served):
        yield "victim.served", {"request": id}
    for each in puzzle.arrivals:
        if each.id in case.implied.no_slot and each.id not in expected.preempted:
            rejected = each.id in expected.rejected
            yield "arrival.rejected_served" if rejected else "arrival.no_slot", {"request": each.id}
        elif each.id in case.implied.forgotten:
            yield "arrival.forgotten", {"request": each.id}


def _why_no_victim(id: str, case: Case) -> str:
    """Return what speaks against a victim, as far as the board shows it."""
    puzzle, each = case.puzzle, case.puzzle.in_play[id]
    if id in {waiting.id for waiting in puzzle.queue}:
        return "waits"
    if each.priority == "high":
        return "high"
    if not any(arrival.priority == "high" for arrival in puzzle.arrivals):
        return "nobody_high"
    if not puzzle.policy.preemption:
        return "off"
    return "wrong"


def _rejections(case: Case) -> Told:
    expected = case.expected.rejected & case.arriving
    for id in sorted(expected - case.actual.rejected):
        yield "rejected.extra", {"request": id}
    if case.actual.rejected - expected:
        key = "rejected.more" if expected & case.actual.rejected else "rejected.missing"
        yield key, {"requests": sorted(expected & case.actual.rejected)}


def _refill(case: Case) -> Told:
    for each in case.puzzle.queue:
        if each.id in case.implied.no_slot and each.id not in case.expected.preempted:
            yield "queue.no_slot", {"request": each.id}
    if case.misplaced(case.puzzle.queue) & case.implied.forgotten:
        yield "queue.forgotten", {}


def _decodes(case: Case) -> Told:
    in_play, on_slots = case.puzzle.in_play, {each.id for each in case.implied.active}
    for id in sorted(case.expected.decode - case.actual.decode):
        if in_play[id].prompt_left:
            yield "decode.prompt_left", {"request": id, "tokens": in_play[id].prompt_left}
        elif id not in on_slots:
            yield "decode.no_slot", {"request": id}
    if case.actual.decode - case.expected.decode:
        yield "decode.missing", {}


def _chunks(case: Case) -> Told:
    prefill, policy = case.expected.prefill, case.puzzle.policy
    order = [each.id for each in case.implied.active]
    for id, tokens in prefill.items():
        if tokens == case.actual.prefill.get(id) or tokens == case.chunks_implied.get(id):
            continue
        each = case.puzzle.in_play[id]
        facts: dict[str, object] = {"request": id, "tokens": tokens, "prompt": each.prompt_left}
        ahead = sum(
            prefill.get(other, 0) for other in order[: order.index(id) if id in order else 0]
        )
        left = policy.token_budget - len(case.expected.decode) - ahead
        if not each.prompt_left:
            yield "prefill.done", facts
        elif tokens > each.prompt_left:
            yield "prefill.prompt", facts
        elif tokens > policy.prefill_chunk:
            yield "prefill.chunk", facts | {"chunk": policy.prefill_chunk}
        elif id not in order:
            yield "prefill.no_slot", facts
        elif tokens > left:
            yield "prefill.budget", facts | {"budget": policy.token_budget}
        else:
            yield "prefill.other", facts
    if case.actual.prefill.keys() - prefill.keys():
        used = len(case.expected.decode) + sum(prefill.values())
        yield f"prefill.missing.{'left' if used < policy.token_budget else 'order'}", {}


def _ends(case: Case) -> Told:
    expected, in_play = case.expected, case.puzzle.in_play
    finished = first_tokens(case.puzzle, expected)
    for id in sorted(expected.first_tokens - finished):
        left, given = in_play[id].prompt_left, expected.prefill.get(id, 0)
        key = "first.early" if left else "first.had"
        yield key, {"request": id, "tokens": given, "prompt": left}
    if finished - expected.first_tokens:
        yield "first.missing", {}
    over = completions(case.puzzle, expected)
    for id in sorted(expected.completed - over):
        yield "completed.early", {"request": id, "output": in_play[id].output_left}
    if over - expected.completed:
        yield "completed.missing", {}


POINTERS: dict[int, Callable[[Case], Told]] = {
    1: _arrivals,
    2: _slots,
    3: _rejections,
    4: _refill,
    5: _decodes,
    6: _chunks,
    7: _ends,
}
