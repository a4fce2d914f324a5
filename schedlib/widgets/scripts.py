"""The scripts and styles of the widgets, each beside the Python file that sends it."""

from pathlib import Path

HERE = Path(__file__).parent


def script(name: str) -> str:
    """Return a widget's script, after what all of them share (a module cannot import there)."""
    return (HERE / "page.js").read_text("utf-8") + (HERE / f"{name}.js").read_text("utf-8")


def style(name: str) -> Path:
    """Return the place of a widget's style sheet."""
    return HERE / f"{name}.css"
