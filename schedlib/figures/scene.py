"""A figure as plain records: lines, cells, texts and glyphs, each with its place and its kind.

The chart that shows a scene is the same for every run; a run is only data. `since` is the
iteration from which a mark is visible: the cursor reveals it. `ALWAYS` is visible from the start.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..errors import one_line
from ..trace import Trace
from .geometry import Geometry

ALWAYS = -1
Record = dict[str, Any]


@dataclass
class Scene:
    """The marks of one figure.

    Attributes:
        geometry: the sizes, for the marks of the run that is drawn now.
        left, right: margins beside the columns, in px.
        height: of everything, in px; grows as panels are added.
    """

    geometry: Geometry
    left: float = 96
    right: float = 92
    height: float = 0
    lines: list[Record] = field(default_factory=list)
    cells: list[Record] = field(default_factory=list)
    texts: list[Record] = field(default_factory=list)
    glyphs: list[Record] = field(default_factory=list)
    panels: list[Record] = field(default_factory=list)
    tags: list[Record] = field(default_factory=list)

    @contextmanager
    def showing(self, trace: Trace) -> Iterator[None]:
        """Let marks be those of another run in the meantime: it has times of its own."""
        before = self.geometry
        self.geometry = before.of(trace)
        try:
            yield
        finally:
            self.geometry = before

    def line(self, kind: str, x: float, x2: float, y: float, y2: float) -> None:
        """Add a line of one kind of `look.line_looks`."""
        self.lines.append({"kind": kind, "x": x, "x2": x2, "y": y, "y2": y2})

    def cell(
        self,
        kind: str,
        x: tuple[float, float],
        y: tuple[float, float],
        since: int = ALWAYS,
        **facts: Any,
    ) -> None:
        """Add a rectangle of one kind of `look.cell_looks`; `facts` are for its tooltip."""
        place = {"x": x[0], "x2": x[1], "y": y[0], "y2": y[1]}
        told = {name: one_line(v) if isinstance(v, str) else v for name, v in facts.items()}
        seen = {"since": self._stop(since), "outlined": False}
        self.cells.append({"kind": kind, **seen, **place, **told, **self._run()})

    def text(
        self,
        text: object,
        x: float,
        y: float,
        *,
        size: float,
        tone: str = "ink",
        bold: bool = False,
        align: str = "center",
        since: int = ALWAYS,
    ) -> None:
        """Add a text whose middle line is at `y`, in one tone of `look.text_colours`."""
        self.texts.append(
            {
                "text": one_line(str(text)),  # SVG has no place for control characters
                "x": x,
                "y": y,
                "size": round(size, 1),
                "tone": tone,
                "weight": "bold" if bold else "normal",
                "align": align,
                "since": self._stop(since),
            }
        )

    def glyph(self, kind: str, x: float, y: float, size: float, since: int = ALWAYS) -> None:
        """Add a glyph of one kind of `look.glyph_looks`, `size` px across."""
        place = {"x": x, "y": y, "area": size**2}
        self.glyphs.append({"kind": kind, **place, "since": self._stop(since)})

    def _stop(self, since: int) -> int:
        """Return from which stop of the cursor on a mark is visible."""
        return since if since == ALWAYS else self.geometry.stop(since)

    def _run(self) -> Record:
        """Return which run a record belongs to, where that is not the only one with a cursor."""
        return {"run": self.geometry.run} if self.geometry.run else {}

    def panel(self, height: float) -> float:
        """Add a panel below what is there, with its grid columns; return its top."""
        top = self.height
        self.panels.append({"y": top, "y2": top + height, **self._run()})
        for x in self.geometry.grid():
            self.line("grid", x, x, top, top + height)
        self.height += height
        return top

    def datasets(self) -> dict[str, list[Record]]:
        """Return the records by the name under which the chart knows them."""
        return {
            "lines": self.lines,
            "cells": self.cells,
            "texts": self.texts,
            "glyphs": self.glyphs,
            "panels": self.panels,
            "tags": self.tags,
        }
