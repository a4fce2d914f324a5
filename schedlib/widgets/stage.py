"""A figure with a cursor, its controls and its words: what all the widgets here stand on.

Everything is sent to the browser once. Stepping and playing happen there, so they go on while
the kernel is busy; another run is pushed into the living picture as data.
"""

from dataclasses import asdict
from functools import cache
from typing import Any

import anywidget
import traitlets

from ..bounds import Bounds
from ..figures.chart import empty_chart, scene_padding, scene_params
from ..figures.geometry import Geometry
from ..figures.palette import THEMES
from ..figures.scene import Scene
from ..words import words
from .pages import Page
from .scripts import script, style
from .vega import vega_bundle


@cache
def empty_specs() -> dict[str, dict[str, Any]]:
    """Return the chart without data as Vega-Lite, by theme."""
    params = Geometry(1, rows=1).cursor() | {"cursor": 0, "foresee": True}
    return {
        theme: empty_chart(palette, params).to_dict(validate=False)
        for theme, palette in THEMES.items()
    }


class Stage(anywidget.AnyWidget):
    """A figure to step through.

    Attributes:
        cursor: the iteration that is shown (of several runs with a clock, the moment, counted from
            0); follows the reader, and may be set.
        hide_future: whether what comes after the cursor is hidden, so that a class can predict it.
    """

    _esm = script("stage")
    _css = style("stage")

    cursor = traitlets.Int(0).tag(sync=True)
    hide_future = traitlets.Bool(False).tag(sync=True)
    _figure = traitlets.Dict().tag(sync=True)
    _specs = traitlets.Dict().tag(sync=True)
    _palettes = traitlets.Dict().tag(sync=True)
    _pages: traitlets.List[Any] = traitlets.List().tag(sync=True)
    _limits = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _warning = traitlets.Unicode().tag(sync=True)

    def __init__(self, language: str) -> None:
        """Send what is the same for every run."""
        self.language = language
        super().__init__(
            _specs=empty_specs(),
            _palettes={theme: asdict(palette) for theme, palette in THEMES.items()},
            _words=words(language).section("stepper"),
        )
        self.on_msg(_send_vega)

    def present(
        self,
        scene: Scene,
        description: str,
        pages: list[Page],
        warning: str = "",
        bounds: Bounds | None = None,
    ) -> None:
        """Show a figure and a page of words for each of its iterations.

        `bounds` tells how many places there are on slots and in the queue.
        The cursor stays where it is, if it can.
        """
        with self.hold_sync():
            self._pages = pages
            self._limits = {"slots": bounds.slots, "queue": bounds.queue} if bounds else {}
            self._warning = warning
            self._figure = {
                "datasets": scene.datasets(),
                "params": scene_params(scene),
                "width": scene.geometry.width,
                "height": scene.height,
                "padding": scene_padding(scene),
                "description": description,
            }
            self.cursor = self.cursor  # back onto the axis, should that be shorter now

    @property
    def last(self) -> int:
        """Where the cursor stops at last."""
        return len(self._pages) - 1

    @traitlets.validate("cursor")
    def _keep_on_the_axis(self, proposal: dict[str, Any]) -> int:
        return max(min(int(proposal["value"]), self.last), 0)


def _send_vega(widget: Stage, content: object, buffers: object) -> None:
    if content == "vega":
        widget.send("vega", [vega_bundle()])
