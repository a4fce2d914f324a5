"""Question 6: what is inside vLLM's 23x, and why it may not be credited to PagedAttention."""

from typing import Any, NamedTuple

from ...judging.claims import CONTINUOUS_BATCHING, VLLM, Claim
from ..probes import Choice, Probe


class Seen(NamedTuple):
    """Two records of one test, and what one system holds that the other does not.

    Attributes:
        vllm, others: the records.
        parts: what was measured together in vLLM's figure.
        more: the parts of it that are not in that of the others.
        figure, other_figure: the multipliers as published.
        baseline, load, hardware: of vLLM's figure.
    """

    vllm: Claim
    others: Claim
    parts: list[str]
    more: list[str]
    figure: str
    other_figure: str
    baseline: str
    load: str
    hardware: str


def see() -> Seen:
    """Take the two records of Anyscale's test."""
    parts = list(VLLM.measured_together)
    return Seen(
        vllm=VLLM,
        others=CONTINUOUS_BATCHING,
        parts=parts,
        more=[part for part in parts if part not in CONTINUOUS_BATCHING.measured_together],
        figure=VLLM.figure,
        other_figure=CONTINUOUS_BATCHING.figure,
        baseline=VLLM.baseline,
        load=VLLM.load,
        hardware=VLLM.hardware,
    )


def _same_test(seen: Seen) -> bool:
    return (seen.vllm.load, seen.vllm.baseline) == (seen.others.load, seen.others.baseline)


def _paged(part: str) -> bool:
    return "PagedAttention" in part


PROBES: dict[str, Probe[Any]] = {
    "q6_inside": Choice(
        see,
        {
            "a": lambda s: all(map(_paged, s.parts)),
            "b": lambda s: any(map(_paged, s.parts)) and len(s.parts) == 2,
            "c": lambda s: any(map(_paged, s.parts)) and len(s.parts) > 2 and s.vllm.isolated,
            "d": lambda s: any(map(_paged, s.parts)) and len(s.parts) > 2 and not s.vllm.isolated,
        },
    ),
    "q6_lead": Choice(
        see,
        {
            "a": lambda s: _same_test(s) and len(s.more) > 1 and not s.vllm.isolated,
            "b": lambda s: all(map(_paged, s.more)),
            "c": lambda s: not _same_test(s),
            "d": lambda s: s.vllm.isolated,
        },
    ),
    "q6_says": Choice(
        see,
        {
            "a": lambda s: not s.vllm.metric.startswith("throughput"),
            "b": lambda s: "burst" not in s.vllm.load,
            "c": lambda s: (
                s.vllm.metric.startswith("throughput")
                and "burst" in s.vllm.load
                and "static batching" in s.vllm.baseline
            ),
            "d": lambda s: "vLLM" in s.vllm.baseline,
        },
    ),
}
