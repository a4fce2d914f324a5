"""The result of a sweep as text: a table of what is mostly asked for, or everything."""

from collections.abc import Callable

from ..errors import one_line
from ..sweeps import Table
from ..sweeps.columns import BEYOND
from ..sweeps.csv_rows import CsvRows
from ..words import words
from .metric_table import columns, number
from .report import as_json, cell

SPREADS = [
    *(("ttft", "median"), ("ttft", "p99")),
    *(("tpot", "median"), ("tpot", "p99")),
    ("latency", "p99"),
]


def as_table(table: Table) -> str:
    """Return a line for each point: its values, and some of its metrics."""
    said, names = words(), table.names
    nothing = said.say("table.nothing")
    shown = {
        f"{metric}_s_{part}": said.say(
            "sweep.head",
            metric=said.say(f"metric.{metric}"),
            part=said.say(f"metric.spread.{part}"),
        )
        for metric, part in SPREADS
    }
    shown["output_tokens_per_s"] = said.say("sweep.output")
    shown["goodput_share"] = said.say("metric.goodput.share")
    shown["preemptions"] = said.say("metric.preemptions")
    metrics = [name for name in shown if name in names]
    notes = [BEYOND.name] if BEYOND.name in names else []
    head = [*table.keys, *(shown[name] for name in metrics), *notes]
    lines = [
        [
            *(one_line(said.value(row[key])) for key in table.keys),
            *(number(row[name]) for name in metrics),
            *(cell(row[name], nothing) for name in notes),
        ]
        for row in table.rows
    ]
    return columns([head, *lines])


def as_csv(table: Table) -> str:
    """Return all columns as CSV."""
    return CsvRows(table.keys, table.columns).written(table.rows).decode()


def as_records(table: Table) -> str:
    """Return all columns as JSON, an object for each point."""
    return as_json(list(table.rows))


FORMATS: dict[str, Callable[[Table], str]] = {
    "table": as_table,
    "csv": as_csv,
    "json": as_records,
}
