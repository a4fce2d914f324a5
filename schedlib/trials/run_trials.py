"""Tries whole iterations on whole workloads, and makes the first failure as small as it can."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from .. import workloads
from ..errors import InputError
from ..own.bench import Say, Stopped, run_apart
from ..own.board import Board
from ..own.faults import Fault
from ..own.own_scheduler import fault_of
from ..own.packing import pack
from ..own.raised import with_file
from ..own.recording import Recorder, Taken, new_board
from ..own.snapshot import Snapshot
from ..own.steps import Steps
from ..request import Request
from ..tutorial import Tutorial
from .cases import random_policy, random_workload
from .hands_off import hands_off

RUNS = 200  # random workloads, beside those of the lesson
WITHIN = 40.0  # seconds for all runs together, and for making the first failure smaller
TRIES = 600  # smaller runs that are tried at most

Run = tuple[Tutorial, tuple[Request, ...]]
LIBRARY = Steps()


@dataclass(frozen=True)
class RunTrial:
    """The first iteration of a run in which a scheduler leaves the library's way.

    Attributes:
        policy, workload: the run.
        before: how the board stood before the iteration.
        expected, actual: how it should stand after it, and how it did (None after a fault).
        expected_calls, actual_calls: the steps that were taken, and for which arrival.
        fault: what went wrong, or None.
    """

    policy: Tutorial
    workload: tuple[Request, ...]
    before: Snapshot
    expected: Snapshot
    actual: Snapshot | None
    expected_calls: tuple[tuple[str, str | None], ...]
    actual_calls: tuple[tuple[str, str | None], ...]
    fault: Fault | None


def failing_run(steps: Steps) -> RunTrial | None:
    """Return the smallest run that can be found in which `steps` fail, or None.

    The steps are run on the bench: they may hang, crash, or end its process.
    """
    try:
        trial = run_apart(_first_failure, pack(steps), within=WITHIN)
    except Stopped as stopped:
        policy, workload = stopped.said or next(_runs())
        board = new_board(policy, workload)
        before = _with_arrivals(Snapshot.of(board))
        calls = _iterate(LIBRARY, board)
        after = Snapshot.of(board)
        fault = fault_of(stopped)
        return RunTrial(policy, workload, before, after, None, _named(calls), (), fault)
    if trial and trial.fault:
        with_file(trial.fault, vars(steps).values())
    return trial


def runs() -> list[Run]:
    """Return the runs that are tried: the lesson's own, then seeded random ones."""
    return list(_runs())


def _runs() -> Iterator[Run]:
    six = tuple(workloads.six_requests())
    for policy in (Tutorial(), Tutorial(prefill_chunk=6), Tutorial(preemption=False)):
        yield policy, six
    yield Tutorial(), tuple(workloads.overload())
    rng = Random("whole runs")
    for _ in range(RUNS):
        yield random_policy(rng), random_workload(rng)


def _first_failure(say: Say, code: bytes) -> RunTrial | None:
    with hands_off():
        steps = pickle.loads(code)

    def attempt(run: Run) -> RunTrial | None:
        say(run)  # should it never end, this is where
        return try_run(steps, *run)

    for run in _runs():
        failure = attempt(run)
        if failure:
            return _smallest(failure, attempt)
    return None


def try_run(steps: Steps, policy: Tutorial, workload: tuple[Request, ...]) -> RunTrial | None:
    """Return the first iteration in which `steps` leave the library's way, or None."""
    theirs, ours = new_board(policy, workload), new_board(policy, workload)
    while not ours.drained and ours.iteration < policy.max_iterations:
        before = _with_arrivals(Snapshot.of(ours))
        expected_calls = _iterate(LIBRARY, ours)
        expected = Snapshot.of(ours)
        recorder = Recorder(steps, theirs)
        fault = actual = None
        try:
            with hands_off():
                recorder.iterate()
            actual = Snapshot.of(theirs)
        except Fault as caught:
            fault = caught
        if actual != expected:
            calls = _named(expected_calls), _named(recorder.taken)
            return RunTrial(policy, workload, before, expected, actual, *calls, fault)
    return None


def _with_arrivals(before: Snapshot) -> Snapshot:
    """Return a board as the iteration finds it: its budget whole, its arrivals at the door."""
    due = tuple(held for held in before.pending if held.request.arrival == before.iteration)
    later = tuple(held for held in before.pending if held not in due)
    budget = before.policy.token_budget
    return replace(before, pending=later, arriving=due, budget_left=budget)


def _iterate(steps: Steps, board: Board) -> list[Taken]:
    recorder = Recorder(steps, board)
    recorder.iterate()
    return recorder.taken


def _named(taken: list[Taken]) -> tuple[tuple[str, str | None], ...]:
    return tuple((each.name, each.treated) for each in taken)


def _smallest(failure: RunTrial, attempt: Any) -> RunTrial:
    """Return a failure of a run that is as small as can be found."""
    tries = 0
    found: RunTrial | None = failure
    while found:
        failure, found = found, None
        for run in _smaller(failure.policy, failure.workload):
            tries += 1
            if tries > TRIES:
                return failure
            found = attempt(run)
            if found:
                break
    return failure


def _smaller(policy: Tutorial, workload: tuple[Request, ...]) -> Iterator[Run]:
    """Yield runs with a request, a token, an iteration or a place less."""
    if len(workload) > 1:
        for at in range(len(workload)):
            yield policy, workload[:at] + workload[at + 1 :]
    for at, request in enumerate(workload):
        for field, least in (("arrival", 0), ("prompt", 1), ("output", 1)):
            value = getattr(request, field)
            if value > least:
                less = replace(request, **{field: value - 1})
                yield policy, (*workload[:at], less, *workload[at + 1 :])
    for knob in ("max_active", "max_queue", "token_budget", "prefill_chunk"):
        limit = getattr(policy, knob)
        if limit:
            try:
                yield replace(policy, **{knob: limit - 1}), workload
            except InputError:  # below what the knob allows
                continue
