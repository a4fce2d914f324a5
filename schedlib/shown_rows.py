"""Each iteration of a run as a person reads it, on a terminal or in a notebook."""

from typing import Any

from .events import Kind
from .rows import iteration_rows
from .trace import Trace


def shown_iterations(trace: Trace) -> list[dict[str, Any]]:
    """Return a row for each iteration: the columns of `rows.iteration_rows`, and what is shown.

    Where a KV pool limits the run there is `free_blocks`. Where recomputes yielded tokens, not
    all that a prefill yields is a first token: the column is then called `prefill_yields`.
    """
    rows = iteration_rows(trace.iterations)
    for row, holdings in zip(rows, trace.kv, strict=False):
        row["free_blocks"] = holdings.free
    if any(event.kind is Kind.NEXT_TOKEN for event in trace.events):
        renamed = {"prefill_emitted": "prefill_yields"}
        rows = [{renamed.get(name, name): row[name] for name in row} for row in rows]
    return rows
