"""A run as text: JSON for programs, a table and a narration for people."""

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from ..errors import one_line
from ..narration import narrate_by_step, tell_ending
from ..rows import request_rows
from ..shown_rows import shown_iterations
from ..trace import Trace
from ..words import words


def as_json(content: object) -> str:
    """Return `content` as JSON, in ASCII."""
    return json.dumps(content, indent=2) + "\n"


def as_table(trace: Trace) -> str:
    """Return a line for each iteration, one for each request, and how the run ended.

    Where a KV pool limits the run, its free blocks are the last column of an iteration.
    """
    iterations = shown_iterations(trace)
    requests = request_rows(trace.workload, trace.requests, trace.since)
    parts = (
        aligned(iterations, list(iterations[0])),
        aligned(requests, ["id", "first_output", "completed", "preemptions", "result"]),
        f"{tell_ending(trace)}\n",
    )
    return "\n".join(parts)


def as_narration(trace: Trace) -> str:
    """Return the story of every iteration, step by step, and how the run ended."""
    say = words().say
    lines = []
    for number, events in groupby(trace.events, key=lambda event: event.iteration):
        lines.append(say("narration.iteration", number=number))
        for step, sentences in narrate_by_step(events).items():
            title = say(f"steps.{trace.policy.name}.{step}")
            lines.append("  " + say("narration.step", number=step, title=title))
            lines += [f"     {one_line(sentence)}" for sentence in sentences]
        lines.append("")
    return "\n".join([*lines, tell_ending(trace), ""])


FORMATS: dict[str, Callable[[Trace], str]] = {
    "json": lambda trace: as_json(trace.artifact()),
    "table": as_table,
    "narration": as_narration,
}


# --- Tables ----------------------------------------------------------------------------------


def aligned(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> str:
    """Return the columns of the rows as a table, with a header of words."""
    titles = words().section("table")
    table = [
        [titles[name] for name in columns],
        *([cell(row[name], titles["nothing"]) for name in columns] for row in rows),
    ]
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join(map(padded, line, widths)).rstrip() for line in table)
    return "".join(f"{line}\n" for line in lines)


def cell(value: object, nothing: str) -> str:
    """Return one value of a table."""
    return nothing if value in (None, "") else one_line(str(value))


def padded(text: str, columns: int) -> str:
    """Return `text` with blanks up to that many columns."""
    return text + " " * (columns - width(text))


def width(text: str) -> int:
    """Return the columns that `text` takes on a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
