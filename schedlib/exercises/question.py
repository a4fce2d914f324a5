"""A probe as the reader meets it: the question, what there is to choose, how to answer."""

from html import escape
from typing import Any

from .probes import Choice, Probe
from .verdict import BOX
from .voice import Voice

EDGE = "#0B5FA5"  # as on a claim card
OPTION = "margin: 3px 0 3px 4px; padding-left: 1.6em; text-indent: -1.6em"
FORM = "color: var(--jp-ui-font-color2, #57606A); margin-top: 6px"


class Question:
    """The text of a probe; a notebook shows it as the value of a cell.

    Args:
        name: of the probe, and of the variable that the answer goes into.
        probe: what is asked.
        language: of the words.

    Attributes:
        asked: the question.
        options: what there is to choose, by letter; nothing where nothing is to be chosen.
        form: how an answer is written down.

    Raises:
        InputError: there is no table of words for `language`.
    """

    def __init__(self, name: str, probe: Probe[Any], language: str = "en") -> None:
        """Fill in the words with what is seen."""
        seen = probe.see()
        voice = Voice(name, seen._asdict(), language)
        self.asked = voice.own("ask")
        self.options = probe.options(voice) if isinstance(probe, Choice) else {}
        self.form = probe.form(seen, voice)

    def __repr__(self) -> str:
        """Return the question as text, which a notebook stores and compares."""
        options = [f"  {letter}) {text}" for letter, text in self.options.items()]
        return "\n".join([self.asked, *options, self.form])

    def _repr_html_(self) -> str:
        options = "".join(
            f'<div style="{OPTION}"><b>{letter})</b> {escape(text)}</div>'
            for letter, text in self.options.items()
        )
        return (
            f'<div class="schedlib-question" style="{BOX.format(colour=EDGE)}">'
            f"<b>{escape(self.asked)}</b>{options}"
            f'<div style="{FORM}">{escape(self.form)}</div></div>'
        )
