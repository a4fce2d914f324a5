"""One row of a table of step times: what was in the step, and how long it took."""

from dataclasses import dataclass

from ..errors import InputError, shown
from ..fields import amount_of, whole_number

COUNTS = ("decode_seqs", "decode_ctx", "chunk_tokens", "chunk_ctx")


@dataclass(frozen=True, slots=True)
class StepTime:
    """A measured step: decodes that all have the same context, and one chunk of a prompt.

    Attributes:
        decode_seqs: requests that decode, one token each.
        decode_ctx: tokens that each of them attends to, its own included; 0 without any.
        chunk_tokens: tokens of the chunk; 0 without one.
        chunk_ctx: tokens of the same prompt that were computed before.
        seconds: how long the step took.

    Raises:
        InputError: a number is out of range, or nothing is in the step.
    """

    decode_seqs: int
    decode_ctx: int
    chunk_tokens: int
    chunk_ctx: int
    seconds: float

    def __post_init__(self) -> None:
        """Check every number, and that they go together."""
        for name in COUNTS:
            object.__setattr__(self, name, whole_number(name, getattr(self, name), at_least=0))
        if not self.decode_seqs and not self.chunk_tokens:
            raise InputError("decode_seqs or chunk_tokens must be at least 1, and both are 0")
        if bool(self.decode_ctx) != bool(self.decode_seqs):
            rule = "at least 1 where something decodes, and else 0"
            raise InputError(
                f"decode_ctx must be {rule}, not {self.decode_ctx:,} for {self.decode_seqs:,}"
            )
        if self.chunk_ctx and not self.chunk_tokens:
            raise InputError(f"chunk_ctx must be 0 without a chunk, not {self.chunk_ctx:,}")
        if not amount_of("seconds", self.seconds):
            raise InputError(f"seconds must be above 0, not {shown(self.seconds)}")
