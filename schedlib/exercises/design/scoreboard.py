"""The scoreboard: several policies on the same workloads, measured and set side by side."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from ...errors import InputError, shown
from ...figures.scoreboard_figure import Column, Reading, Row, ScoreboardPicture
from ...loop import Policy, simulate
from ...own.faults import Fault
from ...trace import Trace
from ...words import Words, words
from ..probes import quoted
from .arena import Workload, arena, workload
from .ranking import MEASURES, best_of
from .scores import Scores, scores

if TYPE_CHECKING:
    from pandas import DataFrame

FEW = 2  # workloads that a warning names; more are counted

Policies = Mapping[str, Policy[Any]]
Runs = dict[str, Trace]  # by workload


def scoreboard(
    policies: Policies, workload: str | None = None, language: str = "en", theme: str = "light"
) -> ScoreboardPicture:
    """Return the scoreboard of policies, by name: on one workload, or on all of them together.

    The first policy is the one that the others are compared with. A policy is anything that
    `simulate` runs; all that is known of it comes from its traces. One that fails, or that a
    workload could never run under, has no measures, and its row says why.

    Raises:
        InputError: there is no policy, no such workload or no such language.
    """
    said = words(language)
    played = _workloads(workload)
    runs = play(policies, played)
    measured = {name: scores(traces.values()) for name, traces in runs.items() if _ran(traces)}
    best = best_of(measured)
    rows = [
        Row(name, _readings(measured.get(name), best.get(name, set()), said), _warning(of, said))
        for name, of in runs.items()
    ]
    columns = [Column(name, measure.full) for name, measure in MEASURES.items()]
    requests = sum(map(len, played.values()))
    title = _title(workload, len(played), requests, said)
    return ScoreboardPicture(title, columns, rows, theme, language)


def table(policies: Policies, language: str = "en") -> "DataFrame":
    """Return every measure of every policy on every workload, and on all together.

    A row for each workload and policy; all entries are text, a star marks the best.

    Raises:
        InputError: as `scoreboard`.
    """
    from pandas import DataFrame, MultiIndex  # here, so that figures are drawn without it

    said = words(language)
    runs = play(policies, arena())
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for group in (*arena(), None):
        measured = {
            name: scores(traces.values() if group is None else [traces[group]])
            for name, traces in runs.items()
            if _ran(traces)
        }
        best = best_of(measured)
        of = group or said.say("design.table.together")
        for name in runs:
            readings = _readings(measured.get(name), best.get(name, set()), said)
            rows[of, name] = {
                said.say(f"scoreboard.{key}"): f"{'*' if reading.best else ''}{reading.text}"
                for key, reading in zip(MEASURES, readings, strict=True)
            }
    heads = [said.say("design.table.workload"), said.say("design.table.name")]
    index = MultiIndex.from_tuples(list(rows), names=heads)
    return DataFrame.from_records(list(rows.values()), index=index)


def _workloads(name: str | None) -> dict[str, Workload]:
    return arena() if name is None else {name: workload(name)}


def play(policies: Policies, workloads: Mapping[str, Workload]) -> dict[str, Runs | Fault]:
    """Return the traces of each policy, by workload, or why it has none.

    Raises:
        InputError: there is no policy.
    """
    if not isinstance(policies, Mapping) or not policies:
        raise InputError(f"policies must be one or more, by name, not {shown(policies)}")
    return {str(name): _runs(policy, workloads) for name, policy in policies.items()}


def can_be_run(policy: object) -> bool:
    """Return whether something has what `simulate` calls."""
    return all(callable(getattr(policy, name, None)) for name in ("start", "iterate"))


def _runs(policy: Policy[Any], workloads: Mapping[str, Workload]) -> Runs | Fault:
    if not can_be_run(policy):
        return Fault("no_policy", value=quoted(policy))
    try:
        return {name: simulate(requests, policy) for name, requests in workloads.items()}
    except Fault as fault:
        return fault
    except InputError as refusal:  # a request that could never run under that scheduler
        return Fault("refused", why=str(refusal))


def _ran(runs: Runs | Fault) -> TypeGuard[Runs]:
    return not isinstance(runs, Fault)


def _readings(measured: Scores | None, best: set[str], said: Words) -> list[Reading]:
    nothing = said.say("scoreboard.nothing")
    if measured is None:
        return [Reading(None, nothing) for _ in MEASURES]
    readings = []
    for key, measure in MEASURES.items():
        value = getattr(measured, key)
        text = nothing if value is None else f"{value:.{measure.digits}f}"
        readings.append(Reading(value, text, measure.unserved(measured), key in best))
    return readings


def _warning(runs: Runs | Fault, said: Words) -> str:
    if isinstance(runs, Fault):
        return runs.told(said.language)
    cut = [name for name, trace in runs.items() if not trace.drained]
    if len(cut) > FEW:
        return said.say("design.cut.many", count=len(cut), workloads=len(runs))
    return said.say("design.cut", runs=cut) if cut else ""


def _title(name: str | None, workloads: int, requests: int, said: Words) -> str:
    if name is None:
        return said.say("design.together", workloads=workloads, requests=requests)
    why = said.say(f"design.why.{name}")
    return said.say("design.one", name=name, requests=requests, why=why)
