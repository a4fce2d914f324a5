"""BurstGPT (github.com/HPMLL/BurstGPT, CC-BY): a year of requests to ChatGPT and GPT-4.

Older files have six columns; newer ones have `Session ID` and `Elapsed time`, too. Columns are
found by name, so both are read. A request with no response tokens is one that failed: it was no
load that an engine could replay, and is reported as such.
"""

from ..errors import InputError
from .log_format import LogFormat
from .source import Fields
from .values import Row, moment, tokens

COLUMNS = ("Timestamp", "Request tokens", "Response tokens")


def row(fields: Fields) -> Row:
    """Return a request of the trace; its time is in seconds."""
    time, prompt = moment(fields, "Timestamp"), tokens(fields, "Request tokens")
    if fields.get("Response tokens") == 0:
        raise InputError("the request failed: it has 0 response tokens")
    return Row(None, time, prompt, tokens(fields, "Response tokens"))


BURSTGPT = LogFormat(
    "burstgpt", "BurstGPT (CSV with " + ", ".join(COLUMNS) + ")", (COLUMNS,), row, COLUMNS
)
