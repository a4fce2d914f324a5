"""A line beside controls that says what they have changed."""

import anywidget
import traitlets

from .scripts import script

AROUND = "schedlib-with-controls"  # the class of the widget whose keys are its own


class Told(anywidget.AnyWidget):
    """A line of words that is also read aloud, and keeps the keys of the controls around it.

    JupyterLab has shortcuts of its own: an arrow on a choice would move the notebook. Whatever
    has the class `AROUND` and a `Told` in it keeps its keys.

    Attributes:
        text: what it says.
        news: whether that is news, and not a hint.
    """

    _esm = script("told")

    text = traitlets.Unicode().tag(sync=True)
    news = traitlets.Bool(False).tag(sync=True)
    _around = traitlets.Unicode(AROUND).tag(sync=True)

    def say(self, text: str, *, news: bool = True) -> None:
        """Say something else."""
        with self.hold_sync():
            self.text, self.news = text, news
