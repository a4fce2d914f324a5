"""The schedulers by the names under which they are asked for, and the knobs of each."""

from dataclasses import MISSING, fields
from typing import Any, Literal, NamedTuple, get_type_hints

from ..tutorial import Tutorial
from .engine import Engine
from .orca import Orca
from .request_dynamic import RequestDynamic
from .sarathi import Sarathi
from .static import Static
from .tensorrt_llm import TensorRtLlm
from .vllm_v0 import VllmV0
from .vllm_v1 import VllmV1

Scheduler = type[Tutorial] | type[Engine[Any]]
KnobKind = Literal["whole", "amount", "optional", "switch", "share", "choice", "sizes"]

SCHEDULERS: dict[str, Scheduler] = {
    scheduler.name: scheduler
    for scheduler in (Tutorial, Static, RequestDynamic, Orca, VllmV0, Sarathi, VllmV1, TensorRtLlm)
}

KINDS: dict[Any, KnobKind] = {
    int: "whole",
    int | float: "amount",
    int | None: "optional",
    bool: "switch",
    float: "share",
    tuple[int, ...]: "sizes",
}

REQUIRED = object()  # in place of a default


class Knob(NamedTuple):
    """One knob of a scheduler.

    Attributes:
        name: the scheduler's own.
        kind: "whole" number, "amount" (a number from 0 up), "optional" whole number (None is no
            limit), "switch", "share" (from 0 up to 1), "choice" of words, or "sizes" (several
            whole numbers).
        default: its value where none is given; `REQUIRED` where one has to be.
        choices: the words of a choice.
    """

    name: str
    kind: KnobKind
    default: Any
    choices: tuple[str, ...] = ()


def knobs(of: Scheduler) -> list[Knob]:
    """Return the knobs of a scheduler, in its own order; what only cuts a run comes last."""
    types = get_type_hints(of)
    found = []
    for each in fields(of):
        choices = each.metadata.get("choices", ())
        kind = "choice" if choices else KINDS[types[each.name]]
        default = REQUIRED if each.default is MISSING else each.default
        found.append(Knob(each.name, kind, default, choices))
    return sorted(found, key=lambda knob: knob.name == "max_iterations")
