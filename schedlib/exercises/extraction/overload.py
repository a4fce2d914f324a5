"""Question 4: what continuous batching can do about overload, and what not."""

from itertools import pairwise
from typing import Any, NamedTuple

from ...loop import simulate
from ...measures import Flow, flow
from ...tutorial import Tutorial
from ...workloads import endless_arrivals
from ..probes import Choice, Number, Probe

ARRIVALS, SERVED, FASTER, PLACES = 5, 3, 4, 2
SHORT, LONG = 12, 50  # iterations: of the picture, and of the question


class Seen(NamedTuple):
    """Where the requests are at the end, and what the queue grows by in each iteration.

    Attributes:
        unbounded, bounded: at the end of the short run, without and with a limited queue.
        growth, faster_growth: of the unbounded queue, with the service as it is and with more.
        later: at the end of the long run.
        arrivals, served, faster, places, short, last: the numbers in the questions.
    """

    unbounded: Flow
    bounded: Flow
    growth: list[int]
    faster_growth: list[int]
    later: Flow
    arrivals: int = ARRIVALS
    served: int = SERVED
    faster: int = FASTER
    places: int = PLACES
    short: int = SHORT
    last: int = LONG - 1


def see() -> Seen:
    """Run the same arrivals against several services and queues."""
    unbounded = flows(SERVED, None, SHORT)
    return Seen(
        unbounded=unbounded[-1],
        bounded=flows(SERVED, PLACES, SHORT)[-1],
        growth=_growth(unbounded),
        faster_growth=_growth(flows(FASTER, None, SHORT)),
        later=flows(SERVED, None, LONG)[-1],
    )


def flows(served: int, places: int | None, iterations: int) -> list[Flow]:
    """Return the flow after each iteration; every request is 1+1 and needs a slot for one."""
    policy = Tutorial(max_active=served, max_queue=places, max_iterations=iterations)
    return flow(simulate(endless_arrivals(iterations, ARRIVALS), policy))


def _growth(counts: list[Flow]) -> list[int]:
    waiting = [0, *(count.waiting for count in counts)]
    return [after - before for before, after in pairwise(waiting)]


PROBES: dict[str, Probe[Any]] = {
    "q4_waiting": Number(
        see,
        value=lambda s: s.later.waiting,
        mistakes={
            "one_less": lambda s: s.later.waiting - s.growth[-1],
            "arrived": lambda s: s.later.arrived,
            "completed": lambda s: s.later.completed,
            "growth": lambda s: s.growth[-1],
            "short": lambda s: s.unbounded.waiting,
        },
    ),
    "q4_bounded": Choice(
        see,
        {
            "a": lambda s: s.bounded.completed > s.unbounded.completed,
            "b": lambda s: (
                s.bounded.completed == s.unbounded.completed
                and s.bounded.rejected == s.unbounded.waiting - s.bounded.waiting
            ),
            "c": lambda s: s.bounded.completed < s.unbounded.completed,
            "d": lambda s: s.bounded.arrived < s.unbounded.arrived,
        },
    ),
    "q4_faster": Choice(
        see,
        {
            "a": lambda s: s.faster_growth == s.growth,
            "b": lambda s: max(s.faster_growth) <= 0,
            "c": lambda s: s.faster_growth[0] > 0 >= s.faster_growth[-1],
            "d": lambda s: 0 < s.faster_growth[0] < s.growth[0] and len(set(s.faster_growth)) == 1,
        },
    ),
}
