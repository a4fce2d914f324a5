"""A run as CSV, in a form that a spreadsheet can only show, never execute.

A spreadsheet takes a cell that begins with =, +, - or @ for a formula. An id may begin so, and
whoever opens the file did not choose the ids. So such a cell gets an apostrophe in front of it,
which spreadsheets understand as "this is text" (the remedy that OWASP names for CSV injection).
Cells that already begin with an apostrophe get one more, so that taking one away restores all.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from ..reading.request_table import COLUMNS
from ..request import Request
from ..rows import event_rows, iteration_rows, request_rows
from ..trace import Trace

FORMULA_STARTS = tuple("=+-@＝＋－＠\t\r\n")  # the wide ones count in East Asian spreadsheets
TEXT_SIGN = "'"


def workload_csv(requests: Iterable[Request]) -> str:
    """Return a line for each request as it was asked for: a file that can be loaded again."""
    return _csv([{name: getattr(each, name) for name in COLUMNS} for each in requests])


def events_csv(trace: Trace) -> str:
    """Return a line for each event; see `rows.event_rows` for the columns."""
    return _csv(event_rows(trace.events))


def requests_csv(trace: Trace) -> str:
    """Return a line for each request; see `rows.request_rows` for the columns."""
    return _csv(request_rows(trace.workload, trace.requests))


def iterations_csv(trace: Trace) -> str:
    """Return a line for each iteration; see `rows.iteration_rows` for the columns."""
    return _csv(iteration_rows(trace.iterations))


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(_harmless_rows(rows))
    return text.getvalue()


def _harmless_rows(rows: Iterable[Mapping[str, Any]]) -> Iterable[dict[str, Any]]:
    return ({name: harmless(value) for name, value in row.items()} for row in rows)


def harmless(value: object) -> object:
    """Return a cell's value; text that a spreadsheet might execute begins with an apostrophe.

    Numbers stay numbers, and None becomes an empty cell.
    """
    if not isinstance(value, str):
        return value
    risky = value.startswith(TEXT_SIGN) or value.lstrip(" ").startswith(FORMULA_STARTS)
    return TEXT_SIGN + value if risky else value
