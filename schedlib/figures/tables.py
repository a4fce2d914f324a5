"""The two tables of a run, as a person reads them: a dash where there is nothing."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from ..rows import request_rows
from ..shown_rows import shown_iterations
from ..trace import Trace
from ..words import Words, words

if TYPE_CHECKING:
    from pandas import DataFrame

TIMES = ("ttft", "e2e")
COMPLETION = ("id", "first_output", "completed", *TIMES, "preemptions", "result")


def completion_table(trace: Trace, language: str = "en") -> "DataFrame":
    """Return what became of each request, in listed order: a row each, headed by its id.

    Columns: first output, completed (iterations), TTFT, E2E (numbers of iterations; in a run with
    a clock, ms), preemptions, result; their names are in `language`.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    rows = [
        {name: row[name] for name in COMPLETION} | {"result": said.say(f"result.{row['result']}")}
        for row in request_rows(trace.workload, trace.requests, trace.since)
    ]
    if trace.clock is not None:
        rows = [_in_ms(row, TIMES) for row in rows]
    return _table(rows, said)


def iteration_table(trace: Trace, language: str = "en") -> "DataFrame":
    """Return what happened in each iteration: a row each, headed by its number.

    Columns: decode, prefill (with tokens), first tokens, preempted, rejected, completed, the
    queue and the active list afterwards, unused budget, where a KV pool limits the run, free
    blocks and, in a run with a clock, when it started and how long it lasted, in ms; their names
    are in `language`.

    Raises:
        InputError: there is no table of words for `language`.
    """
    rows = shown_iterations(trace)
    for row, start, end in zip(rows, trace.starts or (), trace.ends or (), strict=False):
        row |= _in_ms({"starts": start, "lasts": end - start}, ("starts", "lasts"))
    return _table(rows, words(language))


def _in_ms(row: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Return a row with some times, in seconds, written in ms under headings that say so."""
    return {
        f"{name}.ms" if name in names else name: (
            f"{1000 * value:,.1f}" if name in names and value is not None else value
        )
        for name, value in row.items()
    }


def _table(rows: list[dict[str, Any]], said: Words) -> "DataFrame":
    from pandas import DataFrame  # here, so that figures are drawn without it

    nothing = said.say("table.nothing")
    named = [
        {
            said.say(f"table.{name}"): nothing if value in (None, "") else value
            for name, value in row.items()
        }
        for row in rows
    ]
    return DataFrame.from_records(named, index=next(iter(named[0])))
