"""The homework report: runs side by side, in the numbers that the homework asks for."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..latency import decode_stalls
from ..measures import first_and_done, longest_queue, preemptions, rejections, unused_budget
from ..trace import Trace
from ..words import Words, words

if TYPE_CHECKING:
    from pandas import DataFrame

Report = dict[str, str]


def report_table(runs: Mapping[str, Trace], language: str = "en") -> "DataFrame":
    """Return a report on runs of one workload: a column for each run, headed by its name.

    Rows: first output and completion of each request ("3, 5"; a dash if it never came), in listed
    order; longest queue; preemptions, and of whom; rejections; unused budget of each iteration,
    in order; decode stalls; termination. All entries are text.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that figures are drawn without it

    said = words(language)
    return DataFrame({name: _report(trace, said) for name, trace in runs.items()}, dtype="object")


def _report(trace: Trace, said: Words) -> Report:
    requests = {
        said.say("report.request", request=id): _pair(*iterations, said.say("table.nothing"))
        for id, iterations in first_and_done(trace).items()
    }
    return requests | {said.say(f"report.{name}"): row(trace, said) for name, row in ROWS.items()}


def _pair(first: int | None, done: int | None, nothing: str) -> str:
    if first is None:
        return nothing
    return f"{first}, {nothing if done is None else done}"


def _preemptions(trace: Trace, said: Words) -> str:
    who = preemptions(trace)
    return said.say("report.who", count=len(who), who=who) if who else "0"


ROWS: dict[str, Callable[[Trace, Words], str]] = {
    "longest_queue": lambda trace, said: str(longest_queue(trace)),
    "preemptions": _preemptions,
    "rejections": lambda trace, said: str(len(rejections(trace))),
    "unused_budget": lambda trace, said: (
        " ".join(map(str, unused_budget(trace))) or said.say("table.nothing")
    ),
    "decode_stalls": lambda trace, said: str(len(decode_stalls(trace))),
    "termination": lambda trace, said: said.say(f"report.{trace.termination}"),
}
