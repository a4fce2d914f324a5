"""The measured run that a clock is fitted to: its requests, and when they got their tokens."""

from collections.abc import Iterable
from typing import NamedTuple

from ..errors import InputError, shown
from ..fields import whole_number
from ..logs import Log
from ..logs.measured import measured_timings, queued_requests
from ..request import Request
from ..timing import Timing

FEWEST = 5  # requests that say anything about three parameters


class MeasuredRun(NamedTuple):
    """A run as it was measured.

    Attributes:
        requests: those that were completed, by arrival; of equals, as they were listed.
        timings: theirs, in the same order.
        left_out: how many were not completed: nobody knows what they took from the others.
    """

    requests: tuple[Request, ...]
    timings: tuple[Timing, ...]
    left_out: int

    def first(self, number: object) -> int:
        """Return `number`, how many of the first requests are fitted; None is all of them.

        Raises:
            InputError: it is no whole number from `FEWEST` to all of them.
        """
        if number is None:
            return len(self.timings)
        first = whole_number("fit_first", number, at_least=FEWEST)
        if first > len(self.timings):
            raise InputError(
                f"fit_first must be at most {len(self.timings):,}, as there are no more completed "
                f"requests, not {first:,}"
            )
        return first


def measured_run(measured: Log | Iterable[Timing]) -> MeasuredRun:
    """Return a run as it was measured; arrivals are when the engine got its requests.

    Raises:
        InputError: a log does not say when its requests were answered, a request has times that
            contradict each other, or fewer than `FEWEST` were completed.
    """
    if isinstance(measured, Log):
        requests, timings = queued_requests(measured), measured_timings(measured)
    else:
        timings = _timings(measured)
        requests = [Request(each.id, each.arrival, each.prompt, each.output) for each in timings]
    pairs = zip(requests, timings, strict=True)
    completed = [(request, timing) for request, timing in pairs if _is_complete(timing)]
    completed.sort(key=lambda pair: pair[1].arrival)
    if len(completed) < FEWEST:
        raise InputError(
            f"measured must hold at least {FEWEST} requests that were completed, "
            f"not {len(completed)}"
        )
    return MeasuredRun(
        tuple(request for request, _ in completed),
        tuple(timing for _, timing in completed),
        left_out=len(timings) - len(completed),
    )


def _timings(measured: Iterable[Timing]) -> list[Timing]:
    try:
        timings = list(measured)
    except TypeError:
        raise InputError(
            f"measured must be a log or a list of timings, not {shown(measured)}"
        ) from None
    for each in timings:
        if not isinstance(each, Timing):
            raise InputError(f"measured must hold timings only, not {shown(each)}")
    return timings


def _is_complete(timing: Timing) -> bool:
    """Return whether a request got all its tokens.

    Raises:
        InputError: its times contradict each other.
    """
    if timing.last_token is None:
        return False
    first = timing.first_token
    if first is None or not timing.arrival <= first <= timing.last_token:
        raise InputError(
            f"request {shown(timing.id)}: arrival, first_token and last_token must follow one "
            f"another, not {timing.arrival}, {first}, {timing.last_token}"
        )
    return True
