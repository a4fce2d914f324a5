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
        before: how the board stood.
        after: how it stands now.
        treated: the arrival that the step was for, if it was for one.
    """
    telling = Telling(step, before, after)
    telling.arrivals()
    telling.preemptions(treated)
    telling.slots()
    telling.obstacle(treated)
    telling.queue()
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
        self.victims: list[Held] = []
        self.was = {id: names[0] for id, names in self.before.whereabouts.items()}

    def note(self, kind: Kind, request: str | None, amount: int = 0, /, **because: Any) -> None:
        """Record a decision and what it rested on."""
        self.events.append(Event(self.before.iteration, self.step, kind, request, amount, because))

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

    def preemptions(self, treated: str | None) -> None:
        """Tell who lost a slot, and for whom."""
        self.victims = list(self.came(self.after.waiting, "active"))
        takers = ids(self.came(self.after.active, "arriving", "pending", "waiting"))
        by = treated if treated in takers else next(iter(takers), None)
        for victim in reversed(self.victims):  # so that the foremost is put in front last
            self.active.remove(victim.id)
            self.waiting.insert(0, victim.id)
            self.note(Kind.PREEMPT, victim.id, **self._reasons(victim, by))

    def _reasons(self, victim: Held, by: str | None) -> dict[str, Any]:
        """Return what a preemption rested on, marked where the lesson's rule would not say so."""
        remaining = {held.id: held.remaining for held in self._normal()}
        by_the_rule = (
            by is not None
            and self.before.everybody[by].request.priority == "high"
            and len(self.before.active) >= self.before.policy.max_active
            and victim.id == max(remaining, key=remaining.__getitem__, default=None)
            and [victim.id] == ids(self.after.waiting[:1])
            and len(self.victims) == 1
        )
        remaining.setdefault(victim.id, victim.remaining)
        reasons = {"by": by, "remaining": remaining, **_progress(victim)}
        return reasons if by_the_rule else {**reasons, "rule": "own"}

    def _normal(self) -> list[Held]:
        return [held for held in self.before.active if held.request.priority == "normal"]

    def slots(self) -> None:
        """Tell who got a slot, arrivals and those who waited, in the order in which they stand."""
        victims = iter(ids(self.victims))
        still_waiting = {*ids(self.before.waiting), *ids(self.victims)} & {*ids(self.after.waiting)}
        for held in self.came(self.after.active, "arriving", "pending", "waiting"):
            self.active.append(held.id)
            victim = next(victims, None)
            slots = {"active": len(self.active), "max_active": self.after.policy.max_active}
            if self.was[held.id] == "waiting":
                self.waiting.remove(held.id)
                before = self.before.everybody[held.id]
                self.note(Kind.REFILL, held.id, **slots, **_progress(before))
                continue
            overtaken = [id for id in self.waiting if id in still_waiting and id != victim]
            self.note(Kind.SLOT, held.id, victim=victim, **slots, overtaken=overtaken)

    def obstacle(self, treated: str | None) -> None:
        """Tell why a high-priority arrival that step 2 was for has no slot."""
        if self.step != 2 or not treated or treated in ids(self.after.active):
            return
        board, arriving = self.before.board()
        sequences = [s for s in board.active if s.id in ids(self._normal())]
        arrival = next(s for s in arriving if s.id == treated)
        if board.slot_free or arrival.request.priority != "high":
            return
        obstacle = why_not_preempt(board, sequences)
        if obstacle:
            self.note(Kind.NO_VICTIM, treated, obstacle=obstacle, **self._queue_length())

    def queue(self) -> None:
        """Tell which arrivals wait, and which are turned away."""
        free = len(self.after.active) < self.after.policy.max_active
        own = {"rule": "own"} if free else {}
        for held in self.came(self.after.waiting, "arriving", "pending"):
            self.waiting.append(held.id)
            place = ids(self.after.waiting).index(held.id) + 1
            self.note(Kind.ENQUEUE, held.id, place=place, **self._queue_length(), **own)
        for held in self.came(self.after.rejected, "arriving", "pending"):
            self.note(Kind.REJECT, held.id, **self._queue_length(), **own)

    def tokens(self) -> None:
        """Tell who decoded, who prefilled, who got nothing, and whose first token came."""
        budget_left = self.before.budget_left
        now, on_slots = self.after.everybody, ids(self.after.active)
        for held in (*self.before.active, *self.came(self.after.active, "waiting", "arriving")):
            was = self.before.everybody[held.id]
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
            elif was.prompt_left and self.step == 6 and held.id in on_slots:
                # What others got does not count as left, be they behind it in the list.
                limits["budget_left"] = self.after.budget_left
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
