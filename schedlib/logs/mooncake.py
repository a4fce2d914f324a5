"""Mooncake's traces (github.com/kvcache-ai/Mooncake, FAST'25): JSON lines, times in milliseconds.

`hash_ids` name the blocks of a prompt that other prompts share; they are not read, so a run on
such a trace computes every prompt in full.
"""

from .log_format import LogFormat
from .source import Fields
from .values import Row, moment, tokens

NAMES = ("timestamp", "input_length", "output_length")


def row(fields: Fields) -> Row:
    """Return a request of the trace."""
    time = moment(fields, "timestamp")
    return Row(None, time, tokens(fields, "input_length"), tokens(fields, "output_length"))


MOONCAKE = LogFormat(
    "mooncake",
    "a Mooncake trace (JSON lines with " + ", ".join(NAMES) + ")",
    (NAMES,),
    row,
    NAMES,
    per_second=1000,
)
