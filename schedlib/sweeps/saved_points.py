"""A file of finished points, whole at any moment, from which a sweep goes on.

It has the columns of the table and one more: the fingerprint of each run, by which it is known
again. Points that failed are in it for people to read; a sweep that goes on runs them again, for
what made them fail may be mended.

CSV grows by a line for each point; a program that is killed may leave half a line, and that point
is run again. Parquet is written anew after each point: of many thousands of points, make a CSV.
"""

import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Protocol

from ..errors import InputError, shown
from ..reading.files import path_shown, read_bytes, reason, write_bytes_atomically
from .columns import ERROR, Column
from .csv_rows import CsvRows
from .parquet_rows import ParquetRows

FINGERPRINT = Column("fingerprint", "text")

Row = dict[str, Any]


class Format(Protocol):
    """How rows are written."""

    def written(self, rows: Sequence[Row]) -> bytes:
        """Return a file of the rows."""

    def more(self, row: Row) -> bytes | None:
        """Return what a file grows by with one more row; None where it cannot grow."""

    def read(self, data: bytes) -> list[Row]:
        """Return the rows of a file."""


Maker = Callable[[Sequence[str], Sequence[Column]], Format]

FORMATS: dict[str, Maker] = {".csv": CsvRows, ".parquet": ParquetRows}


class SavedPoints:
    """The file of one sweep.

    Args:
        path: where it is or will be; its ending says whether it is CSV or Parquet.
        keys: of the grid.
        columns: the others of the table.

    Raises:
        InputError: the path ends in something else, or Parquet cannot be had.
    """

    def __init__(
        self, path: str | os.PathLike[str], keys: Sequence[str], columns: Sequence[Column]
    ) -> None:
        try:
            self._path = Path(path)
        except TypeError:
            raise InputError(f"save must be a path, not {shown(path)}") from None
        ending = self._path.suffix.lower()
        if ending not in FORMATS:
            raise InputError(f"save must end in {' or '.join(FORMATS)}, not {shown(str(path))}")
        self._keys = keys
        self._format = FORMATS[ending](keys, [*columns, FINGERPRINT])
        self._rows: list[Row] = []
        self._left: tuple[int, int] | None = None  # the file as this sweep has left it

    def load(self, fingerprints: Collection[str | None]) -> dict[str | None, Row]:
        """Return the finished points of the file by fingerprint; none where there is no file.

        Raises:
            InputError: the file cannot be read, or is of another sweep.
        """
        if not self._path.exists():
            return {}
        try:
            rows = self._format.read(read_bytes(self._path))
        except InputError as error:
            raise InputError(
                f"{path_shown(self._path)} is no file of this sweep: {error}"
            ) from None
        finished = [row for row in rows if row[ERROR.name] is None]
        for row in finished:
            if row[FINGERPRINT.name] not in fingerprints:
                raise InputError(self._foreign(row))
        return {row[FINGERPRINT.name]: row for row in finished}

    def _foreign(self, row: Row) -> str:
        point = ", ".join(f"{key} {row[key]}" for key in self._keys)
        return (
            f"{path_shown(self._path)} holds another sweep: the run at {point} is none of this "
            "one. Its workload, policy, clock or SLO differs, or the grid has no such point (it "
            "may have grown, not shrunk). Save to another file"
        )

    def write(self, rows: Sequence[Row]) -> None:
        """Write the whole file.

        Raises:
            InputError: it cannot be written, or somebody else has changed it meanwhile.
        """
        self._check_unchanged()
        write_bytes_atomically(self._path, self._format.written(rows))
        self._rows = list(rows)
        self._left = self._state()

    def add(self, row: Row) -> None:
        """Write one row more.

        Raises:
            InputError: it cannot be written, or somebody else has changed the file meanwhile.
        """
        more = self._format.more(row)
        if more is None:
            self.write([*self._rows, row])
            return
        self._check_unchanged()
        try:
            with self._path.open("ab", buffering=0) as file:
                file.write(more)
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"cannot write {path_shown(self._path)}: {reason(error)}") from None
        self._left = self._state()

    def _check_unchanged(self) -> None:
        if self._left is not None and self._left != self._state():
            raise InputError(
                f"{path_shown(self._path)} was changed by somebody else during the sweep"
            )

    def _state(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns
