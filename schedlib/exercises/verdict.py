"""The outcome of a check: words and perhaps a picture beside the answer, an error for graders."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from ..figures.picture import Picture
from ..words import words

# JupyterLab's own colours where there are any, so that a verdict follows the theme.
BOX = (
    "border: 1px solid var(--jp-border-color1, #8C959F); border-left: 6px solid {colour}; "
    "border-radius: 6px; box-sizing: border-box; font-size: 15px; line-height: 1.45; "
    "margin: 6px 0; max-width: 900px; padding: 8px 16px; text-align: left"
)
PASSED = "var(--jp-success-color1, #1B7F4B)"
FAILED = "var(--jp-warn-color1, #B35900)"
FINDINGS = "margin: 4px 0 0; padding-left: 20px"


class NotYet(Exception):
    """A check was not passed. Graders count it; readers, who see the verdict, see a short line.

    Attributes:
        headline: the verdict in one sentence.
        line: what a notebook shows in place of a traceback.
    """

    def __init__(self, headline: str, line: str) -> None:
        """Take both."""
        super().__init__(headline)
        self.headline, self.line = headline, line

    def _render_traceback_(self) -> list[str]:
        return [self.line]


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes:
        passed: whether the answer is right.
        headline: the verdict in one sentence.
        findings: what differs and where to look, a sentence or two each.
        picture: what shows it, if anything does.
        language: of the words around them.
    """

    passed: bool
    headline: str
    findings: tuple[str, ...] = ()
    picture: Picture | None = None
    language: str = "en"

    def require(self) -> None:
        """Show the verdict.

        Raises:
            NotYet: the check was not passed.
        """
        from IPython.display import display  # here: checks also run where there is no notebook

        show: Callable[..., object] = display
        show(self)
        if self.picture:
            show(self.picture)
        if not self.passed:
            raise NotYet(self.headline, words(self.language).say("verdict.not_yet"))

    def __repr__(self) -> str:
        """Return the verdict as text, which a notebook stores and compares."""
        mark = words(self.language).say("verdict.passed" if self.passed else "verdict.failed")
        return "\n".join([f"{mark} {self.headline}", *(f"  - {each}" for each in self.findings)])

    def _repr_html_(self) -> str:
        mark = words(self.language).say("verdict.passed" if self.passed else "verdict.failed")
        colour = PASSED if self.passed else FAILED
        head = f'<b style="color: {colour}">{escape(mark)}</b> <b>{escape(self.headline)}</b>'
        items = "".join(f"<li>{escape(each)}</li>" for each in self.findings)
        found = f'<ul style="{FINDINGS}">{items}</ul>' if items else ""
        style = BOX.format(colour=colour)
        return f'<div class="schedlib-verdict" style="{style}">{head}{found}</div>'
