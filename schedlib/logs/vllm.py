"""Per-request logs of a benchmark of vLLM: what arrived, and what became of it.

`arrival_time` is what the client's clock showed, in seconds since 1970. The four times of the
engine come from its monotonic clock, which starts anywhere: `clocks` brings both together.
"""

from itertools import pairwise

from ..errors import InputError
from .log_format import LogFormat
from .source import Fields
from .values import Row, moment, name_of, tokens

STAMPS = ("queued_ts", "scheduled_ts", "first_token_ts", "last_token_ts")
NAMES = ("request_id", "input_toks", "output_toks", "arrival_time", *STAMPS)


def row(fields: Fields) -> Row:
    """Return a request of the log; its four measured times must follow one another."""
    id, arrival = name_of(fields, "request_id"), moment(fields, "arrival_time")
    prompt, output = tokens(fields, "input_toks"), tokens(fields, "output_toks")
    queued, scheduled, first, last = (moment(fields, name) for name in STAMPS)
    measured = (queued, scheduled, first, last)
    for (one, earlier), (two, later) in pairwise(zip(STAMPS, measured, strict=True)):
        if earlier > later:
            raise InputError(f"{two} must not be before {one}, and is {later} after {earlier}")
    return Row(id, arrival, prompt, output, measured)


VLLM = LogFormat(
    "vllm",
    "a per-request log of vLLM (JSON lines with " + ", ".join(NAMES) + ")",
    (NAMES,),
    row,
    NAMES,
)
