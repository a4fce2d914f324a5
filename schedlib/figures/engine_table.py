"""Runs of several engines side by side, in numbers: a column for each run."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..engine_measures import EngineMeasures, measure
from ..trace import Trace
from ..words import Words, words

if TYPE_CHECKING:
    from pandas import DataFrame


def engine_table(runs: Mapping[str, Trace], language: str = "en") -> "DataFrame":
    """Return the measures of runs of one workload, headed by their names.

    Rows: TTFT and ITL (mean and worst) and E2E (mean), in iterations, or in ms where a run has a
    clock; slots wasted; stalls;
    evictions; recomputed tokens; tokens in an iteration, and how many of them were not processed
    before, where that differs; iterations; batched requests; rejected. See `EngineMeasures` for
    what each counts. All entries are text; a dash stands where there is nothing to measure.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that figures are drawn without it

    said = words(language)
    columns = {name: _column(_written(trace), said) for name, trace in runs.items()}
    return DataFrame(columns, dtype="object")


def _written(trace: Trace) -> EngineMeasures:
    """Return the measures of a run, with times in ms where it has a clock."""
    measures = measure(trace)
    if trace.clock is None:
        return measures
    times = {name: getattr(measures, name) for name in TIMES}
    in_ms = {name: 1000 * time for name, time in times.items() if time is not None}
    return measures._replace(**in_ms)


def _column(measures: EngineMeasures, said: Words) -> dict[str, str]:
    return {said.say(f"engine_table.{row}"): tell(measures, said) for row, tell in ROWS.items()}


def _number(name: str) -> Callable[[EngineMeasures, Words], str]:
    """Return what writes one measure: a mean with two digits after the point."""

    def tell(measures: EngineMeasures, said: Words) -> str:
        value = getattr(measures, name)
        if value is None:
            return said.say("table.nothing")
        return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"

    return tell


def _tokens(measures: EngineMeasures, said: Words) -> str:
    mean, useful = f"{measures.tokens_mean:,.2f}", f"{measures.useful_mean:,.2f}"
    if not measures.recomputed:
        return mean
    return said.say("engine_table.useful", mean=mean, useful=useful)


TIMES = ("ttft_mean", "ttft_worst", "itl_mean", "itl_worst", "e2e_mean")
NUMBERS = (
    *TIMES,
    "slots_wasted",
    "stalls",
    "evictions",
    "recomputed",
    "tokens_mean",
    "iterations",
    "batched_mean",
    "rejected",
)
ROWS = {name: _number(name) for name in NUMBERS} | {"tokens_mean": _tokens}
