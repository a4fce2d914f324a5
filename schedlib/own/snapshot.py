"""A board as plain values that nobody can change: to compare, to draw, to send elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..errors import shown
from ..request import Request
from ..sequence import Progress, Sequence
from ..tutorial import Tutorial
from .board import Board
from .faults import Fault

LISTS = ("pending", "active", "waiting", "rejected", "completed")


@dataclass(frozen=True, slots=True)
class Held(Progress):
    """A sequence as it stood.

    Attributes:
        request: what was asked for.
        prompt_left, output_left: tokens it had left.
    """

    request: Request
    prompt_left: int
    output_left: int


@dataclass(frozen=True)
class Snapshot:
    """A board at one moment, and who is on the way to it.

    Attributes:
        policy, iteration, budget_left: as on the board.
        pending, active, waiting, rejected, completed: as on the board.
        arriving: who has arrived, and is not placed yet, in the order of treatment.
    """

    policy: Tutorial
    iteration: int
    budget_left: int
    pending: tuple[Held, ...] = ()
    active: tuple[Held, ...] = ()
    waiting: tuple[Held, ...] = ()
    rejected: tuple[Held, ...] = ()
    completed: tuple[Held, ...] = ()
    arriving: tuple[Held, ...] = ()

    @classmethod
    def of(cls, board: Board, arriving: Iterable[Sequence] = ()) -> "Snapshot":
        """Return how `board` stands.

        Raises:
            Fault: it holds something of a wrong type.
        """
        facts = vars(board)
        if not isinstance(facts.get("policy"), Tutorial):
            raise Fault("policy_changed")
        lists = {name: _held(f"board.{name}", facts.get(name)) for name in LISTS}
        for name in ("iteration", "budget_left"):
            _need(f"board.{name}", facts.get(name), int)
        waiting = _held("arrivals", list(arriving))
        return cls(board.policy, board.iteration, board.budget_left, **lists, arriving=waiting)

    def board(self) -> tuple[Board, list[Sequence]]:
        """Return a new board that stands like this, and the arrivals.

        Knobs and requests are copies: whoever gets round their being frozen changes these alone.
        """
        board = Board(replace(self.policy), iteration=self.iteration, budget_left=self.budget_left)
        for name in LISTS:
            setattr(board, name, _sequences(getattr(self, name)))
        return board, _sequences(self.arriving)

    @cached_property
    def everybody(self) -> dict[str, Held]:
        """Every sequence by its id."""
        lists = (*(getattr(self, name) for name in LISTS), self.arriving)
        return {held.id: held for sequences in lists for held in sequences}

    @cached_property
    def whereabouts(self) -> dict[str, list[str]]:
        """The lists that each sequence is in, by its id."""
        found: dict[str, list[str]] = {}
        for name in (*LISTS, "arriving"):
            for held in getattr(self, name):
                found.setdefault(held.id, []).append(name)
        return found


def without_placed(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot in which only those count as arriving that are in none of the lists."""
    placed = {h.id for h in (*snapshot.active, *snapshot.waiting, *snapshot.rejected)}
    arriving = tuple(held for held in snapshot.arriving if held.id not in placed)
    return replace(snapshot, arriving=arriving)


def ids(sequences: Iterable[Held]) -> list[str]:
    """Return the ids of sequences, in order."""
    return [held.id for held in sequences]


def _sequences(held: Iterable[Held]) -> list[Sequence]:
    return [Sequence(replace(h.request), h.prompt_left, h.output_left) for h in held]


def _held(name: str, value: Any) -> tuple[Held, ...]:
    _need(name, value, list)
    found = []
    for each in value:
        if type(each) is not Sequence:
            _need(name, each, Sequence, "member")
        held = Held(each.request, each.prompt_left, each.output_left)
        if not (type(held.prompt_left) is type(held.output_left) is int):
            for field in ("prompt_left", "output_left"):
                _need(f"{each.id}.{field}", getattr(each, field), int)
        found.append(held)
    return tuple(found)


def _need(name: str, value: Any, kind: type, key: str = "value") -> None:
    if type(value) is not kind:
        raise Fault(f"type.{key}", name=name, kind=kind.__name__, value=shown(value))
