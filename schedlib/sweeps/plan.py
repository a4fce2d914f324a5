"""The runs of a sweep, made before any of them is run."""

from collections.abc import Iterable, Sequence

from ..metrics.slo import SLO
from .fingerprint import fingerprint_of, fingerprint_of_requests
from .grid import Point
from .job import Job, Outcome, Workload, failed
from .subject import Subject


def jobs_of(subject: Subject, points: Sequence[Point], slo: SLO | None) -> list[Job | Outcome]:
    """Return the job of each point, or the outcome where there can be none.

    A workload is made once, for all points that have it.
    """
    made: dict[tuple[str, ...], Workload] = {}
    return [_job_of(subject, point, slo, made) for point in points]


def _job_of(
    subject: Subject, point: Point, slo: SLO | None, made: dict[tuple[str, ...], Workload]
) -> Job | Outcome:
    own = tuple(str(point[key].label) for key in subject.arguments_at(point))
    try:
        policy, clock = subject.policy_at(point), subject.clock_at(point)
        if own not in made:
            made[own] = subject.workload_at(point)
        return Job(made[own], policy, clock, slo)
    except Exception as error:
        return failed(error)


def fingerprints_of(jobs: Iterable[Job | Outcome]) -> list[str | None]:
    """Return the fingerprint of each job; None where there is no job.

    Raises:
        InputError: a job cannot be told from others.
    """
    known: dict[int, str] = {}
    found: list[str | None] = []
    for job in jobs:
        if isinstance(job, Outcome):
            found.append(None)
            continue
        place = id(job.workload)  # those in a list of jobs stay alive
        if place not in known:
            known[place] = fingerprint_of_requests(job.workload)
        found.append(fingerprint_of(job, known[place]))
    return found
