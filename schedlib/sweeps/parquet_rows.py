"""Rows as Parquet, by pandas and pyarrow; a file cannot grow and is written as a whole."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from ..errors import InputError
from .columns import Column, Kind
from .csv_rows import check_names
from .table import Table

TEXT: Kind = "text"
PLAIN: dict[Kind, Callable[[Any], Any]] = {
    "count": int,
    "number": float,
    "text": str,
    "truth": bool,
}


class ParquetRows:
    """Writes and reads rows with such keys and columns; a key is read as text.

    Raises:
        InputError: pyarrow is missing.
    """

    def __init__(self, keys: Sequence[str], columns: Sequence[Column]) -> None:
        if find_spec("pyarrow") is None:
            raise InputError(
                "save: Parquet needs the package pyarrow, which is not installed; install it, or "
                "save as .csv"
            )
        self._keys, self._columns = tuple(keys), tuple(columns)

    def written(self, rows: Sequence[dict[str, Any]]) -> bytes:
        """Return a file of the rows."""
        frame = Table(self._keys, self._columns, tuple(rows)).frame()
        for key in self._keys:
            if frame[key].dtype == object:  # numbers and words, which no column of Parquet holds
                frame[key] = frame[key].astype("str")
        content: bytes = frame.to_parquet(index=False)
        return content

    def more(self, row: dict[str, Any]) -> None:
        """Return None: a file cannot grow."""

    def read(self, data: bytes) -> list[dict[str, Any]]:
        """Return the rows of a file.

        Raises:
            InputError: it is no file with these columns.
        """
        from pandas import read_parquet  # here, so that a sweep is made without it

        try:
            frame = read_parquet(BytesIO(data))
        except Exception as error:  # pyarrow raises errors of many kinds
            raise InputError("it is no Parquet, or damaged") from error
        names = [*self._keys, *(column.name for column in self._columns)]
        check_names(list(map(str, frame.columns)), names)
        plain = frame.astype(object).where(frame.notna(), None)
        try:
            return [self._row(row) for row in plain.to_dict("records")]
        except (TypeError, ValueError) as error:
            raise InputError(f"it holds what it should not: {error}") from None

    def _row(self, row: dict[Any, Any]) -> dict[str, Any]:
        kinds = dict.fromkeys(self._keys, TEXT) | {each.name: each.kind for each in self._columns}
        return {
            name: None if row[name] is None else PLAIN[kind](row[name])
            for name, kind in kinds.items()
        }
