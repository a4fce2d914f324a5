"""Random states to try one step on: seeded, from runs of the library, the smallest first."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from ..own.board import Board
from ..own.recording import new_board
from ..own.snapshot import LISTS, Snapshot, without_placed
from ..own.steps import NAMES, Steps
from ..request import Request
from ..sequence import Sequence
from ..tutorial import Tutorial

CASES = 300  # states for each step
IDLE = 40  # of them, at most so many in which the step has nothing to do
# Of those that change the same lists, at most so many: free slots are common, preemptions rare.
MOST = {2: 130, 3: 150}
LIBRARY = Steps()


@cache
def cases(step: int, count: int = CASES) -> tuple[Snapshot, ...]:
    """Return states in which a step is due, the same ones every time, the smallest first.

    Args:
        step: its number, 1 to 7.
        count: how many.
    """
    rng = Random(step)
    found: dict[Snapshot, tuple[str, ...]] = {}
    while len(found) < count:
        for before, after in _moments(NAMES[step - 1], rng):
            changed = tuple(name for name in LISTS if getattr(before, name) != getattr(after, name))
            most = IDLE if before == after else MOST.get(step, count)
            if list(found.values()).count(changed) < most:
                found[before] = changed
    return tuple(sorted(list(found)[:count], key=size))


def size(case: Snapshot) -> tuple[int, int]:
    """Return how much there is to look at in a state: sequences, then all its numbers."""
    everybody = case.everybody().values()
    policy = case.policy
    limits = (policy.max_active, policy.max_queue or 0, policy.token_budget, policy.prefill_chunk)
    tokens = (held.remaining + held.request.prompt + held.request.output for held in everybody)
    return len(everybody), case.iteration + sum(limits) + sum(tokens)


def random_workload(rng: Random, most: int = 7) -> tuple[Request, ...]:
    """Return some requests that come close together, listed in any order.

    In some workloads all are alike, so that there are ties; in some they come in two crowds.
    """
    alike = rng.random() < 0.4
    arrivals = range(rng.choice((2, 5)))
    longest = (rng.randint(1, 7), rng.randint(1, 4))
    return tuple(
        Request(
            id,
            arrival=rng.choice(arrivals),
            prompt=longest[0] if alike else rng.randint(1, 7),
            output=longest[1] if alike else rng.randint(1, 4),
            priority="high" if rng.random() < 0.35 else "normal",
        )
        for id in "ABCDEFGHIJ"[: rng.randint(2, most)]
    )


def random_policy(rng: Random) -> Tutorial:
    """Return some knobs that make things scarce."""
    max_active = rng.randint(1, 3)
    return Tutorial(
        max_active=max_active,
        max_queue=rng.choice((0, 1, 1, 2, 2, 3, None)),
        token_budget=rng.randint(max_active, 8),
        prefill_chunk=rng.randint(1, 4),
        preemption=rng.random() < 0.85,
        max_iterations=60,
    )


def _moments(name: str, rng: Random) -> Iterator[tuple[Snapshot, Snapshot]]:
    """Yield how the board stands before and after a step, whenever it is due in one run."""
    board = new_board(random_policy(rng), random_workload(rng))
    found: list[tuple[Snapshot, Snapshot]] = []
    watched = replace(LIBRARY, **{name: _watched(getattr(LIBRARY, name), found)})
    while not board.drained and board.iteration < 30:
        found.clear()
        LIBRARY.iterate(board, watched)
        for before, after in found:
            yield _with_scarce_budget(name, before, rng), after


def _watched(
    step: Callable[..., Any], found: list[tuple[Snapshot, Snapshot]]
) -> Callable[..., Any]:
    """Return a step that keeps how the board stood before it and after it."""

    def watched(board: Board, *arrival: Sequence) -> Any:
        before = Snapshot.of(board, arrival)
        result = step(board, *arrival)
        found.append((before, without_placed(Snapshot.of(board, arrival))))
        return result

    return watched


def _with_scarce_budget(name: str, case: Snapshot, rng: Random) -> Snapshot:
    """Return a state, now and then with less budget than a whole run would leave."""
    if name in ("decode_first", "prefill_with_the_rest") and rng.random() < 0.3:
        return replace(case, budget_left=rng.randint(0, case.budget_left))
    return case
