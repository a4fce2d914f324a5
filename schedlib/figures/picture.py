"""A still picture of a run, as SVG: it shows wherever a notebook is shown, without a kernel."""

import re
from typing import Any
from xml.sax.saxutils import quoteattr

import vl_convert

from ..trace import Trace
from .chart import VEGA_LITE, scene_chart
from .describe import describe
from .gantt import gantt_scene

SIZE = re.compile(r'width="([.\d]+)" height="[.\d]+"')  # of the whole; its `viewBox` stays
COLUMN = 800  # px of a notebook's column: a wider picture shrinks to it


class Picture:
    """The figure of a run at one iteration; a notebook shows it as the value of a cell.

    Args:
        trace: the run.
        cursor: the iteration up to which it is shown (default: the whole run).
        theme: "light" or "dark".
        language: of the words in it.
        time_axis: whether x is time, not iterations (default: if the run has a clock).

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """

    def __init__(
        self,
        trace: Trace,
        cursor: int | None = None,
        theme: str = "light",
        language: str = "en",
        time_axis: bool | None = None,
    ) -> None:
        """Draw the chart."""
        self.description = describe(trace, language, cursor)
        scene = gantt_scene(trace, language, time_axis=time_axis)
        self.chart = scene_chart(scene, cursor, theme, self.description)

    def svg(self) -> str:
        """Return the picture as SVG: it shrinks to a narrow column, and says what it shows."""
        svg = vl_convert.vegalite_to_svg(self.chart.to_dict(validate=False), vl_version=VEGA_LITE)
        size = SIZE.search(svg)
        if size and float(size[1]) > COLUMN:
            svg = svg.replace(size[0], f'width="100%" style="max-width: {size[1]}px"', 1)
        name = quoteattr(self.description)
        return svg.replace("<svg ", f'<svg role="img" aria-label={name} ', 1)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"image/svg+xml": self.svg(), "text/plain": self.description}
