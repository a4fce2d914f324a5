"""A published figure as a card: the multiplier, and everything without which it says nothing."""

from html import escape

from ..judging.claims import Claim
from ..words import Words, words

CONDITIONS = ("model", "hardware", "load", "baseline", "metric", "denominator")

# JupyterLab's own colours where there are any, so that a card follows the theme.
BOX = (
    "border: 1px solid var(--jp-border-color1, #8C959F); border-left: 6px solid #0B5FA5; "
    "border-radius: 6px; box-sizing: border-box; margin: 6px 0; max-width: 900px; "
    "padding: 10px 16px; text-align: left"
)
HEAD = "align-items: baseline; display: flex; flex-wrap: wrap; gap: 4px 14px; margin-bottom: 6px"
FIGURE = "font-size: 34px; font-weight: bold; line-height: 1.1"
SUBJECT = "font-size: 17px; font-weight: bold"
GRID = (
    "display: grid; font-size: 15px; gap: 4px 16px; "
    "grid-template-columns: minmax(90px, max-content) minmax(0, 1fr); line-height: 1.4; margin: 0"
)
# JupyterLab floats the parts of a list of definitions and gives them widths: not here.
PLAIN = "float: none; width: auto"
NAME = f"{PLAIN}; color: var(--jp-ui-font-color2, #57606A); font-weight: normal"
VALUE = f"{PLAIN}; margin: 0"
WARNED = (
    f"{PLAIN}; border: 2px solid var(--jp-error-color1, #B42318); border-radius: 4px; "
    "font-weight: bold; margin: 2px 0; padding: 3px 8px"
)


class ClaimCard:
    """One published figure with its conditions; a notebook shows it as the value of a cell.

    Args:
        claim: the record of the figure.
        language: of the words around the record's own.

    Raises:
        InputError: there is no table of words for `language`.
    """

    def __init__(self, claim: Claim, language: str = "en") -> None:
        """Take the claim."""
        self.claim = claim
        self.rows = _rows(claim, words(language))

    def __repr__(self) -> str:
        """Return the card as text, which a notebook stores and compares."""
        wide = max(len(name) for name, _ in self.rows.values())
        head = f"{self.claim.figure}  {self.claim.subject}"
        return "\n".join([head, *(f"  {name:{wide}}  {told}" for name, told in self.rows.values())])

    def _repr_html_(self) -> str:
        cells = "".join(
            f'<dt style="{NAME}">{escape(name)}</dt>'
            f'<dd style="{WARNED if key == "not_shown" else VALUE}">{escape(told)}</dd>'
            for key, (name, told) in self.rows.items()
        )
        head = (
            f'<span style="{FIGURE}">{escape(self.claim.figure)}</span>'
            f'<span style="{SUBJECT}">{escape(self.claim.subject)}</span>'
        )
        body = f'<dl style="{GRID}">{cells}</dl>'
        return f'<div style="{BOX}"><div style="{HEAD}">{head}</div>{body}</div>'


def _rows(claim: Claim, said: Words) -> dict[str, tuple[str, str]]:
    """Return the name and the text of each row, by the field that it shows."""
    together = said.say(
        "claim.isolated" if claim.isolated else "claim.not_isolated",
        parts=said.say("claim.and").join(claim.measured_together),
    )
    told = {
        **{name: getattr(claim, name) for name in CONDITIONS},
        "measured_together": together,
        "not_shown": claim.not_shown,
        "source": claim.source,
    }
    return {key: (said.say(f"claim.{key}"), text) for key, text in told.items()}
