"""The seven steps of the tutorial scheduler, in order, one function each.

Every function changes the state that it is given and records what it decided. Steps 2 and 3
take one arrival at a time, so that each sees the slots and the queue as the one before left them.
"""

from .events import Kind
from .places import Places
from .sequence import Sequence
from .tutorial_state import State


def iterate(state: State) -> None:
    """Run one iteration."""
    state.budget_left = state.policy.token_budget
    for arrival in arrivals(state):
        if not slot_or_preempt(state, arrival):
            queue_or_reject(state, arrival)
    refill(state)
    decode_first(state)
    prefill_with_the_rest(state)
    first_tokens_and_completions(state)
    state.iteration += 1


def arrivals(state: State) -> list[Sequence]:
    """Step 1: take the requests that arrive in this iteration, in listed order."""
    arrived = state.pending.pop(state.iteration, [])
    for sequence in arrived:
        request = sequence.request
        state.note(
            Kind.ARRIVE,
            sequence,
            priority=request.priority,
            prompt=request.prompt,
            output=request.output,
        )
    return arrived


def slot_or_preempt(state: State, arrival: Sequence) -> bool:
    """Step 2: give one arrival a free slot or, if it is high priority, somebody else's.

    Return whether it got one.
    """
    if state.slot_free:
        take_slot(state, arrival, victim=None)
        return True
    if arrival.request.priority != "high":
        return False
    candidates = [s for s in state.active if s.request.priority == "normal"]
    obstacle = why_not_preempt(state, candidates)
    if obstacle:
        state.note(Kind.NO_VICTIM, arrival, obstacle=obstacle, **queue_length(state))
        return False
    victim = max(candidates, key=lambda s: s.remaining)  # of equals, max() keeps the first
    preempt(state, victim, arrival, candidates)
    take_slot(state, arrival, victim)
    return True


def why_not_preempt(state: Places, candidates: list[Sequence]) -> str | None:
    """Return what forbids a preemption, or None."""
    if not state.policy.preemption:
        return "preemption_off"
    if not candidates:
        return "no_normal_active"
    if state.queue_full:
        return "queue_full"
    return None


def preempt(state: State, victim: Sequence, arrival: Sequence, candidates: list[Sequence]) -> None:
    """Move the victim to the front of the waiting queue; it keeps its progress."""
    state.active.remove(victim)
    state.waiting.insert(0, victim)
    state.note(
        Kind.PREEMPT,
        victim,
        by=arrival.id,
        remaining={s.id: s.remaining for s in candidates},
        **progress(victim),
    )


def progress(sequence: Sequence) -> dict[str, int]:
    """Return what a sequence has done and has left, in tokens."""
    return {
        "prompt_done": sequence.request.prompt - sequence.prompt_left,
        "output_done": sequence.request.output - sequence.output_left,
        "prompt_left": sequence.prompt_left,
        "output_left": sequence.output_left,
    }


def take_slot(state: State, arrival: Sequence, victim: Sequence | None) -> None:
    """Put an arrival at the end of the active list."""
    state.active.append(arrival)
    state.note(
        Kind.SLOT,
        arrival,
        victim=victim.id if victim else None,
        active=len(state.active),
        max_active=state.policy.max_active,
        overtaken=[s.id for s in state.waiting if s is not victim],
    )


def queue_or_reject(state: State, arrival: Sequence) -> None:
    """Step 3: send one arrival to the end of the waiting queue, or away if that is full."""
    if state.queue_full:
        state.note(Kind.REJECT, arrival, **queue_length(state))
        return
    state.waiting.append(arrival)
    state.note(Kind.ENQUEUE, arrival, place=len(state.waiting), **queue_length(state))


def queue_length(state: State) -> dict[str, int | None]:
    """Return the length of the waiting queue and its limit."""
    return {"queue": len(state.waiting), "max_queue": state.policy.max_queue}


def refill(state: State) -> None:
    """Step 4: while a slot is free, the head of the waiting queue becomes active."""
    while state.waiting and state.slot_free:
        sequence = state.waiting.pop(0)
        state.active.append(sequence)
        state.note(
            Kind.REFILL,
            sequence,
            active=len(state.active),
            max_active=state.policy.max_active,
            **progress(sequence),
        )


def decode_first(state: State) -> None:
    """Step 5: one token for every sequence whose prefill is done, while budget is left."""
    for sequence in state.active:
        if sequence.prefilled and state.budget_left:
            state.note(Kind.DECODE, sequence, 1, budget_left=state.budget_left)
            sequence.output_left -= 1
            state.budget_left -= 1


def prefill_with_the_rest(state: State) -> None:
    """Step 6: one chunk for every sequence with prompt left, while budget is left."""
    for sequence in state.active:
        if sequence.prefilled:
            continue
        limits = {
            "prompt_left": sequence.prompt_left,
            "prefill_chunk": state.policy.prefill_chunk,
            "budget_left": state.budget_left,
        }
        chunk = min(limits.values())
        state.note(Kind.PREFILL if chunk else Kind.STARVE, sequence, chunk, **limits)
        sequence.prompt_left -= chunk
        state.budget_left -= chunk


def first_tokens_and_completions(state: State) -> None:
    """Step 7: a finished prompt yields its first token; who has nothing left leaves."""
    for sequence in state.active:
        if sequence.prefilled and sequence.output_left == sequence.request.output:
            sequence.output_left -= 1
            state.note(Kind.FIRST_TOKEN, sequence, 1)
    for sequence in state.active:
        if not sequence.remaining:
            state.note(Kind.COMPLETE, sequence)
    state.active = [sequence for sequence in state.active if sequence.remaining]
    state.note(Kind.END, None, state.budget_left, token_budget=state.policy.token_budget)
