"""The key above a figure: a sample of every mark that occurs in it, with its name."""

from collections.abc import Callable, Iterable

from ..events import Event, Kind
from ..trace import Trace
from ..words import Words
from .geometry import text_width
from .kv_ghosts import shows_ghosts
from .scene import Scene
from .tokens_panel import budget_to_scale
from .twice import tokens_again

SAMPLE, LINE, SIZE = 34, 30, 14
X = Callable[[float], float]
Draw = Callable[[Scene, X, float], None]


def add_key(scene: Scene, entries: list[str], words: Words) -> None:
    """Add the key of `key_entries` on top."""
    add_samples(scene, [(SAMPLES[name], words.say(f"key.{name}")) for name in entries])


def add_samples(scene: Scene, samples: Iterable[tuple[Draw, str]]) -> None:
    """Add samples and their names on top, in as many lines as they need.

    A sample is drawn by a function of the scene, of x in px from the sample's left edge, and of
    the y of its middle.
    """
    geometry = scene.geometry
    room = scene.left + geometry.width + scene.right - 8
    left, y = 0.0, 16.0
    for draw, text in samples:
        needed = SAMPLE + 8 + text_width(text, SIZE) + 20
        if left and left + needed > room:
            left, y = 0.0, y + LINE
        start = 10 - scene.left + left

        def x(px: float, start: float = start) -> float:
            return geometry.left(start + px)

        draw(scene, x, y)
        scene.text(text, x(SAMPLE + 8), y, size=SIZE, align="left")
        left += needed
    scene.height = y + 22


def key_entries(
    *traces: Trace,
    rails: bool = False,
    panels: bool = True,
    labels: bool = True,
    late: bool = False,
) -> list[str]:
    """Return the names of what occurs in a figure of these runs, in the order of the key.

    `rails` says that it shows a run before, `panels` that it shows tokens and memory, `labels`
    that each row says what its request asks for, and `late` that some who arrive are seen later.
    """
    events = [event for trace in traces for event in trace.events]
    kinds = {event.kind for event in events}
    chunks = [event for event in events if event.kind is Kind.PREFILL]
    evicting = {_evicts(event) for event in events if event.kind is Kind.PREEMPT}
    occurs = {
        "prefill": Kind.PREFILL in kinds,
        "recompute": any(tokens_again(chunk) == chunk.amount for chunk in chunks),
        "recompute_and_new": any(0 < tokens_again(chunk) < chunk.amount for chunk in chunks),
        "decode": Kind.DECODE in kinds,
        "first": Kind.FIRST_TOKEN in kinds,
        "next": Kind.NEXT_TOKEN in kinds,
        "end": Kind.COMPLETE in kinds,
        "unseen": late,
        "waiting": bool(kinds & {Kind.ENQUEUE, Kind.PREEMPT}),
        "preempted": evicting == {False},
        "evicted": evicting == {True},
        "preempted_or_evicted": len(evicting) > 1,
        "rejected": Kind.REJECT in kinds,
        "starved": Kind.STARVE in kinds,
        "stalled": Kind.STALL in kinds,
        "held": Kind.HOLD in kinds,
        "unused": panels and any(_shows_unused(trace) for trace in traces),
        "kv": panels and any(row.held for trace in traces for row in trace.kv),
        "reserved": panels and any(_has_reserved(trace) for trace in traces),
        "given_up": panels and any(shows_ghosts(trace) for trace in traces),
        "foreseen": True,
        "high": any(r.priority == "high" for trace in traces for r in trace.workload),
        "number": labels
        and any(isinstance(r.priority, int) for trace in traces for r in trace.workload),
        "rails": rails,
        "hollow_end": len(traces) > 1,
    }
    return [name for name, does in occurs.items() if does]


def _shows_unused(trace: Trace) -> bool:
    ends = (event for event in trace.events if event.kind is Kind.END)
    return budget_to_scale(trace) and any(event.amount for event in ends)


def _evicts(event: Event) -> bool:
    """Return whether a preemption takes KV blocks: where there is a pool, it says how many."""
    return "blocks" in event.because


def _has_reserved(trace: Trace) -> bool:
    size = trace.policy.bounds().block_size
    return any(sum(row.filled.values()) < size * sum(row.held.values()) for row in trace.kv)


