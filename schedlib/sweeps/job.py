"""One point of a sweep as a run: what goes in, and the metrics that come out.

This is all that other processes and machines are sent. A workload is packed once and unpacked
once by each process that runs several points of it, however large it is.
"""

import pickle
from functools import lru_cache
from typing import Any, NamedTuple

from ..clock import Clock, StepTable, WatchedTable
from ..errors import InputError, text_of
from ..loop import Policy, simulate
from ..metrics import metrics_of
from ..metrics.record import metrics_record
from ..metrics.slo import SLO
from ..request import Request
from .columns import BEYOND, DRAINED, flat

Workload = tuple[Request, ...]


class Job(NamedTuple):
    """A run, and the SLO it is judged by: all that its metrics depend on."""

    workload: Workload
    policy: Policy[Any]
    clock: Clock | None
    slo: SLO | None


class Outcome(NamedTuple):
    """What became of a run.

    Attributes:
        values: its metrics, by column; nothing where it failed.
        error: why it failed, in one line; None where it did not.
    """

    values: dict[str, Any]
    error: str | None = None


def failed(error: BaseException) -> Outcome:
    """Return the outcome of a run that raised an error."""
    text = text_of(error)
    if isinstance(error, InputError) and text:
        return Outcome({}, text)
    name = type(error).__name__
    return Outcome({}, f"{name}: {text}" if text else name)


def measured(job: Job) -> Outcome:
    """Run a job; an error is an outcome too."""
    try:
        return Outcome(_values(job))
    except Exception as error:
        return failed(error)


def _values(job: Job) -> dict[str, Any]:
    watched = WatchedTable(job.clock) if isinstance(job.clock, StepTable) else None
    clock = watched or job.clock
    summary = simulate(job.workload, job.policy, clock=clock, record="summary")
    values = flat(metrics_record(metrics_of(summary, job.slo)))
    values[DRAINED.name] = summary.drained
    if watched:
        values[BEYOND.name] = ", ".join(map(str, watched.farthest)) or None
    return values


# --- Elsewhere -----------------------------------------------------------------------------------


def packed(thing: Any) -> bytes:
    """Return something as bytes for another process, with classes that live in a notebook.

    Raises:
        Exception: it cannot be packed.
    """
    try:
        from cloudpickle import dumps  # here, for the core does without it
    except ModuleNotFoundError:
        from pickle import dumps
    content: bytes = dumps(thing)
    return content


def measured_apart(workload: bytes, others: bytes) -> Outcome:
    """Run a job whose workload, and whose other parts, come packed."""
    try:
        job = Job(_unpacked(workload), *pickle.loads(others))
    except Exception as error:
        return failed(error)
    return measured(job)


@lru_cache(maxsize=1)
def _unpacked(workload: bytes) -> Workload:
    content: Workload = pickle.loads(workload)
    return content
