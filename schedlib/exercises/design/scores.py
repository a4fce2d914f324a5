"""What is measured of a run, or of several together: a pure function of their traces.

Requests that are never served must not make a policy look good. They count in the mean TTFT as if
they came back when everything is over, as late, and in the fairness as 0. The worst TTFT and the
worst ITL can only be those of the served: see how the scoreboard deals with that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from ...latency import Latency, latencies
from ...loop import simulate
from ...request import Request
from ...trace import Trace
from .arena import KNOBS, Workload

PATIENCE = 3  # times as long as alone is still in time


class Scores(NamedTuple):
    """The measures, of all requests of all runs together. Times are in iterations.

    Attributes:
        requests: how many there are.
        ttft_mean: mean TTFT, of everybody; those never served count as `charge` says.
        ttft_mean_unserved: the part of it that is due to those never served.
        ttft_high: mean TTFT of those with high priority; None if there are none.
        ttft_high_unserved: the part of it that is due to those never served.
        ttft_worst: the longest TTFT of those that had a first token; None if nobody had.
        itl_worst: the longest ITL; None if nobody had a second token.
        rejected: how many were rejected.
        late: how many were not completed by their deadline; see `deadline`.
        fairness: Jain's index of everybody's speed; see `fairness`.
        unfinished: how many were neither completed nor rejected when a run was cut.
    """

    requests: int
    ttft_mean: float
    ttft_mean_unserved: float
    ttft_high: float | None
    ttft_high_unserved: float
    ttft_worst: float | None
    itl_worst: float | None
    rejected: int
    late: int
    fairness: float
    unfinished: int


class User(NamedTuple):
    """What one request got in one run."""

    request: Request
    result: str
    got: Latency
    charge: float  # in place of a TTFT that never came


def scores(runs: Iterable[Trace]) -> Scores:
    """Return the measures of one or more runs."""
    users = [user for trace in runs for user in users_of(trace)]
    high = [user for user in users if user.request.priority == "high"]
    ttfts = [user.got.ttft for user in users if user.got.ttft is not None]
    results = [user.result for user in users]
    return Scores(
        requests=len(users),
        ttft_mean=sum(u.got.ttft or u.charge for u in users) / len(users),
        ttft_mean_unserved=_unserved(users),
        ttft_high=sum(u.got.ttft or u.charge for u in high) / len(high) if high else None,
        ttft_high_unserved=_unserved(high),
        ttft_worst=max(ttfts, default=None),
        itl_worst=max((itl for user in users for itl in user.got.itl), default=None),
        rejected=results.count("rejected"),
        late=sum(is_late(user.request, user.got.e2e) for user in users),
        fairness=fairness([speed(user.request, user.got.e2e) for user in users]),
        unfinished=sum(result not in ("completed", "rejected") for result in results),
    )


def users_of(trace: Trace) -> list[User]:
    """Return what each request of a run got, in listed order."""
    got = latencies(trace)
    return [
        User(request, trace.requests[request.id].result, got[request.id], charge(trace, request))
        for request in trace.workload
    ]


def _unserved(users: Sequence[User]) -> float:
    """Return what those without a first token add to the mean TTFT."""
    return sum(user.charge for user in users if user.got.ttft is None) / max(len(users), 1)


def charge(trace: Trace, request: Request) -> float:
    """Return the TTFT that a request counts with if it never has a first token.

    It is as if the request came back when everything is over, in this run and in the tutorial
    scheduler's, and had its first token at once: later than this run could have served it.
    """
    over = max(len(trace.iterations), _tutorial_length(trace.workload))
    return over - request.arrival + 1


@cache
def _tutorial_length(workload: Workload) -> int:
    return len(simulate(workload, KNOBS).iterations)


def alone(request: Request) -> int:
    """Return the E2E of a request that has the tutorial scheduler to itself, in iterations."""
    return _alone(request.prompt, request.output)


@cache
def _alone(prompt: int, output: int) -> int:
    only = Request("only", arrival=0, prompt=prompt, output=output)
    policy = replace(KNOBS, max_iterations=prompt + output)
    return len(simulate([only], policy).iterations)


def deadline(request: Request) -> float:
    """Return the last iteration in which a request is still completed in time."""
    return request.arrival + PATIENCE * alone(request) - 1


def is_late(request: Request, e2e: float | None) -> bool:
    """Return whether a request was completed after its deadline, or never."""
    return e2e is None or e2e > PATIENCE * alone(request)


def speed(request: Request, e2e: float | None) -> float:
    """Return 1 / slowdown: 1 is as fast as alone, 1/2 takes twice as long; 0 if never completed.

    The slowdown, E2E / E2E alone, is what scheduling theory compares jobs of unlike sizes by.
    """
    return 0.0 if e2e is None else alone(request) / e2e


def fairness(speeds: Sequence[float]) -> float:
    """Return Jain's index, (sum of x)^2 / (n * sum of x^2), of what everybody got.

    It is 1 if all got the same, and k/n if k of n got the same and the others nothing (R. Jain,
    D. Chiu, W. Hawe, DEC Research Report TR-301, 1984). If nobody got anything it is 0.
    """
    squares = sum(x * x for x in speeds)
    return sum(speeds) ** 2 / (len(speeds) * squares) if squares else 0.0
