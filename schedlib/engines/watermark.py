"""Memory as vLLM V0 and Sarathi-Serve count it.

A prompt is admitted if its blocks fit with a watermark of blocks left free, so that those who
run have room to grow. A sequence that decodes needs at least one free block, whether or not it
will use one; if there is none, whoever is last in the running list has to go.
"""

from collections.abc import Callable, Iterable

from .engine_state import EngineState
from .kv_sequence import KVSequence

Displace = Callable[[KVSequence, KVSequence], None]  # a victim, and whom it makes room for


def watermark_blocks(share: float, num_blocks: int | None) -> int:
    """Return the blocks that an admission must leave free; none of an unlimited pool."""
    return int(share * num_blocks) if num_blocks is not None else 0


def decode_each(state: EngineState, sequences: Iterable[KVSequence], displace: Displace) -> None:
    """Let each of these decode a token, in order, unless it is displaced before its turn."""
    for sequence in sequences:
        if sequence not in state.evicted and room_to_decode(state, sequence, displace):
            state.hold(sequence, state.pool.blocks(sequence.known))
            state.serve(sequence, 1)


def room_to_decode(state: EngineState, sequence: KVSequence, displace: Displace) -> bool:
    """Displace the last of the running list until a block is free.

    Return False where that was, in the end, the sequence itself: nobody is behind it.
    """
    while state.pool.free < 1:
        victim = state.running[-1]
        displace(victim, sequence)
        if victim is sequence:
            return False
    return True
