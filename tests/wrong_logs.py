"""Logs in which exactly one thing is wrong, and where it is: nothing here is left to chance."""

import csv
import json
from collections.abc import Callable
from typing import NamedTuple

from log_samples import (
    AZURE_2023,
    AZURE_2024,
    BURSTGPT_6,
    BURSTGPT_8,
    MOONCAKE,
    OURS_CSV,
    OURS_JSON,
    SHAREGPT,
    VLLM,
)

HUGE, ENDLESS = "1" + 40 * "0", 5000 * "9"

# What no field of numbers may hold, as it is written in a cell and in JSON.
NEITHER = [
    *("NaN", "-1", "-0.5", "-Infinity", "Infinity", "1e400", HUGE, ENDLESS, "null", "true", "[]")
]
NO_NUMBER = {
    "csv": [
        *(*NEITHER, "", "x", "-inf", "1_000", "１２", "0x10", '"12,5"'),
        *("1.5.2", "--1", "1 2", "12é"),
    ],
    "json": [*NEITHER, '""', '"x"', '"12"', '"1_000"', '"１２"', "[12]", "{}", '{"a": 1}'],
}
NO_TOKENS = ["0", "0.0", "2.5", "1e-5", "1000000001", "1e10"]
NO_DATE = [
    *("0", "1700000000", "2023-13-16 18:15:46", "2023-11-31 18:15:46", "2023-11-16 25:00:00"),
    *("2023-11-16", "2023-11-16 18:15", "16/11/2023 18:15:46", "0000-01-01 00:00:00"),
    *("2023-11-16 18:15:46.", "2023-11-16 18:15:46+99:00", "2023-11-16 18:15:46 PM"),
]
NO_NAME = ['""', '" "', "null", "true", "2.5", "[]", "{}", "NaN"]
NO_PRIORITY = {"csv": ["urgent", "2.5"], "json": ['"urgent"', "2.5", "true", "[]", "null"]}

WRONG: dict[str, Callable[[str], list[str]]] = {
    "tokens": lambda syntax: NO_NUMBER[syntax] + NO_TOKENS,
    "time": lambda syntax: NO_NUMBER[syntax],
    "date": lambda syntax: NO_NUMBER[syntax] + NO_DATE,
    "name": lambda syntax: NO_NAME if syntax == "json" else [""],
    "priority": lambda syntax: NO_PRIORITY[syntax],
}
AZURE = {"TIMESTAMP": "date", "ContextTokens": "tokens", "GeneratedTokens": "tokens"}
BURSTGPT = {"Timestamp": "time", "Request tokens": "tokens", "Response tokens": "tokens"}
OURS = {"id": "name", "arrival": "time", "prompt": "tokens", "output": "tokens"}
OURS["priority"] = "priority"


class Table(NamedTuple):
    """A sample, its syntax, and what its fields hold; the fields not named are not read."""

    text: str
    shape: str  # "csv", "lines" of JSON, or a "list"
    fields: dict[str, str]

    @property
    def syntax(self):
        return "csv" if self.shape == "csv" else "json"

    @property
    def first_line(self):
        return 1 if self.shape == "lines" else 2

    def rows(self):
        """The requests: what stands in each field, as it is written."""
        if self.shape == "csv":
            header, *rows = csv.reader(self.text.splitlines())
            quoted = ([f'"{cell}"' if "," in cell else cell for cell in row] for row in rows)
            return [dict(zip(header, row, strict=True)) for row in quoted]
        lines = self.text.splitlines() if self.shape == "lines" else []
        objects = [json.loads(line) for line in lines] or json.loads(self.text)
        return [{name: json.dumps(value) for name, value in each.items()} for each in objects]

    def line(self, row):
        """A request as a line."""
        if self.shape == "csv":
            return ",".join(row.values())
        return "{" + ", ".join(f'"{name}": {value}' for name, value in row.items()) + "}"

    def log(self, lines):
        """A log of such lines, in bytes."""
        lines = [line if isinstance(line, bytes) else line.encode() for line in lines]
        if self.shape == "csv":
            lines.insert(0, ",".join(self.rows()[0]).encode())
        if self.shape == "list":
            return b"[\n" + b",\n".join(lines) + b"\n]"
        return b"\n".join(lines) + b"\n"


TABLES = {
    "azure 2023": Table(AZURE_2023, "csv", AZURE),
    "azure 2024": Table(AZURE_2024, "csv", AZURE),
    "burstgpt, 6 columns": Table(BURSTGPT_6, "csv", BURSTGPT),
    "burstgpt, 8 columns": Table(BURSTGPT_8, "csv", BURSTGPT),
    "mooncake": Table(
        MOONCAKE,
        "lines",
        {"timestamp": "time", "input_length": "tokens", "output_length": "tokens"},
    ),
    "vllm": Table(
        VLLM,
        "lines",
        {"request_id": "name", "input_toks": "tokens", "output_toks": "tokens"}
        | {"arrival_time": "time", "queued_ts": "time", "scheduled_ts": "time"}
        | {"first_token_ts": "time", "last_token_ts": "time"},
    ),
    "sharegpt": Table(
        SHAREGPT, "list", {"id": "name", "prompt_len": "tokens", "output_len": "tokens"}
    ),
    "workbook, json": Table(OURS_JSON, "list", OURS),
    "workbook, csv": Table(OURS_CSV, "csv", OURS),
}


def wrong_values(table):
    """Yield (log, which request is wrong, which field), with one wrong value in each log."""
    rows = table.rows()
    for at, row in enumerate(rows):
        for field in row.keys() & table.fields.keys():
            for value in WRONG[table.fields[field]](table.syntax):
                changed = [*rows[:at], row | {field: value}, *rows[at + 1 :]]
                yield table.log(map(table.line, changed)), at, field


def wrong_lines(table):
    """Yield (log, which request is wrong), with one line in each log that is no request."""
    lines = [table.line(row) for row in table.rows()]
    for at, row in enumerate(table.rows()):
        for line in _broken(table, row):
            yield table.log([*lines[:at], line, *lines[at + 1 :]]), at


def _broken(table, row):
    cells, line = list(row.values()), table.line(row)
    if table.shape == "csv":
        for at in range(len(cells)):
            yield ",".join(cells[:at] + cells[at + 1 :])  # a cell is missing
            yield ",".join([*cells[:at], "7", *cells[at:]])  # or there is one too many
        yield from (line.replace(",", between) for between in (";", "\t", "|"))
        yield '"' + line  # and the quotation has no end
    else:
        for name in row.keys() & table.fields.keys():
            yield line.replace("{", f'{{"{name}": 7, ', 1)  # named twice
        yield from ("7", "null", '"a"', "[1, 2]", "{}")
    if table.shape != "list":  # there, nothing tells where the next request begins
        yield from (line[: len(line) // 2], line + "\0", "-", "# a note", "}", "]")
        yield from (line.encode() + b"\xe9", line.encode("utf-16-le"), line.encode("utf-16"))


def not_read(table):
    """Yield logs with anything at all in one field that is not read."""
    rows = table.rows()
    for at, row in enumerate(rows):
        for field in row.keys() - table.fields.keys():
            for value in NO_NUMBER[table.syntax]:
                changed = [*rows[:at], row | {field: value}, *rows[at + 1 :]]
                yield table.log(map(table.line, changed))
