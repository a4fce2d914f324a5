"""Two tables to look things up in: the arena, and the deadlines of one run."""

from typing import TYPE_CHECKING

from ...trace import Trace
from ...words import words
from .arena import arena
from .scores import alone, deadline, is_late

if TYPE_CHECKING:
    from pandas import DataFrame


def arena_table(language: str = "en") -> "DataFrame":
    """Return what there is in the arena: a row for each workload, headed by its short name.

    Columns: requests, of them with high priority, the iteration of the last arrival, why.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that figures are drawn without it

    said = words(language)
    rows = [
        {
            "workload": name,
            "requests": len(requests),
            "high": sum(request.priority == "high" for request in requests),
            "iterations": max(request.arrival for request in requests),
            "why": said.say(f"design.why.{name}"),
        }
        for name, requests in arena().items()
    ]
    named = [{said.say(f"design.table.{key}"): value for key, value in row.items()} for row in rows]
    return DataFrame.from_records(named, index=said.say("design.table.workload"))


def deadline_table(trace: Trace, language: str = "en") -> "DataFrame":
    """Return who is completed in time: a row for each request, headed by its id.

    Columns: arrival, E2E alone, deadline, completed (an iteration, or what became of it), late.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that figures are drawn without it

    said = words(language)
    rows = []
    for request in trace.workload:
        outcome = trace.requests[request.id]
        done = outcome.completed
        late = is_late(request, None if done is None else done - request.arrival + 1)
        rows.append(
            {
                "request": request.id,
                "arrival": request.arrival,
                "alone": alone(request),
                "deadline": deadline(request),
                "completed": said.say(f"result.{outcome.result}") if done is None else str(done),
                "late": said.say(f"design.table.late.{'yes' if late else 'no'}"),
            }
        )
    named = [{said.say(f"design.table.{key}"): value for key, value in row.items()} for row in rows]
    return DataFrame.from_records(named, index=said.say("design.table.request"))
