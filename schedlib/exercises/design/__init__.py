"""Design a policy: write steps of one's own, try them on the arena, look at the scoreboard."""

from collections.abc import Mapping
from typing import Any

from ...loop import Policy
from .arena import arena, workload
from .judging import judge
from .listings import arena_table, deadline_table
from .scoreboard import scoreboard, table

__all__ = [
    "arena",
    "arena_table",
    "check",
    "deadline_table",
    "judge",
    "scoreboard",
    "table",
    "workload",
]


def check(
    policy: object,
    unlike: Mapping[str, Policy[Any]] | None = None,
    fewer_late_on: str | None = None,
    language: str = "en",
) -> None:
    """Show whether a policy keeps the rules, comes to an end and is one's own; see `judge`.

    Raises:
        InputError: as `judge`.
        NotYet: it does not, or leaves too many late.
    """
    judge(policy, unlike, fewer_late_on, language).require()
