"""Text from a clipboard or a file, on its way into a table: CSV, TSV, JSON, or bare cells.

Spreadsheets put tabs between the cells that they copy, and semicolons into the CSV that they save
where the comma is the decimal sign. Both are rewritten with commas; then the readers of files
take over.
"""

import csv
import io
from pathlib import Path

from ..errors import InputError
from .request_csv import csv_lines, csv_rows
from .request_fields import FIELDS
from .request_files import decode, is_csv, parse_requests
from .request_table import COLUMNS, OPTIONAL, table_of

SEPARATORS = "\t;,"
UNWRITTEN = {OPTIONAL: "normal"}  # what stands for a cell that may be left empty


def table_from(data: bytes, name: str) -> list[list[str]]:
    """Return a whole table: the cells of CSV as they are written, or the requests of JSON.

    Cells that break a rule are kept, for the table to show. JSON has types, which a table of
    texts would lose: it must be right as it is.

    Raises:
        InputError: there is no header, it is wrong, or the text cannot be read.
    """
    text = decode(data)
    if not is_csv(_format(name), text):
        return table_of(parse_requests(data, name))
    rows = [found for _, found in csv_rows(with_commas(text)) if isinstance(found, dict)]
    if not rows:
        raise InputError("there is a header, and no request under it")
    return [[str(row.get(column, UNWRITTEN.get(column, ""))) for column in COLUMNS] for row in rows]


def has_header(text: str) -> bool:
    """Return whether the text is a whole table, and not a block of bare cells."""
    if text.lstrip().startswith(("[", "{")):  # a number would be JSON, too, but is a cell here
        return True
    first = next(csv_lines(with_commas(text)), ("", []))[1]
    return any(cell in FIELDS for cell in first)


def block_from(text: str) -> list[list[str]]:
    """Return bare cells, a row for each line.

    Raises:
        InputError: the text cannot be read as cells.
    """
    return [cells for _, cells in csv_lines(with_commas(text))]


def with_commas(text: str) -> str:
    """Return a table with commas between its cells, whatever separates them in `text`."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=head.count)
    if separator == "," or not head.count(separator):
        return text
    made = io.StringIO(newline="")
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        csv.writer(made).writerows(rows)
    except csv.Error as error:
        raise InputError(f"broken CSV: {error}") from None
    return made.getvalue()


def _format(name: str) -> str:
    """Return the name that says which format it is; tabs make CSV of another kind."""
    return "file.csv" if Path(name).suffix.lower() in (".tsv", ".tab") else name
