"""Conversations with their lengths in tokens, as benchmarks make them of ShareGPT.

There are no arrivals: all requests are there at once. Some files of this kind do name a time,
each in a unit of its own; it is refused rather than guessed at, or dropped.
"""

from ..errors import InputError
from .log_format import LogFormat
from .source import Fields
from .values import Row, name_of, tokens

PAIRS = (  # what the tokens of prompt and output are called
    ("prompt_len", "output_len"),
    ("input_len", "output_len"),
    ("prompt_tokens", "completion_tokens"),
    ("input_tokens", "output_tokens"),
    ("prompt_length", "output_length"),
    ("input_length", "output_length"),
)
TIMES = ("arrival", "arrival_time", "arrived_at", "timestamp", "time")


def row(fields: Fields) -> Row:
    """Return a request, under whichever pair of names its lengths stand."""
    for time in TIMES:
        if time in fields:
            raise InputError(
                f"{time} has no known unit here: a file of lengths has no arrivals; to give "
                "them in seconds, use the fields id, arrival, prompt, output"
            )
    pair = next((pair for pair in PAIRS if pair[0] in fields and pair[1] in fields), PAIRS[0])
    id = name_of(fields, "id") if "id" in fields else None
    return Row(id, 0, tokens(fields, pair[0]), tokens(fields, pair[1]))


LENGTHS = LogFormat(
    "lengths",
    "conversations with lengths (JSON with " + " or ".join("/".join(pair) for pair in PAIRS) + ")",
    PAIRS,
    row,
)
