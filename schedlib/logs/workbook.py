"""The workbook's own files, JSON or CSV: here an arrival is in seconds, and may be a fraction."""

from typing import Any

from ..reading.request_fields import REQUIRED, check_names
from ..request import Request
from .log_format import LogFormat
from .source import Fields
from .values import Row, moment, tokens


def row(fields: Fields) -> Row:
    """Return a request; but for its arrival, it must be one that `Request` takes."""
    check_names("field", list(fields))
    found: dict[str, Any] = dict(fields)
    request = Request(**found | {"arrival": 0})
    prompt, output = tokens(fields, "prompt"), tokens(fields, "output")
    time = moment(fields, "arrival")
    return Row(request.id, time, prompt, output, priority=request.priority)


WORKBOOK = LogFormat(
    "workbook",
    "the workbook's own requests (JSON or CSV with " + ", ".join(REQUIRED) + ")",
    (REQUIRED,),
    row,
)
