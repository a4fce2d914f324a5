"""A search for the point at which differences are least, where they are noisy and dear.

Around the best point so far a few more are tried, spread evenly; planes through all that lie in
that box say where in it the differences should be least; there the next box is. It gets smaller,
except where that point is far out: then there is further to go. The result is the best of the
points that planes led to: among all that were tried, one is good by accident. Only where one is
so much better that it can be none, the planes have led astray.
Nothing is drawn by chance, so the same run has the same result everywhere.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .planes import Box, Point, planes_through

FIRST_RADIUS = 0.3  # of a box
LAST_RADIUS = 0.03
SMALLER = 0.6  # how much of the radius is left
FAR_OUT = 0.6  # of the radius
TRIED = 10  # points in each box
NO_ACCIDENT = 0.7  # of the misfit that planes led to
PATIENCE = 150  # points after which there is no further to go, from the best one
MOST = 240  # points in all, about
BASES = (2, 3, 5)  # of the Halton sequence, one for each coordinate


class Trial(NamedTuple):
    """A point, and the differences there."""

    point: Point
    differences: list[float]

    @property
    def misfit(self) -> float:
        """The sum of the amounts of the differences."""
        return sum(map(abs, self.differences))


def search(
    differences: Callable[[Point], list[float]], starts: Iterable[Point], whole: Box
) -> Point:
    """Return the point of a box at which the amounts of the differences have the least sum.

    Args:
        differences: what is to be small, at a point of three coordinates; in each of them, a step
            of 0.3 is large and one of 0.03 is small.
        starts: points that are tried first; the best is where the search begins.
        whole: the box.
    """
    trials = [Trial(point, differences(point)) for point in starts]
    led_to = []
    centre = min(trials, key=_misfit).point
    radius = FIRST_RADIUS
    while radius >= LAST_RADIUS and len(trials) < MOST:
        box = whole.around(centre, radius)
        for _ in range(TRIED):
            point = box.at([halton(len(trials), base) for base in BASES])
            trials.append(Trial(point, differences(point)))
        point = _least(box, centre, trials)
        led_to.append(Trial(point, differences(point)))
        trials.append(led_to[-1])
        if len(trials) > PATIENCE or not _far_out(point, centre, radius, whole):
            radius *= SMALLER
        centre = point if len(trials) <= PATIENCE else min(trials, key=_misfit).point
    best, luckiest = min(led_to, key=_misfit), min(trials, key=_misfit)
    return luckiest.point if luckiest.misfit < NO_ACCIDENT * best.misfit else best.point


def _misfit(trial: Trial) -> float:
    return trial.misfit


def _least(box: Box, centre: Point, trials: Iterable[Trial]) -> Point:
    """Return where in a box the misfit should be least, by all trials in it."""
    near = [trial for trial in trials if box.holds(trial.point)]
    planes = planes_through(
        [trial.point for trial in near], [trial.differences for trial in near], centre
    )
    return planes.lowest(box)


def _far_out(point: Point, centre: Point, radius: float, whole: Box) -> bool:
    """Return whether a point is far from the centre, in a direction that goes on there."""
    coordinates = zip(point, centre, whole.low, whole.high, strict=True)
    return any(
        abs(at - middle) > FAR_OUT * radius and low < at < high
        for at, middle, low, high in coordinates
    )


def halton(number: int, base: int) -> float:
    """Return a number of the Halton sequence: its digits in a base, mirrored at the point."""
    share, digit = 0.0, 1.0
    while number:
        digit /= base
        number, rest = divmod(number, base)
        share += rest * digit
    return share
