"""When what happened to a request, in a run or in a log of one."""

from typing import NamedTuple


class Timing(NamedTuple):
    """The times of one request, in seconds, or in iterations where a run had no clock.

    Times count from the start of the run. The token of an iteration is there at its end, and an
    iteration without a clock lasts 1. A time is None where the request never came so far.

    Attributes:
        id: the name of the request.
        prompt: its prompt tokens.
        output: output tokens that it asks for.
        arrival: when it arrived.
        scheduled: when the first iteration that processed any of its tokens began.
        first_token: when its first output token was there.
        last_token: when its last output token was there, so when it was completed.
        preemptions: how often it was taken off its slot.
        rejected: whether it was turned away.
    """

    id: str
    prompt: int
    output: int
    arrival: float
    scheduled: float | None
    first_token: float | None
    last_token: float | None
    preemptions: int = 0
    rejected: bool = False

    @property
    def completed(self) -> bool:
        """Whether all its output tokens are there."""
        return self.last_token is not None

    @property
    def queueing(self) -> float | None:
        """From the arrival to the start of the first iteration that processed it."""
        return None if self.scheduled is None else self.scheduled - self.arrival

    @property
    def ttft(self) -> float | None:
        """Time to first token: from the arrival until the first output token is there."""
        return None if self.first_token is None else self.first_token - self.arrival

    @property
    def latency(self) -> float | None:
        """E2E latency: from the arrival until the last output token is there."""
        return None if self.last_token is None else self.last_token - self.arrival

    @property
    def tpot(self) -> float | None:
        """Time per output token after the first; None where there is no second."""
        if self.last_token is None or self.first_token is None or self.output == 1:
            return None
        return (self.last_token - self.first_token) / (self.output - 1)

    @property
    def normalised_latency(self) -> float | None:
        """E2E latency for each output token, as in the papers on Orca and vLLM."""
        return None if self.last_token is None else (self.last_token - self.arrival) / self.output
