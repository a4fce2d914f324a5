"""Question 5: what a preempted request keeps here, and loses on an engine that recomputes."""

from typing import Any, NamedTuple

from ...events import Event, Kind
from ...loop import simulate
from ...measures import recompute_cost
from ...replay import replay_left
from ...request import Request
from ...trace import Trace
from ...tutorial import Tutorial
from ..probes import Choice, Number, Ordering, Probe

POLICY = Tutorial(max_active=3, token_budget=8)


def requests() -> list[Request]:
    """Return three normal requests, and H with high priority, which finds all slots taken."""
    return [
        Request("P", arrival=0, prompt=3, output=6),
        Request("Q", arrival=0, prompt=6, output=7),
        Request("R", arrival=2, prompt=7, output=2),
        Request("H", arrival=4, prompt=2, output=2, priority="high"),
    ]


class Seen(NamedTuple):
    """The preemption, the return, and what the three had done and left at that moment, in tokens.

    Attributes:
        victim: who is preempted.
        at, back: the iterations of the preemption and of the return.
        given: the kinds of work that the victim gets in the iteration of the return.
        prompt, prompt_done, output_done: of the victim, at the preemption.
        prompt_left_back: of the victim, at the return.
        total, left: of the victim, all its tokens, and those left at the preemption.
        freed: cache entries of the victim at the preemption, one for each token processed.
        again: tokens that an engine that recomputes would prefill for it.
        done_of, left_of, written_of, prompt_of: of the three, by name, just before.
    """

    victim: str
    at: int
    back: int
    given: list[Kind]
    prompt: int
    prompt_done: int
    output_done: int
    prompt_left_back: int
    total: int
    left: int
    freed: int
    again: int
    done_of: dict[str, int]
    left_of: dict[str, int]
    written_of: dict[str, int]
    prompt_of: dict[str, int]


def see() -> Seen:
    """Run the four requests, and look at the one preemption in the run."""
    run = simulate(requests(), POLICY)
    (cost,) = recompute_cost(run)
    (back,) = [e for e in run.events if e.kind is Kind.REFILL and e.request == cost.request]
    victim = next(request for request in run.workload if request.id == cost.request)
    before = list(replay_left(run.workload, run.events))[cost.iteration - 1]
    normal = [request for request in run.workload if request.priority == "normal"]
    total = {request.id: request.prompt + request.output for request in normal}
    left = {request.id: sum(before[request.id]) for request in normal}
    return Seen(
        victim=cost.request,
        at=cost.iteration,
        back=back.iteration,
        given=[e.kind for e in _work(run, cost.request) if e.iteration == back.iteration],
        prompt=victim.prompt,
        prompt_done=cost.prompt,
        output_done=cost.output,
        prompt_left_back=back.because["prompt_left"],
        total=total[cost.request],
        left=left[cost.request],
        freed=_processed(run, cost.request, cost.iteration),
        again=cost.tokens,
        done_of={id: total[id] - left[id] for id in total},
        left_of=left,
        written_of={request.id: request.output - before[request.id].output for request in normal},
        prompt_of={request.id: request.prompt for request in normal},
    )


def _processed(run: Trace, request: str, until: int) -> int:
    """Return how many tokens are processed for a request before an iteration.

    The last token written is none of them: it is processed when the next one is.
    """
    return sum(event.amount for event in _work(run, request) if event.iteration < until)


def _work(run: Trace, request: str) -> list[Event]:
    """Return what is processed for a request."""
    work = Kind.DECODE, Kind.PREFILL
    return [event for event in run.events if event.kind in work and event.request == request]


PROBES: dict[str, Probe[Any]] = {
    "q5_return": Choice(
        see,
        {
            "a": lambda s: Kind.PREFILL in s.given and s.prompt_left_back == s.prompt,
            "b": lambda s: s.given == [Kind.DECODE],
            "c": lambda s: Kind.PREFILL in s.given and 0 < s.prompt_left_back < s.prompt,
            "d": lambda s: s.given == [],
        },
    ),
    "q5_again": Number(
        see,
        value=lambda s: s.again,
        mistakes={
            "prompt": lambda s: s.prompt_done,
            "freed": lambda s: s.freed,
            "output": lambda s: s.output_done,
            "total": lambda s: s.total,
            "left": lambda s: s.left,
            "nothing": lambda s: 0,
        },
    ),
    "q5_cheapest": Ordering(
        see,
        measure=lambda s: s.done_of,
        mistakes={
            "left": lambda s: s.left_of,
            "prompt": lambda s: s.prompt_of,
            "written": lambda s: s.written_of,
        },
    ),
}
