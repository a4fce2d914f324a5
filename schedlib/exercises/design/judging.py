"""Judges a policy: whether it keeps the rules, whether it ends, and whether it is one's own.

How well it does is judged in one thing only, and only where that is asked for: whether it leaves
fewer requests late. The scoreboard shows the rest, and to whom it matters is to be argued.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ...events import Event, Kind
from ...figures.board_picture import BoardPicture
from ...loop import Policy, simulate
from ...own.faults import Fault
from ...own.own_scheduler import OwnScheduler
from ...own.snapshot import Snapshot
from ...own.steps import NAMES, Steps
from ...own.unwritten import is_unwritten
from ...trace import Trace
from ...tutorial import Tutorial
from ...words import Words, words
from ..probes import quoted
from ..verdict import Verdict
from .arena import KNOBS, Workload, arena, workload
from .board_at import board_at
from .scoreboard import can_be_run
from .scores import scores


def judge(
    policy: object,
    unlike: Mapping[str, Policy[Any]] | None = None,
    fewer_late_on: str | None = None,
    language: str = "en",
) -> Verdict:
    """Return whether a policy is sound and one's own.

    Args:
        policy: anything; an `OwnScheduler` with the tutorial scheduler's knobs is asked for.
        unlike: further policies by name that it must differ from; those that do not run are left
            out. It must differ from the tutorial scheduler in any case.
        fewer_late_on: a workload of the arena on which it must leave fewer requests late than the
            tutorial scheduler does; see `scores.is_late`.
        language: of the verdict.

    Raises:
        InputError: there is no such workload, or no table of words for `language`.
    """
    said = words(language)
    if fewer_late_on is not None:
        workload(fewer_late_on)  # refused before the policy is tried
    if policy is None or policy is ...:
        return _failed(said.say("design.not_filled"), said)
    if type(policy) is not OwnScheduler:
        return _failed(said.say("design.no_policy", value=quoted(policy)), said)
    obstacle = _form(policy, said)
    if obstacle:
        return _failed(obstacle, said)
    runs: dict[str, Trace] = {}
    for name, requests in arena().items():
        try:
            runs[name] = simulate(requests, policy)
        except Fault as fault:
            return _fault(policy, name, requests, fault, said)
        if not runs[name].drained:
            return _not_drained(policy, name, runs[name], said)
    verdict = _own(runs, {said.say("design.rival"): Tutorial(), **(unlike or {})}, said)
    if fewer_late_on is None or not verdict.passed:
        return verdict
    return _fewer_late(runs[fewer_late_on], fewer_late_on, verdict, said)


def _failed(headline: str, said: Words, *findings: str, **boards: Snapshot | None) -> Verdict:
    """Return a verdict with the board as it stood `before` or `after`, if that is known."""
    known = {title: board for title, board in boards.items() if board}
    picture = BoardPicture(known, language=said.language) if known else None
    return Verdict(False, headline, findings, picture, said.language)


def _form(policy: OwnScheduler, said: Words) -> str | None:
    """Return what is missing before it makes sense to run a policy, or None."""
    knobs = {knob.name: getattr(policy, knob.name) for knob in fields(Tutorial)}
    moved = {name: value for name, value in knobs.items() if value != getattr(KNOBS, name)}
    if moved:
        told = {name: said.value(value) for name, value in moved.items()}
        return said.say("design.knobs", knobs=told)
    library = Steps()
    names = (*NAMES, "iterate")
    own = [name for name in names if getattr(policy.steps, name) is not getattr(library, name)]
    if not own:
        return said.say("design.no_step")
    for name in own:
        function = getattr(policy.steps, name)
        if is_unwritten(function):
            written = {"function": getattr(function, "__name__", name), "step": name}
            if name == "iterate":
                return said.say("design.unwritten.iterate", **written)
            return said.say("design.unwritten", number=NAMES.index(name) + 1, **written)
    return None


def _fault(
    policy: OwnScheduler, name: str, requests: Workload, fault: Fault, said: Words
) -> Verdict:
    headline = said.say("design.fault", name=name)
    board = None
    found = [fault.told(said.language)]
    if fault.iteration is not None:
        board = board_at(policy, requests, fault.iteration)
    if board:
        found.append(said.say("design.fault.look", iteration=fault.iteration))
    return _failed(headline, said, *found, before=board)


def _not_drained(policy: OwnScheduler, name: str, trace: Trace, said: Words) -> Verdict:
    length = len(trace.iterations)
    headline = said.say("design.not_drained", name=name, iterations=length)
    ended = ("completed", "rejected")
    who = [id for id, outcome in trace.requests.items() if outcome.result not in ended]
    worked = max(
        (event.iteration for event in trace.events if event.amount and _work(event)), default=0
    )
    idle = worked < length - 1
    why = said.say(f"design.not_drained.{'idle' if idle else 'busy'}", iteration=worked)
    who_waits = said.say("design.not_drained.who", who=who)
    board = board_at(policy, trace.workload, length)
    return _failed(headline, said, who_waits, why, after=board)


def _work(event: Event) -> bool:
    return event.kind in (Kind.DECODE, Kind.PREFILL, Kind.FIRST_TOKEN)


def _own(runs: Mapping[str, Trace], rivals: Mapping[str, Policy[Any]], said: Words) -> Verdict:
    """Return whether the runs differ from those of every rival, on some workload each."""
    found = []
    for rival, policy in rivals.items():
        if not can_be_run(policy):
            continue
        try:
            parting = _parting(runs, policy)
        except Fault:
            continue
        if parting is None:
            headline = said.say("design.same", workloads=len(runs), name=rival)
            return _failed(headline, said, said.say("design.same.look"))
        where, iteration = parting
        found.append(said.say("design.differs", name=rival, workload=where, iteration=iteration))
    headline = said.say("design.passed", workloads=len(runs))
    return Verdict(True, headline, tuple(found), language=said.language)


def _fewer_late(trace: Trace, name: str, own: Verdict, said: Words) -> Verdict:
    """Return the verdict on a policy of one's own, given who is late under it."""
    late, before = (_late(run) for run in (trace, simulate(trace.workload, Tutorial())))
    told = {"name": name, "late": late, "before": before}
    if late < before:
        return replace(own, findings=(*own.findings, said.say("design.fewer_late", **told)))
    headline = said.say("design.not_fewer_late", **told)
    return _failed(headline, said, said.say("design.not_fewer_late.look", **told))


def _late(trace: Trace) -> int:
    return scores([trace]).late


def _parting(runs: Mapping[str, Trace], rival: Policy[Any]) -> tuple[str, int] | None:
    """Return the workload and the iteration in which a rival first does something else."""
    for name, trace in runs.items():
        theirs = simulate(trace.workload, rival).iterations
        ours = trace.iterations
        for at in range(max(len(ours), len(theirs))):
            if ours[at : at + 1] != theirs[at : at + 1]:
                return name, at
    return None
