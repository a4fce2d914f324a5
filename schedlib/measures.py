"""What a report on a run counts: queue, preemptions, rejections, unused budget, flow and work.

Everything here is a pure function of a finished run. For stalls and latencies see `latency`.
"""

from typing import NamedTuple

from .events import WORK, Kind, loses_kv
from .trace import Trace


def longest_queue(trace: Trace) -> int:
    """Return how many requests wait after the iteration in which most of them do."""
    return max(len(row.queue) for row in trace.iterations)


def preemptions(trace: Trace) -> list[str]:
    """Return who was preempted, in order; whoever is preempted twice is named twice."""
    return [id for row in trace.iterations for id in row.preempted]


def rejections(trace: Trace) -> list[str]:
    """Return who was rejected, in order."""
    return [id for row in trace.iterations for id in row.rejected]


def unused_budget(trace: Trace) -> list[int]:
    """Return the tokens of the budget that each iteration leaves unused, if there is a budget."""
    return [row.unused_budget for row in trace.iterations if row.unused_budget is not None]


def first_and_done(trace: Trace) -> dict[str, tuple[int | None, int | None]]:
    """Return the iterations of each request's first output and completion, by id, as listed."""
    return {id: (outcome.first_output, outcome.completed) for id, outcome in trace.requests.items()}


class Flow(NamedTuple):
    """Where all requests that have arrived so far are, after one iteration.

    `arrived` = `completed` + `active` + `waiting` + `rejected`: a scheduler moves requests from
    one place to another, and neither makes nor loses any. Whoever has its last token counts as
    completed alone, also while an engine that does not know it yet keeps its slot.
    """

    arrived: int
    completed: int
    active: int
    waiting: int
    rejected: int


def flow(trace: Trace) -> list[Flow]:
    """Return the flow after each iteration, counted from iteration 0.

    `arrived` is counted from the arrivals, not added up from the other four.
    """
    arrivals = [0] * len(trace.iterations)
    for event in trace.events:
        arrivals[event.iteration] += event.kind is Kind.ARRIVE
    counts = []
    arrived = rejected = 0
    completed: set[str] = set()
    for row in trace.iterations:
        arrived += arrivals[row.iteration]
        completed.update(row.completed)
        rejected += len(row.rejected)
        active, waiting = (len(set(ids) - completed) for ids in (row.active, row.queue))
        counts.append(Flow(arrived, len(completed), active, waiting, rejected))
    return counts


class Recompute(NamedTuple):
    """What one preemption would cost an engine that throws the victim's KV cache away.

    Attributes:
        iteration: of the preemption.
        request: the victim.
        prompt: its prompt tokens prefilled at that moment.
        output: its output tokens produced at that moment.
    """

    iteration: int
    request: str
    prompt: int
    output: int

    @property
    def tokens(self) -> int:
        """Tokens to prefill again."""
        return self.prompt + self.output


def recompute_cost(trace: Trace) -> list[Recompute]:
    """Return what each preemption would make a recomputing engine prefill again, in order.

    This is an account, not a simulation: the run itself is not slowed down by the extra work, as
    it would be on an engine. The rule is that of vLLM's preemption by recompute: the victim's
    blocks are freed, and its prompt and its output so far are prefilled when it comes back. An
    eviction for which the run itself pays is left out: its tokens are processed again already.
    """
    return [
        Recompute(
            event.iteration,
            event.request or "",
            event.because["prompt_done"],
            event.because["output_done"],
        )
        for event in trace.events
        if event.kind is Kind.PREEMPT and not loses_kv(event)
    ]


def tokens_processed(trace: Trace) -> int:
    """Return the tokens (decode + prefill) that used the budget, over the whole run."""
    return sum(e.amount for e in trace.events if e.kind in WORK)


def accounted_work(trace: Trace) -> int:
    """Return the tokens processed, plus those that its preemptions would add by recompute."""
    return tokens_processed(trace) + sum(cost.tokens for cost in recompute_cost(trace))
