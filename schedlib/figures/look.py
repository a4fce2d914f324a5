"""What each kind of mark looks like: shape carries the meaning, colour repeats it."""

from dataclasses import dataclass

from .palette import Palette


@dataclass(frozen=True)
class Look:
    """The look of one kind of cell (a rectangle).

    Attributes:
        fill, edge: colours.
        edge_width: in px.
        dash: px drawn, px left out; empty for a full line.
        radius: of the corners, in px.
        hatch: the colour of stripes across the fill; empty for a plain one.
    """

    fill: str
    edge: str
    edge_width: float = 1
    dash: tuple[int, ...] = ()
    radius: int = 0
    hatch: str = ""


# How much of its row a cell of each kind takes (in an overview, "waits" is
# "waiting" and "recomputes" is "recompute").
SHARE_OF_ROW = {
    "prefill": 0.80,
    "recompute": 0.80,
    "recomputes": 0.80,
    "decode": 0.62,
    "waiting": 0.52,
    "waits": 0.2,
    "unseen": 0.1,
    "rejected": 0.80,
    "starved": 0.80,
    "stalled": 0.80,
    "held": 0.62,
    "end": 0.94,
}

# The kinds of cell whose outline shows faintly before the cursor gets there.
FORESEEN = ("prefill", "recompute", "recomputes", "decode")


def cell_looks(palette: Palette) -> dict[str, Look]:
    """Return the look of every kind of cell."""
    p = palette
    return {
        "prefill": Look(p.prefill[0], p.prefill[1]),
        "recompute": Look(p.recompute[0], p.recompute[1], edge_width=2.5, hatch=p.hatch),
        "recomputes": Look(p.recompute[0], p.recompute[1], hatch=p.hatch),
        "decode": Look(p.decode[0], p.decode[1], radius=9),
        "waiting": Look(p.waiting[0], p.waiting[1], dash=(4, 2)),
        "decodes": Look(p.decode[0], p.decode[1], edge_width=0.5),
        "waits": Look(p.waiting[1], "transparent", edge_width=0),
        "unseen": Look(p.waiting[1], "transparent", edge_width=0),
        "arrival": Look(p.ink, "transparent", edge_width=0),
        "rejected": Look(p.background, p.rejected, edge_width=2.5),
        "on_slot": Look(p.cursor_band, p.ink),
        "starved": Look(p.background, p.ink, edge_width=2, dash=(2, 2)),
        "stalled": Look(p.background, p.ink, edge_width=2.5),
        "held": Look(p.waiting[0], p.ink, edge_width=1.25, dash=(5, 3)),
        "vacant": Look(p.background, p.waiting[1], dash=(1, 3)),
        "unused": Look(p.background, p.waiting[1], dash=(3, 2)),
        "kv": Look(p.kv[0], p.kv[1]),
        "kv_total": Look(p.kv[0], "transparent", edge_width=0),
        "reserved": Look(p.reserved[0], p.reserved[1], edge_width=1.5),
        "reserved_total": Look(p.reserved_total, "transparent", edge_width=0),
        "kv_seam": Look(p.reserved_total, "transparent", edge_width=0),
        "reserved_seam": Look(p.reserved[1], "transparent", edge_width=0),
        "given_up": Look(p.background, p.preempted, edge_width=1.5, dash=(4, 2)),
        "differs": Look("transparent", p.ink, edge_width=2.5, radius=6),
        "foreseen": Look(p.background, p.future),
        "end": Look(p.ink, p.background, edge_width=1.5),
        "hollow_end": Look(p.background, p.ink, edge_width=1.25),
        "rail_prefill": Look(p.prefill[0], p.prefill[1]),
        "rail_decode": Look(p.decode[0], p.decode[1]),
        "rail_end": Look(p.ink, "transparent", edge_width=0),
    }


def line_looks(palette: Palette) -> dict[str, tuple[str, float]]:
    """Return the colour and the width in px of every kind of line."""
    return {
        "grid": (palette.grid, 1),
        "base": (palette.waiting[1], 1),
        "limit": (palette.ink, 2),
        "reading": (palette.kv[0], 3.5),
        "computing": (palette.prefill[1], 3.5),
        "step": (palette.ink, 2),
        "measured": (palette.future, 8),
        "predicted": (palette.prefill[1], 2.5),
    }


def text_colours(palette: Palette) -> dict[str, str]:
    """Return the colour of every tone of text."""
    return {
        "ink": palette.ink,
        "second": palette.second_ink,
        "prefill": palette.prefill[2],
        "decode": palette.decode[2],
        "waiting": palette.waiting[2],
        "rejected": palette.rejected,
        "recompute": palette.recompute[2],
        "kv": palette.kv[2],
        "reserved": palette.reserved[2],
        "given_up": palette.preempted,
        "on_waits": palette.background,
    }


@dataclass(frozen=True)
class Glyph:
    """The look of one kind of glyph: a built-in shape, or an SVG path in [-1, 1]."""

    shape: str
    fill: str
    edge: str


PAUSE = "M-.9,-1H-.3V1H-.9Z M.3,-1H.9V1H.3Z"
CROSS = "M-1,-.62L-.62,-1L0,-.38L.62,-1L1,-.62L.38,0L1,.62L.62,1L0,.38L-.62,1L-1,.62L-.38,0Z"

STAR = (
    "M0,-1L.294,-.405L.951,-.309L.476,.155L.588,.809L0,.5"
    "L-.588,.809L-.476,.155L-.951,-.309L-.294,-.405Z"
)


def glyph_looks(palette: Palette) -> dict[str, Glyph]:
    """Return the look of every kind of glyph."""
    p = palette
    return {
        "first": Glyph("diamond", p.decode[0], p.background),
        "next": Glyph("circle", p.decode[0], p.decode[1]),
        "disc": Glyph("circle", p.preempted, p.background),
        "pause": Glyph(PAUSE, p.on_preempted, "transparent"),
        "cross": Glyph(CROSS, p.rejected, "transparent"),
        "high": Glyph("triangle-up", p.preempted, "transparent"),
        "high_on_prefill": Glyph("triangle-up", p.prefill[2], "transparent"),
        "best": Glyph(STAR, p.ink, "transparent"),
    }
