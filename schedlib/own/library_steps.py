"""The seven steps of the library, on a board: for every step that a reader does not write."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from .. import seven_steps
from ..events import Kind
from ..sequence import Sequence
from ..tutorial_state import State
from .board import Board
from .faults import Fault

# Set while a reader's own step is tried: then the library's do not answer.
SILENT: ContextVar[bool] = ContextVar("SILENT", default=False)


def arrivals(board: Board) -> list[Sequence]:
    """Step 1: take the requests that arrive in this iteration, in listed order."""
    arrived: list[Sequence] = _take(seven_steps.arrivals, board)
    return arrived


def slot_or_preempt(board: Board, arrival: Sequence) -> bool:
    """Step 2: give one arrival a slot, if it can have one; return whether it got it."""
    placed: bool = _take(seven_steps.slot_or_preempt, board, arrival)
    return placed


def queue_or_reject(board: Board, arrival: Sequence) -> None:
    """Step 3: send one arrival to the end of the waiting queue, or away if that is full."""
    _take(seven_steps.queue_or_reject, board, arrival)


def refill(board: Board) -> None:
    """Step 4: while a slot is free, the head of the waiting queue becomes active."""
    _take(seven_steps.refill, board)


def decode_first(board: Board) -> None:
    """Step 5: one token for every sequence whose prefill is done, while budget is left."""
    _take(seven_steps.decode_first, board)


def prefill_with_the_rest(board: Board) -> None:
    """Step 6: one chunk for every sequence with prompt left, while budget is left."""
    _take(seven_steps.prefill_with_the_rest, board)


def first_tokens_and_completions(board: Board) -> None:
    """Step 7: a finished prompt yields its first token; who has nothing left leaves."""
    _take(seven_steps.first_tokens_and_completions, board)


def iterate(board: Board, steps: Any) -> None:
    """Run one iteration: the seven steps, the second and the third for one arrival at a time."""
    _answer("iterate")
    board.budget_left = board.policy.token_budget
    for arrival in steps.arrivals(board):
        if not steps.slot_or_preempt(board, arrival):
            steps.queue_or_reject(board, arrival)
    steps.refill(board)
    steps.decode_first(board)
    steps.prefill_with_the_rest(board)
    steps.first_tokens_and_completions(board)
    board.iteration += 1


def _answer(step: str) -> None:
    if SILENT.get():
        raise Fault("library_called", step=step)


def _take(step: Callable[..., Any], board: Board, *arrival: Sequence) -> Any:
    """Take a step of the library on a board."""
    _answer(step.__name__)
    everybody = {s.id: s for s in [*board.pending, *board.active, *board.waiting, *arrival]}
    state = State(board.policy, board.active, board.waiting)
    state.iteration, state.budget_left = board.iteration, board.budget_left
    for sequence in board.pending:
        state.pending.setdefault(sequence.request.arrival, []).append(sequence)
    result = step(state, *arrival)
    board.active, board.waiting, board.budget_left = state.active, state.waiting, state.budget_left
    still_to_come = {s.id for arriving in state.pending.values() for s in arriving}
    board.pending = [s for s in board.pending if s.id in still_to_come]
    gone = {Kind.REJECT: board.rejected, Kind.COMPLETE: board.completed}
    for event in state.events:
        if event.kind in gone:
            gone[event.kind].append(everybody[event.request or ""])
    return result
