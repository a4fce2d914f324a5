"""Metrics as a table for people: a line for each, with its spread where it has one."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..metrics.percentiles import Spread
from ..words import words
from .report import padded, width

UNITS = ("_s", "_iterations", "_per_s", "_per_iteration")


def as_metric_table(record: Mapping[str, Any]) -> str:
    """Return the record of a run's metrics as a table."""
    said = words()
    head = [said.say("replay.metric"), *Spread._fields]
    spreads = [
        [_name(key), *map(number, value.values())]
        for key, value in record.items()
        if isinstance(value, dict) and tuple(value) == Spread._fields
    ]
    plain = [[_name(key), number(value)] for key, value in _plain(record)]
    return f"{columns([head, *spreads])}\n{columns(plain)}"


def _plain(record: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict) and tuple(value) != Spread._fields:
            yield from ((f"{key}.{name}", number) for name, number in value.items())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield key, value


def _name(key: str) -> str:
    """Return what a metric is called, with its unit."""
    said, name, unit = words(), key, ""
    for suffix in UNITS:
        if key.endswith(suffix):
            name, unit = key.removesuffix(suffix), suffix.removeprefix("_").replace("per_", "/")
    per = f"{name}_per_unit" if unit.startswith("/") else name
    return f"{said.say(f'metric.{per}')} {unit and f'[{unit}]'}".rstrip()


def number(value: float | None) -> str:
    """Return a number as people read it: whole ones whole, others with four digits that count."""
    if value is None:
        return words().say("table.nothing")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:#.4g}".rstrip(".")


def columns(rows: list[list[str]]) -> str:
    """Return rows as a table: the first column to the left, the others to the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [
            " " * (wide - width(cell)) + cell for cell, wide in zip(others, widths[1:], strict=True)
        ]
        lines.append("  ".join([padded(first, widths[0]), *cells]).rstrip())
    return "".join(f"{line}\n" for line in lines)
