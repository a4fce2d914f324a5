"""Workloads in seconds, put together from when requests arrive and how long they are.

>>> from schedlib.generators.arrivals import poisson
>>> from schedlib.generators.lengths import lognormal
>>> outputs = lognormal(100, mean=250, spread=0.9, longest=2048, seed=1)
>>> requests = requests_of(poisson(100, rate=4, seed=1), prompts=512, outputs=outputs)
>>> requests[0].id, requests[0].arrival, requests[0].prompt
('R1', 0, 512)
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ..errors import InputError, shown
from ..request import Request

T = TypeVar("T")

Lengths = int | Iterable[int]  # in tokens: one for all requests, or one for each


def requests_of(
    arrivals: Iterable[float],
    prompts: Lengths,
    outputs: Lengths,
    *,
    name: str = "R",
    priority: str | int = "normal",
) -> list[Request]:
    """Return a request for each arrival.

    Args:
        arrivals: when they arrive, in seconds.
        prompts: prompt tokens, of all requests or of each.
        outputs: output tokens, of all requests or of each.
        name: what their ids begin with; the number in the list follows, from 1 on. Two workloads
            with other names can run together.
        priority: of all of them, as in a `Request`.

    Raises:
        InputError: there are no arrivals, or not as many lengths; or one is not allowed.
    """
    times = _listed("arrivals", arrivals)
    if not times:
        raise InputError("arrivals must hold at least one time, and there is none")
    lengths = _for_each("prompts", prompts, times), _for_each("outputs", outputs, times)
    return [
        Request(f"{name}{number}", arrival, prompt, output, priority)
        for number, (arrival, prompt, output) in enumerate(zip(times, *lengths, strict=True), 1)
    ]


def _for_each(field: str, lengths: Lengths, times: Sequence[float]) -> Sequence[int]:
    if not isinstance(lengths, Iterable):
        return [lengths] * len(times)
    listed = _listed(field, lengths)
    if len(listed) != len(times):
        raise InputError(
            f"{field} must hold one length for each of the {len(times):,} arrivals, "
            f"and holds {len(listed):,}"
        )
    return listed


def _listed(field: str, values: Iterable[T]) -> Sequence[T]:
    try:
        return list(values)
    except TypeError:
        raise InputError(f"{field} must be a list of numbers, not {shown(values)}") from None
