"""The state before an iteration, as a teacher writes it on the board."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ...figures.palette import THEMES
from ...words import words
from .standing import Standing

if TYPE_CHECKING:
    from .puzzle import Puzzle

FREE = None  # stands for a slot, or a place in the queue, that nobody holds
KNOBS = ("max_active", "max_queue", "token_budget", "prefill_chunk", "preemption")

PROMPT, OUTPUT = THEMES["light"].prefill, THEMES["light"].decode
# Text and borders are JupyterLab's own, so that the board follows the theme.
STYLE = f"""<style>
.schedlib-board {{ font-size: 15px; line-height: 1.5; margin: 4px 0 8px; max-width: 900px }}
.schedlib-board > div {{ align-items: center; display: grid; gap: 8px;
  grid-template-columns: 138px 1fr; margin: 6px 0 }}
.schedlib-board > div > b {{ font-weight: normal }}
.schedlib-board > div > div {{ display: flex; flex-wrap: wrap; gap: 8px }}
.schedlib-board span {{ border: 1.5px solid var(--jp-ui-font-color1, #1F2328);
  border-radius: 6px; min-width: 112px; padding: 3px 10px }}
.schedlib-board span.free {{ border: 1px dashed var(--jp-border-color0, #8C959F) }}
.schedlib-board i {{ box-sizing: border-box; display: inline-block; height: 11px;
  margin: 0 2px 0 0 }}
.schedlib-board i.p {{ background: {PROMPT[0]}; border: 1px solid {PROMPT[1]}; width: 9px }}
.schedlib-board i.o {{ background: {OUTPUT[0]}; border: 1px solid {OUTPUT[1]};
  border-radius: 6px; width: 13px }}
</style>"""


class Board:
    """The knobs, the slots, the queue and the arrivals of a puzzle, as text and as a picture."""

    def __init__(self, puzzle: "Puzzle", language: str = "en") -> None:
        """Take down the state."""
        self.said = said = words(language)
        self.head = said.say("predict.board.head", iteration=puzzle.iteration)
        knobs = [(name, said.value(getattr(puzzle.policy, name))) for name in KNOBS]
        self.knobs = [f"{name} {value}" for name, value in knobs]
        self.rows: dict[str, Sequence[Standing | None]] = {
            "slots": _filled_up(puzzle.slots, puzzle.policy.max_active),
            "queue": _filled_up(puzzle.queue, puzzle.policy.max_queue or 0),
            "arrivals": puzzle.arrivals,
        }

    def __repr__(self) -> str:
        """Return the board as text, a line for each row."""
        width = max(len(self._name(name)) for name in self.rows)
        lines = [f"  {self._name(n):{width}}  {self._listed(row)}" for n, row in self.rows.items()]
        return "\n".join([self.head, f"  {', '.join(self.knobs)}", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<div><b>{escape(self._name(name))}</b><div>{self._chips(row)}</div></div>"
            for name, row in self.rows.items()
        )
        whole = (escape(knob).replace(" ", "&nbsp;") for knob in self.knobs)  # no break in a knob
        head = f"<strong>{escape(self.head)}</strong><br>{', '.join(whole)}"
        return f'{STYLE}<div class="schedlib-board">{head}{rows}</div>'

    def _name(self, row: str) -> str:
        return self.said.say(f"predict.board.{row}")

    def _listed(self, row: Iterable[Standing | None]) -> str:
        free = self.said.say("predict.board.free")
        listed = (free if each is FREE else f"{self._who(each)} {self._left(each)}" for each in row)
        return ", ".join(listed) or self.said.say("predict.board.nobody")

    def _who(self, each: Standing) -> str:
        return self.said.say(f"predict.board.{each.priority}", request=each.id)

    def _left(self, each: Standing) -> str:
        left = {"prompt": each.prompt_left, "output": each.output_left}
        return self.said.say("predict.board.left", **left)

    def _chips(self, row: Sequence[Standing | None]) -> str:
        return "".join(map(self._chip, row)) or escape(self.said.say("predict.board.nobody"))

    def _chip(self, each: Standing | None) -> str:
        if each is FREE:
            return f'<span class="free">{escape(self.said.say("predict.board.free"))}</span>'
        tokens = '<i class="p"></i>' * each.prompt_left + '<i class="o"></i>' * each.output_left
        return (
            f"<span><strong>{escape(self._who(each))}</strong> {escape(self._left(each))}"
            f"<br>{tokens}</span>"
        )


def _filled_up(row: Sequence[Standing], places: int) -> list[Standing | None]:
    """Return who is in a row, and its free places after them."""
    return [*row, *[FREE] * (places - len(row))]
