"""The columns of a sweep: the metrics of a run as one row, under the names that JSON has.

`metrics.record` gives metrics as a JSON object; here its nested names are joined by "_". So
`ttft_s` with its `p99` is the column `ttft_s_p99`, and in a run without a clock it is
`ttft_iterations_p99`. A sweep has the same columns whatever its points come to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Literal, NamedTuple, get_type_hints

from ..metrics import Metrics
from ..metrics.percentiles import Spread
from ..metrics.record import key_of
from ..metrics.slo import Goodput

Kind = Literal["count", "number", "text", "truth"]

SPREAD, GOODPUT = Spread | None, Goodput | None


class Column(NamedTuple):
    """A column that is the same in all rows.

    Attributes:
        name: at its head.
        kind: what stands in it.
    """

    name: str
    kind: Kind


DRAINED = Column("drained", "truth")
BEYOND = Column("beyond", "text")
ERROR = Column("error", "text")


def columns_of(unit: str, goodput: bool, beyond: bool) -> list[Column]:
    """Return the columns after those of the grid's keys.

    Args:
        unit: of times, "s" or "iterations".
        goodput: whether there is an SLO.
        beyond: whether a table of step times is a clock: a column then tells what was beyond it.
    """
    hints = get_type_hints(Metrics)
    found = []
    for each in fields(Metrics):
        if each.name == "unit" or (each.name == "goodput" and not goodput):
            continue
        found += list(_columns(key_of(each.name, unit), hints[each.name], unit))
    return [*found, DRAINED, *([BEYOND] if beyond else []), ERROR]


def _columns(name: str, hint: Any, unit: str) -> Iterator[Column]:
    if hint in (SPREAD, GOODPUT):
        for part, inner in get_type_hints(Spread if hint == SPREAD else Goodput).items():
            yield from _columns(f"{name}_{key_of(part, unit)}", inner, unit)
    else:
        yield Column(name, "count" if hint in (int, int | None) else "number")


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a run's metrics with nested names joined.

    Where there is nothing to measure its parts are missing.
    """
    joined: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            joined |= {f"{key}_{part}": number for part, number in value.items()}
        else:
            joined[key] = value
    return joined
