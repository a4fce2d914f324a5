"""Random states to try one step on: seeded, from runs of the library, the smallest first."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from ..own.board import Board
from ..own.recording import new_board
from ..own.snapshot import LISTS, Held, Snapshot
from ..own.steps import NAMES, Steps
from ..request import Request
from ..sequence import Sequence
from ..tutorial import Tutorial
from .trial import expected_of

CASES = 300  # states for each step
IDLE = 40  # of them, at most so many in which the step has nothing to do
# For some steps, of those that change the same lists, with or without a queue, at most so many:
# free slots are common, preemptions rare, and so are the reasons that forbid one.
MOST = {2: 60, 3: 100}
LIBRARY = Steps()


@cache
def cases(step: int, count: int = CASES) -> tuple[Snapshot, ...]:
    """Return states in which a step is due, the same ones every time, the smallest first.

    Args:
        step: its number, 1 to 7.
        count: how many.
    """
    rng = Random(step)
    found: dict[Snapshot, tuple[object, ...]] = {}
    while len(found) < count:
        for before in _moments(NAMES[step - 1], rng):
            after = expected_of(step, before).board
            changed = [name for name in LISTS if getattr(before, name) != getattr(after, name)]
            kind = (*changed, bool(before.waiting))
            most = MOST.get(step, IDLE if before == after else count)
            if list(found.values()).count(kind) < most:
                found[before] = kind
    return tuple(sorted(list(found)[:count], key=size))


def size(case: Snapshot) -> tuple[int, int]:
    """Return how much there is to look at in a state: sequences, then all its numbers."""
    everybody = case.everybody.values()
    policy = case.policy
    limits = (policy.max_active, policy.max_queue or 0, policy.token_budget, policy.prefill_chunk)
    tokens = (held.remaining + held.request.prompt + held.request.output for held in everybody)
    return len(everybody), case.iteration + sum(limits) + sum(tokens)


def random_workload(rng: Random, most: int = 7) -> tuple[Request, ...]:
    """Return some requests that come close together, listed in any order.

    In some workloads all are alike; in some they come in two crowds. Neither the order in which
    they are listed nor that of their names says anything.
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
        for id in rng.sample("ABCDEFGHIJ", rng.randint(2, most))
    )


def random_policy(rng: Random) -> Tutorial:
    """Return some knobs that make things scarce."""
    max_active = rng.choice((1, 2, 2, 3, 3, 4))
    return Tutorial(
        max_active=max_active,
        max_queue=rng.choice((0, 1, 1, 2, 2, 3, None)),
        token_budget=rng.randint(max_active, 8),
        prefill_chunk=rng.randint(1, 4),
        preemption=rng.random() < 0.85,
        max_iterations=60,
    )


def _moments(name: str, rng: Random) -> Iterator[Snapshot]:
    """Yield how the board stands before a step, whenever it is due in one run."""
    board = new_board(random_policy(rng), random_workload(rng))
    found: list[Snapshot] = []
    watched = replace(LIBRARY, **{name: _watched(getattr(LIBRARY, name), found)})
    while not board.drained and board.iteration < 30:
        found.clear()
        LIBRARY.iterate(board, watched)
        for before in found:
            yield varied(name, before, rng)


def _watched(step: Callable[..., Any], found: list[Snapshot]) -> Callable[..., Any]:
    """Return a step that keeps how the board stood before it."""

    def watched(board: Board, *arrival: Sequence) -> Any:
        found.append(Snapshot.of(board, arrival))
        return step(board, *arrival)

    return watched


def varied(name: str, case: Snapshot, rng: Random) -> Snapshot:
    """Return a state, now and then with what few runs bring about.

    Before decoding and prefilling, there may be less budget than a run would leave; before the
    steps that give and take slots, those who hold one or wait may have got anywhere, and tie.
    """
    if name in ("decode_first", "prefill_with_the_rest") and rng.random() < 0.3:
        return replace(case, budget_left=rng.randint(0, case.budget_left))
    if name in ("slot_or_preempt", "refill") and rng.random() < 0.9:
        level = rng.randint(1, 5) if rng.random() < 0.9 else None
        active = tuple(_somewhere(held, level, case.iteration, rng) for held in case.active)
        waiting = tuple(_somewhere(held, None, case.iteration, rng) for held in case.waiting)
        return replace(case, active=active, waiting=waiting)
    return case


def _somewhere(held: Held, remaining: int | None, iteration: int, rng: Random) -> Held:
    """Return a sequence that came at any time and has got anywhere, with so much left."""
    left = remaining or rng.randint(1, 6)
    done = rng.randint(0, 3)
    output_left = rng.randint(1, left)
    prompt_left = left - output_left
    request = replace(
        held.request,
        arrival=rng.randint(0, iteration),
        prompt=prompt_left + done if prompt_left else done + 1,
        output=output_left if prompt_left else output_left + rng.randint(1, 3),
    )
    return Held(request, prompt_left, output_left)
