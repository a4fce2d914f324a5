"""What a run consists of: a list of decisions, each with the numbers it rested on.

Everything that anyone sees of a run is computed from this list. The vocabulary of `Kind` is
shared by all schedulers; the step numbers are each scheduler's own. `because["rule"]` names the
rule where a kind has several.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class Kind(StrEnum):
    """What was done."""

    ARRIVE = "arrive"  # the request is known from this iteration on
    SLOT = "slot"  # an arrival goes straight to an active slot
    PREEMPT = "preempt"  # taken off its slot, to the front of the waiting queue
    NO_VICTIM = "no_victim"  # it may preempt, but there is nobody, or no room, to preempt
    ENQUEUE = "enqueue"  # to the end of the waiting queue
    REJECT = "reject"  # turned away for good
    REFILL = "refill"  # from the waiting queue to an active slot
    BLOCKED = "blocked"  # the head of the waiting queue cannot be admitted, so nobody is
    ALLOCATE = "allocate"  # `amount` more KV blocks
    FREE = "free"  # all its KV blocks, `amount` of them, back to the pool
    DECODE = "decode"  # `amount` further output tokens
    PREFILL = "prefill"  # a chunk of `amount` prompt tokens, or of tokens to be computed again
    STARVE = "starve"  # on a slot with prompt left, but without a token in this iteration
    STALL = "stall"  # on a slot and decoding, but without a token in this iteration
    HOLD = "hold"  # completed, but its slot is held in this iteration too
    FIRST_TOKEN = "first_token"  # the output token that the last prefill chunk yields
    NEXT_TOKEN = "next_token"  # the output token that the last chunk of a recompute yields
    COMPLETE = "complete"  # nothing left: it leaves its slot
    LEAVE = "leave"  # a request that was completed before leaves its slot only now
    REORDER = "reorder"  # a list is put in another order: `list` is its name, `order` its ids
    END = "end"  # the iteration is over, with `amount` tokens of its budget unused


YIELDS = frozenset({Kind.DECODE, Kind.FIRST_TOKEN, Kind.NEXT_TOKEN})  # `amount` output tokens
WORK = frozenset({Kind.DECODE, Kind.PREFILL})  # `amount` tokens that are processed


class Event(NamedTuple):
    """One decision.

    Attributes:
        iteration: counted from 0.
        step: the scheduler's step that took the decision (1 to 7 in the tutorial scheduler).
        kind: what was done.
        request: to whom (None for `Kind.END` and `Kind.REORDER`).
        amount: tokens or KV blocks, where the kind has an amount; else 0.
        because: the numbers and names that the decision rested on.
    """

    iteration: int
    step: int
    kind: Kind
    request: str | None
    amount: int
    because: Mapping[str, Any]


def loses_kv(event: Event) -> bool:
    """Return whether a request loses its KV entries: if it goes on, they are computed again."""
    return event.kind is Kind.PREEMPT and bool(event.because.get("lost"))
