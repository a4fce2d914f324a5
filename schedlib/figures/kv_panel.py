"""The memory panel: what each request holds of the pool, and how much of that is filled.

A column has the KV blocks that are held in its iteration, dark as far as they are filled and light
where they are still empty: reserved blocks, or the rest of a last one. Blocks that were taken away
stand on top of them, dashed.
"""

from ..kv_replay import Holdings
from ..trace import Trace
from ..words import Words
from .kv_blocks import Blocks
from .kv_ghosts import add_ghosts, discs_of, ghosts
from .scene import Scene
from .stack import Stack, limit_label, panel_title, stretches

# px: of a block at most, of the panel at most; and what a block should have, if a panel of few
# blocks is not to be lower than so many px.
BLOCK_HEIGHT, PANEL_HEIGHT = 28, 168
ENOUGH, LOW_PANEL = 24, 112


def add_kv_panel(scene: Scene, trace: Trace, words: Words) -> None:
    """Add the panel, with the pool's limit drawn wherever it is near enough to be to scale."""
    bounds = trace.policy.bounds()
    pool = bounds.blocks or 0
    most = max((sum(row.held.values()) for row in trace.kv), default=0)
    to_scale = pool <= max(2 * most, 6)
    shown = max(pool if to_scale else most, 1)
    height = panel_height(shown)
    top = scene.panel(height)
    bottom, edges = top + height, (scene.geometry.left(), scene.geometry.right())
    stack = Stack(scene, bottom, height / shown, lasting=True)
    if scene.geometry.overview:
        _totals(stack, trace, words)
    else:
        _columns(stack, trace, top, words)
    panel_title(scene, words.say("chart.kv"), top, height)
    scene.line("base", *edges, bottom, bottom)
    if to_scale:
        scene.line("limit", *edges, top - 1, top - 1)
    label = "chart.blocks" if to_scale else "chart.blocks_above"
    limit_label(scene, words.say(label, limit=pool, size=bounds.block_size), top)


def panel_height(blocks: int) -> float:
    """Return the height in px of a panel of so many blocks."""
    return min(BLOCK_HEIGHT * blocks, max(LOW_PANEL, ENOUGH * blocks), PANEL_HEIGHT)


def _columns(stack: Stack, trace: Trace, top: float, words: Words) -> None:
    """Add the blocks of each request in each iteration, and those that were taken away."""
    blocks = Blocks(stack, trace.policy.bounds().block_size, words)
    given_up = ghosts(trace)
    for first, last, _ in stretches(stack.scene.geometry, [row.held for row in trace.kv]):
        for row in trace.kv[first : last + 1]:
            at, gone = row.iteration, given_up.get(row.iteration, [])
            stack.start(at, words_to=last if at == first else at - 1)
            discs = discs_of(stack, gone, top)
            for id, held in row.held.items():
                blocks.put(id, row.filled[id], held, discs)
            stack.start(at)
            add_ghosts(stack, gone, discs, words)


def _totals(stack: Stack, trace: Trace, words: Words) -> None:
    """Add one bar for all requests in each iteration."""
    size = trace.policy.bounds().block_size
    for row in trace.kv:
        stack.start(row.iteration)
        _total(stack, row, size, words)


def _total(stack: Stack, row: Holdings, size: int, words: Words) -> None:
    held, filled = sum(row.held.values()), sum(row.filled.values())
    why = words.say("chart.holds_all", held=held, filled=filled, room=held * size)
    if filled:
        stack.put("kv_total", filled / size, [], "kv", why)
    if held * size > filled:
        stack.put("reserved_total", held - filled / size, [], "reserved", why)
