"""The Altair chart that shows any scene: nine layers, the same for every run.

The runs differ in their named datasets and in a few parameters alone. So a living view can take
another run without being built again, and the cursor moves by setting one parameter.
"""

import json
from collections.abc import Mapping
from typing import Any

from .look import Look, cell_looks, glyph_looks, line_looks, text_colours
from .palette import THEMES, Palette
from .quick_altair import alt
from .scene import ALWAYS, Scene

FONT = "Liberation Sans, Arial, Helvetica, Noto Sans CJK TC, sans-serif"
PADDING = 8
STRIPES = 19  # of both colours, across a hatched cell; the first and the last are fill
VEGA_LITE = ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])  # the version Altair speaks
Layer = Any  # an Altair chart: its chained methods carry no types
# The edges of what is under the cursor: of its iteration or, where x is time, of that of each run.
FROM = "(length(starts) ? starts[datum.run || 0][cursor] : cursor - 0.5)"
UNTIL = "(length(ends) ? ends[datum.run || 0][cursor] : cursor + 0.5)"
# The cursor's label; on a time axis it begins where the iteration does, if there is room.
LABEL_AT = "(length(moments) ? min(moments[cursor] + tag, rightmost - tag) : cursor)"
LABEL = "(length(labels) ? labels[cursor] : cursor)"
# A mark shows once the cursor has reached it. Where the future is hidden, so do rails.
REACHED = f"datum.x <= ({FROM} + {UNTIL}) / 2"
WHOLE = f"(datum.since == {ALWAYS} || datum.whole)"  # the others end at the cursor
REVEALED = f"datum.since <= cursor && (foresee || !datum.rail || {REACHED})"


def scene_chart(
    scene: Scene,
    cursor: int | None = None,
    theme: str = "light",
    description: str = "",
    foresee: bool = True,
) -> Layer:
    """Return the scene as a chart of its own.

    `cursor` is the iteration up to which it is shown (default: the last), `theme` is "light" or
    "dark", `description` says in words what it shows, and `foresee` is whether what comes after
    the cursor shows in outlines.
    """
    at = scene.geometry.last if cursor is None else cursor
    params = scene_params(scene) | {"cursor": at, "foresee": foresee}
    chart = empty_chart(THEMES[theme], params)
    chart.datasets = scene.datasets()
    return chart.properties(
        width=scene.geometry.width,
        height=scene.height,
        padding=scene_padding(scene),
        description=description,
    )


def scene_params(scene: Scene) -> dict[str, Any]:
    """Return the parameters of the chart that follow from the scene, the cursor aside."""
    return scene.geometry.cursor()


def scene_padding(scene: Scene) -> dict[str, float]:
    """Return the room around the columns, in px."""
    return {"left": scene.left, "right": scene.right, "top": PADDING, "bottom": PADDING}


def empty_chart(palette: Palette, params: Mapping[str, Any]) -> Layer:
    """Return the chart without data: its datasets are named, to be filled in."""
    layers = (
        _cursor_band(palette),
        _lines(palette),
        _foreseen(palette),
        _cells(palette),
        _glyphs(palette),
        _texts(palette),
        _cursor_frame(palette),
        *_cursor_tag(palette),
    )
    independent: dict[str, Any] = dict.fromkeys(
        ("color", "fill", "stroke", "shape", "size"), "independent"
    )
    return (
        alt.layer(*layers, autosize=alt.AutoSizeParams(type="none"))
        .add_params(*(alt.param(name=name, value=value) for name, value in params.items()))
        .resolve_scale(**independent)
        .configure(background=palette.background, font=FONT)
        .configure_view(stroke=None, fill=None)
    )


def _data(name: str) -> Layer:
    return alt.Chart(alt.NamedData(name=name))


def _x(field: str) -> alt.X:
    edges = {"domainMin": alt.expr("leftmost"), "domainMax": alt.expr("rightmost")}
    scale = alt.Scale(**edges, nice=False, zero=False)
    return alt.X(f"{field}:Q", scale=scale, axis=None)


def _y(field: str) -> alt.Y:
    return alt.Y(f"{field}:Q", scale=None, axis=None)


def _by_kind(channel: Any, looks: Mapping[str, Any], field: str = "kind") -> Any:
    """Encode `field` by a table: what `looks` says for each kind."""
    scale = alt.Scale(domain=list(looks), range=list(looks.values()))
    return channel(f"{field}:N", scale=scale, legend=None)


def _box(x: str = "x", x2: str = "x2", y: str = "y", y2: str = "y2") -> dict[str, Any]:
    return {"x": _x(x), "x2": alt.X2(f"{x2}:Q"), "y": _y(y), "y2": alt.Y2(f"{y2}:Q")}


def _at_cursor() -> Layer:
    """Return a chart of what is under the cursor, in each panel."""
    return _data("panels").transform_calculate(x=FROM, x2=UNTIL)


def _cursor_band(palette: Palette) -> Layer:
    return _at_cursor().mark_rect(fill=palette.cursor_band, aria=False).encode(**_box())


