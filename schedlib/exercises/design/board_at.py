"""The board of a policy in one iteration of a run, for a picture of where it went wrong."""

import pickle
from dataclasses import fields, replace

from ...own.bench import Say, Stopped, run_apart
from ...own.faults import Fault
from ...own.own_scheduler import OwnScheduler
from ...own.packing import pack
from ...own.recording import Recorder, new_board
from ...own.snapshot import Snapshot
from ...tutorial import Tutorial
from .arena import Workload


def board_at(policy: OwnScheduler, requests: Workload, iteration: int) -> Snapshot | None:
    """Return how the board stands at the start of an iteration, if it can be had again."""
    knobs = Tutorial(**{knob.name: getattr(policy, knob.name) for knob in fields(Tutorial)})
    try:
        return run_apart(_run_up_to, knobs, pack(policy.steps), requests, iteration)
    except (Stopped, Fault):  # a policy that draws lots does not come there twice
        return None


def _run_up_to(
    say: Say, policy: Tutorial, code: bytes, requests: Workload, iteration: int
) -> Snapshot:
    steps, board = pickle.loads(code), new_board(policy, requests)
    while board.iteration < iteration:
        say(board.iteration)
        Recorder(steps, board).iterate()
    snapshot = Snapshot.of(board)
    due = tuple(held for held in snapshot.pending if held.request.arrival == iteration)
    return replace(snapshot, arriving=due, budget_left=policy.token_budget)
