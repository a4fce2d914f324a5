"""Move the target: two points on two curves, and the ratio that they make."""

from collections.abc import Mapping

from ..capacity.same_target import TARGETS, Line, read_at
from ..errors import InputError, shown
from ..figures.capacity_ratio import describe_ratio, ratio_scene
from ..figures.scene import Scene
from .pages import Page
from .stops_stage import StopsStage, page

Pair = tuple[Line, Line]


class TargetStage(StopsStage):
    """Two curves, and a cursor over targets for latency.

    Args:
        pairs: by name, a baseline and a contender.
        target: where the cursor starts, one of `TARGETS`, in ms.
        published: a target (in seconds) and a ratio from elsewhere, to be marked.
        language: of every word in it.

    Raises:
        InputError: there are no pairs, a curve has no points, `target` is not one of those there
            are, or there is no table of words for `language`.
    """

    section = "target_stage"

    def __init__(
        self,
        pairs: Mapping[str, Pair],
        target: float = 190,
        published: tuple[float, float] | None = None,
        language: str = "en",
    ) -> None:
        """Lay out the choice and the picture."""
        if target not in TARGETS:
            raise InputError(f"target must be one of {TARGETS}, in ms, not {shown(target)}")
        self.pairs, self.published = dict(pairs), published
        super().__init__(list(self.pairs), TARGETS.index(target), language, self.picture)

    def picture(self, stop: int) -> tuple[Scene, str, list[Page]]:
        """Return the figure at one of the targets, what it shows, and all pages."""
        baseline, contender = self.pairs[self.chosen]
        target = TARGETS[stop] / 1000
        scene = ratio_scene(baseline, contender, target, self.published, language=self.language)
        pages = [self._page(baseline, contender, ms) for ms in TARGETS]
        return scene, describe_ratio(baseline, contender, target, self.language), pages

    def _page(self, baseline: Line, contender: Line, ms: float) -> Page:
        say, reading = self._said.say, read_at(baseline, contender, ms / 1000)
        served = (reading.contender, reading.baseline)
        parts = [
            (
                line.name,
                [
                    say("target_stage.none")
                    if value is None
                    else say("target_stage.served", served=f"{value:.2f}")
                ],
            )
            for line, value in zip((contender, baseline), served, strict=True)
        ]
        parts.append((say("target_stage.ratio"), [self._ratio(*served)]))
        return page(say("target_stage.title", ms=f"{ms:g}"), parts)

    def _ratio(self, contender: float | None, baseline: float | None) -> str:
        if contender is None or baseline is None:
            return self._said.say("target_stage.ratio.none")
        ratio = f"{contender / baseline:.1f}"
        return self._said.say(
            "target_stage.ratio.told",
            contender=f"{contender:.2f}",
            baseline=f"{baseline:.2f}",
            ratio=ratio,
        )

    def __repr__(self) -> str:
        """Say what can be moved: notebooks store this line beside the widget."""
        low, high = f"{TARGETS[0]:g}", f"{TARGETS[-1]:g}"
        return self._said.say("target_stage.repr", low=low, high=high, names=self.names)
