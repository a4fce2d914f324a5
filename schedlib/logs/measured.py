"""What a measured log says of its engine: the requests as the engine got them, and their times.

A benchmark has two clocks. The client's shows when a request was sent, the engine's when it was
queued, scheduled and answered; how far the two are apart is not in the log (see `logs.clocks`).
Here all times are on the engine's clock, and 0 is when the first request was queued. So every
difference is as it was measured; what is compared with it begins where a simulated engine
begins, at the queue, and not in the network or the tokenizer before it; and published figures of
engines count so, too.
"""

from ..errors import InputError
from ..logs import Entry, Log
from ..request import Request
from ..timing import Timing

Stamps = tuple[float, float, float, float]


def queued_requests(log: Log) -> list[Request]:
    """Return the requests of a measured log, in its order; each arrives when it was queued.

    Raises:
        InputError: the log is not measured.
    """
    return [
        Request(entry.id, queued, entry.prompt, entry.output, entry.priority)
        for entry, (queued, *_) in zip(log.entries, _on_engine_clock(log), strict=True)
    ]


def measured_timings(log: Log) -> list[Timing]:
    """Return when what happened to each request of a measured log, in its order.

    The arrival is when the request was queued, as in `queued_requests`. The log does not tell how
    often a request was preempted, so that stays 0; none of them was rejected.

    Raises:
        InputError: the log is not measured.
    """
    return [
        Timing(entry.id, entry.prompt, entry.output, *stamps)
        for entry, stamps in zip(log.entries, _on_engine_clock(log), strict=True)
    ]


def _on_engine_clock(log: Log) -> list[Stamps]:
    """Return when each request was queued, scheduled, gave its first and its last token."""
    stamps = [_stamps(entry, log.format) for entry in log.entries]
    start = min(queued for queued, *_ in stamps)
    return [
        (queued - start, scheduled - start, first - start, last - start)
        for queued, scheduled, first, last in stamps
    ]


def _stamps(entry: Entry, format: str) -> Stamps:
    queued, scheduled = entry.queued, entry.scheduled
    first, last = entry.first_token, entry.last_token
    if queued is None or scheduled is None or first is None or last is None:
        raise InputError(
            "the log must say when each request was queued, scheduled and answered, as a "
            f"per-request log of vLLM does; one in the format {format} does not"
        )
    return queued, scheduled, first, last
