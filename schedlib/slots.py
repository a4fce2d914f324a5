"""Slot arithmetic: who holds which slot in which round, and how much of that is useful.

Every request of a list brings an output length and nothing else. A round gives each slot one
output token at most; prompts are ignored, and the first token, which prefill yields, counts as
round 1. Rounds, slots and requests are counted from 1. The arithmetic says what a way of batching
does with slots. It is no estimate of capacity: that needs prompts, times and a workload.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from .errors import InputError
from .fields import whole_number


@dataclass(frozen=True, slots=True)
class Stay:
    """One request on its slot.

    Attributes:
        request: its place in the list.
        slot: the slot that it holds.
        first, last: the rounds of its first and its last output token.
        until: the last round in which it holds the slot, from `last` on for nothing.
    """

    request: int
    slot: int
    first: int
    last: int
    until: int

    @property
    def tokens(self) -> int:
        """How many output tokens it yields: one in each round from `first` to `last`."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Count:
    """What became of the output slots, one for each slot in each round.

    Attributes:
        rounds: how many rounds were counted.
        total: all output slots, `rounds` times the number of slots.
        useful: those that carried a token that somebody had asked for.
    """

    rounds: int
    total: int
    useful: int

    @property
    def wasted(self) -> int:
        """The output slots that carried nothing useful."""
        return self.total - self.useful

    @property
    def share(self) -> float:
        """The wasted part of all output slots, from 0 to 1."""
        return self.wasted / self.total


def tied(outputs: Iterable[int], slots: int) -> list[Stay]:
    """Return the stays under static and request-level batching.

    A batch takes the next requests in order, one for each slot, and is held until its longest
    member ends. The next batch starts in the round after.

    Raises:
        InputError: there is no request, or a length or `slots` is no whole number from 1 on.
    """
    lengths, slots = _checked(outputs, slots)
    stays, first = [], 1
    for start in range(0, len(lengths), slots):
        batch = lengths[start : start + slots]
        until = first + max(batch) - 1
        stays += [
            Stay(start + slot, slot, first, first + length - 1, until)
            for slot, length in enumerate(batch, start=1)
        ]
        first = until + 1
    return stays


def refilled(outputs: Iterable[int], slots: int) -> list[Stay]:
    """Return the stays under iteration-level scheduling.

    A request leaves its slot in the round in which it ends, and the next in order takes it in the
    round after; of several free slots, the one that was free first, then the lowest.

    Raises:
        InputError: there is no request, or a length or `slots` is no whole number from 1 on.
    """
    lengths, slots = _checked(outputs, slots)
    free = [(1, slot) for slot in range(1, min(slots, len(lengths)) + 1)]  # from which round on
    heapify(free)
    stays = []
    for request, length in enumerate(lengths, start=1):
        first, slot = free[0]
        last = first + length - 1
        stays.append(Stay(request, slot, first, last, until=last))
        heapreplace(free, (last + 1, slot))
    return stays


def count(stays: Sequence[Stay], slots: int, rounds: int | None = None) -> Count:
    """Return what became of the output slots in the first `rounds` rounds (default: in all).

    Raises:
        InputError: there is no stay, a stay is on a slot beyond `slots`, or `slots` or `rounds`
            is no whole number from 1 on.
    """
    if not stays:
        raise InputError("stays must hold at least one stay")
    slots = whole_number("slots", slots, at_least=max(stay.slot for stay in stays))
    if rounds is None:
        rounds = max(stay.until for stay in stays)
    rounds = whole_number("rounds", rounds, at_least=1)
    useful = sum(max(0, min(stay.last, rounds) - stay.first + 1) for stay in stays)
    return Count(rounds, rounds * slots, useful)


def _checked(outputs: Iterable[int], slots: int) -> tuple[list[int], int]:
    lengths = [
        whole_number(f"outputs: length {place}", output, at_least=1)
        for place, output in enumerate(outputs, start=1)
    ]
    if not lengths:
        raise InputError("outputs must hold at least one length")
    return lengths, whole_number("slots", slots, at_least=1)
