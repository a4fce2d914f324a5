"""What no scheduler may do, whatever its policy: checked after every step and every iteration."""

from collections.abc import Iterator

from .faults import Fault
from .snapshot import LISTS, Held, Snapshot

# From where to where a sequence may go in one step.
MOVES = {
    "pending": {"arriving"},
    "arriving": {"active", "waiting", "rejected"},
    "active": {"waiting", "completed"},
    "waiting": {"active"},
    "rejected": set[str](),
    "completed": set[str](),
}


def check_step(before: Snapshot, after: Snapshot) -> None:
    """Check what one step did.

    Raises:
        Fault: it lost, doubled or teleported a sequence, overfilled a place or undid progress.
    """
    _check_settings(before, after)
    _check_places(before, after)
    _check_moves(before, after)
    _check_limits(after)
    on_slot = {held.id for held in before.active + after.active}
    for was, now in _pairs(before, after):
        if was != now:
            _check_progress(was, now, now.id in on_slot)


def check_iteration(start: Snapshot, end: Snapshot) -> None:
    """Check what one whole iteration did.

    Raises:
        Fault: tokens were made of nothing, a limit was broken, or somebody was left over.
    """
    if end.iteration != start.iteration + 1:
        raise Fault("iteration", expected=start.iteration + 1, value=end.iteration)
    if end.arriving:
        raise Fault("left_over", request=end.arriving[0].id)
    overdue = [held for held in end.pending if held.request.arrival <= start.iteration]
    if overdue:
        raise Fault("overdue", request=overdue[0].id, arrival=overdue[0].request.arrival)
    used = sum(_tokens(start, was, now) for was, now in _pairs(start, end))
    budget = start.policy.token_budget
    if used > budget:
        raise Fault("budget", used=used, token_budget=budget)
    if end.budget_left != budget - used:
        raise Fault("budget_left", value=end.budget_left, used=used, unused=budget - used)
    for held in end.active:
        if not held.remaining:
            raise Fault("not_completed", request=held.id)


def _pairs(before: Snapshot, after: Snapshot) -> Iterator[tuple[Held, Held]]:
    now = after.everybody
    return ((was, now[id]) for id, was in before.everybody.items())


def _check_settings(before: Snapshot, after: Snapshot) -> None:
    if after.policy != before.policy:
        raise Fault("policy_changed")
    if after.iteration != before.iteration:
        raise Fault("iteration_in_step")


def _check_places(before: Snapshot, after: Snapshot) -> None:
    found = dict(after.whereabouts)
    for id in before.whereabouts:
        places = found.pop(id, [])
        if not places:
            raise Fault("lost", request=id)
        if len(places) > 1:
            raise Fault("twice", request=id, lists=[f"board.{name}" for name in places])
    if found:
        raise Fault("invented", request=next(iter(found)))


def _check_limits(after: Snapshot) -> None:
    if len(after.active) > after.policy.max_active:
        raise Fault("slots", count=len(after.active), max_active=after.policy.max_active)
    max_queue = after.policy.max_queue
    if max_queue is not None and len(after.waiting) > max_queue:
        raise Fault("queue", count=len(after.waiting), max_queue=max_queue)


def _check_moves(before: Snapshot, after: Snapshot) -> None:
    was = {id: names[0] for id, names in before.whereabouts.items()}
    for id, (now,) in after.whereabouts.items():
        if now != was[id] and now not in MOVES[was[id]]:
            raise Fault("move", request=id, origin=_list(was[id]), goal=_list(now))


def _list(name: str) -> str:
    return f"board.{name}" if name in LISTS else name


def _check_progress(was: Held, now: Held, on_slot: bool) -> None:
    if now.request != was.request:
        raise Fault("request_changed", request=was.id)
    for field in ("prompt_left", "output_left"):
        left, before = getattr(now, field), getattr(was, field)
        if left > before:
            raise Fault("undone", request=was.id, field=field, was=before, now=left)
        if left < 0:
            raise Fault("below_zero", request=was.id, field=field, now=left)
        if left < before and not on_slot:
            raise Fault("off_slot", request=was.id, field=field)


def _tokens(start: Snapshot, was: Held, now: Held) -> int:
    """Return how much of the budget one sequence used."""
    prompt, output = was.prompt_left - now.prompt_left, was.output_left - now.output_left
    chunk = start.policy.prefill_chunk
    if prompt > chunk:
        raise Fault("chunk", request=was.id, tokens=prompt, prefill_chunk=chunk)
    if now.prompt_left and output:
        raise Fault("early", request=was.id, prompt_left=now.prompt_left)
    if output > 1:
        raise Fault("two_tokens", request=was.id, tokens=output)
    if prompt and not now.prompt_left and not output:
        raise Fault("no_first_token", request=was.id)
    return prompt if prompt else output
