"""The Gantt panel: a row for each request, a column for each iteration."""

from ..events import Event, Kind
from ..narration import narrate
from ..request import Request
from ..trace import Trace
from ..words import Words
from .geometry import Geometry, fitting_size, text_width
from .look import FORESEEN, SHARE_OF_ROW
from .row_labels import add_row_labels
from .scene import Scene
from .spans import Span, waiting_spans, work_spans

DISC = 22  # px across, of a preemption


def in_arrival_order(trace: Trace) -> list[Request]:
    """Return the requests as the rows show them: by arrival, and as listed within one."""
    return sorted(trace.workload, key=lambda request: request.arrival)


def add_requests_panel(scene: Scene, trace: Trace, words: Words) -> dict[str, float]:
    """Add the panel; return the y of each request's marks by its id."""
    requests = in_arrival_order(trace)
    geometry = scene.geometry
    top = scene.panel(geometry.row * len(requests))
    middles = {r.id: top + geometry.row * n + geometry.lane / 2 for n, r in enumerate(requests)}
    add_row_labels(scene, requests, middles, words)
    _row_lines(scene, top, len(requests))
    for span in waiting_spans(trace):
        _waiting(scene, span, middles[span.request], words)
    if geometry.overview:
        for kind, span in work_spans(trace):
            _stretch(scene, kind, span, middles[span.request])
    sentences = narrate(trace.events, words.language)
    for event, why in zip(trace.events, sentences, strict=True):
        if event.request is not None:
            _mark(scene, event, middles[event.request], why)
    return middles


def _row_lines(scene: Scene, top: float, rows: int) -> None:
    geometry = scene.geometry
    for row in (0, rows) if geometry.overview else range(rows + 1):
        y = top + row * geometry.row
        scene.line("grid", -0.5, geometry.columns - 0.5, y, y)


def _stretch(scene: Scene, kind: str, span: Span, middle: float) -> None:
    columns = _columns(scene.geometry, span.start, span.end)
    rows = _rows(scene.geometry, kind, middle)
    scene.cell(kind, columns, rows, span.start, outlined=True, request=span.request)


def _waiting(scene: Scene, span: Span, middle: float, words: Words) -> None:
    geometry = scene.geometry
    kind = "waits" if geometry.overview else "waiting"
    why = words.say("chart.waits", request=span.request, place=span.place)
    place = _columns(geometry, span.start, span.end), _rows(geometry, kind, middle)
    scene.cell(kind, *place, span.start, request=span.request, iteration=span.start, why=why)
    room = geometry.cell - (DISC + 8 if span.preempted else 4)
    label = f"q{span.place}"
    if not geometry.overview and text_width(label, geometry.font - 1) < room:
        x = geometry.x(span.start, DISC / 2 if span.preempted else 0)
        size = geometry.font - 1
        scene.text(label, x, middle, size=size, tone="waiting", since=span.start)


def _columns(geometry: Geometry, first: int, last: int) -> tuple[float, float]:
    inset = min(2, geometry.cell / 10)
    return geometry.x(first - 0.5, inset), geometry.x(last + 0.5, -inset)


def _rows(geometry: Geometry, kind: str, middle: float) -> tuple[float, float]:
    half = geometry.lane * SHARE_OF_ROW[kind] / 2
    return middle - half, middle + half


def _mark(scene: Scene, event: Event, middle: float, why: str) -> None:
    """Add what one event looks like."""
    match event.kind:
        case Kind.PREFILL | Kind.DECODE | Kind.STARVE | Kind.FIRST_TOKEN:
            if not scene.geometry.overview:
                _served(scene, event, middle, why)
        case Kind.REJECT:
            _event_cell(scene, "rejected", event, middle, why)
            size = 4 if scene.geometry.overview else 9
            scene.glyph("cross", event.iteration, middle, size, event.iteration)
        case Kind.PREEMPT:
            _preempted(scene, event.iteration, middle)
        case Kind.COMPLETE:
            _end_cap(scene, event.iteration, middle)


def _served(scene: Scene, event: Event, middle: float, why: str) -> None:
    geometry, at = scene.geometry, event.iteration
    match event.kind:
        case Kind.PREFILL:
            _event_cell(scene, "prefill", event, middle, why)
            _chunk_label(scene, event, middle)
        case Kind.DECODE:
            _event_cell(scene, "decode", event, middle, why)
            if geometry.cell >= 30:
                _cell_text(scene, "D", at, middle, "decode")
        case Kind.STARVE:
            _event_cell(scene, "starved", event, middle, why)
            _cell_text(scene, "0", at, middle, "ink")
        case Kind.FIRST_TOKEN:
            x = geometry.x(at + 0.5, -min(20, geometry.cell / 3))
            scene.glyph("first", x, middle, min(14, geometry.cell / 3), at)


def _event_cell(scene: Scene, kind: str, event: Event, middle: float, why: str) -> None:
    at = event.iteration
    place = _columns(scene.geometry, at, at), _rows(scene.geometry, kind, middle)
    foreseen = kind in FORESEEN
    scene.cell(kind, *place, at, outlined=foreseen, request=event.request, iteration=at, why=why)


def _cell_text(scene: Scene, text: str, at: int, middle: float, tone: str) -> None:
    scene.text(text, at, middle, size=scene.geometry.font, tone=tone, bold=True, since=at)


def _preempted(scene: Scene, at: int, middle: float) -> None:
    """Draw a disc with pause bars at the left edge of the cell."""
    geometry = scene.geometry
    size = 9 if geometry.overview else min(DISC, geometry.lane * 0.8, geometry.cell * 0.5)
    x = geometry.x(at - 0.5, size / 2 + 1)
    scene.glyph("disc", x, middle, size, at)
    if not geometry.overview:
        scene.glyph("pause", x, middle, size * 0.36, at)


def _end_cap(scene: Scene, at: int, middle: float) -> None:
    """Draw a thick stroke at the right edge of the cell."""
    geometry = scene.geometry
    width, inset = (4, 0) if geometry.overview else (5, 2)
    columns = geometry.x(at + 0.5, -inset - width), geometry.x(at + 0.5, -inset)
    scene.cell("end", columns, _rows(geometry, "end", middle), at)


def _chunk_label(scene: Scene, event: Event, middle: float) -> None:
    """Write the chunk's tokens to the left of where a first token's diamond stands."""
    geometry = scene.geometry
    at = event.iteration
    yields_token = event.amount == event.because["prompt_left"]
    room = geometry.cell - 8 - (min(26, geometry.cell / 2.4) if yields_token else 0)
    text = f"P{event.amount}" if geometry.cell >= 30 else f"{event.amount}"
    scene.text(
        text,
        geometry.x(at - 0.5, 4 + room / 2),
        middle,
        size=fitting_size(text, geometry.font, room),
        tone="prefill",
        bold=True,
        since=at,
    )
