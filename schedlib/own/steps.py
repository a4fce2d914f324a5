"""The parts of a scheduler of one's own: seven steps, and the iteration that calls them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..sequence import Sequence
from . import library_steps
from .board import Board


@dataclass(frozen=True)
class Steps:
    """Eight functions; whichever is left out is the library's.

    Attributes:
        arrivals: step 1, takes whoever arrives now off `board.pending` and returns them.
        slot_or_preempt: step 2 for one arrival; returns whether it got a slot.
        queue_or_reject: step 3 for one arrival that got none.
        refill: step 4.
        decode_first: step 5.
        prefill_with_the_rest: step 6.
        first_tokens_and_completions: step 7.
        iterate: calls them: `iterate(board, steps)`, once an iteration.
    """

    arrivals: Callable[[Board], list[Sequence]] = library_steps.arrivals
    slot_or_preempt: Callable[[Board, Sequence], bool] = library_steps.slot_or_preempt
    queue_or_reject: Callable[[Board, Sequence], None] = library_steps.queue_or_reject
    refill: Callable[[Board], None] = library_steps.refill
    decode_first: Callable[[Board], None] = library_steps.decode_first
    prefill_with_the_rest: Callable[[Board], None] = library_steps.prefill_with_the_rest
    first_tokens_and_completions: Callable[[Board], None] = (
        library_steps.first_tokens_and_completions
    )
    iterate: Callable[[Board, Any], None] = library_steps.iterate


# The seven, in order: a step's number is its place, counted from 1.
NAMES = (
    "arrivals",
    "slot_or_preempt",
    "queue_or_reject",
    "refill",
    "decode_first",
    "prefill_with_the_rest",
    "first_tokens_and_completions",
)
FOR_ONE_ARRIVAL = ("slot_or_preempt", "queue_or_reject")
