"""Rows as CSV: a line for each, so that a file grows by a line."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any

from ..errors import InputError, one_line, shown
from .columns import Column, Kind

ENDING = b"\n"

TRUTHS = {"True": True, "False": False}


class CsvRows:
    """Writes and reads rows with such keys and columns; a key is read as text."""

    def __init__(self, keys: Sequence[str], columns: Sequence[Column]) -> None:
        self._columns = [*(Column(key, "text") for key in keys), *columns]
        self._head = _line([column.name for column in self._columns])

    def written(self, rows: Sequence[dict[str, Any]]) -> bytes:
        """Return a file of the rows."""
        return self._head + b"".join(map(self.more, rows))

    def more(self, row: dict[str, Any]) -> bytes:
        """Return what a file grows by with one more row."""
        return _line([row[column.name] for column in self._columns])

    def read(self, data: bytes) -> list[dict[str, Any]]:
        """Return the rows of a file, whose last line may be cut off.

        Raises:
            InputError: it is no file with these columns.
        """
        whole = data[: data.rfind(ENDING) + 1]
        if not whole and self._head.startswith(data):  # the head itself was cut off
            return []
        try:
            text = whole.decode()
        except UnicodeDecodeError:
            raise InputError("it is no text in UTF-8") from None
        lines = csv.reader(StringIO(text, newline=""))
        check_names(next(lines, []), [column.name for column in self._columns])
        try:
            return [self._row(line, number) for number, line in enumerate(lines, 2)]
        except csv.Error as error:
            raise InputError(f"it is no CSV: {error}") from None

    def _row(self, line: Sequence[str], number: int) -> dict[str, Any]:
        if len(line) != len(self._columns):
            raise InputError(f"line {number} has {len(line)} columns, not {len(self._columns)}")
        try:
            return {
                column.name: _value(text, column.kind)
                for column, text in zip(self._columns, line, strict=True)
            }
        except (ValueError, KeyError) as error:
            raise InputError(f"line {number} cannot be read: {error}") from None


def check_names(found: Sequence[str], expected: Sequence[str]) -> None:
    """Check that a file has the columns of a sweep.

    Raises:
        InputError: it has others, or in another order.
    """
    for has, must in zip(found, expected, strict=False):
        if has != must:
            raise InputError(f"it has a column {shown(has)} in place of {shown(must)}")
    if len(found) != len(expected):
        raise InputError(f"it has {len(found)} columns, not {len(expected)}")


def _line(values: Sequence[Any]) -> bytes:
    text = StringIO()
    plain = [one_line(value) if isinstance(value, str) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(plain)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _value(text: str, kind: Kind) -> Any:
    if not text:
        return None
    if kind == "text":
        return text
    return TRUTHS[text] if kind == "truth" else {"count": int, "number": float}[kind](text)
