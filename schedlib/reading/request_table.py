"""Requests as a table of texts, as somebody types them: what is wrong, and in which cell.

What a cell may hold is for `Request` to say. It judges each cell alone, in a request that is
otherwise good: so every broken cell is found, and not only the first of its row.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import InputError, shown
from ..request import Request, request_in_iterations
from .request_csv import cell_value

COLUMNS = ("id", "arrival", "priority", "prompt", "output")  # in the order of the lesson's tables
OPTIONAL = "priority"  # an empty cell means normal
GOOD: dict[str, Any] = {"id": "good", "arrival": 0, "priority": "normal", "prompt": 1, "output": 1}

Cells = list[list[str]]  # a row for each request, a text for each of COLUMNS


class Problem(NamedTuple):
    """What is wrong with one cell, counted from 0; the message names the value and the rule."""

    row: int
    column: int
    message: str


def read_table(cells: Cells) -> tuple[list[Request], list[Problem]]:
    """Return the requests of the rows without a problem, and the problems.

    A row in which nothing is written stands for nothing.
    """
    requests: list[Request] = []
    problems: list[Problem] = []
    row_of: dict[str, int] = {}
    for row, texts in enumerate(cells):
        if not any(text.strip() for text in texts):
            continue
        pairs = zip(COLUMNS, texts, strict=True)
        found = {name: cell_value(name, text.strip()) for name, text in pairs}
        broken = [
            Problem(row, column, message)
            for column, name in enumerate(COLUMNS)
            if (message := what_is_wrong(name, found[name]))
        ]
        id = str(found["id"])
        if id in row_of:
            other = f"is used in row {row_of[id] + 1}"
            broken.insert(0, Problem(row, 0, f"id must be unique, and {shown(id)} {other}"))
        elif id:
            row_of[id] = row
        problems += broken
        if not broken:
            requests.append(Request(**_written(found)))
    return requests, problems


def what_is_wrong(name: str, value: object) -> str:
    """Return how `value` breaks the rule of the field `name`, or nothing."""
    try:
        request_in_iterations(GOOD | _written({name: value}))
    except InputError as error:
        return str(error).removeprefix(f"request {shown(GOOD['id'])}: ")
    return ""


def _written(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if (name, value) != (OPTIONAL, "")}


def table_of(requests: Sequence[Request]) -> list[list[str]]:
    """Return requests as a table of texts."""
    return [[str(getattr(request, name)) for name in COLUMNS] for request in requests]
