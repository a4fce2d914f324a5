"""The memory panel: how many KV blocks each request holds, under the limit of the pool.

Blocks that are held but not filled are reserved: they stand light on top of the solid ones. A disc
marks where blocks were taken away, at the height at which they were held before.
"""

from ..kv_replay import Holdings
from ..trace import Trace
from ..words import Words
from .scene import Scene
from .stack import Stack, limit_label, panel_title

BLOCK_HEIGHT, PANEL_HEIGHT = 14, 154
DISC = 15  # px across, of an eviction


def add_kv_panel(scene: Scene, trace: Trace, words: Words) -> None:
    """Add the panel, with the pool's limit drawn wherever it is near enough to be to scale."""
    bounds = trace.policy.bounds()
    pool = bounds.blocks or 0
    most = max((sum(row.held.values()) for row in trace.kv), default=0)
    to_scale = pool <= max(2 * most, 6)
    shown = max(pool if to_scale else most, 1)
    unit = min(BLOCK_HEIGHT, PANEL_HEIGHT / shown)
    top = scene.panel(unit * shown)
    bottom, edge = top + unit * shown, scene.geometry.columns - 0.5
    panel = _Memory(Stack(scene, bottom, unit), bounds.block_size, words)
    for row in trace.kv:
        panel.column(row)
    panel_title(scene, words.say("chart.kv"), top, unit * shown)
    scene.line("base", -0.5, edge, bottom, bottom)
    if to_scale:
        scene.line("limit", -0.5, edge, top - 1, top - 1)
    label = "chart.blocks" if to_scale else "chart.blocks_above"
    limit_label(scene, words.say(label, limit=pool, size=bounds.block_size), top)


class _Memory:
    """The panel on its way through the iterations.

    `middles` has the y of what each request held in the column before.
    """

    def __init__(self, stack: Stack, block_size: int, words: Words) -> None:
        self.stack, self.block_size, self.words = stack, block_size, words
        self.middles: dict[str, float] = {}

    def column(self, row: Holdings) -> None:
        """Add one iteration."""
        self.stack.start(row.iteration)
        filled = row.used(self.block_size)
        if self.stack.scene.geometry.overview:
            self._total(sum(filled.values()), sum(row.held.values()))
            return
        middles = {}
        for id, blocks in row.held.items():
            start = self.stack.y
            self._request(id, filled[id], blocks)
            middles[id] = (start + self.stack.y) / 2
        for id in row.evicted:
            self._evicted(row.iteration, self.middles.get(id, self.stack.y))
        self.middles = middles

    def _total(self, filled: int, held: int) -> None:
        why = self.words.say("chart.holds_all", **_facts(filled, held))
        if filled:
            self.stack.put("kv_total", filled, [], "kv", why)
        if held > filled:
            self.stack.put("reserved_total", held - filled, [], "reserved", why)

    def _request(self, id: str, filled: int, held: int) -> None:
        why = self.words.say("chart.holds", request=id, **_facts(filled, held))
        if filled:
            self.stack.put("kv", filled, [f"{id} {filled}", f"{filled}"], "kv", why)
        if held > filled:
            more = f"+{held - filled}"
            labels = [more] if filled else [f"{id} {more}", more]
            self.stack.put("reserved", held - filled, labels, "reserved", why)

    def _evicted(self, at: int, y: float) -> None:
        """Draw a disc with pause bars on the edge between the two iterations."""
        scene = self.stack.scene
        size = min(DISC, scene.geometry.cell * 0.4)
        x = scene.geometry.x(at - 0.5, 2)
        scene.glyph("disc", x, y, size, at)
        scene.glyph("pause", x, y, size * 0.36, at)


def _facts(filled: int, held: int) -> dict[str, int]:
    return {"held": held, "filled": filled, "reserved": held - filled}
