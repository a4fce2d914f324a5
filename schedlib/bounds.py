"""What bounds a run, whatever its scheduler calls it: views draw these limits."""

from typing import NamedTuple


class Bounds(NamedTuple):
    """The limits of one scheduler; None is no limit.

    Attributes:
        slots: requests that can be in progress at once.
        queue: places in the waiting queue.
        tokens: decode + prefill tokens that one iteration may process; None also where a limit
            is not one on the tokens of an iteration.
        blocks: KV blocks that requests can hold together.
        block_size: tokens that a KV block holds.
    """

    slots: int | None
    queue: int | None = None
    tokens: int | None = None
    blocks: int | None = None
    block_size: int = 1
