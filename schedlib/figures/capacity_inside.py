"""The requests of one run: how long each first token took, and whether the SLO was kept for it.

Of very many requests some are shown, at even distances in the order of arrival.
"""

from ..capacity import verdict
from ..capacity.by_rate import Runs, first_tokens, rates_of
from ..metrics.slo import SLO
from ..summaries.summary import Summary
from ..words import Words, words
from .capacity_stick import WIDE, add_limit, add_stick, scene_over, stick_samples
from .key_strip import add_samples
from .linear_scale import LinearScale
from .plot import add_scale
from .scene import Scene
from .verdict_cells import VERDICTS, sample

SPACING, HEAD, TALL, FOOT = 14, 34, 120, 26  # px: before it, its title, the plot, and below it
MARKS, SIZE, ROOM = 4, 14, 1.25  # numbers on the scale, font size, the least of the scale in limits
MOST = 200  # requests that are shown


def rate_scene(runs: Runs, rate: float, slo: SLO, language: str = "en") -> Scene:
    """Return the hockey stick of some runs by their arrival rate, and one of them in full.

    Raises:
        InputError: there are no runs, or there is no table of words for `language`.
    """
    said = words(language)
    scene, axis = scene_over(rates_of(runs))
    kinds = [
        (sample(VERDICTS[name]), said.say(f"goodput.{name}"))
        for name in ("in_time", "late", "slow")
    ]
    add_samples(scene, stick_samples(said) + kinds)
    add_stick(scene, first_tokens(runs), axis, slo, said)
    add_inside(scene, runs[rate], WIDE, slo, said.say("inside.title", rate=f"{rate:g}"), said)
    return scene


def add_inside(scene: Scene, run: Summary, wide: float, slo: SLO, title: str, said: Words) -> None:
    """Add a bar for each request of a run, or for one in so many, below what is there.

    `wide` is the px of them all together.
    """
    scene.height += SPACING
    scene.text(title, 10 - scene.left, scene.height + 12, size=17, bold=True, align="left")
    every = -(-len(run.timings) // MOST)
    timings = sorted(run.timings, key=lambda timing: timing.arrival)[::every]
    longest = max((each.ttft or 0 for each in timings), default=0)
    most = max(longest, ROOM * (slo.ttft or 0))
    scale = LinearScale(most, scene.height + HEAD + TALL, TALL)
    add_scale(scene, (0, wide), scale.marks(MARKS), scale.bottom)
    each = wide / len(timings)
    for place, timing in enumerate(timings):
        if timing.ttft is not None:
            kind = VERDICTS[verdict(timing, slo)]
            rows = scale.place(timing.ttft), scale.bottom
            scene.cell(kind, (place * each, (place + 1) * each), rows)
    add_limit(scene, wide, slo, scale, said)
    key = "inside.axis" if every == 1 else "inside.axis.some"
    text = said.say(key, requests=len(run.timings), every=every)
    scene.text(text, 0, scale.bottom + FOOT / 2, size=SIZE, tone="second", align="left")
    scene.height = scale.bottom + FOOT
