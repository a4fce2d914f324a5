"""The result of a sweep: a row for each point, in the order of the grid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .columns import ERROR, Column
from .grid import Label, Point, labels_of
from .job import Outcome

if TYPE_CHECKING:
    from pandas import DataFrame

DTYPES = {"count": "Int64", "number": "float64", "text": "str", "truth": "boolean"}


@dataclass(frozen=True)
class Table:
    """What a sweep has come to.

    Attributes:
        keys: of the grid: the first columns.
        columns: the others.
        rows: by column; those of points that have not been run are missing.
    """

    keys: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[dict[str, Any], ...]

    @property
    def names(self) -> list[str]:
        """The names of all columns, in order."""
        return [*self.keys, *(column.name for column in self.columns)]

    def frame(self) -> "DataFrame":
        """Return it as a frame; counts are `Int64`, so that they can be missing and stay whole."""
        from pandas import DataFrame, Series  # here, so that a sweep is made without it

        columns = {
            key: Series(labels, dtype=_dtype(labels))
            for key in self.keys
            for labels in [[row[key] for row in self.rows]]
        }
        columns |= {
            column.name: Series([row[column.name] for row in self.rows], dtype=DTYPES[column.kind])
            for column in self.columns
        }
        return DataFrame(columns)


def row_of(point: Point, outcome: Outcome, columns: Iterable[Column]) -> dict[str, Any]:
    """Return the row of a point."""
    values = outcome.values | {ERROR.name: outcome.error}
    return labels_of(point) | {
        column.name: float(value) if column.kind == "number" and value is not None else value
        for column in columns
        for value in [values.get(column.name)]
    }


def _dtype(labels: Sequence[Label]) -> str | None:
    """Return what a column of labels is held as, or None to leave that to pandas."""
    kinds = {type(label) for label in labels}
    return "Int64" if kinds == {int, type(None)} else None
