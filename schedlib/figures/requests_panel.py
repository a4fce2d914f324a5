"""The Gantt panel: a row for each request, a column for each iteration."""

from typing import Any

from ..events import Event, Kind
from ..narration import narrate
from ..request import Request
from ..trace import Trace
from ..words import Words
from .arrivals import add_unseen
from .blocked import Reasons, reasons, why_waiting
from .chunk_cells import add_chunk, labels_above
from .geometry import text_width
from .look import FORESEEN
from .row_cells import cell_text, event_cell, rows, token_place
from .row_labels import add_row_labels
from .scene import Scene
from .spans import Span, waiting_spans, work_spans
from .stack import Stack

# The kinds of event that have a mark of their own: in an overview, and where there is room.
ALWAYS_MARKED = frozenset({Kind.REJECT, Kind.PREEMPT, Kind.COMPLETE})
MARKED = ALWAYS_MARKED | {
    Kind.PREFILL,
    Kind.DECODE,
    Kind.STARVE,
    Kind.STALL,
    Kind.FIRST_TOKEN,
    Kind.NEXT_TOKEN,
}
DISC = 22  # px across, of a preemption
Q_SIZE = 12  # font size of a place in the queue that has no room in one column
NARROW = 16  # px of a column in which an end-cap keeps no distance from the edge
LOWERED, BELOW_LABEL = 0.19, 10  # an output token below a label: share of its row, and px across


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
    why_blocked = {} if geometry.overview else reasons(trace, words)
    for span in waiting_spans(trace, by_place=not geometry.overview):
        _waiting(scene, span, middles[span.request], why_blocked, words)
    for kind, span in work_spans(trace, geometry.stands_out):
        if geometry.overview or kind == "held":
            _stretch(scene, kind, span, middles[span.request], words)
    kinds = ALWAYS_MARKED if geometry.overview else MARKED
    events = [event for event in trace.events if event.kind in kinds]
    below = labels_above(geometry, events)
    for event, why in zip(events, narrate(events, words.language), strict=True):
        lowered = (event.request, event.iteration) in below
        _mark(scene, event, middles[event.request or ""], why, lowered=lowered)
    add_unseen(scene, trace, middles, words)
    return middles


def _row_lines(scene: Scene, top: float, rows: int) -> None:
    geometry = scene.geometry
    for row in (0, rows) if geometry.overview else range(rows + 1):
        y = top + row * geometry.row
        scene.line("grid", geometry.left(), geometry.right(), y, y)


def _stretch(scene: Scene, kind: str, span: Span, middle: float, words: Words) -> None:
    place = scene.geometry.box(span.start, span.end), rows(scene.geometry, kind, middle)
    facts: dict[str, Any] = {"outlined": kind in FORESEEN, "request": span.request}
    if kind == "held":
        facts["why"] = words.say("chart.held", request=span.request)
    scene.cell(kind, *place, span.start, **facts)


def _waiting(scene: Scene, span: Span, middle: float, blocked: Reasons, words: Words) -> None:
    geometry = scene.geometry
    kind, why = "waiting", why_waiting(span, blocked, words)
    if geometry.overview:
        kind, why = "waits", words.say("chart.waits_on", request=span.request, start=span.start)
    place = geometry.box(span.start, span.end, lasting=True), rows(geometry, kind, middle)
    scene.cell(kind, *place, span.start, request=span.request, iteration=span.start, why=why)
    if not geometry.overview:
        _place_in_queue(scene, span, middle)


def _place_in_queue(scene: Scene, span: Span, middle: float) -> None:
    """Write the place where a span begins: on a time axis in more than one column, if it must."""
    geometry, label = scene.geometry, f"q{span.place}"
    disc, size = DISC + 4 if span.preempted else 0, geometry.font(span.start) - 1
    if text_width(label, size) < geometry.wide(span.start) - disc - 4:
        x = geometry.x(geometry.middle(span.start), DISC / 2 if span.preempted else 0)
        scene.text(label, x, middle, size=size, tone="waiting", since=span.start)
    elif geometry.timed:
        words = Stack(scene, 0, 1)
        words.start(span.start, span.end)
        if words.fitting([label], Q_SIZE, disc):
            words.write(label, middle, Q_SIZE, "waiting", taken=disc)


def _mark(scene: Scene, event: Event, middle: float, why: str, *, lowered: bool) -> None:
    """Add what one event looks like; an output token is `lowered` below the label of its chunk."""
    match event.kind:
        case Kind.REJECT:
            _rejected(scene, event, middle, why)
        case Kind.PREEMPT:
            _preempted(scene, event.iteration, middle)
        case Kind.COMPLETE:
            _end_cap(scene, event.iteration, middle)
        case _:
            _served(scene, event, middle, why, lowered=lowered)


def _served(scene: Scene, event: Event, middle: float, why: str, *, lowered: bool) -> None:
    geometry, at = scene.geometry, event.iteration
    match event.kind:
        case Kind.PREFILL:
            add_chunk(scene, event, middle, why)
        case Kind.DECODE:
            event_cell(scene, "decode", event, middle, why)
            if geometry.wide(at) >= 30:
                cell_text(scene, "D", at, middle, "decode")
        case Kind.STARVE | Kind.STALL:
            kind = "starved" if event.kind is Kind.STARVE else "stalled"
            event_cell(scene, kind, event, middle, why)
            cell_text(scene, "0", at, middle, "ink")
        case Kind.FIRST_TOKEN | Kind.NEXT_TOKEN:
            glyph = "first" if event.kind is Kind.FIRST_TOKEN else "next"
            from_right, size = token_place(geometry, at)
            if lowered:
                middle, size = middle + geometry.lane * LOWERED, min(size, BELOW_LABEL)
            scene.glyph(glyph, geometry.end(at, -from_right), middle, size, at)


def _rejected(scene: Scene, event: Event, middle: float, why: str) -> None:
    """Add a crossed cell: its whole column or, on a time axis, where the iteration starts."""
    geometry, at = scene.geometry, event.iteration
    if not geometry.timed:
        event_cell(scene, "rejected", event, middle, why)
        scene.glyph("cross", at, middle, 4 if geometry.overview else 9, at)
        return
    size = 4 if geometry.overview else 9
    left = min(geometry.start(at), geometry.right(-2 * size))
    place = (left, geometry.x(left, 2 * size)), rows(geometry, "rejected", middle)
    told: dict[str, Any] = {"request": event.request, "iteration": at, "why": why}
    scene.cell("rejected", *place, at, whole=True, **told)
    scene.glyph("cross", geometry.x(left, size), middle, size, at)


def _preempted(scene: Scene, at: int, middle: float) -> None:
    """Draw a disc with pause bars at the left edge of the cell."""
    geometry = scene.geometry
    fitting = min(DISC, geometry.lane * 0.8)
    if not geometry.timed:  # on a time axis it goes beyond a narrow column: there it waits
        fitting = min(fitting, geometry.cell * 0.5)
    size = 9 if geometry.overview else fitting
    x = geometry.start(at, size / 2 + 1)
    scene.glyph("disc", x, middle, size, at)
    if not geometry.overview:
        scene.glyph("pause", x, middle, size * 0.36, at)


def _end_cap(scene: Scene, at: int, middle: float) -> None:
    """Draw a thick stroke at the right edge of the cell."""
    geometry = scene.geometry
    width, inset = (4, 0) if geometry.overview or geometry.wide(at) < NARROW else (5, 2)
    cap = geometry.end(at, -inset - width), geometry.end(at, -inset)
    scene.cell("end", cap, rows(geometry, "end", middle), at)
