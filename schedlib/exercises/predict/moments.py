"""Moments worth a question: small random runs, and the iterations in them that catch people out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ...events import Event, Kind
from ...loop import simulate
from ...narration import VARIANT
from ...request import Request
from ...tutorial import Tutorial
from .dice import Dice

LEVELS = (1, 2, 3)
IDS = "ABCDEFGH"
HISTORY = range(1, 6)  # how many iterations a reader may be asked to look back over
IN_PLAY = range(2, 7)  # how many requests a reader may be asked to follow


class Moment(NamedTuple):
    """Where a run is stopped: before `iteration`, with the requests that are known by then."""

    policy: Tutorial
    requests: tuple[Request, ...]
    iteration: int


def find_moment(level: int, seed: int) -> Moment:
    """Return the moment of a puzzle: runs are drawn until an iteration has a certain trap in it."""
    dice = Dice(len(LEVELS) * seed + level - 1)
    wanted = WANTED[level][dice.between(0, len(WANTED[level]) - 1)]
    while True:
        policy = draw_policy(level, dice)
        workload = draw_workload(level, policy, dice)
        best = richest(level, wanted, simulate(workload, policy).events)
        if best is not None:
            known = tuple(request for request in workload if request.arrival <= best)
            return Moment(policy, known, best)


def draw_policy(level: int, dice: Dice) -> Tutorial:
    """Return knobs that can be reckoned with in the head."""
    max_active = dice.between(2, 4 if level == 1 else 3)
    policy = Tutorial(
        max_active=max_active,
        max_queue=dice.between(1, 3),
        token_budget=dice.between(max_active + 1, 7),
        prefill_chunk=dice.between(2, 4),
    )
    return replace(policy, preemption=False) if level == 3 and dice.chance(10) else policy


def draw_workload(level: int, policy: Tutorial, dice: Dice) -> list[Request]:
    """Return a few small requests, named in the order in which they arrive."""
    count = dice.between(policy.max_active, policy.max_active + 1) if level == 1 else None
    arrivals = sorted(dice.between(0, 2 if level == 1 else 4) for _ in range(count or 7))
    return [
        Request(
            id,
            arrival,
            prompt=dice.between(1, 8),
            output=dice.between(1, 4),
            priority="high" if level == 3 and arrival and dice.chance(2) else "normal",
        )
        for id, arrival in zip(IDS, arrivals, strict=False)
    ]


def richest(level: int, wanted: str, events: Sequence[Event]) -> int | None:
    """Return the iteration of a run that has a trap, and most others; the earliest of equals.

    Return None if there is none with enough of them.
    """
    fitting = {
        at: len(traps(level, now))
        for at in HISTORY
        if (now := [event for event in events if event.iteration == at])
        and len({event.request for event in now if event.request}) in IN_PLAY
        and worth_asking(level, now)
        and wanted in traps(level, now)
    }
    return max(fitting, key=lambda at: fitting[at], default=None)


def worth_asking(level: int, now: Sequence[Event]) -> bool:
    """Return whether an iteration exercises what its level is about."""
    kinds, caught = {event.kind for event in now}, traps(level, now)
    if level == 1:
        busy = {Kind.DECODE, Kind.PREFILL} <= kinds
        return busy and not kinds & {Kind.ARRIVE, Kind.REFILL} and len(caught) >= 3
    if level == 2:
        works = bool(kinds & {Kind.DECODE, Kind.PREFILL})
        return works and Kind.ARRIVE in kinds and len(caught) >= 2
    preempts = bool(kinds & {Kind.PREEMPT, Kind.NO_VICTIM}) or "a victim comes back" in caught
    return preempts and len(caught) >= 2


def traps(level: int, now: Sequence[Event]) -> set[str]:
    """Return the names of what can go wrong when the events of one iteration are predicted."""
    found = {TRAPS[level].get(variant(event)) for event in now if event.request}
    if level == 3 and [event.kind for event in now].count(Kind.PREEMPT) > 1:
        found.add("two victims")
    arrived = {event.request for event in now if event.kind is Kind.ARRIVE}
    if any(event.kind is Kind.PREEMPT and event.request in arrived for event in now):
        found.add("preempted on arrival")
    return {trap for trap in found if trap}


def variant(event: Event) -> str:
    """Return the kind of an event, and which of its cases it is."""
    return f"{event.kind}.{VARIANT[event.kind](event)}"


# Which cases catch people out, by level.
TRAPS: dict[int, dict[str, str]] = {
    1: {
        "prefill.chunk": "the chunk is limited",
        "prefill.budget": "the budget cuts a chunk",
        "prefill.last": "the prompt ends",
        "starve.budget": "nothing is left of the budget",
        "first_token.prompt_done": "a first token",
        "complete.done": "a completion",
    },
    2: {
        "slot.ahead": "an arrival overtakes the queue",
        "enqueue.bounded": "the queue has room",
        "reject.full": "the queue is full",
        "refill.start": "a slot is free for the queue",
    },
    3: {
        "preempt.most": "the most work left",
        "preempt.tie": "a tie",
        "no_victim.queue_full": "no room for a victim",
        "no_victim.no_normal_active": "nobody to preempt",
        "no_victim.preemption_off": "preemption is off",
        "slot.ahead": "an arrival overtakes the queue",
        "reject.full": "the queue is full",
        "enqueue.bounded": "the queue has room",
        "refill.resume": "a victim comes back",
    },
}

# The traps that puzzles are made for; each is as likely as the next.
ALWAYS_THERE = ("the prompt ends", "a first token", "the queue has room")
WANTED = {
    level: [*dict.fromkeys(trap for trap in of.values() if trap not in ALWAYS_THERE)]
    for level, of in TRAPS.items()
}
WANTED[3] += ["two victims", "preempted on arrival"]
