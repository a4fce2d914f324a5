"""A run as CSV, in a form that a spreadsheet can only show: see `reading.spreadsheet_text`."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from ..reading.request_table import COLUMNS
from ..reading.spreadsheet_text import harmless
from ..request import Request
from ..rows import event_rows, iteration_rows, request_rows
from ..trace import Trace


def workload_csv(requests: Iterable[Request]) -> str:
    """Return a line for each request as it was asked for: a file that can be loaded again."""
    return _csv([{name: getattr(each, name) for name in COLUMNS} for each in requests])


def events_csv(trace: Trace) -> str:
    """Return a line for each event; see `rows.event_rows` for the columns."""
    return _csv(event_rows(trace.events))


def requests_csv(trace: Trace) -> str:
    """Return a line for each request; see `rows.request_rows` for the columns."""
    return _csv(request_rows(trace.workload, trace.requests, trace.since))


def iterations_csv(trace: Trace) -> str:
    """Return a line for each iteration; see `rows.iteration_rows` for the columns."""
    return _csv(iteration_rows(trace.iterations))


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), quoting=csv.QUOTE_NONNUMERIC)
    writer.writeheader()
    writer.writerows(_harmless_rows(rows))
    return text.getvalue()


def _harmless_rows(rows: Iterable[Mapping[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield the rows; numbers stay numbers, and None becomes an empty cell."""
    return (
        {name: harmless(value) if isinstance(value, str) else value for name, value in row.items()}
        for row in rows
    )
