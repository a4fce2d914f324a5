"""Both prices of a chunk size in time: the wait of the long prompt, and the worst of the streams.

The sizes stand on a logarithmic axis. Where limits are given, what breaks one is hollow, and the
sizes that keep them are framed through both plots: the frame is what one is looking for.
"""

from ..chunk_times import ChunkTimes
from ..metrics.slo import SLO
from ..words import Words, words
from .board_figure import BoardGeometry
from .chunk_plots import BROKEN, KINDS, add_trade_off, breaks, is_round, tell, tell_range
from .geometry import PLOT_WIDTH
from .key_strip import SAMPLE, Draw, X, add_samples
from .scene import Scene
from .still import Still

LEFT, RIGHT = 130, 100  # px: the names of the plots, and the limits beside them


def trade_off_figure(
    costs: ChunkTimes, slo: SLO | None = None, theme: str = "light", language: str = "en"
) -> Still:
    """Return what each size costs the long prompt (TTFT) and the streams (the longest gap).

    Args:
        costs: of each size, from `chunk_times`.
        slo: limits on the TTFT and on the ITL.
        theme: "light" or "dark".
        language: of the words in it.

    Raises:
        InputError: there is no size, or no table of words for `language`.
    """
    said = words(language)
    scene = Scene(BoardGeometry(PLOT_WIDTH, rows=1), left=LEFT, right=RIGHT)
    kinds = KINDS | ({"broken": BROKEN} if breaks(costs, slo) else {})
    samples = [(_sample(kind), said.say(f"trade_off.key.{name}")) for name, kind in kinds.items()]
    add_samples(scene, samples)
    add_trade_off(scene, costs, slo, said)
    return Still(scene, describe_trade_off(costs, slo, language), theme)


def describe_trade_off(costs: ChunkTimes, slo: SLO | None = None, language: str = "en") -> str:
    """Return what sizes cost, those alone that are powers of two, and which keep the limits.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    told = [
        said.say(
            "trade_off.describe.one",
            size=each.size,
            request=costs.long,
            ttft=tell(each.ttft, said),
            longest=tell(each.longest, said),
        )
        for each in costs.times
        if is_round(each.size)
    ]
    told = [said.say("trade_off.describe", knob=costs.knob, sizes="; ".join(told))]
    return " ".join([*told, _tell_kept(costs, slo, said)] if slo else told)


def _tell_kept(costs: ChunkTimes, slo: SLO, said: Words) -> str:
    """Return in a sentence which sizes keep the limits."""
    kept = [tell_range(first, last, said) for first, last in costs.kept(slo)]
    return said.say("trade_off.kept.sizes", sizes=kept) if kept else said.say("trade_off.none")


def _sample(kind: str) -> Draw:
    def draw(scene: Scene, x: X, y: float) -> None:
        scene.cell(kind, (x(0), x(SAMPLE)), (y - 8, y + 8))

    return draw
