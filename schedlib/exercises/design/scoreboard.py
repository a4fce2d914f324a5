"""The scoreboard: several policies on the same workloads, measured and set side by side."""

from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import InputError, shown
from ...figures.scoreboard_figure import Column, Reading, Row, ScoreboardPicture
from ...loop import Policy, simulate
from ...own.faults import Fault
from ...trace import Trace
from ...words import Words, words
from ..probes import quoted
from .arena import Workload, arena, workload
from .scores import Scores, scores

if TYPE_CHECKING:
    from pandas import DataFrame

FEW = 2  # workloads that a warning names; more are counted

Policies = Mapping[str, Policy[Any]]


class Measure(NamedTuple):
    """How a measure is shown and compared.

    Attributes:
        digits: after the point.
        more: whether more is better.
        full: the most that it can be, if there is such a bound.
        unserved: how much of it is due to those who were never served.
        of_the_served: whether it cannot but leave out those who were never served.
    """

    digits: int = 0
    more: bool = False
    full: float | None = None
    unserved: Callable[[Scores], float] = lambda scores: 0
    of_the_served: bool = False


MEASURES = {
    "ttft_mean": Measure(digits=1, unserved=lambda scores: scores.ttft_mean_unserved),
    "ttft_high": Measure(digits=1, unserved=lambda scores: scores.ttft_high_unserved),
    "ttft_worst": Measure(of_the_served=True),
    "itl_worst": Measure(of_the_served=True),
    "rejected": Measure(unserved=lambda scores: scores.rejected),
    "late": Measure(),
    "fairness": Measure(digits=2, more=True, full=1),
}


def scoreboard(
    policies: Policies, workload: str | None = None, language: str = "en", theme: str = "light"
) -> ScoreboardPicture:
    """Return the scoreboard of policies, by name: on one workload, or on all of them together.

    The first policy is the one that the others are compared with. A policy is anything that
    `simulate` runs; all that is known of it comes from its traces.

    Raises:
        InputError: there is no policy, no such workload or no such language, or a policy raised
            a fault.
    """
    said = words(language)
    runs = play(policies, workload)
    measured = {name: scores(traces.values()) for name, traces in runs.items()}
    columns = [Column(name, measure.full) for name, measure in MEASURES.items()]
    best = best_of(measured)
    rows = [
        Row(name, _readings(measured[name], best[name], said), _warning(traces, said))
        for name, traces in runs.items()
    ]
    requests = next(iter(measured.values())).requests
    title = _title(workload, len(arena()), requests, said)
    return ScoreboardPicture(title, columns, rows, theme, language)


def table(policies: Policies, language: str = "en") -> "DataFrame":
    """Return every measure of every policy on every workload, and on all together.

    A row for each workload and policy; all entries are text, a star marks the best.

    Raises:
        InputError: as `scoreboard`.
    """
    from pandas import DataFrame, MultiIndex  # here, so that figures are drawn without it

    said = words(language)
    runs = play(policies)
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for group in (*arena(), None):
        measured = {
            name: scores(traces.values() if group is None else [traces[group]])
            for name, traces in runs.items()
        }
        best = best_of(measured)
        of = said.say(f"design.name.{group}" if group else "design.table.together")
        for name, values in measured.items():
            readings = zip(MEASURES, _readings(values, best[name], said), strict=True)
            rows[of, name] = {
                said.say(f"scoreboard.{key}"): f"{'*' if reading.best else ''}{reading.text}"
                for key, reading in readings
            }
    heads = [said.say("design.table.workload"), said.say("design.table.name")]
    index = MultiIndex.from_tuples(list(rows), names=heads)
    return DataFrame.from_records(list(rows.values()), index=index)


def play(policies: Policies, name: str | None = None) -> dict[str, dict[str, Trace]]:
    """Return the traces of each policy, by workload: of one, or of all of the arena.

    Raises:
        InputError: there is no policy or no such workload, or a policy raised a fault.
    """
    if not isinstance(policies, Mapping) or not policies:
        raise InputError(f"policies must be one or more, by name, not {shown(policies)}")
    played = arena() if name is None else {name: workload(name)}
    return {
        str(policy_name): {
            of: _run(str(policy_name), policy, of, requests) for of, requests in played.items()
        }
        for policy_name, policy in policies.items()
    }


def can_be_run(policy: object) -> bool:
    """Return whether something has what `simulate` calls."""
    return all(callable(getattr(policy, name, None)) for name in ("start", "iterate"))


def _run(name: str, policy: Policy[Any], of: str, requests: Workload) -> Trace:
    if not can_be_run(policy):
        raise Fault("no_policy", name=name, value=quoted(policy))
    try:
        return simulate(requests, policy)
    except Fault as fault:
        raise Fault("on_board", name=name, workload=of, what=fault.told()) from None


def best_of(measured: Mapping[str, Scores]) -> dict[str, set[str]]:
    """Return the measures in which each policy is the best, or level with the best.

    Where all are level, nobody is, and a policy whose runs were cut never is. In a measure that
    leaves out those who were never served, nobody is if the place might be owed to that: if the
    first policy turns away fewer.
    """
    first = next(iter(measured.values()))
    best: dict[str, set[str]] = {name: set() for name in measured}
    for key, measure in MEASURES.items():
        values = {name: _rank(values, key) for name, values in measured.items()}
        winning = max(values.values())
        if winning == min(values.values()):
            continue
        winners = {name for name, value in values.items() if value == winning}
        fewest = min(measured[name].rejected for name in winners)
        if measure.of_the_served and fewest > first.rejected:
            continue
        for name in winners:
            if not measured[name].unfinished:
                best[name].add(key)
    return best


def _rank(measured: Scores, key: str) -> float:
    """Return a measure as it is compared: as it is written down, more is better."""
    value = getattr(measured, key)
    if value is None:
        return -inf
    rounded = round(value, MEASURES[key].digits)
    return float(rounded if MEASURES[key].more else -rounded)


def text_of(key: str, value: float | None, nothing: str) -> str:
    """Return a measure as it is written down."""
    return nothing if value is None else f"{value:.{MEASURES[key].digits}f}"


def _readings(measured: Scores, best: set[str], said: Words) -> list[Reading]:
    nothing = said.say("scoreboard.nothing")
    return [
        Reading(
            getattr(measured, key),
            text_of(key, getattr(measured, key), nothing),
            measure.unserved(measured),
            key in best,
        )
        for key, measure in MEASURES.items()
    ]


def _warning(runs: Mapping[str, Trace], said: Words) -> str:
    cut = [said.say(f"design.name.{of}") for of, trace in runs.items() if not trace.drained]
    if len(cut) > FEW:
        return said.say("design.cut.many", count=len(cut), workloads=len(runs))
    return said.say("design.cut", runs=cut) if cut else ""


def _title(name: str | None, workloads: int, requests: int, said: Words) -> str:
    if name is None:
        return said.say("design.together", workloads=workloads, requests=requests)
    told = {part: said.say(f"design.{part}.{name}") for part in ("name", "why")}
    title = said.say("design.one", requests=requests, **told)
    return title[0].upper() + title[1:]
