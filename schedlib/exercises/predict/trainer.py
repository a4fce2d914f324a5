"""The trainer: one puzzle after another, filled in by clicking, checked as often as one likes."""

from base64 import b64encode
from html import escape
from typing import Any

import ipywidgets

from ...words import words
from ..verdict import Verdict
from .drafts import KEPT, Drafts
from .grading import judge, solved
from .moments import LEVELS
from .puzzle import Puzzle
from .trainer_form import Form

SIDE_BY_SIDE = "align-items: flex-start; display: flex; flex-wrap: wrap; gap: 8px 16px"
NARROW = "flex: 1 1 440px; max-width: 600px"
TOLD = "font-size: 15px; line-height: 1.45; max-width: 900px"


class Trainer:
    """Practise at any level, without end. Nothing here is graded.

    Args:
        level: where to start (default: where this kernel left off).
        language: of every word in it.
        drafts: where what is typed is kept.

    Attributes:
        box: the widget, with everything in it.
        puzzle: the one that is shown.
        form: what is filled in for it.

    Raises:
        InputError: there is no such level, or no table of words for `language`.
    """

    def __init__(
        self, level: int | None = None, language: str = "en", drafts: Drafts = KEPT
    ) -> None:
        """Lay out the puzzle that was shown last."""
        self.said, self.drafts = words(language), drafts
        if level is not None:
            drafts.level = Puzzle(level, 0).level
        self._level = ipywidgets.ToggleButtons(
            options=[(self.said.say(f"trainer.level.{number}"), number) for number in LEVELS],
            value=drafts.level,
            style={"button_width": "auto"},
        )
        self._level.observe(self._to_level, "value")
        self._back = self._button("back", lambda: self._go(-1), "arrow-left")
        self._next = self._button("next", lambda: self._go(1), "arrow-right")
        self._title, self._streak = ipywidgets.HTML(), ipywidgets.HTML()
        self._shown, self._ask, self._told = (ipywidgets.HTML() for _ in range(3))
        self._grid = ipywidgets.GridBox(layout={"grid_gap": "2px 18px"})
        check = self._button("check", self.check, "check", style="primary")
        show = self._button("show", self.show, "eye")
        way = ipywidgets.HBox([self._back, self._next, self._title, self._streak])
        way.layout.flex_flow, way.layout.align_items, way.layout.grid_gap = (
            "row wrap",
            "center",
            "12px",
        )
        asking = ipywidgets.HBox([check, show])
        self.box = ipywidgets.VBox(
            [self._level, way, self._shown, self._ask, self._grid, asking, self._told]
        )
        self._lay_out()

    def check(self) -> None:
        """Say how what is filled in compares with what happens."""
        verdict = judge(self.puzzle, self.form.prediction())
        self.drafts.count(verdict.passed)
        self._tell(verdict._repr_html_() + _image(verdict))

    def show(self) -> None:
        """Tell and draw what happens, filled in or not."""
        self.drafts.count(False)
        headline = self.said.say("predict.shown", iteration=self.puzzle.iteration)
        shown = solved(self.puzzle, headline)
        told = "".join(f"<li>{escape(each)}</li>" for each in shown.findings)
        self._tell(f"<b>{escape(headline)}</b><ul>{told}</ul>{_image(shown)}")

    def _to_level(self, change: Any) -> None:
        self.drafts.level = change.new
        self._lay_out()

    def _go(self, puzzles: int) -> None:
        self.drafts.go(puzzles)
        self._lay_out()

    def _lay_out(self) -> None:
        """Show the puzzle that is up, and its form.

        The old result goes at once. All that takes time comes next, and only then is anything
        shown: a new form never stands beside an old board.
        """
        self._told.value = ""
        level, seed = self.drafts.key
        self.puzzle = Puzzle(level, seed, self.said.language)
        self.form = Form(self.puzzle, self.drafts, self.said)
        board, picture = self.puzzle.board._repr_html_(), _image(self.puzzle)
        asking = self.said.say("trainer.ask", iteration=self.puzzle.iteration)
        title = self.said.say("trainer.puzzle", number=seed + 1)  # people count from 1
        self._back.disabled = seed == 0
        self._shown.value = (
            f'<div style="{SIDE_BY_SIDE}"><div style="{NARROW}">{board}</div>{picture}</div>'
        )
        self._title.value = f"<b>{escape(title)}</b>"
        self._ask.value = f"<b>{escape(asking)}</b>"
        self._grid.layout.grid_template_columns = self.form.columns
        self._grid.children = self.form.cells
        self._count()

    def _count(self) -> None:
        self._streak.value = escape(self.said.say("trainer.streak", streak=self.drafts.streak))

    def _tell(self, html: str) -> None:
        self._told.value = f'<div role="status" style="{TOLD}">{html}</div>'
        self._count()

    def _button(self, name: str, act: Any, icon: str, style: str = "") -> Any:
        label = self.said.say(f"trainer.{name}")
        button = ipywidgets.Button(description=label, icon=icon, button_style=style)
        button.layout.width = "max-content"
        button.on_click(lambda _: act())
        return button

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {**self.box._repr_mimebundle_(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Say what is practised: notebooks store this line beside the widget."""
        return self.said.say("trainer.repr")


def _image(of: Puzzle | Verdict) -> str:
    """Return the picture of a puzzle or of a verdict as an image, with its words beside it."""
    picture = of.picture
    if picture is None:
        return ""
    data = b64encode(picture.svg().encode()).decode()
    name = escape(picture.description)
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{name}" style="max-width: 100%">'
