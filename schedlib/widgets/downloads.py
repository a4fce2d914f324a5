"""Buttons that save a run to the reader's own machine, wherever the kernel is."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

import anywidget
import traitlets

from ..exports.files import KINDS, File
from ..figures.palette import THEMES
from ..words import words
from .scripts import script, style


class Downloads(anywidget.AnyWidget):
    """A button for each kind of file.

    The content is made here when a button is pressed, goes to the browser as bytes and is saved
    there: no server needs to give it out, and no network is needed.

    Args:
        make: returns the file of a kind.
        kinds: which of `exports.files.KINDS` are offered.
        language: of the words on the buttons.

    Attributes:
        saved: the names of the files that the browser was given, in order.

    Raises:
        InputError: there is no table of words for `language`.
    """

    _esm = script("downloads")
    _css = style("downloads")

    _kinds: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _palettes = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _warning = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, make: Callable[[str], File], kinds: Iterable[str] = tuple(KINDS), language: str = "en"
    ) -> None:
        """Lay out the buttons."""
        self._make = make
        self.said = words(language)
        self.saved: list[str] = []
        super().__init__(
            _kinds=[[kind, self.said.say(f"download.{kind}")] for kind in kinds],
            _palettes={theme: asdict(palette) for theme, palette in THEMES.items()},
            _words=self.said.section("download"),
        )
        self.on_msg(self._asked)

    def warn(self, cut: bool) -> None:
        """Say beside the buttons whether the run was cut."""
        self._warning = self.said.say("download.cut") if cut else ""

    def _asked(self, _: Any, content: Any, __: Any) -> None:
        if not isinstance(content, str) or content not in KINDS:
            return
        file = self._make(content)
        told = self.said.say("download.saved", name=file.name, size=len(file.content))
        self.send({"name": file.name, "type": file.media_type, "told": told}, [file.content])
        self.saved.append(file.name)
