"""Requests from a file, be it JSON or CSV.

The readers turn either format into rows: a place ("item 3", "line 4") and the fields found
there. What the fields may hold is for `Request` to say; what is added here is where it went wrong.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import InputError, shown
from ..request import Request, check_workload, request_in_iterations
from .files import path_shown, read_bytes, read_standard_input
from .request_csv import csv_rows
from .request_fields import FIELDS, Row, check_names
from .request_json import json_rows

# No column's name starts so. A quotation mark does not tell: it may open a CSV header.
JSON_STARTS = tuple("[{-0123456789tfn")


def read_requests(path: str | os.PathLike[str]) -> list[Request]:
    """Return the requests in the file at `path`, in listed order; "-" is standard input.

    Raises:
        InputError: the file cannot be read, or breaks a rule.
    """
    if path == "-":
        return parse_requests(read_standard_input(), "<standard input>")
    return parse_requests(read_bytes(path), os.fspath(path))


def parse_requests(data: bytes, name: str) -> list[Request]:
    """Return the requests in `data`, the content of the file `name`.

    A name that ends in .json or .csv says which format it is; else the first character does.

    Raises:
        InputError: a rule is broken; the message names the file, the place, the field, the
            value and the rule.
    """
    try:
        text = decode(data)
        rows = csv_rows(text) if is_csv(name, text) else json_rows(text)
        return list(check_workload(requests_in(rows)))
    except InputError as error:
        raise InputError(f"{path_shown(name)}: {error}") from None


def decode(data: bytes) -> str:
    """Return `data` as text; it must be UTF-8, with or without a byte order mark."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise InputError(
            f"line {line}: the file must be UTF-8 text, and holds the byte 0x{byte:02x}"
        ) from None
    if not text.strip():
        raise InputError("the file must hold at least one request, and it is empty")
    return text


def is_csv(name: str, text: str) -> bool:
    """Return whether the file is CSV rather than JSON."""
    suffix = Path(name).suffix.lower()
    if suffix in (".csv", ".json"):
        return suffix == ".csv"
    return not text.lstrip().startswith(JSON_STARTS)


def requests_in(rows: Iterable[Row]) -> Iterator[Request]:
    """Yield a request for each row.

    Raises:
        InputError: a row breaks a rule, or repeats an id.
    """
    place_of: dict[str, str] = {}
    for place, found in rows:
        try:
            request = request_from(found)
            if request.id in place_of:
                other = place_of[request.id]
                raise InputError(f"id must be unique, and {shown(request.id)} is used in {other}")
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        place_of[request.id] = place
        yield request


def request_from(found: object) -> Request:
    """Return the request that an object's fields or a line's cells describe."""
    if not isinstance(found, dict):
        raise InputError(
            f"a request must be an object with the fields {', '.join(FIELDS)}, not {shown(found)}"
        )
    check_names("field", list(found))
    return request_in_iterations(found)
