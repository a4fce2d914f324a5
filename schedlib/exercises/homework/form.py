"""A report form: its rows, and what somebody has filled in so far, cell by cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from ...errors import InputError
from ...words import Words
from .answers import READ, REJECTED, Answer, Fill, is_open, parts_of, quoted

PARTS = ("first", "done")  # of a row that asks for a pair

Rows = Mapping[str, Fill]


class Cell(NamedTuple):
    """One cell of a form: a row, or one part of a row that asks for a pair."""

    row: str
    part: str = ""

    def named(self, said: Words) -> str:
        """Return what a sentence calls the cell."""
        return f"{self.row}, {said.say(f'homework.part.{self.part}')}" if self.part else self.row


@dataclass
class Filled:
    """What a form holds.

    Attributes:
        values: the cells that hold what such a cell can hold.
        unfit: the others that hold something: why it does not fit.
        open: the cells that nobody has filled in.
        missing: rows of the form that are not there.
        unknown: rows that are there and not in the form, each with the missing row that it
            resembles, if there is one.
    """

    values: dict[Cell, Answer] = field(default_factory=dict)
    unfit: dict[Cell, str] = field(default_factory=dict)
    open: list[Cell] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unknown: dict[str, str | None] = field(default_factory=dict)


def cells_of(row: str, fill: Fill) -> list[Cell]:
    """Return the cells of one row."""
    return [Cell(row, part) for part in PARTS] if fill is Fill.PAIR else [Cell(row)]


def read_form(report: dict[object, object], rows: Rows, said: Words) -> Filled:
    """Return what `report` holds of the form with those rows."""
    names = {name: value for name, value in report.items() if type(name) is str}
    filled = Filled(missing=[row for row in rows if row not in names])
    for name in report:
        if type(name) is not str:
            filled.unknown[quoted(name)] = None
        elif name not in rows:
            near = get_close_matches(name.casefold(), filled.missing, n=1)
            filled.unknown[quoted(name)] = near[0] if near else None
    for row, fill in rows.items():
        if row in filled.missing:
            filled.open += cells_of(row, fill)
        elif fill is Fill.PAIR:
            _read_pair(filled, row, names[row], said)
        else:
            _read_cell(filled, Cell(row), fill, names[row], said)
    return filled


def _read_pair(filled: Filled, row: str, value: object, said: Words) -> None:
    """Read an outcome: two iterations, or the word for a request that was turned away."""
    both = cells_of(row, Fill.PAIR)
    parts = (value, value) if value is ... else parts_of(value)
    if type(value) is str and value.strip().casefold() == REJECTED:
        filled.values |= dict.fromkeys(both, REJECTED)
    elif parts is None or len(parts) != len(both):
        reason = said.say("homework.unfit.pair", value=quoted(value))
        filled.unfit |= dict.fromkeys(both, f"{row}: {reason}")
    else:
        for cell, part in zip(both, parts, strict=True):
            _read_cell(filled, cell, Fill.NUMBER, part, said)


def _read_cell(filled: Filled, cell: Cell, fill: Fill, value: object, said: Words) -> None:
    if is_open(value):
        filled.open.append(cell)
        return
    try:
        filled.values[cell] = READ[fill](value, said)
    except InputError as error:
        filled.unfit[cell] = f"{cell.named(said)}: {error}"
