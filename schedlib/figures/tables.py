"""The two tables of a run, as a person reads them: a dash where there is nothing."""

from typing import TYPE_CHECKING, Any

from ..rows import request_rows
from ..shown_rows import shown_iterations
from ..trace import Trace
from ..words import Words, words

if TYPE_CHECKING:
    from pandas import DataFrame

COMPLETION = ("id", "first_output", "completed", "ttft", "e2e", "preemptions", "result")


def completion_table(trace: Trace, language: str = "en") -> "DataFrame":
    """Return what became of each request, in listed order: a row each, headed by its id.

    Columns: first output, completed (iterations), TTFT, E2E (numbers of iterations),
    preemptions, result; their names are in `language`.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    rows = [
        {name: row[name] for name in COMPLETION} | {"result": said.say(f"result.{row['result']}")}
        for row in request_rows(trace.workload, trace.requests, trace.since)
    ]
    return _table(rows, said)


def iteration_table(trace: Trace, language: str = "en") -> "DataFrame":
    """Return what happened in each iteration: a row each, headed by its number.

    Columns: decode, prefill (with tokens), first tokens, preempted, rejected, completed, the
    queue and the active list afterwards, unused budget and, where a KV pool limits the run, free
    blocks; their names are in `language`.

    Raises:
        InputError: there is no table of words for `language`.
    """
    return _table(shown_iterations(trace), words(language))


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
