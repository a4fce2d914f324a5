"""From the rows of a log, each on its own clocks, to entries in seconds from the first arrival."""

from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from .clocks import engine_zero, strays
from .log import Entry, Skipped
from .log_format import LogFormat
from .values import Row


class Placed(NamedTuple):
    """A row, the line it begins on, and its name in the log."""

    line: int
    id: str
    row: Row


def entries_of(
    placed: Sequence[Placed], format: LogFormat
) -> tuple[tuple[Entry, ...], list[Skipped], float]:
    """Return the entries, the lines whose clocks do not fit the others', and the clock's shift.

    Args:
        placed: the rows; either all of them are measured, or none is.
        format: their format.
    """
    stamps = [(row.time, row.measured[0]) for _, _, row in placed if row.measured]
    off = strays(stamps)
    kept = [each for index, each in enumerate(placed) if index not in off]
    if not kept:
        return (), [], 0.0
    earliest = min(each.row.time for each in kept)
    seconds = [(each.row.time - earliest) / format.per_second for each in kept]
    queued = [row.measured[0] for _, _, row in kept if row.measured]
    zero = engine_zero(seconds, queued, earliest) if queued else earliest
    entries = tuple(map(_entry, kept, seconds, repeat(zero)))
    skipped = [Skipped(placed[index].line, _stray(delay)) for index, delay in off.items()]
    return entries, skipped, float(earliest - zero)


def _entry(placed: Placed, seconds: float, zero: float) -> Entry:
    _, id, row = placed
    if row.measured is None:
        return Entry(id, seconds, row.prompt, row.output, priority=row.priority)
    queued, scheduled, first, last = (at - zero for at in row.measured)
    return Entry(id, seconds, row.prompt, row.output, queued, scheduled, first, last)


def _stray(delay: float) -> str:
    side = "more" if delay > 0 else "less"
    return (
        f"from arrival to queue it takes {abs(delay):,.0f} s {side} than usual in this log: "
        "one of its clocks is wrong"
    )
