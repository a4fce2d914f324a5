"""A form against the right values: how far it is, which cells are wrong, and where to look."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...words import Words
from ..verdict import Verdict
from .answers import Answer, Fill, quoted
from .form import Cell, Filled, Rows, cells_of, read_form

Values = Mapping[Cell, Answer]
Look = Callable[[str, Values], list[str]]


def no_mistake(values: Values) -> str | None:
    """Recognise nothing."""
    return None


@dataclass(frozen=True)
class Sheet:
    """A form, with what it takes to mark it.

    Attributes:
        rows: what each row asks for, by its name.
        right: the right value of every cell, computed from the run.
        look: for the wrong cells of one row, where to look (never what to write).
        mistake: for everything that is filled in, one mistake that explains all wrong cells.
        reward: what is said once everything is right.
    """

    rows: Rows
    right: Values
    look: Look
    mistake: Callable[[Values], str | None] = no_mistake
    reward: tuple[str, ...] = ()


def mark(report: object, sheet: Sheet, said: Words) -> Verdict:
    """Return the verdict on a report."""
    if report is not ... and type(report) is not dict:
        return _verdict(False, said.say("homework.no_form", value=quoted(report)), said)
    filled = read_form(report if type(report) is dict else {}, sheet.rows, said)
    total, still_open = len(sheet.right), len(filled.open)
    right = sum(value == sheet.right[cell] for cell, value in filled.values.items())
    if right == total:
        headline = said.say("homework.all_right", total=total)
        return _verdict(True, headline, said, *_rows(filled, said), *sheet.reward)
    if report is ... or (still_open == total and not (filled.unknown or filled.missing)):
        return _verdict(False, said.say("homework.nothing", cells=_count(sheet, said)), said)
    wrong = total - right - still_open
    headline = said.say(
        "homework.so_far", right=right, cells=_count(sheet, said), wrong=wrong, open=still_open
    )
    findings = [*_rows(filled, said), *_cells(filled, sheet)]
    if still_open:
        findings.append(said.say("homework.open", cells=_open(filled, sheet.rows, said)))
    return _verdict(False, headline, said, *dict.fromkeys(findings))


def _count(sheet: Sheet, said: Words) -> str:
    """Say how many cells a form has, and which of its rows hold two of them."""
    pairs = [row for row, fill in sheet.rows.items() if fill is Fill.PAIR]
    key = "all_single" if not pairs else "one_pair" if len(pairs) == 1 else "pairs"
    return said.say(f"homework.cells.{key}", total=len(sheet.right), row=pairs[:1])


def _verdict(passed: bool, headline: str, said: Words, *findings: str) -> Verdict:
    return Verdict(passed, headline, findings, language=said.language)


def _rows(filled: Filled, said: Words) -> Iterator[str]:
    """Say which rows do not belong to the form, and which are missing."""
    for name, near in filled.unknown.items():
        key = "homework.row.misnamed" if near else "homework.row.unknown"
        yield said.say(key, row=name, near=near)
    explained = set(filled.unknown.values())
    if missing := [row for row in filled.missing if row not in explained]:
        yield said.say("homework.row.missing", rows=missing)


def _cells(filled: Filled, sheet: Sheet) -> Iterator[str]:
    """Say row by row what does not fit and what is wrong, unless one mistake explains all that."""
    values = filled.values
    wrong = {cell: value for cell, value in values.items() if value != sheet.right[cell]}
    mistake = sheet.mistake(values) if wrong else None
    if mistake:
        yield mistake
    for row in sheet.rows:
        yield from (reason for cell, reason in filled.unfit.items() if cell.row == row)
        here = {cell: value for cell, value in wrong.items() if cell.row == row}
        if here and not mistake:
            yield from sheet.look(row, here)


def _open(filled: Filled, rows: Rows, said: Words) -> list[str]:
    """Name the open cells; a row of which all is open, by its name alone."""
    names = []
    for row, fill in rows.items():
        cells = cells_of(row, fill)
        open_cells = [cell for cell in cells if cell in filled.open]
        names += [row] if open_cells == cells else [cell.named(said) for cell in open_cells]
    return names
