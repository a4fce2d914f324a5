"""A table in which a workload is edited: typed, pasted or loaded, and checked as it changes."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

import anywidget
import traitlets

from .. import workloads
from ..errors import InputError
from ..figures.palette import THEMES
from ..reading.pasted import block_from, has_header, table_from
from ..reading.request_table import COLUMNS, Cells, read_table, table_of
from ..request import Request, check_workload
from ..words import words
from .scripts import script, style

UNDOABLE = 100  # tables that are kept

STARTS: dict[str, Callable[[], list[Request]]] = {
    "six_requests": workloads.six_requests,
    "overload": workloads.overload,
    "eight_outputs": workloads.eight_outputs,
    "endless_arrivals": lambda: workloads.endless_arrivals(12),
    "long_prompt": lambda: workloads.long_prompt(prompt=60),
    "repeated_evictions": workloads.repeated_evictions,
}


class WorkloadEditor(anywidget.AnyWidget):
    """A table of requests to be edited.

    What is typed stays as it was typed. While a cell breaks a rule, what is wrong stands beside
    it, and the last valid list stays in force.

    Args:
        requests: where to start.
        on_change: called with the list whenever it has become another valid one. An
            `InputError` that it raises is shown above the table, and the list before stays.
        language: of the words around the table; the rules are told in English.

    Attributes:
        requests: the last valid list.

    Raises:
        InputError: `requests` breaks a rule, or there is no table of words for `language`.
    """

    _esm = script("workload_editor")
    _css = style("workload_editor")

    _cells: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _problems: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _state = traitlets.Unicode().tag(sync=True)
    _notice = traitlets.Unicode().tag(sync=True)
    _undoable = traitlets.Bool(False).tag(sync=True)
    _columns: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _starts: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _palettes = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        requests: Iterable[Request],
        on_change: Callable[[list[Request]], None] | None = None,
        language: str = "en",
    ) -> None:
        """Lay out the table."""
        self.language = language
        self.said = words(language)
        self.requests = list(check_workload(requests))
        self._on_change = on_change
        self._past: list[Cells] = []
        super().__init__(
            _cells=table_of(self.requests),
            _columns=[[name, self.said.say(f"editor.column.{name}")] for name in COLUMNS],
            _starts=[[name, self.said.say(f"workload.{name}")] for name in STARTS],
            _palettes={theme: asdict(palette) for theme, palette in THEMES.items()},
            _words=self.said.section("editor"),
        )
        self._check()
        self.observe(self._edited, "_cells")
        self.on_msg(self._asked)

    def load(self, requests: Iterable[Request]) -> None:
        """Put a workload into the table.

        Raises:
            InputError: it breaks a rule; the table stays as it is.
        """
        self._cells = table_of(check_workload(requests))

    def start_from(self, name: str) -> None:
        """Put one of the named workloads into the table."""
        self.load(STARTS[name]())
        self._notice = self.said.say("editor.loaded", name=self.said.say(f"workload.{name}"))

    def read(self, data: bytes, name: str) -> None:
        """Put the content of a file into the table; what cannot be read is told above it."""
        self._take(name, lambda: table_from(data, name))

    def paste(self, text: str, row: int = 0, column: int = 0) -> None:
        """Put text into the table: as a whole if it has a header or is JSON, else cell by cell."""
        pasted = self.said.say("editor.pasted")

        def cells() -> Cells:
            if has_header(text) or not text.strip():
                return table_from(text.encode("utf-8", "replace"), pasted)
            return self._with_block(block_from(text), row, column)

        self._take(pasted, cells)

    def undo(self) -> None:
        """Go back to the table before the last change of more than one cell."""
        if self._past:
            *past, self._cells = self._past
            self._past = past
            self._undoable = bool(past)

    def _take(self, name: str, make: Callable[[], Cells]) -> None:
        try:
            cells = make()
        except InputError as error:
            problem = str(error).removeprefix(f"{name!r}: ")
            self._notice = self.said.say("editor.not_read", name=name, problem=problem)
            return
        self._cells = cells
        self._notice = self.said.say("editor.loaded", name=name)

    def _with_block(self, block: Cells, row: int, column: int) -> Cells:
        """Return the table with a block of cells written into it from one cell on."""
        widest, room = max(map(len, block), default=0), len(COLUMNS) - column
        if widest > room:
            raise InputError(self.said.say("editor.too_wide", cells=widest, room=room))
        cells = [list(texts) for texts in self._cells]
        while len(cells) < row + len(block):
            cells.append([""] * len(COLUMNS))
        for texts, new in zip(cells[row:], block, strict=False):
            texts[column : column + len(new)] = new
        return cells

    def _edited(self, change: Any) -> None:
        if _changes(change.old, change.new) > 1:
            self._past = [*self._past[-UNDOABLE:], change.old]
            self._undoable = True
        self._notice = ""
        self._check()

    def _check(self) -> None:
        requests, problems = read_table(self._cells)
        self._problems = [list(problem) for problem in problems]
        if not requests and not problems:
            self._notice = self.said.say("editor.empty")
        elif not problems and requests != self.requests:
            self._put_in_force(requests)
        key = "bad" if problems or not requests else "good"
        count, wrong = len(self.requests), max(len(problems), 1)
        self._state = self.said.say(f"editor.{key}", count=count, problems=wrong)

    def _put_in_force(self, requests: list[Request]) -> None:
        try:
            if self._on_change:
                self._on_change(requests)
        except InputError as error:
            self._notice = str(error)
        else:
            self.requests = requests

    def _asked(self, _: Any, content: Any, buffers: list[Any]) -> None:
        """Do what the browser asks for."""
        match content:
            case {"ask": "undo"}:
                self.undo()
            case {"ask": "start", "name": str(name)} if name in STARTS:
                self.start_from(name)
            case {"ask": "paste", "text": str(text), "row": int(row), "column": int(column)}:
                self.paste(text, row, column)
            case {"ask": "file", "name": str(name)} if buffers:
                self.read(bytes(buffers[0]), name)

    def __repr__(self) -> str:
        """Say what is edited: notebooks store this line beside the widget."""
        return self.said.say("editor.repr", count=len(self.requests))


def _changes(old: Cells, new: Cells) -> int:
    """Return how many cells differ; another number of rows counts as many."""
    if len(old) != len(new):
        return len(COLUMNS)
    pairs = ((a, b) for x, y in zip(old, new, strict=True) for a, b in zip(x, y, strict=True))
    return sum(a != b for a, b in pairs)
