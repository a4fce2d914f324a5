"""What any clock is: it says how long an iteration takes, from the work that it does."""

from typing import Protocol

from .step_work import StepWork


class Clock(Protocol):
    """The time of iterations, in whole ticks (see `ticks`)."""

    def ticks(self, work: StepWork) -> int:
        """Return how long an iteration with this work takes; one without any takes no time."""

    def decode_ticks(self, requests: int, context: int, steps: int) -> int:
        """Return how long so many iterations take in which the same requests decode, together.

        `context` are the tokens that the first of them reads, as in `StepWork`; each later one
        reads one more for every request.
        """
