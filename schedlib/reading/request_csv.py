"""Requests as CSV: a header that names the columns, then a line for each request."""

import csv
import io
from collections.abc import Iterator

from ..errors import InputError
from ..fields import whole_or_text
from .request_fields import Row, check_names
from .spreadsheet_text import restored

TEXT_COLUMN = "id"


def csv_rows(text: str) -> Iterator[Row]:
    """Yield the lines that follow the header; an empty cell is left out.

    Raises:
        InputError: the text is no CSV, its header is wrong, or a line is too short or too long.
    """
    lines = csv_lines(text)
    place, header = next(lines, ("line 1", []))
    try:
        check_names("column", header)
    except InputError as error:
        raise InputError(f"{place}: {error}, separated by commas") from None
    for place, cells in lines:
        if len(cells) != len(header):
            raise InputError(f"{place}: {len(header)} cells are expected, not {len(cells)}")
        found = zip(header, cells, strict=True)
        yield place, {name: cell_value(name, cell) for name, cell in found if cell}


def csv_lines(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the place and the stripped cells of each line; blank lines are skipped."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(f"line {line}: the file must be text, and holds a NUL character")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    while True:
        place = f"line {reader.line_num + 1}"
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(f"{place}: broken CSV: {error}") from None
        if any(cells):
            yield place, cells


def cell_value(column: str, cell: str) -> object:
    """Return what a cell holds: text for an id, else a number where it is one."""
    if column == TEXT_COLUMN:
        return restored(cell)
    value = whole_or_text(cell)
    return restored(value) if isinstance(value, str) else value
