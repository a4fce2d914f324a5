"""The same slots, tokens and memory under another scheduler, whatever that one calls them."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from ..bounds import Bounds
from ..fields import LARGEST
from .registry import REQUIRED, Scheduler, knobs

T = TypeVar("T")

# The bound that a knob sets; a knob of another name has no counterpart elsewhere.
BOUND_OF = {
    "max_active": "slots",
    "batch_size": "slots",
    "max_batch_size": "slots",
    "max_num_seqs": "slots",
    "max_queue": "queue",
    "max_queue_size": "queue",
    "token_budget": "tokens",
    "chunk_size": "tokens",
    "max_num_batched_tokens": "tokens",
    "max_num_tokens": "tokens",
    "num_blocks": "blocks",
    "num_gpu_blocks": "blocks",
    "block_size": "block_size",
}

NULL_BLOCKS = {"num_gpu_blocks": 1}  # counted by a knob, and nobody gets them

# Where a scheduler has to have a limit and there was none.
INSTEAD = {"slots": 2, "tokens": 16}


def together(several: Sequence[Bounds]) -> Bounds:
    """Return, of each bound, the first that is there; the block size is that of the pool."""
    pool = next((bounds for bounds in several if bounds.blocks is not None), Bounds(None))
    return Bounds(
        slots=_first(bounds.slots for bounds in several),
        queue=_first(bounds.queue for bounds in several),
        tokens=_first(bounds.tokens for bounds in several),
        blocks=pool.blocks,
        block_size=pool.block_size,
    )


def _first(values: Iterable[T | None]) -> T | None:
    return next((value for value in values if value is not None), None)


def alike(scheduler: Scheduler, bounds: Bounds) -> Any:
    """Return a policy of that scheduler with these bounds, as far as it knows them.

    Where there is no such bound, or no knob for it, the scheduler's own default stands.
    """
    known = {name: value for name, value in bounds._asdict().items() if value is not None}
    if bounds.blocks is None:
        del known["block_size"]
    values = {}
    for knob in knobs(scheduler):
        bound = BOUND_OF.get(knob.name, "")
        if bound in known:
            values[knob.name] = min(known[bound] + NULL_BLOCKS.get(knob.name, 0), LARGEST)
        elif knob.default is REQUIRED:
            values[knob.name] = INSTEAD[bound]
        if bound == "tokens":  # some want a token for each slot
            values[knob.name] = max(values.get(knob.name, knob.default), bounds.slots or 0)
    return scheduler(**values)
