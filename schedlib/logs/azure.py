"""Azure LLM inference traces, 2023 and 2024 (github.com/Azure/AzurePublicDataset, CC-BY).

2023 writes `2023-11-16 18:15:46.6805900`, with seven fractional digits and no time zone; 2024
writes `2024-05-10 00:00:00.009930+00:00`, and leaves the fraction out where it is zero. A time
without a zone is taken for UTC.
"""

import re
from datetime import datetime

from ..errors import InputError, shown
from .log_format import LogFormat
from .source import Fields
from .values import Row, tokens, value_of

COLUMNS = ("TIMESTAMP", "ContextTokens", "GeneratedTokens")
DIGITS = 9  # of a second that are kept: a float since 1970 would round the seventh
PER_SECOND = 1_000_000_000
STAMP = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2})"
    rf"(?:\.([0-9]{{1,{DIGITS}}}))?(Z|[+-][0-9]{{2}}:?[0-9]{{2}})?"
)


def nanoseconds(fields: Fields, name: str) -> int:
    """Return the field `name`, a date and a time of day, in nanoseconds since 1970.

    Raises:
        InputError: it is missing, or no such time.
    """
    value = value_of(fields, name)
    stamp = STAMP.fullmatch(value) if isinstance(value, str) else None
    try:
        if stamp:
            second, fraction, zone = stamp.groups()
            whole = int(datetime.fromisoformat(second + (zone or "Z")).timestamp())
            return whole * PER_SECOND + int(f"{fraction or 0:0<{DIGITS}}")
    except ValueError:  # a thirteenth month
        pass
    raise InputError(f"{name} must be a time like 2023-11-16 18:15:46.6805900, not {shown(value)}")


def row(fields: Fields) -> Row:
    """Return a request of the trace."""
    time = nanoseconds(fields, "TIMESTAMP")
    return Row(None, time, tokens(fields, "ContextTokens"), tokens(fields, "GeneratedTokens"))


AZURE = LogFormat(
    "azure",
    "an Azure LLM inference trace (CSV with " + ", ".join(COLUMNS) + ")",
    (COLUMNS,),
    row,
    COLUMNS,
    per_second=PER_SECOND,
)
