"""The pool of KV blocks: every engine that counts its memory counts it here."""

from dataclasses import dataclass, field
from math import inf


@dataclass
class KVPool:
    """Blocks of `block_size` tokens, and how many of them each request holds.

    A pool of None blocks is unlimited: everything fits, and nothing needs to be recorded.

    Attributes:
        num_blocks: blocks that requests can hold together.
        block_size: tokens that a block holds.
        held: blocks by request id, of those that hold any.
        free: blocks that nobody holds.
    """

    num_blocks: int | None
    block_size: int
    held: dict[str, int] = field(default_factory=dict)
    free: float = inf

    def __post_init__(self) -> None:
        """Start with everything free."""
        if self.num_blocks is not None:
            self.free = self.num_blocks

    @property
    def limited(self) -> bool:
        """Whether there is an end to it."""
        return self.num_blocks is not None

    def blocks(self, tokens: int) -> int:
        """Return the blocks that so many tokens take: `ceil(tokens / block_size)`."""
        return -(-tokens // self.block_size)

    def missing(self, id: str, blocks: int) -> int:
        """Return how many more blocks a request needs to hold `blocks` of them."""
        return max(blocks - self.held.get(id, 0), 0)

    def hold(self, id: str, blocks: int) -> int:
        """Give a request what it misses to hold `blocks`; return how many that were."""
        held = self.held.get(id, 0)
        if blocks <= held:
            return 0
        self.held[id] = blocks
        self.free -= blocks - held
        return blocks - held

    def release(self, id: str) -> int:
        """Take all its blocks from a request; return how many that were."""
        blocks = self.held.pop(id, 0)
        self.free += blocks
        return blocks