def _prefill(scene: Scene, x: X, y: float) -> None:
    scene.cell("prefill", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.text("P3", x(SAMPLE / 2), y, size=13, tone="prefill", bold=True)


def _recompute(scene: Scene, x: X, y: float) -> None:
    scene.cell("recompute", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.text("R3", x(SAMPLE / 2), y, size=13, tone="recompute", bold=True)


def _recompute_and_new(scene: Scene, x: X, y: float) -> None:
    scene.cell("recompute", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.cell("prefill", (x(SAMPLE - 10), x(SAMPLE)), (y - 11, y + 11))


def _decode(scene: Scene, x: X, y: float) -> None:
    scene.cell("decode", (x(0), x(SAMPLE)), (y - 9, y + 9))
    scene.text("D", x(SAMPLE / 2), y, size=13, tone="decode", bold=True)


def _first(scene: Scene, x: X, y: float) -> None:
    scene.cell("prefill", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.glyph("first", x(SAMPLE - 11), y, 13)


def _next(scene: Scene, x: X, y: float) -> None:
    scene.cell("recompute", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.glyph("next", x(SAMPLE - 11), y, 12)


def _end(scene: Scene, x: X, y: float) -> None:
    scene.cell("decode", (x(0), x(SAMPLE)), (y - 9, y + 9))
    scene.cell("end", (x(SAMPLE - 5), x(SAMPLE)), (y - 13, y + 13))


def _unseen(scene: Scene, x: X, y: float) -> None:
    scene.cell("unseen", (x(0), x(SAMPLE)), (y - 2, y + 2))
    scene.cell("arrival", (x(0), x(2)), (y - 9, y + 9))


def _waiting(scene: Scene, x: X, y: float) -> None:
    scene.cell("waiting", (x(0), x(SAMPLE)), (y - 9, y + 9))
    scene.text("q1", x(SAMPLE / 2), y, size=13, tone="waiting")


def _preempted(scene: Scene, x: X, y: float) -> None:
    scene.glyph("disc", x(SAMPLE / 2), y, 22)
    scene.glyph("pause", x(SAMPLE / 2), y, 8)


def _rejected(scene: Scene, x: X, y: float) -> None:
    scene.cell("rejected", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.glyph("cross", x(SAMPLE / 2), y, 9)


def _starved(scene: Scene, x: X, y: float) -> None:
    scene.cell("starved", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.text("0", x(SAMPLE / 2), y, size=13, bold=True)


def _stalled(scene: Scene, x: X, y: float) -> None:
    scene.cell("stalled", (x(0), x(SAMPLE)), (y - 11, y + 11))
    scene.text("0", x(SAMPLE / 2), y, size=13, bold=True)


def _held(scene: Scene, x: X, y: float) -> None:
    scene.cell("held", (x(0), x(SAMPLE)), (y - 9, y + 9))


def _unused(scene: Scene, x: X, y: float) -> None:
    scene.cell("unused", (x(0), x(SAMPLE)), (y - 11, y + 11))


def _foreseen(scene: Scene, x: X, y: float) -> None:
    scene.cell("foreseen", (x(0), x(SAMPLE)), (y - 11, y + 11))


def _kv(scene: Scene, x: X, y: float) -> None:
    scene.cell("kv", (x(0), x(SAMPLE)), (y - 9, y + 9))
    scene.text("A 3", x(SAMPLE / 2), y, size=13, tone="kv", bold=True)


def _reserved(scene: Scene, x: X, y: float) -> None:
    scene.cell("reserved", (x(0), x(SAMPLE)), (y - 9, y + 9))


def _given_up(scene: Scene, x: X, y: float) -> None:
    scene.cell("given_up", (x(0), x(SAMPLE)), (y - 9, y + 9))
    scene.text("A", x(SAMPLE / 2), y, size=13, tone="given_up", bold=True)


def _number(scene: Scene, x: X, y: float) -> None:
    scene.text("p0", x(SAMPLE / 2), y, size=14, tone="second")


def _high(scene: Scene, x: X, y: float) -> None:
    scene.glyph("high", x(SAMPLE / 2), y + 1, 11)


def _rails(scene: Scene, x: X, y: float) -> None:
    scene.cell("rail_prefill", (x(0), x(SAMPLE / 2 - 1)), (y - 3, y + 2))
    scene.cell("rail_decode", (x(SAMPLE / 2 + 1), x(SAMPLE)), (y - 3, y + 2))
    scene.cell("rail_end", (x(SAMPLE - 4), x(SAMPLE)), (y - 4, y + 3))


def _hollow_end(scene: Scene, x: X, y: float) -> None:
    scene.cell("hollow_end", (x(SAMPLE - 5), x(SAMPLE)), (y - 12, y + 12))


SAMPLES: dict[str, Draw] = {
    "prefill": _prefill,
    "recompute": _recompute,
    "recompute_and_new": _recompute_and_new,
    "decode": _decode,
    "first": _first,
    "next": _next,
    "end": _end,
    "unseen": _unseen,
    "waiting": _waiting,
    "preempted": _preempted,
    "evicted": _preempted,
    "preempted_or_evicted": _preempted,
    "rejected": _rejected,
    "starved": _starved,
    "stalled": _stalled,
    "held": _held,
    "unused": _unused,
    "kv": _kv,
    "reserved": _reserved,
    "given_up": _given_up,
    "foreseen": _foreseen,
    "high": _high,
    "number": _number,
    "rails": _rails,
    "hollow_end": _hollow_end,
}
