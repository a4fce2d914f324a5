"""What a run consists of: a list of decisions, each with the numbers it rested on.

Everything that anyone sees of a run is computed from this list. The vocabulary of `Kind` is
shared by all schedulers; the step numbers are each scheduler's own.
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
    DECODE = "decode"  # `amount` further output tokens
    PREFILL = "prefill"  # a chunk of `amount` prompt tokens
    STARVE = "starve"  # on a slot with prompt left, but the budget is used up
    FIRST_TOKEN = "first_token"  # the output token that the last prefill chunk yields
    COMPLETE = "complete"  # nothing left: it leaves its slot
    REORDER = "reorder"  # a list is put in another order: `list` is its name, `order` its ids
    END = "end"  # the iteration is over, with `amount` tokens of its budget unused


class Event(NamedTuple):
    """One decision.

    Attributes:
        iteration: counted from 0.
        step: the scheduler's step that took the decision (1 to 7 in the tutorial scheduler).
        kind: what was done.
        request: to whom (None for `Kind.END` and `Kind.REORDER`).
        amount: tokens, where the kind has an amount; else 0.
        because: the numbers and names that the decision rested on.
    """

    iteration: int
    step: int
    kind: Kind
    request: str | None
    amount: int
    because: Mapping[str, Any]
