"""The queue panel: who waits after each iteration, the head of the queue at the bottom."""

from ..trace import Trace
from ..words import Words
from .blocked import Reasons, reasons, why_waiting
from .scene import Scene
from .spans import Span
from .stack import READABLE, Stack, fitting_id, panel_title, stretches

PLACE_HEIGHT, PANEL_HEIGHT = 22, 132


def add_queue_panel(scene: Scene, trace: Trace, words: Words) -> None:
    """Add the panel, with the queue's limit drawn wherever it is near enough to be to scale."""
    limit = trace.policy.bounds().queue
    longest = max((len(row.queue) for row in trace.iterations), default=0)
    to_scale = limit is not None and limit <= max(2 * longest, 6)
    shown = max(limit if to_scale and limit is not None else longest, 1)
    unit = min(PLACE_HEIGHT, PANEL_HEIGHT / shown)
    top = scene.panel(unit * shown)
    bottom, edges = top + unit * shown, (scene.geometry.left(), scene.geometry.right())
    stack = Stack(scene, bottom, unit, lasting=True)
    why = reasons(trace, words)
    for first, last, queue in stretches(scene.geometry, [row.queue for row in trace.iterations]):
        stack.start(first, last)
        _column(stack, queue, why, words)
    panel_title(scene, words.say("chart.queue"), top, unit * shown)
    scene.line("base", *edges, bottom, bottom)
    y = top
    if to_scale and limit is not None:
        y = bottom - unit * limit
        scene.line("limit", *edges, y - 1, y - 1)
    label = _limit_label(limit, to_scale, words)
    scene.text(label, scene.geometry.right(8), y, size=14, align="left")


def _limit_label(limit: int | None, to_scale: bool, words: Words) -> str:
    if limit is None:
        return words.say("chart.unlimited")
    return words.say("chart.limit" if to_scale else "chart.limit_above", limit=limit)


def _column(stack: Stack, queue: list[str], reasons: Reasons, words: Words) -> None:
    if queue and (stack.unit < READABLE or stack.scene.geometry.overview):
        count = len(queue)
        why = words.say("chart.waiting", count=count)
        stack.put("waits", count, [f"{count}"], "on_waits", why)
        return
    for place, id in enumerate(queue, start=1):
        span = Span(id, stack.column, stack.last, place)
        why = why_waiting(span, reasons, words)
        label, size = fitting_id(stack, id)
        stack.put("waiting", 1, [label], "ink", why, size)
