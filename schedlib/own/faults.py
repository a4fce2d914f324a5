"""What can be wrong with a scheduler of one's own, told in words where it happened."""

import linecache
from typing import Any

from ..errors import InputError
from ..words import words


class Fault(InputError):
    """Something that code of a reader did and may not do.

    Attributes:
        key: which fault it is; its sentence stands in the table of words under `fault.`.
        values: what the sentence names.
        step: the function that was at work, if it is known.
        iteration: when, if it is known.
    """

    def __init__(self, key: str, **values: Any) -> None:
        """Take what happened; `at` adds where."""
        super().__init__(key)
        self.key = key
        self.values = values
        self.step: str | None = None
        self.iteration: int | None = None

    def at(self, step: str, iteration: int) -> "Fault":
        """Return this fault with the place where it happened; the innermost place counts."""
        if self.step is None:
            self.step, self.iteration = step, iteration
        return self

    def told(self, language: str = "en") -> str:
        """Return the fault as a sentence.

        Raises:
            InputError: there is no table of words for `language`.
        """
        said = words(language)
        sentence = said.say(f"fault.{self.key}", **self.values)
        if "file" in self.values:  # this process may know the code, be it that of a cell
            line = linecache.getline(self.values["file"], self.values["line"]).strip()
            sentence += said.say("fault.code", code=line) if line else ""
        if self.step is None:
            return sentence
        return said.say("fault.where", step=self.step, iteration=self.iteration, what=sentence)

    def _render_traceback_(self) -> list[str]:
        return [str(self)]  # a notebook shows it without the frames of the package

    def __str__(self) -> str:
        """Return the fault as a sentence."""
        return self.told()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes it anew in another process."""
        return _again, (self.key, self.values, self.step, self.iteration)


def _again(key: str, values: dict[str, Any], step: str | None, iteration: int | None) -> Fault:
    fault = Fault(key, **values)
    fault.step, fault.iteration = step, iteration
    return fault
