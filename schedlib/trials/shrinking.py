"""From a state in which a step fails to the smallest one that can be found."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ..own.snapshot import LISTS, Held, Snapshot
from ..own.steps import NAMES
from .cases import size

# What a sequence can have a token less of: prompt or output, done or left.
LESS = (("prompt", "done"), ("prompt", "left"), ("output", "done"), ("output", "left"))
TRIES = 3000  # states that are tried at most: a limit in seconds would make checks differ


def shrink(case: Snapshot, step: int, fails: Callable[[Snapshot], bool]) -> Snapshot:
    """Return a state as small as can be found in which step number `step` still fails."""
    tries = 0
    smaller: Snapshot | None = case
    while smaller:
        case, smaller = smaller, None
        for candidate in shrunk(case, step):
            tries += 1
            if tries > TRIES:
                return case
            if fails(candidate):
                smaller = candidate
                break
    return case


def shrunk(case: Snapshot, step: int) -> Iterator[Snapshot]:
    """Yield states that are a little smaller, and in which the step could still be due."""
    for smaller in _smaller(case):
        if size(smaller) < size(case) and could_be(smaller, NAMES[step - 1]):
            yield smaller


def _smaller(case: Snapshot) -> Iterator[Snapshot]:
    for name in LISTS:
        held = getattr(case, name)
        for at in range(len(held)):
            yield _with(case, name, held[:at] + held[at + 1 :])
    yield replace(case, iteration=0, **_all_at_zero(case))
    policy = case.policy
    if policy.max_active > 1:
        narrower = replace(case, policy=replace(policy, max_active=policy.max_active - 1))
        for at in range(len(case.active)):
            yield replace(narrower, active=case.active[:at] + case.active[at + 1 :])
    for field, of in LESS:
        together = (_less(held, field, of) or held for held in case.active)
        yield replace(case, active=tuple(together))
    for knob in ("max_active", "max_queue", "token_budget", "prefill_chunk"):
        limit = getattr(policy, knob)
        least = {"max_queue": 0, "token_budget": policy.max_active}.get(knob, 1)
        if limit is not None and limit > least:
            used = policy.token_budget - case.budget_left
            lower = replace(policy, **{knob: limit - 1})
            yield replace(case, policy=lower, budget_left=max(lower.token_budget - used, 0))
    for name in (*LISTS, "arriving"):
        held = getattr(case, name)
        for at, each in enumerate(held):
            for field, of in LESS:
                less = _less(each, field, of)
                if less:
                    yield _with(case, name, (*held[:at], less, *held[at + 1 :]))


def _with(case: Snapshot, name: str, held: tuple[Held, ...]) -> Snapshot:
    """Return a state with another list."""
    lists: dict[str, Any] = {name: held}
    return replace(case, **lists)


def _all_at_zero(case: Snapshot) -> dict[str, Any]:
    """Return the lists with every arrival moved to the front by as much as there are iterations."""
    return {
        name: tuple(
            replace(
                each,
                request=replace(
                    each.request, arrival=max(each.request.arrival - case.iteration, 0)
                ),
            )
            for each in getattr(case, name)
        )
        for name in (*LISTS, "arriving")
    }


def _less(held: Held, field: str, of: str) -> Held | None:
    """Return a sequence with one token less to do, or less done; None if there is none to take."""
    request, left = held.request, getattr(held, f"{field}_left")
    whole = getattr(request, field)
    if whole == 1 or not (left if of == "left" else whole - left):
        return None
    asked: dict[str, Any] = {field: whole - 1}
    still: dict[str, Any] = {f"{field}_left": left - 1} if of == "left" else {}
    return replace(held, request=replace(request, **asked), **still)


def could_be(case: Snapshot, name: str) -> bool:
    """Return whether a step may meet a state: every one before it has been taken."""
    number = NAMES.index(name) + 1
    return (
        _fits(case)
        and all(_as_it_came(held) for held in (*case.pending, *case.arriving, *case.rejected))
        and all(_between_iterations(held) for held in case.waiting)
        and all(_may_be_active(held, number) for held in case.active)
        and all(held.request.arrival >= case.iteration + (number > 1) for held in case.pending)
        and (number > 4 or case.budget_left == case.policy.token_budget)
        and (number < 5 or not _slot_free(case) or not case.waiting)
        and (name != "queue_or_reject" or _found_no_slot(case))
    )


def _fits(case: Snapshot) -> bool:
    max_queue = case.policy.max_queue
    return len(case.active) <= case.policy.max_active and (
        max_queue is None or len(case.waiting) <= max_queue
    )


def _slot_free(case: Snapshot) -> bool:
    return len(case.active) < case.policy.max_active


def _found_no_slot(case: Snapshot) -> bool:
    """Return whether step 2 had nothing for the arrival."""
    policy = case.policy
    room = policy.max_queue is None or len(case.waiting) < policy.max_queue
    urgent = case.arriving[0].request.priority == "high" and policy.preemption
    victim = any(held.request.priority == "normal" for held in case.active)
    return not _slot_free(case) and not (urgent and room and victim)


def _as_it_came(held: Held) -> bool:
    return held == Held(held.request, held.request.prompt, held.request.output)


def _between_iterations(held: Held) -> bool:
    """Return whether a sequence has something left, and its first token if its prompt is done."""
    return held.remaining > 0 and held.prefilled == (held.output_left < held.request.output)


def _may_be_active(held: Held, number: int) -> bool:
    if number == 6:  # it may just have decoded its last token
        return held.prefilled == (held.output_left < held.request.output)
    return number == 7 or _between_iterations(held)
