"""The way from an exercise to its key, where there is one."""

from html import escape
from pathlib import Path

from ..words import words

SOLUTIONS = Path("..", "solutions")  # as seen from the notebook, whose folder the kernel runs in


class Key:
    """A link to the key of an exercise; where there is none, and in the key itself, nothing.

    Args:
        exercise: the name of the notebook, without its ending.
        language: of the words of the link.
    """

    def __init__(self, exercise: str, language: str = "en") -> None:
        """Look whether the key is there."""
        self.path = SOLUTIONS / f"{exercise}.ipynb"
        elsewhere = SOLUTIONS.resolve() != Path.cwd()
        self.label = words(language).say("key.offer") if elsewhere and self.path.is_file() else ""

    def __repr__(self) -> str:
        """Return the offer as text."""
        return f"{self.label} {self.path.as_posix()}" if self.label else ""

    def _repr_html_(self) -> str:
        if not self.label:
            return "<span></span>"
        return f'{escape(self.label)} <a href="{self.path.as_posix()}">{self.path.name}</a>'
