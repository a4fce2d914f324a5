"""Requests as CSV: a header that names the columns, then a line for each request."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence

from ..errors import InputError, shown
from ..fields import whole_or_text
from ..reading.request_csv import TEXT_COLUMN, cell_value
from .content import Content
from .source import Fields, Raw, lines_of, sound_line

DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
LONGEST_WHOLE = 18  # digits of a number that needs no further look


class CsvSource:
    """A header, then a line of cells for each request."""

    numbered = False

    def __init__(self, content: Content) -> None:
        self.content = content
        self.header: list[str] = []

    def names(self) -> tuple[int, Sequence[str]]:
        """Return the names of the columns, and the line of the header.

        Raises:
            InputError: the header cannot be read, or names a column twice.
        """
        line, text = next(lines_of(self.content.text))
        try:
            header = _cells(sound_line(text, self.content))
            known: set[str] = set()
            for name in header:
                if name in known:
                    raise InputError(f"the header names the column {shown(name)} twice")
                known.add(name)
        except InputError as error:
            raise InputError(f"line {line}: {error}") from None
        self.header = header
        return line, header

    def raws(self) -> Iterator[Raw]:
        """Yield the lines under the header."""
        lines = lines_of(self.content.text)
        next(lines)
        return lines

    def reader(self, wanted: Sequence[str]) -> Callable[[object], Fields]:
        """Return what reads a line: numbers become numbers, and an empty cell is left out."""
        header, content = self.header, self.content
        columns = [(name, header.index(name)) for name in wanted or header if name in header]

        def read(found: object) -> Fields:
            cells = _cells(sound_line(found, content))
            if len(cells) != len(header):
                raise InputError(f"{len(header)} cells are expected, not {len(cells)}")
            if cells == header:
                raise InputError("the header stands here once more")
            return {name: _value(name, cell) for name, at in columns if (cell := cells[at])}

        return read


def _cells(line: str) -> list[str]:
    if '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    try:
        cells = next(csv.reader([line], strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f"broken CSV: {error}") from None
    return [cell.strip() for cell in cells]


def _value(column: str, cell: str) -> object:
    """Return what a cell holds: text for an id, else a number where it is one."""
    if column == TEXT_COLUMN:
        return cell_value(column, cell)
    if len(cell) <= LONGEST_WHOLE and cell.isascii() and cell.isdigit():
        return int(cell)
    if not DECIMAL.fullmatch(cell):
        return cell
    value = whole_or_text(cell)
    return float(value) if isinstance(value, str) else value
