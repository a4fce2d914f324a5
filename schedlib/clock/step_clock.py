"""How long one iteration takes: reading the weights and the KV cache, or computing, and overhead.

A step has to read all weights once and the KV entries of everything that it attends to, and it
has to do so many operations. Whichever takes longer sets its time (a roofline); what the engine
does besides comes on top. Three numbers are not published and have to be measured: the share of
the bandwidth that is reached, the share of the peak, and the overhead.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from numbers import Real
from typing import NamedTuple

from ..errors import InputError, shown
from ..fields import whole_number
from ..step_work import StepWork
from ..ticks import PER_SECOND, seconds_of, ticks_of
from .hardware import Hardware, Link
from .models import BF16, ModelShape

LONGEST = PER_SECOND * 10**12  # thirty thousand years


class StepParts(NamedTuple):
    """What an iteration takes its time for, in seconds: the longer of the first two, and the rest.

    Attributes:
        reading: weights and KV entries.
        computing: the operations.
        communicating: the all-reduces of the GPUs that share each layer.
        overhead: what the engine does besides.
    """

    reading: float
    computing: float
    communicating: float
    overhead: float

    @property
    def memory_bound(self) -> bool:
        """Whether reading takes longer than computing."""
        return self.reading > self.computing


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
        try:
            longest = max(*self._reading, *self._computing, self._talking, self._overhead)
        except (OverflowError, ZeroDivisionError):
            longest = LONGEST
        if longest >= LONGEST:
            gpu = f"bandwidth {self.hardware.bandwidth:g} B/s, peak {self.hardware.peak:g} FLOP/s"
            raise InputError(
                f"the hardware must be quicker: with {gpu}, e_mem {self.e_mem:g} and "
                f"e_compute {self.e_compute:g} a step would take ages"
            )

    def ticks(self, work: StepWork) -> int:
        """Return how long an iteration with this work takes, in ticks; without any, no time."""
        if not work.tokens:
            return 0
        weights, kv = self._reading
        linear, attention, head = self._computing
        reading = weights + kv * work.context
        computing = linear * work.tokens + attention * work.attended + head * work.sampled
        return max(reading, computing) + self._talking * work.tokens + self._overhead

    def decode_ticks(self, requests: int, context: int, steps: int) -> int:
        """Return how long so many iterations take in which the same requests decode.

        The time to read and the time to compute grow by the same amount in each step. So each is
        the longer one up to some step, or from some step on, and the sum has a closed form.
        """
        weights, kv, token, attention = self._decoding
        always = steps * (self._talking * requests + self._overhead)
        reading, more_reading = weights + kv * context, kv * requests
        computing, more_computing = token * requests + attention * context, attention * requests
        ahead, gain = computing - reading, more_computing - more_reading
        if ahead <= 0 and ahead + gain * steps <= 0:  # nearly always: reading is the longer one
            return always + steps * reading + more_reading * (steps * (steps - 1) // 2)
        early = _steps_ahead(ahead, gain, steps)
        if gain <= 0:  # computing is the longer one in the first `early` steps
            first, rest = (computing, more_computing), (reading, more_reading)
        else:  # and here it is reading
            early = steps - early
            first, rest = (reading, more_reading), (computing, more_computing)
        return always + _series(*first, 0, early) + _series(*rest, early, steps)

    def seconds(self, work: StepWork) -> float:
        """Return how long an iteration with this work takes, in seconds."""
        return seconds_of(self.ticks(work))

    def parts(self, work: StepWork) -> "StepParts":
        """Return what an iteration with this work takes its time for."""
        weights, kv = self._reading
        linear, attention, head = self._computing
        computing = linear * work.tokens + attention * work.attended + head * work.sampled
        return StepParts(
            seconds_of(weights + kv * work.context),
            seconds_of(computing),
            seconds_of(self._talking * work.tokens),
            seconds_of(self._overhead),
        )

    @cached_property
    def _reading(self) -> tuple[int, int]:
        """Ticks to read the weights, and the KV entries of one token."""
        reached = self.hardware.bandwidth * self.e_mem * self.tensor_parallel
        return _ticks(self.model.weight_bytes, reached), _ticks(self.model.kv_bytes, reached)

    @cached_property
    def _computing(self) -> tuple[int, int, int]:
        """Ticks for one token: in all layers, to attend to one token, and in the LM head.

        Two operations for each parameter; in attention, for each pair of tokens, two for the
        score and two for the sum.
        """
        reached = self.hardware.peak * self.e_compute * self.tensor_parallel
        attention = 4 * self.model.layers * self.model.attention_width
        operations = 2 * self.model.parameters, attention, 2 * self.model.head_parameters
        linear, attend, head = (_ticks(each, reached) for each in operations)
        return linear, attend, head

    @cached_property
    def _decoding(self) -> tuple[int, int, int, int]:
        """Ticks to read the weights and a KV entry, to compute a token, and to attend to one."""
        linear, attention, head = self._computing
        return *self._reading, linear + head, attention

    @cached_property
    def _talking(self) -> int:
        """Ticks of one token's all-reduces: two in each layer, of one vector.

        In a ring of n GPUs each sends (and receives) 2 (n - 1) / n times the data.
        """
        if self.link is None or self.tensor_parallel == 1:
            return 0
        data = 2 * self.model.layers * BF16 * self.model.hidden
        rounds = 2 * (self.tensor_parallel - 1) / self.tensor_parallel
        return _ticks(data * rounds, self.link.bandwidth)

    @cached_property
    def _overhead(self) -> int:
        return ticks_of(self.overhead)


def _ticks(amount: float, per_second: float) -> int:
    return round(amount / per_second * PER_SECOND)


def _steps_ahead(ahead: int, gain: int, steps: int) -> int:
    """Return in how many of `steps` steps `ahead`, which grows by `gain`, is above zero."""
    if gain == 0:
        return steps if ahead > 0 else 0
    if gain < 0:  # above zero at first: ahead + gain * step > 0
        return min(max(-(ahead // gain), 0), steps)
    return steps - min(max(-ahead // gain + 1, 0), steps)  # above zero in the end


def _series(first: int, more: int, since: int, until: int) -> int:
    """Return the sum of `first + more * step` over the steps from `since` up to `until`."""
    return (until - since) * first + more * (until * (until - 1) - since * (since - 1)) // 2


def _number(name: str, value: object) -> float:
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            if isfinite(value):
                return float(value)
    raise InputError(f"{name} must be a finite number, not {shown(value)}")
