"""Reports as they were filled in, one beside the other; nobody judges them here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...words import words
from .answers import parts_of, quoted

if TYPE_CHECKING:
    from pandas import DataFrame


def side_by_side(reports: Mapping[str, object], language: str = "en") -> "DataFrame":
    """Return the reports as a table: a column for each, headed by its name; all text.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that checks run without it

    said = words(language)
    opened, nothing = said.say("homework.table.open"), said.say("table.nothing")
    columns = {
        name: {
            _plain(row): _text(value, opened, nothing)
            for row, value in (report.items() if type(report) is dict else ())
        }
        for name, report in reports.items()
    }
    return DataFrame(columns, dtype="object").fillna(opened)


def _text(value: object, opened: str, nothing: str) -> str:
    if value is ...:
        return opened
    parts = parts_of(value)
    if parts is None:
        return _plain(value)
    if all(part is ... for part in parts):
        return opened if parts else nothing
    return ", ".join(opened if part is ... else _plain(part) for part in parts)


def _plain(value: object) -> str:
    return quoted(value).strip("'")
