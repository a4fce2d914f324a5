"""Orca: iteration-level scheduling, with KV memory reserved at admission.

The system that introduced it (Yu et al., OSDI 2022). Triton's iterative sequences also compose
the batch at every iteration, but their rule depends on the model behind them: not modelled here.
With `reservation="max_model_len"` this is Orca as modelled by Vidur, a published simulator.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from ..bounds import Bounds
from ..errors import InputError
from ..fields import one_of
from ..request import Request
from .engine import Engine
from .engine_state import EngineState
from .feasibility import exceeds, never_runs, sum_of
from .kv_pool import KVPool

RESERVATIONS = ("true_length", "power_of_two", "max_model_len")


@dataclass(frozen=True)
class Orca(Engine[EngineState]):
    """The knobs of Orca.

    Attributes:
        max_batch_size: requests in progress, at most.
        reservation: the KV memory that is reserved at admission, in tokens: "true_length" is
            prompt + output, as if the output's length were known; "power_of_two" is prompt + the
            next power of two of the output; "max_model_len" is the model's maximum length.
        max_model_len: the model's maximum length in tokens, prompt and output together.
        num_blocks: KV blocks in the pool; None is an unlimited pool.
        block_size: tokens that a KV block holds.

    Raises:
        InputError: a knob is out of range.
    """

    name: ClassVar[str] = "orca"
    last_step: ClassVar[int] = 4

    max_batch_size: int
    reservation: str = field(default="true_length", metadata={"choices": RESERVATIONS})
    max_model_len: int | None = None
    num_blocks: int | None = None
    block_size: int = 16

    def __post_init__(self) -> None:
        """Check the knobs."""
        super().__post_init__()
        self._whole("max_batch_size", "block_size", at_least=1)
        self._whole("max_model_len", "num_blocks", at_least=1, optional=True)
        one_of("reservation", self.reservation, RESERVATIONS)
        if self.reservation == "max_model_len" and self.max_model_len is None:
            raise InputError("max_model_len must be given where reservation is 'max_model_len'")

    @property
    def grows(self) -> bool:
        """No: the blocks are reserved at admission."""
        return False

    def bounds(self) -> Bounds:
        """Return the slots and the pool; there is no token budget."""
        return Bounds(self.max_batch_size, blocks=self.num_blocks, block_size=self.block_size)

    def reserved_tokens(self, request: Request) -> int:
        """Return the tokens whose KV memory is reserved for a request."""
        if self.reservation == "max_model_len" and self.max_model_len is not None:
            return self.max_model_len
        if self.reservation == "power_of_two":
            return request.prompt + (1 << (request.output - 1).bit_length())
        return request.prompt + request.output

    def refuse(self, request: Request, pool: KVPool) -> None:
        """Refuse a request that is longer than the model allows, or reserves more than there is."""
        length = request.prompt + request.output
        if exceeds(length, self.max_model_len):
            what, there = f"tokens ({sum_of(request)})", "max_model_len is {has}"
            raise never_runs(request, self.name, length, what, self.max_model_len, there)
        tokens = self.reserved_tokens(request)
        blocks = pool.blocks(tokens)
        if exceeds(blocks, self.num_blocks):
            what = (
                f"KV blocks (to reserve {tokens:,} tokens in blocks of {self.block_size:,}: "
                f"reservation is {self.reservation!r})"
            )
            there = "num_blocks is {has}"
            raise never_runs(request, self.name, blocks, what, self.num_blocks, there)

    def compose(self, state: EngineState) -> None:
        """Run everybody in progress, in the order of admission, and admit while there is room."""
        state.step = 2
        if not state.decode_together():
            for sequence in state.running:
                state.serve(sequence, 1)
        state.step = 3
        while state.waiting:
            head = state.waiting[0]
            blocks = state.pool.blocks(self.reserved_tokens(head.request))
            if len(state.running) >= self.max_batch_size:
                return state.block("slots", max_active=self.max_batch_size)
            if blocks > state.pool.free:
                return state.block_for_memory(blocks)
            state.admit(head)
            state.hold(head, blocks, "reserve")
            state.serve(head, head.prompt_left)
