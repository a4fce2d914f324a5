"""The stepper: a run, its cursor, and what was decided at each iteration, in one widget.

Everything is sent to the browser once. Stepping and playing happen there, so they go on while
the kernel is busy.
"""

from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..figures.chart import empty_chart, scene_padding, scene_params
from ..figures.describe import describe
from ..figures.gantt import gantt_scene
from ..figures.palette import THEMES
from ..trace import Trace
from ..words import words
from .pages import pages
from .vega import vega_bundle

HERE = Path(__file__).parent


@cache
def empty_specs() -> dict[str, dict[str, Any]]:
    """Return the chart without data as Vega-Lite, by theme."""
    params = {"cursor": 0, "columns": 1, "tag": 0.5, "foresee": True}
    return {
        theme: empty_chart(palette, params).to_dict(validate=False)
        for theme, palette in THEMES.items()
    }


class Stepper(anywidget.AnyWidget):
    """Step through a run.

    Args:
        trace: the run.
        cursor: the iteration that is shown first.
        language: of every word in it.

    Attributes:
        cursor: the iteration that is shown; follows the reader, and may be set.
        hide_future: whether what comes after the cursor is hidden, so that a class can predict it.

    Raises:
        InputError: there is no table of words for `language`.
    """

    _esm = HERE / "stepper.js"
    _css = HERE / "stepper.css"

    cursor = traitlets.Int(0).tag(sync=True)
    hide_future = traitlets.Bool(False).tag(sync=True)
    _figure = traitlets.Dict().tag(sync=True)
    _specs = traitlets.Dict().tag(sync=True)
    _palettes = traitlets.Dict().tag(sync=True)
    _pages: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _limits = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _warning = traitlets.Unicode().tag(sync=True)

    def __init__(self, trace: Trace, cursor: int = 0, language: str = "en") -> None:
        """Lay out the whole run."""
        self.language = language
        self.trace = trace
        super().__init__(
            _specs=empty_specs(),
            _palettes={theme: asdict(palette) for theme, palette in THEMES.items()},
            _words=words(language).section("stepper"),
            **_run_traits(trace, language),
        )
        self.cursor = cursor
        self.on_msg(_send_vega)

    def show(self, trace: Trace, before: Trace | None = None) -> None:
        """Show another run in the same place, with a run before it as rails.

        The cursor stays where it is, if it can.
        """
        self.trace = trace
        with self.hold_sync():
            for name, value in _run_traits(trace, self.language, before).items():
                self.set_trait(name, value)
            self.cursor = min(self.cursor, len(trace.iterations) - 1)

    @traitlets.validate("cursor")
    def _keep_on_the_axis(self, proposal: dict[str, Any]) -> int:
        return min(max(int(proposal["value"]), 0), len(self.trace.iterations) - 1)

    def __repr__(self) -> str:
        """Say what is stepped through: notebooks store this line beside the widget."""
        said = words(self.language)
        return said.say(
            "stepper.repr", requests=len(self.trace.workload), iterations=len(self.trace.iterations)
        )


def _run_traits(trace: Trace, language: str, before: Trace | None = None) -> dict[str, Any]:
    """Return all that the browser needs of one run."""
    scene = gantt_scene(trace, language, before)
    figure = {
        "datasets": scene.datasets(),
        "params": scene_params(scene),
        "width": scene.geometry.width,
        "height": scene.height,
        "padding": scene_padding(scene),
        "description": describe(trace, language),
    }
    cut = words(language).say("run.cut", n=len(trace.iterations))
    return {
        "_figure": figure,
        "_pages": pages(trace, language),
        "_limits": trace.policy.limits(),
        "_warning": "" if trace.drained else cut,
    }


def _send_vega(widget: Stepper, content: object, buffers: object) -> None:
    if content == "vega":
        widget.send("vega", [vega_bundle()])
