"""Memory as vLLM V0 and Sarathi-Serve count it.

A prompt is admitted if its blocks fit with a watermark of blocks left free, so that those who
run have room to grow. A sequence that decodes needs at least one free block, whether or not it
will use one; if there is none, whoever is last in the running list has to go.
"""

from collections.abc import Callable

from .engine_state import EngineState
from .kv_sequence import KVSequence


def watermark_blocks(share: float, num_blocks: int | None) -> int:
    """Return the blocks that an admission must leave free; none of an unlimited pool."""
    return int(share * num_blocks) if num_blocks is not None else 0


def room_to_decode(
    state: EngineState,
    sequence: KVSequence,
    displace: Callable[[KVSequence, KVSequence], None],
) -> bool:
    """Displace the last of the running list until a block is free.

    Return False where that was, in the end, the sequence itself: nobody is behind it.
    """
    while state.pool.free < 1:
        victim = state.running[-1]
        displace(victim, sequence)
        if victim is sequence:
            return False
    return True
