"""Runs jobs: here one after another, or wherever an executor has room."""

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from typing import NamedTuple

from .job import Job, Outcome, Workload, failed, measured, measured_apart, packed


class Placed(NamedTuple):
    """A job, and the place of its point in the grid."""

    place: int
    job: Job


def outcomes(jobs: Iterable[Placed], executor: Executor | None) -> Generator[tuple[int, Outcome]]:
    """Run jobs, and yield the place of each and what became of it, as soon as it is known.

    Jobs that have not begun are cancelled where this is left early.
    """
    if executor is None:
        for place, job in jobs:
            yield place, measured(job)
    else:
        yield from _outcomes_apart(jobs, executor)


def _outcomes_apart(jobs: Iterable[Placed], executor: Executor) -> Iterator[tuple[int, Outcome]]:
    places: dict[Future[Outcome], int] = {}
    pack = _Packer()
    try:
        for place, job in jobs:
            try:
                workload, others = pack.workload(job.workload), packed(tuple(job[1:]))
                places[executor.submit(measured_apart, workload, others)] = place
            except Exception as error:  # it cannot be packed, or the executor takes no more
                yield place, failed(error)
        for future in as_completed(places):
            yield places[future], _outcome(future)
    finally:
        for future in places:
            future.cancel()


def _outcome(future: "Future[Outcome]") -> Outcome:
    try:
        return future.result()
    except Exception as error:  # a worker was killed, or the executor has cancelled the job
        return failed(error)


class _Packer:
    """Packs a workload once, however many jobs in a row have it."""

    def __init__(self) -> None:
        self._last: tuple[Workload, bytes] = ((), b"")

    def workload(self, workload: Workload) -> bytes:
        """Return a workload as bytes."""
        if workload is not self._last[0]:
            self._last = workload, packed(workload)
        return self._last[1]
