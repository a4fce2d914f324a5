"""The form of the trainer: a row for everybody in play, a control for each thing that is asked."""

from html import escape
from typing import Any

import ipywidgets

from ...words import Words
from .drafts import Drafts
from .prediction import ASKED, Prediction
from .puzzle import Puzzle
from .standing import Standing

WRONG = "color: var(--jp-error-color1, #B3261E)"


class Form:
    """What is predicted of one puzzle; what is entered is kept at once.

    Args:
        puzzle: the one in question.
        drafts: where what is entered is kept, and found again.
        said: the words.

    Attributes:
        rows: the controls, by request and by what is asked.
        cells: what is shown, row by row.
        columns: their widths, as CSS.
    """

    def __init__(self, puzzle: Puzzle, drafts: Drafts, said: Words) -> None:
        """Lay out a row for everybody in play, filled in as it was left."""
        self._said, self._drafts = said, drafts
        self._asked = ASKED[puzzle.level]
        self.rows: dict[str, dict[str, Any]] = {id: {} for id in puzzle.in_play}
        self.cells: list[Any] = []
        for each in puzzle.in_play.values():
            self.cells.append(self._name(each))
            self.cells += [self._cell(each.id, name) for name in self._asked]
        self.columns = f"70px repeat({len(self._asked)}, max-content)"

    def prediction(self) -> Prediction:
        """Return what is filled in, in the form that the graded puzzles ask for."""
        filled: dict[str, Any] = {
            name: [id for id, row in self.rows.items() if row[name].value] for name in self._asked
        }
        filled["prefill"] = {id: self.rows[id]["prefill"].value for id in filled["prefill"]}
        return Prediction(**filled)

    def _name(self, each: Standing) -> Any:
        name = self._said.say(f"predict.board.{each.priority}", request=each.id)
        return ipywidgets.HTML(f"<b>{escape(name)}</b>")

    def _cell(self, request: str, name: str) -> Any:
        """Return the control of one request and one question, with what stands beside it."""
        entry = self._drafts.entry(request)
        make = self._number if name == "prefill" else self._tick
        control, shown = make(entry.get(name), self._said.say(f"trainer.{name}"))
        control.observe(lambda change: entry.update({name: change.new}), "value")
        self.rows[request][name] = control
        return shown

    def _tick(self, kept: bool | None, description: str) -> tuple[Any, Any]:
        control = ipywidgets.Checkbox(bool(kept), indent=False, description=description)
        control.layout.width = "max-content"
        return control, control

    def _number(self, kept: int | None, description: str) -> tuple[Any, Any]:
        """Return a number, and it with the place where it is said that it cannot be."""
        control, note = ipywidgets.IntText(kept or 0, description=description), ipywidgets.HTML()
        control.style.description_width, control.layout.width = "initial", "120px"
        control.observe(lambda _: self._judge(control, note), "value")
        self._judge(control, note)
        return control, ipywidgets.HBox([control, note])

    def _judge(self, control: Any, note: Any) -> None:
        wrong = escape(self._said.say("trainer.below_zero")) if control.value < 0 else ""
        note.value = wrong and f'<span role="alert" style="{WRONG}">{wrong}</span>'
