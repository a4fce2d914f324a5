"""From two snapshots to events: what a step did is read off what it changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..events import Event, Kind
from ..seven_steps import why_not_preempt
from .snapshot import Held, Snapshot, ids


def tell(step: int, before: Snapshot, after: Snapshot, treated: str | None = None) -> list[Event]:
    """Return what happened between two snapshots, in the library's events and with its reasons.

    Args:
        step: the number of the step that was taken, 1 to 7.
        before, after: how the board stood.
        treated: the arrival that the step was for, if it was for one.
    """
    telling = Telling(step, before, after)
    telling.arrivals()
    telling.slots(treated)
    telling.queue()
    telling.refills()
    telling.tokens()
    telling.completions()
    telling.orders()
    return telling.events


@dataclass
class Telling:
    """One step, told list by list, in the order in which the library would have noted it."""

    step: int
    before: Snapshot
    after: Snapshot
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start from the lists as they were."""
        self.active, self.waiting = ids(self.before.active), ids(self.before.waiting)
        self.was = {id: names[0] for id, names in self.before.whereabouts().items()}

    def note(self, kind: Kind, request: str | None, amount: int = 0, /, **because: Any) -> None:
        """Record a decision and what it rested on."""
        self.events.append(
            Event(self.before.iteration, self.step, kind, request, amount, because)
        )

    def came(self, held: Iterable[Held], *origins: str) -> Iterator[Held]:
        """Yield those that come from other lists."""
        return (each for each in held if self.was[each.id] in origins)

    def arrivals(self) -> None:
        """Tell who arrived."""
        for held in self.came(self.after.arriving, "pending"):
            request = held.request
            self.note(
                Kind.ARRIVE,
                held.id,
                priority=request.priority,
                prompt=request.prompt,
                output=request.output,
            )

    def slots(self, treated: str | None) -> None:
        """Tell who lost a slot, and which arrival got one, or why it did not."""
        victims = list(self.came(self.after.waiting, "active"))
        arrived = list(self.came(self.after.active, "arriving", "pending"))
        by = treated or (arrived[0].id if arrived else None)
        candidates = [held for held in self.before.active if held.request.priority == "normal"]
        for victim in victims:
            self.active.remove(victim.id)
            self.waiting.insert(0, victim.id)
            self.note(Kind.PREEMPT, victim.id, **self._reasons(victim, by, candidates))
        for held in arrived:
            self.active.append(held.id)
            victim_id = victims[0].id if victims else None
            self.note(
                Kind.SLOT,
                held.id,
                victim=victim_id,
                active=len(self.active),
                max_active=self.after.policy.max_active,
                overtaken=[id for id in self.waiting if id != victim_id],
            )
        if self.step == 2 and treated and not arrived:
            self._obstacle(treated, candidates)

    def _reasons(self, victim: Held, by: str | None, candidates: list[Held]) -> dict[str, Any]:
        remaining = {held.id: held.remaining for held in candidates}
        most = max(remaining.values(), default=0)
        urgent = by and self.before.everybody()[by].request.priority == "high"
        by_the_rule = urgent and remaining.get(victim.id) == most
        remaining.setdefault(victim.id, victim.remaining)
        reasons = {"by": by, "remaining": remaining, **_progress(victim)}
        return reasons if by_the_rule else {**reasons, "rule": "own"}

    def _obstacle(self, treated: str, candidates: list[Held]) -> None:
        board, arriving = self.before.board()
        sequences = [s for s in board.active if s.id in ids(candidates)]
        arrival = next(s for s in arriving if s.id == treated)
        if board.slot_free or arrival.request.priority != "high":
            return
        obstacle = why_not_preempt(board, sequences)
        if obstacle:
            self.note(Kind.NO_VICTIM, treated, obstacle=obstacle, **self._queue_length())

    def queue(self) -> None:
        """Tell which arrivals wait, and which are turned away."""
        for held in self.came(self.after.waiting, "arriving", "pending"):
            self.waiting.append(held.id)
            free = len(self.active) < self.after.policy.max_active
            own = {"rule": "own"} if free else {}
            place = ids(self.after.waiting).index(held.id) + 1
            self.note(Kind.ENQUEUE, held.id, place=place, **self._queue_length(), **own)
        for held in self.came(self.after.rejected, "arriving", "pending"):
            self.note(Kind.REJECT, held.id, **self._queue_length())

    def refills(self) -> None:
        """Tell who came back from the queue."""
        for held in self.came(self.after.active, "waiting"):
            self.waiting.remove(held.id)
            self.active.append(held.id)
            self.note(
                Kind.REFILL,
                held.id,
                active=len(self.active),
                max_active=self.after.policy.max_active,
                **_progress(self.before.everybody()[held.id]),
            )

    def tokens(self) -> None:
        """Tell who decoded, who prefilled, who got nothing, and whose first token came."""
        budget_left = self.before.budget_left
        now = self.after.everybody()
        for held in (*self.before.active, *self.came(self.after.active, "waiting", "arriving")):
            was = self.before.everybody()[held.id]
            prompt = was.prompt_left - now[held.id].prompt_left
            output = was.output_left - now[held.id].output_left
            limits = {
                "prompt_left": was.prompt_left,
                "prefill_chunk": self.before.policy.prefill_chunk,
                "budget_left": budget_left,
            }
            if prompt:
                self.note(Kind.PREFILL, held.id, prompt, **limits)
                budget_left -= prompt
            elif was.prompt_left and self.step == 6:
                self.note(Kind.STARVE, held.id, 0, **limits)
            if output and was.output_left == was.request.output:
                self.note(Kind.FIRST_TOKEN, held.id, output)
            elif output:
                self.note(Kind.DECODE, held.id, output, budget_left=budget_left)
                budget_left -= output

    def completions(self) -> None:
        """Tell who is done."""
        for held in self.came(self.after.completed, "active"):
            self.active.remove(held.id)
            self.note(Kind.COMPLETE, held.id)

    def orders(self) -> None:
        """Tell where a list stands in another order than all this would leave it in."""
        for name, told in (("waiting", self.waiting), ("active", self.active)):
            order = ids(getattr(self.after, name))
            if order != told:
                self.note(Kind.REORDER, None, list=name, order=order)

    def _queue_length(self) -> dict[str, int | None]:
        return {"queue": len(self.waiting), "max_queue": self.after.policy.max_queue}


def _progress(held: Held) -> dict[str, int]:
    return {
        "prompt_done": held.request.prompt - held.prompt_left,
        "output_done": held.request.output - held.output_left,
        "prompt_left": held.prompt_left,
        "output_left": held.output_left,
    }
