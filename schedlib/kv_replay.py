"""From events to memory: which request held how many KV blocks, in every iteration."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .events import Event, Kind


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the pool held in one iteration.

    Attributes:
        iteration: counted from 0.
        held: blocks by request, when the iteration has been composed, in the order in which they
            were admitted; those that it completes have not given theirs back yet.
        filled: tokens that have KV entries when the iteration is over, of the same requests; a
            block that is held but not filled is reserved.
        free: blocks that nobody held then.
        evicted: blocks that were taken away in this iteration, by request.
    """

    iteration: int
    held: dict[str, int]
    filled: dict[str, int]
    free: int
    evicted: dict[str, int]

    def used(self, block_size: int) -> dict[str, int]:
        """Return how many of its blocks hold anything, by request; the others are reserved."""
        return {
            id: min(-(-self.filled[id] // block_size), blocks) for id, blocks in self.held.items()
        }


@dataclass
class _Memory:
    """The pool on its way through the events."""

    free: int
    held: dict[str, int] = field(default_factory=dict)
    filled: dict[str, int] = field(default_factory=dict)
    evicted: dict[str, int] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Change as the event says."""
        id = event.request or ""
        match event.kind:
            case Kind.ALLOCATE:
                self.held[id] = self.held.get(id, 0) + event.amount
                self.free -= event.amount
            case Kind.PREFILL | Kind.DECODE:
                self.filled[id] = self.filled.get(id, 0) + event.amount
            case Kind.FREE if event.because["rule"] == "done":
                self.done.append(id)
            case Kind.FREE:
                self.evicted[id] = self.evicted.get(id, 0) + event.amount
                self.release(id)
                if event.because["rule"] == "evicted":
                    self.filled.pop(id, None)

    def release(self, id: str) -> None:
        """Give back all blocks of a request."""
        self.free += self.held.pop(id, 0)


def replay_kv(events: Iterable[Event], blocks: int) -> Iterator[Holdings]:
    """Yield what a pool of so many blocks held in every iteration."""
    memory = _Memory(blocks)
    for event in events:
        memory.take(event)
        if event.kind is not Kind.END:
            continue
        filled = {id: memory.filled.get(id, 0) for id in memory.held}
        held = memory.held.copy()
        yield Holdings(event.iteration, held, filled, memory.free, memory.evicted)
        memory.evicted = {}
        for id in memory.done:
            memory.release(id)
            memory.filled.pop(id, None)
        memory.done.clear()
