"""Question 1: what iteration-level scheduling does that request-level batching does not."""

from typing import Any, NamedTuple

from ...slots import Stay, count, refilled, tied
from ..probes import Choice, Number, Ordering, Probe

LENGTHS = (2, 7, 3, 4, 1, 5)  # output tokens of R1 to R6
SLOTS = 2
EQUAL = 4  # output tokens of each, where all are alike


class Seen(NamedTuple):
    """What both ways of batching do with six requests on two slots, in rounds.

    Attributes:
        first_end: the last token of R1.
        batch_end: the end of the tied batch that R1 is in.
        tied_start, refilled_start: the first token of R3.
        tied_ends, refilled_ends: the last token of each request, by name.
        outputs: how many tokens each writes, by name.
        mixed: rounds by which refilling is done sooner.
        alike: the same, for lengths that are all equal.
        slots, requests, equal: the numbers in the questions.
    """

    first_end: int
    batch_end: int
    tied_start: int
    refilled_start: int
    tied_ends: dict[str, int]
    refilled_ends: dict[str, int]
    outputs: dict[str, int]
    mixed: int
    alike: int
    slots: int = SLOTS
    requests: int = len(LENGTHS)
    equal: int = EQUAL


def see() -> Seen:
    """Serve the six requests in both ways."""
    batch, fluid = tied(LENGTHS, SLOTS), refilled(LENGTHS, SLOTS)
    return Seen(
        first_end=batch[0].last,
        batch_end=batch[0].until,
        tied_start=batch[2].first,
        refilled_start=fluid[2].first,
        tied_ends=_ends(batch),
        refilled_ends=_ends(fluid),
        outputs={_name(stay): stay.tokens for stay in fluid},
        mixed=_sooner(LENGTHS),
        alike=_sooner((EQUAL,) * len(LENGTHS)),
    )


def _name(stay: Stay) -> str:
    return f"R{stay.request}"


def _ends(stays: list[Stay]) -> dict[str, int]:
    return {_name(stay): stay.last for stay in stays}


def _sooner(lengths: tuple[int, ...]) -> int:
    """Return by how many rounds refilling is done sooner."""
    batch, fluid = tied(lengths, SLOTS), refilled(lengths, SLOTS)
    return count(batch, SLOTS).rounds - count(fluid, SLOTS).rounds


PROBES: dict[str, Probe[Any]] = {
    "q1_next": Choice(
        see,
        {
            "a": lambda s: s.tied_start == s.refilled_start == s.batch_end + 1,
            "b": lambda s: s.tied_start == s.refilled_start == s.first_end + 1,
            "c": lambda s: s.tied_start == s.first_end + 1 and s.refilled_start == s.batch_end + 1,
            "d": lambda s: s.tied_start == s.batch_end + 1 and s.refilled_start == s.first_end + 1,
        },
    ),
    "q1_order": Ordering(
        see,
        measure=lambda s: s.refilled_ends,
        mistakes={"tied": lambda s: s.tied_ends, "shortest": lambda s: s.outputs},
    ),
    "q1_alike": Number(see, value=lambda s: s.alike, mistakes={"mixed": lambda s: s.mixed}),
}
