"""What a prediction implies: who holds a slot if it is taken at its word, and what then follows.

A slip in step 2 carries on into steps 5 to 7. To tell a slip from its consequences, every later
step is worked out anew from what the prediction itself says of the steps before.
"""

from dataclasses import dataclass

from .prediction import Expected
from .puzzle import Puzzle
from .standing import Standing


@dataclass(frozen=True)
class Implied:
    """The consequences of a prediction, taken at its word.

    Attributes:
        active: who is on a slot after step 4, in order.
        turned_away: the arrivals that find the queue full, given who is preempted.
        no_slot: those that get tokens and yet hold no slot.
        forgotten: those that hold a slot and get nothing, although budget is left.
    """

    active: tuple[Standing, ...]
    turned_away: frozenset[str]
    no_slot: frozenset[str]
    forgotten: frozenset[str]


def imply(puzzle: Puzzle, expected: Expected) -> Implied:
    """Follow a prediction through steps 1 to 4."""
    active, turned_away = _after_step_4(puzzle, expected)
    ids = {each.id for each in active}
    used = len(expected.decode) + sum(expected.prefill.values())
    idle = ids - expected.served if used < puzzle.policy.token_budget else set()
    newcomers = {each.id for each in (*puzzle.queue, *puzzle.arrivals)}
    no_slot = (expected.served - ids) & (newcomers | expected.preempted)
    forgotten = idle & newcomers
    believed = [each for each in active if each.id not in forgotten]
    believed += [puzzle.in_play[id] for id in puzzle.in_play if id in no_slot]
    return Implied(
        tuple(believed), frozenset(turned_away), frozenset(no_slot), frozenset(forgotten)
    )


def _after_step_4(puzzle: Puzzle, expected: Expected) -> tuple[list[Standing], set[str]]:
    """Return who is on a slot, in order, and who found the queue full."""
    policy = puzzle.policy
    active, queue = list(puzzle.slots), list(puzzle.queue)
    turned_away: set[str] = set()
    for arrival in puzzle.arrivals:
        victim = next((each for each in active if each.id in expected.preempted), None)
        if len(active) < policy.max_active:
            if arrival.id not in expected.rejected:
                active.append(arrival)
        elif arrival.priority == "high" and victim:
            active.remove(victim)
            queue.insert(0, victim)
            active.append(arrival)
        else:
            if policy.max_queue is not None and len(queue) >= policy.max_queue:
                turned_away.add(arrival.id)
            if arrival.id not in expected.rejected:
                queue.append(arrival)
    active = [each for each in active if each.id not in expected.preempted]
    waiting = [each for each in queue if each.id not in expected.preempted]
    while waiting and len(active) < policy.max_active:
        active.append(waiting.pop(0))
    return active, turned_away


def decodes(active: tuple[Standing, ...]) -> frozenset[str]:
    """Return who decodes in step 5, if these are on slots."""
    return frozenset(each.id for each in active if not each.prompt_left)


def chunks(puzzle: Puzzle, active: tuple[Standing, ...], decoded: int) -> dict[str, int]:
    """Return the chunks of step 6, if these are on slots and so many tokens are decoded."""
    left, given = puzzle.policy.token_budget - decoded, {}
    for each in active:
        chunk = min(puzzle.policy.prefill_chunk, each.prompt_left, max(left, 0))
        if chunk:
            given[each.id] = chunk
            left -= chunk
    return given


def first_tokens(puzzle: Puzzle, expected: Expected) -> frozenset[str]:
    """Return whose prompt the predicted chunks finish."""
    return frozenset(
        id
        for id, tokens in expected.prefill.items()
        if tokens >= puzzle.in_play[id].prompt_left > 0
    )


def completions(puzzle: Puzzle, expected: Expected) -> frozenset[str]:
    """Return who has nothing left, with the predicted decodes and first tokens."""
    tokens = expected.decode | expected.first_tokens
    return frozenset(id for id in tokens if puzzle.in_play[id].output_left == 1)
