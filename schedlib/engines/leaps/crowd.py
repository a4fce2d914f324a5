"""Requests that decode together, counted and not listed: a token for all of them is one addition.

Whoever has its prompt computed gets one token in each turn, until it has all. So when it joins,
the turn of its last token is known; and between two turns nothing of it has to be touched.
"""

from bisect import bisect_right
from heapq import heapify, heappop, heappush

from ..kv_sequence import KVSequence

# A member's record: the turns that there had been when it joined, and will have been when it has
# its last token; in which turns, modulo the block size, it needs a KV block; and the tick of its
# last token before it joined.
Member = tuple[int, int, int, int]
ENDS = 1


class Crowd:
    """All requests that decode, at one moment of a run.

    Args:
        block_size: of the KV pool; 0 where members take no blocks from it as they decode.

    Attributes:
        turn: how often the crowd has got a token, so far.
        members: who is in it.
        context: the tokens that the next turn reads: all known ones of all members.
        token: the tick of the crowd's last token.
        fresh: of members that have not had a turn yet, by the tick of their last token, how many.
    """

    def __init__(self, block_size: int) -> None:
        self.turn = 0
        self.members: dict[KVSequence, Member] = {}
        self.context = 0
        self.token = 0
        self.fresh: dict[int, int] = {}
        self._ends: list[tuple[int, int, KVSequence]] = []  # a heap: turn, place, who
        self._size = block_size
        # How many members need a block in a turn, by its number modulo the block size.
        self._growing = [0] * block_size

    def __len__(self) -> int:
        return len(self.members)

    def join(self, sequence: KVSequence, token: int) -> None:
        """Take in a request that decodes from now on, and had its last token at a tick."""
        turn = self.turn
        ends = turn + sequence.output_left
        phase = 0
        if self._size:
            phase = (turn - sequence.computed) % self._size
            self._growing[phase] += 1
        self.members[sequence] = turn, ends, phase, token
        self.context += sequence.known
        if token != self.token:
            self.fresh[token] = self.fresh.get(token, 0) + 1
        if len(self._ends) > 2 * len(self.members) + 64:
            self._ends = [entry for entry in self._ends if self._is_so(entry)]
            heapify(self._ends)
        heappush(self._ends, (ends, sequence.place, sequence))

    def leave(self, sequence: KVSequence) -> int:
        """Let a request go, with the progress that it has made; return its last token's tick."""
        joined, ends, phase, token = self.members.pop(sequence)
        if self._size:
            self._growing[phase] -= 1
        if self.turn != joined:
            sequence.output_left = ends - self.turn
            token = self.token
        elif token != self.token:
            self.fresh[token] -= 1
        known = sequence.known
        sequence.reached = max(sequence.reached, known - 1)
        self.context -= known
        return token

    @property
    def next_growth(self) -> int:
        """The KV blocks that the next turn needs."""
        return self._growing[self.turn % self._size]

    def growth(self, steps: int) -> int:
        """Return the KV blocks that so many turns need."""
        return self.growth_and_held(steps)[0]

    def growth_and_held(self, steps: int) -> tuple[int, int]:
        """Return the KV blocks that so many turns need, and for how many turns each is held.

        The second is summed over the blocks: one that is needed in the first turn counts for all.
        """
        size, growing, turn = self._size, self._growing, self.turn
        blocks = held = 0
        for offset in range(steps if steps < size else size):
            number = growing[(turn + offset) % size]
            if number:
                left = steps - offset
                times = -(-left // size)
                blocks += number * times
                held += number * (times * left - size * times * (times - 1) // 2)
        return blocks, held

    def turns_within(self, free: float, most: int) -> int:
        """Return how many turns, of `most`, so many blocks are enough for."""
        if not self._size or len(self.members) * (most // self._size + 1) <= free:
            return most
        if self.growth(most) <= free:
            return most
        return bisect_right(range(1, most), free, key=self.growth)

    def until_next_end(self) -> int:
        """Return in how many turns the first member has its last token."""
        while not self._is_so(self._ends[0]):
            heappop(self._ends)
        return self._ends[0][0] - self.turn

    def advance(self, steps: int, token: int) -> None:
        """Give every member so many tokens, the last of them at a tick."""
        self.turn += steps
        self.context += steps * len(self.members)
        self.token = token
        if self.fresh:
            self.fresh.clear()

    def finished(self) -> list[KVSequence]:
        """Let those members go that have their last token now, and return them."""
        found, ends, turn = [], self._ends, self.turn
        while ends and ends[0][0] <= turn:
            entry = heappop(ends)
            if self._is_so(entry):
                self.leave(entry[2])
                found.append(entry[2])
        return found

    def _is_so(self, entry: tuple[int, int, KVSequence]) -> bool:
        """Return whether an entry of the heap still stands for a member."""
        member = self.members.get(entry[2])
        return member is not None and member[ENDS] == entry[0]
