"""The workloads that every policy has to prove itself on, each for a reason of its own.

All are run with the tutorial scheduler's own settings: policies differ in what they decide, not
in what they have. Why each is there is said in the table of words.
"""

from collections.abc import Callable
from random import Random

from ... import workloads
from ...errors import InputError, shown
from ...request import Request
from ...tutorial import Tutorial

Workload = tuple[Request, ...]

KNOBS = Tutorial()


def short_behind_long() -> list[Request]:
    """Return two long requests that take both slots, and eight short ones that come after."""
    long = [Request("L1", arrival=0, prompt=12, output=8), Request("L2", 0, 9, 10)]
    return long + [Request(f"S{n}", arrival=2 * n - 1, prompt=2, output=2) for n in range(1, 9)]


def long_among_short() -> list[Request]:
    """Return a long request, a middling one, and short ones in two of every three iterations."""
    arrivals = [iteration for iteration in range(1, 15) if iteration % 3][:9]
    short = [
        Request(f"S{number}", arrival=arrival, prompt=3, output=3)
        for number, arrival in enumerate(arrivals, start=1)
    ]
    return [Request("L", arrival=0, prompt=6, output=6), Request("M", 0, 3, 5), *short]


def mixed_day() -> list[Request]:
    """Return 24 requests of all sizes, a quarter of them urgent, drawn from a seed."""
    rng = Random("a mixed day")
    return [
        Request(
            f"R{number}",
            arrival=arrival,
            prompt=rng.choice((1, 2, 3, 4, 6, 9, 12)),
            output=rng.choice((1, 2, 2, 3, 4, 6, 8)),
            priority="high" if rng.random() < 0.25 else "normal",
        )
        for number, arrival in enumerate(sorted(rng.choices(range(45), k=24)), start=1)
    ]


MAKERS: dict[str, Callable[[], list[Request]]] = {
    "six_requests": workloads.six_requests,
    "overload": workloads.overload,
    "urgent_stream": workloads.urgent_stream,
    "short_behind_long": short_behind_long,
    "long_among_short": long_among_short,
    "mixed_day": mixed_day,
}


def arena() -> dict[str, Workload]:
    """Return the workloads by name, in the order in which they are tried."""
    return {name: tuple(make()) for name, make in MAKERS.items()}


def workload(name: str) -> Workload:
    """Return one workload of the arena.

    Raises:
        InputError: there is none of that name.
    """
    if not isinstance(name, str) or name not in MAKERS:
        known = ", ".join(MAKERS)
        raise InputError(f"a workload of the arena is one of {known}, not {shown(name)}")
    return tuple(MAKERS[name]())
