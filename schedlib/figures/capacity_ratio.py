"""Where a published ratio comes from: two points on two curves, at a target that somebody chose.

On the left, latency against what is served: the target is a line, and the ratio is the distance
of the two points on it (the x axis is logarithmic, so equal distances are equal ratios). On the
right, that ratio for every target, on the same y axis.
"""

from collections.abc import Sequence

from ..capacity.same_target import TARGETS, Line, read_at
from ..words import words
from .ratio_plots import RatioPlots, tell_reading
from .scene import Scene
from .still import Still


def ratio_scene(
    baseline: Line,
    contender: Line,
    target: float,
    published: tuple[float, float] | None = None,
    targets: Sequence[float] = TARGETS,
    language: str = "en",
) -> Scene:
    """Return the figure of two curves at one target.

    Args:
        baseline: what the ratio is divided by.
        contender: what is compared with it.
        target: seconds per output token.
        published: a target and a ratio from elsewhere, to be marked.
        targets: those for which the ratio is shown, in ms.
        language: of the words in it.

    Raises:
        InputError: the target is no number above 0, a curve has no points, or there is no table
            of words for `language`.
    """
    figure = RatioPlots(baseline, contender, target, targets, words(language))
    return figure.scene(published)


def describe_ratio(baseline: Line, contender: Line, target: float, language: str = "en") -> str:
    """Return what the figure says of a target.

    Raises:
        InputError: as `ratio_scene`.
    """
    said = words(language)
    told = tell_reading(read_at(baseline, contender, target), said)
    return said.say("ratio.describe", contender=contender.name, baseline=baseline.name, told=told)


class RatioPicture(Still):
    """The figure as a still picture; see `ratio_scene` for its arguments."""

    def __init__(
        self,
        baseline: Line,
        contender: Line,
        target: float,
        published: tuple[float, float] | None = None,
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        scene = ratio_scene(baseline, contender, target, published, language=language)
        super().__init__(scene, describe_ratio(baseline, contender, target, language), theme)
