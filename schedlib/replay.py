"""From events to state: who held a slot, who waited and what each had left, at every point.

No scheduler is asked. The lists are rebuilt from the recorded decisions alone, so a picture
can never show anything that the events do not say.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from .events import YIELDS, Event, Kind
from .request import Request


@dataclass(slots=True)
class Iteration:
    """What happened in one iteration, and the lists after it.

    Attributes:
        iteration: counted from 0.
        decode: ids that got a decode token, in order.
        prefill: (id, tokens) of each chunk, in order; a recompute is one, too.
        prefill_emitted: ids whose prefill yielded an output token: the first one or, after a
            recompute, the next one.
        preempted, rejected, completed: ids, in order.
        queue, active: ids after the iteration, in order.
        unused_budget: tokens of the budget that nobody used; None where there is no budget.
    """

    iteration: int
    decode: list[str] = field(default_factory=list)
    prefill: list[tuple[str, int]] = field(default_factory=list)
    prefill_emitted: list[str] = field(default_factory=list)
    preempted: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    unused_budget: int | None = 0


def as_record(row: Iteration) -> dict[str, Any]:
    """Return an iteration as the artifact shows it, with lists of its own."""
    record = {name: getattr(row, name) for name in ITERATION}
    copied = {name: value.copy() for name, value in record.items() if isinstance(value, list)}
    return record | copied | {"prefill": [list(chunk) for chunk in row.prefill]}


ITERATION = tuple(field.name for field in fields(Iteration))


@dataclass(slots=True)
class Outcome:
    """What became of one request.

    Attributes:
        first_output: the iteration of its first output token, or None.
        completed: the iteration of its last one, or None.
        preemptions: how often it was taken off a slot.
        result: "completed", "rejected", or where it stood when the run was cut:
            "active", "waiting" or "pending" (it never arrived).
    """

    first_output: int | None = None
    completed: int | None = None
    preemptions: int = 0
    result: str = "pending"


class Left(NamedTuple):
    """What one request still has to do, in tokens; a recompute adds to its prompt."""

    prompt: int
    output: int


def replay_iterations(events: Iterable[Event]) -> Iterator[Iteration]:
    """Yield every iteration, idle ones too."""
    active: list[str] = []
    queue: list[str] = []
    row = Iteration(0)
    for event in events:
        id = event.request or ""
        match event.kind:
            case Kind.SLOT:
                active.append(id)
            case Kind.REFILL:
                queue.remove(id)
                active.append(id)
            case Kind.ENQUEUE:
                queue.append(id)
            case Kind.PREEMPT:
                active.remove(id)
                queue.insert(0, id)
                row.preempted.append(id)
            case Kind.REJECT:
                row.rejected.append(id)
            case Kind.DECODE:
                row.decode.append(id)
            case Kind.PREFILL:
                row.prefill.append((id, event.amount))
            case Kind.FIRST_TOKEN | Kind.NEXT_TOKEN:
                row.prefill_emitted.append(id)
            case Kind.COMPLETE:
                row.completed.append(id)
                if event.because.get("rule") != "kept":  # else it leaves later
                    active.remove(id)
            case Kind.LEAVE:
                (active if id in active else queue).remove(id)
            case Kind.REORDER:
                reordered = active if event.because["list"] == "active" else queue
                reordered[:] = event.because["order"]
            case Kind.END:
                row.queue, row.active = queue.copy(), active.copy()
                row.unused_budget = event.amount if event.because["token_budget"] else None
                yield row
                row = Iteration(event.iteration + 1)


RESULT_AFTER = {
    Kind.SLOT: "active",
    Kind.REFILL: "active",
    Kind.PREEMPT: "waiting",
    Kind.ENQUEUE: "waiting",
    Kind.REJECT: "rejected",
    Kind.COMPLETE: "completed",
    Kind.LEAVE: "completed",
}


def replay_outcomes(workload: Iterable[Request], events: Iterable[Event]) -> dict[str, Outcome]:
    """Return the outcome of every request by id, in listed order."""
    outcomes = {request.id: Outcome() for request in workload}
    for event in events:
        if event.request is None:
            continue
        outcome = outcomes[event.request]
        outcome.result = RESULT_AFTER.get(event.kind, outcome.result)
        if event.kind is Kind.FIRST_TOKEN:
            outcome.first_output = event.iteration
        elif event.kind is Kind.COMPLETE:
            outcome.completed = event.iteration
        elif event.kind is Kind.PREEMPT:
            outcome.preemptions += 1
    return outcomes


def replay_left(workload: Iterable[Request], events: Iterable[Event]) -> Iterator[dict[str, Left]]:
    """Yield, after every iteration, what each request has left."""
    left = {request.id: Left(request.prompt, request.output) for request in workload}
    for event in events:
        id = event.request or ""
        if event.kind is Kind.PREFILL:
            left[id] = left[id]._replace(prompt=left[id].prompt - event.amount)
        elif event.kind is Kind.PREEMPT and "to_prefill" in event.because:
            left[id] = left[id]._replace(prompt=event.because["to_prefill"])
        elif event.kind in YIELDS:
            left[id] = left[id]._replace(output=left[id].output - event.amount)
        elif event.kind is Kind.END:
            yield left.copy()
