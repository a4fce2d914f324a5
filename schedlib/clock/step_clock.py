"""How long one iteration takes: reading the weights and the KV cache, or computing, and overhead.

A step has to read all weights once and the KV entries of everything that it attends to, and it
has to do so many operations. Whichever takes longer sets its time (a roofline); what the engine
does besides comes on top. Three numbers are not published and have to be measured: the share of
the bandwidth that is reached, the share of the peak, and the overhead.
"""

from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from numbers import Real

from ..errors import InputError, shown
from ..fields import whole_number
from .hardware import Hardware, Link
from .models import BF16, ModelShape
from .step_work import StepWork


@dataclass(frozen=True)
class StepClock:
    """The time of an iteration on given hardware.

    Attributes:
        hardware: one GPU of the group.
        model: what runs on it.
        e_mem: the share of the bandwidth that is reached, above 0 and at most 1.
        e_compute: the share of the peak that is reached, above 0 and at most 1.
        overhead: seconds of every iteration, at least 0.
        tensor_parallel: GPUs that share each layer.
        link: how they are connected; needed where there are several.

    Raises:
        InputError: a number is out of range, or several GPUs have no link.
    """

    hardware: Hardware
    model: ModelShape
    e_mem: float = 0.8
    e_compute: float = 0.6
    overhead: float = 0.002
    tensor_parallel: int = 1
    link: Link | None = None

    def __post_init__(self) -> None:
        """Check every number."""
        for name in ("e_mem", "e_compute"):
            if not 0 < _number(name, getattr(self, name)) <= 1:
                share = shown(getattr(self, name))
                raise InputError(f"{name} must be above 0 and at most 1, not {share}")
        if _number("overhead", self.overhead) < 0:
            raise InputError(f"overhead must be at least 0 seconds, not {shown(self.overhead)}")
        gpus = whole_number("tensor_parallel", self.tensor_parallel, at_least=1)
        if gpus > 1 and self.link is None:
            raise InputError(f"link must be given where tensor_parallel is {gpus}")

    def seconds(self, work: StepWork) -> float:
        """Return how long an iteration with this work takes; one without any takes no time."""
        if not work.tokens:
            return 0.0
        reading = self.bytes_read(work) / (self.hardware.bandwidth * self.e_mem)
        computing = self.operations(work) / (self.hardware.peak * self.e_compute)
        shared = max(reading, computing) / self.tensor_parallel
        return shared + self.communication(work) + self.overhead

    def bytes_read(self, work: StepWork) -> int:
        """Return the bytes that all GPUs together read: weights once, KV of all context tokens."""
        return self.model.weight_bytes + self.model.kv_bytes * work.context

    def operations(self, work: StepWork) -> int:
        """Return the floating point operations of all GPUs together.

        Two for each parameter and token; in attention, for each pair of tokens, two for the score
        and two for the sum; and the LM head for the tokens that are sampled.
        """
        linear = 2 * self.model.parameters * work.tokens
        attention = 4 * self.model.layers * self.model.attention_width * work.attended
        head = 2 * self.model.head_parameters * work.sampled
        return linear + attention + head

    def communication(self, work: StepWork) -> float:
        """Return the seconds of the all-reduces, two in each layer, of one vector for each token.

        In a ring of n GPUs each sends (and receives) 2 (n - 1) / n times the data.
        """
        if self.link is None or self.tensor_parallel == 1:
            return 0.0
        data = 2 * self.model.layers * BF16 * self.model.hidden * work.tokens
        rounds = 2 * (self.tensor_parallel - 1) / self.tensor_parallel
        return data * rounds / self.link.bandwidth


def _number(name: str, value: object) -> float:
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            if isfinite(value):
                return float(value)
    raise InputError(f"{name} must be a finite number, not {shown(value)}")