def _cursor_frame(palette: Palette) -> Layer:
    frame = _at_cursor().mark_rect(filled=False, stroke=palette.ink, strokeWidth=2, aria=False)
    return frame.encode(**_box())


def _cursor_tag(palette: Palette) -> tuple[Layer, Layer]:
    """Return the inverted number over the axis, and the box behind it."""
    tag = _data("tags").transform_calculate(x=f"{LABEL_AT} - tag", x2=f"{LABEL_AT} + tag")
    box = tag.mark_rect(
        fill=palette.ink, cornerRadiusTopLeft=5, cornerRadiusTopRight=5, aria=False
    ).encode(**_box())
    number = (
        tag.transform_calculate(middle="(datum.y + datum.y2) / 2", at=LABEL_AT, told=LABEL)
        .mark_text(fontSize=16, fontWeight="bold", color=palette.background, aria=False)
        .encode(x=_x("at"), y=_y("middle"), text="told:N")
    )
    return box, number


def _lines(palette: Palette) -> Layer:
    looks = line_looks(palette)
    return (
        _data("lines")
        .mark_rule(strokeWidth=_look_up({kind: px for kind, (_, px) in looks.items()}), aria=False)
        .encode(
            **_box(),
            stroke=_by_kind(alt.Stroke, {kind: colour for kind, (colour, _) in looks.items()}),
        )
    )


def _foreseen(palette: Palette) -> Layer:
    """Return the faint outlines of what lies beyond the cursor."""
    look = cell_looks(palette)["foreseen"]
    return (
        _data("cells")
        .transform_filter(f"foresee && datum.outlined && datum.x2 > {UNTIL}")
        .transform_calculate(from_=f"max(datum.x, {UNTIL})")
        .mark_rect(fill=look.fill, stroke=look.edge, cornerRadius=_radius(palette), aria=False)
        .encode(**_box(x="from_"))
    )


def _look_up(values: Mapping[str, Any]) -> alt.ExprRef:
    """Return a mark property that has a value for each kind (no encoding channel has it)."""
    return alt.ExprRef(f"({json.dumps(values)})[datum.kind]")


def _radius(palette: Palette) -> alt.ExprRef:
    return _look_up({kind: look.radius for kind, look in cell_looks(palette).items()})


def _cells(palette: Palette) -> Layer:
    looks = cell_looks(palette)
    return (
        _data("cells")
        .transform_filter(REVEALED)
        .transform_calculate(to=f"{WHOLE} ? datum.x2 : min(datum.x2, {UNTIL})")
        .mark_rect(
            cornerRadius=_radius(palette),
            strokeWidth=_look_up({kind: look.edge_width for kind, look in looks.items()}),
            strokeDash=_look_up({kind: look.dash or (1, 0) for kind, look in looks.items()}),
            aria=False,
        )
        .encode(
            **_box(x2="to"),
            fill=_by_kind(alt.Fill, {kind: _fill(look) for kind, look in looks.items()}),
            stroke=_by_kind(alt.Stroke, {kind: look.edge for kind, look in looks.items()}),
            tooltip=alt.Tooltip("why:N"),
        )
    )


def _fill(look: Look) -> str | alt.ExprRef:
    """Return a plain fill, or stripes: a gradient from corner to corner, with hard edges.

    A gradient is measured by its cell, so one serves cells of all sizes.
    """
    if not look.hatch:
        return look.fill
    stops = [
        {"offset": edge / STRIPES, "color": (look.fill, look.hatch)[stripe % 2]}
        for stripe in range(STRIPES)
        for edge in (stripe, stripe + 1)
    ]
    stripes = {"gradient": "linear", "x1": 0, "y1": 0, "x2": 1, "y2": 1, "stops": stops}
    return alt.ExprRef(json.dumps(stripes))


def _glyphs(palette: Palette) -> Layer:
    looks = glyph_looks(palette)
    return (
        _data("glyphs")
        .transform_filter(REVEALED)
        .mark_point(opacity=1, strokeWidth=1.5, aria=False)
        .encode(
            x=_x("x"),
            y=_y("y"),
            size=alt.Size("area:Q", scale=None),
            shape=_by_kind(alt.Shape, {kind: look.shape for kind, look in looks.items()}),
            fill=_by_kind(alt.Fill, {kind: look.fill for kind, look in looks.items()}),
            stroke=_by_kind(alt.Stroke, {kind: look.edge for kind, look in looks.items()}),
        )
    )


def _texts(palette: Palette) -> Layer:
    return (
        _data("texts")
        .transform_filter(REVEALED)
        .transform_filter(f"!datum.clear || abs(datum.x - {LABEL_AT}) > tag + datum.clear")
        .mark_text(
            baseline="middle",
            align=alt.ExprRef("datum.align"),
            fontWeight=alt.ExprRef("datum.weight"),
            aria=False,
        )
        .encode(
            x=_x("x"),
            y=_y("y"),
            text="text:N",
            size=alt.Size("size:Q", scale=None),
            color=_by_kind(alt.Color, text_colours(palette), field="tone"),
        )
    )
