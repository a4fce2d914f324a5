"""A stage whose cursor stops at settings, not at iterations, and some things to choose from.

The cursor, the words and what it reveals move in the browser; the part of the picture that is
another one at each stop comes from the kernel as data.
"""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets

from ..errors import InputError
from ..figures.scene import Scene
from ..words import words
from .pages import Page
from .stage import Stage

Draw = Callable[[int], tuple[Scene, str, list[Page]]]


class StopsStage(ipywidgets.VBox):
    """A choice of names, and a picture of the chosen one with a cursor over settings.

    Args:
        names: to choose from.
        cursor: the stop that is shown first, counted from 0.
        language: of every word.
        picture: returns, for a stop, the figure of the chosen one, what it shows, and all pages.

    Attributes:
        names: to choose from.
        chosen: one of them.
        stage: the picture.
    """

    section: str  # of the table of words: those on the buttons, too

    def __init__(self, names: Sequence[str], cursor: int, language: str, picture: Draw) -> None:
        """Lay out the choice and the picture."""
        self.language, self._said = language, words(language)
        self._picture = picture
        if not names:
            raise InputError(f"{self.section} must have one or more names, and has none")
        self.names, self.chosen = list(names), names[0]
        self.choice = ipywidgets.ToggleButtons(
            options=self.names, description=self._said.say(f"{self.section}.choose")
        )
        self.choice.style.button_width = "auto"
        self.choice.style.description_width = "initial"
        self.stage = Stage(language)
        self.stage._words = self._said.section("stepper") | self._said.section(self.section)
        self._show(cursor)
        self.stage.cursor = cursor
        self.choice.observe(self._choose, "value")
        self.stage.observe(lambda change: self._show(change["new"]), "cursor")
        super().__init__([self.choice, self.stage] if len(names) > 1 else [self.stage])

    def _choose(self, change: dict[str, Any]) -> None:
        self.chosen = change["new"]
        self._show(self.stage.cursor)

    def _show(self, stop: int) -> None:
        scene, description, pages = self._picture(stop)
        self.stage.present(scene, description, pages)


def page(title: str, parts: Sequence[tuple[str, list[str]]]) -> Page:
    """Return the words of one stop."""
    told = [f"{name}: {' '.join(sentences)}" for name, sentences in parts]
    return {
        "title": title,
        "parts": [{"title": name, "sentences": sentences} for name, sentences in parts],
        "numbered": False,
        "spoken": " ".join([f"{title}.", *told]),
    }
