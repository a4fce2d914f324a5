"""Events in words: one short sentence for each decision, with the numbers it rested on."""

from collections.abc import Callable, Iterable

from .events import Event, Kind
from .trace import Trace
from .words import words


def narrate(events: Iterable[Event], language: str = "en") -> list[str]:
    """Return a sentence for each event, in order.

    Raises:
        InputError: there is no table of words for `language`.
    """
    say = words(language).say
    return [
        say(
            f"event.{event.kind}.{variant(event)}",
            **{**event.because, "request": event.request, "amount": event.amount},
        )
        for event in events
    ]


def variant(event: Event) -> str:
    """Return which of the templates of its kind an event takes.

    Engines name the rule that they applied. The tutorial scheduler's rules show in the numbers;
    "own" marks what they would not have done.
    """
    rule = event.because.get("rule", "own")
    return VARIANT[event.kind](event) if rule == "own" else str(rule)


def narrate_by_step(events: Iterable[Event], language: str = "en") -> dict[int, list[str]]:
    """Return the sentences of each step that did something, by its number."""
    events = tuple(events)
    story: dict[int, list[str]] = {}
    for event, sentence in zip(events, narrate(events, language), strict=True):
        story.setdefault(event.step, []).append(sentence)
    return dict(sorted(story.items()))


def tell_ending(trace: Trace, language: str = "en") -> str:
    """Return how a run ended, in one sentence; a run that was cut says so.

    Raises:
        InputError: there is no table of words for `language`.
    """
    results = [outcome.result for outcome in trace.requests.values()]
    completed, rejected = results.count("completed"), results.count("rejected")
    return words(language).say(
        f"ending.{trace.termination}",
        iterations=len(trace.iterations),
        completed=completed,
        rejected=rejected,
        unfinished=len(results) - completed - rejected,
    )


def _arrive(event: Event) -> str:
    priority = event.because["priority"]
    return priority if isinstance(priority, str) else "number"


def _slot(event: Event) -> str:
    if event.because["victim"]:
        return "victim"
    return "ahead" if event.because["overtaken"] else "free"


def _preempt(event: Event) -> str:
    if event.because.get("rule") == "own":
        return "own" if event.because["by"] else "alone"
    remaining = event.because["remaining"]
    if len(remaining) == 1:
        return "only"
    most = remaining[event.request]
    return "tie" if list(remaining.values()).count(most) > 1 else "most"


def _prefill(event: Event) -> str:
    if event.amount == event.because["prompt_left"]:
        return "last"
    if event.amount == event.because["prefill_chunk"]:
        return "chunk"
    return "budget" if event.amount == event.because["budget_left"] else "own"


def _enqueue(event: Event) -> str:
    if event.because.get("rule") == "own":
        return "own"
    return "unbounded" if event.because["max_queue"] is None else "bounded"


def _reject(event: Event) -> str:
    queue, max_queue = event.because["queue"], event.because["max_queue"]
    if max_queue is None or queue < max_queue:
        return "own"
    full = "full" if max_queue else "no_queue"
    return f"{full}_own" if event.because.get("rule") == "own" else full


def _end(event: Event) -> str:
    if event.amount == 0:
        return "used_up"
    if event.amount < event.because["token_budget"]:
        return "unused"
    return "own" if event.because.get("rule") == "own" else "idle"


# Which template an event takes that names no rule.
VARIANT: dict[Kind, Callable[[Event], str]] = {
    Kind.ARRIVE: _arrive,
    Kind.SLOT: _slot,
    Kind.PREEMPT: _preempt,
    Kind.NO_VICTIM: lambda event: str(event.because["obstacle"]),
    Kind.ENQUEUE: _enqueue,
    Kind.REJECT: _reject,
    Kind.REFILL: lambda event: "resume" if event.because["prompt_done"] else "start",
    Kind.DECODE: lambda event: "one",
    Kind.PREFILL: _prefill,
    Kind.STARVE: lambda event: "own" if event.because["budget_left"] else "budget",
    Kind.FIRST_TOKEN: lambda event: "prompt_done",
    Kind.NEXT_TOKEN: lambda event: "again",
    Kind.COMPLETE: lambda event: "done",
    Kind.LEAVE: lambda event: "late",
    Kind.REORDER: lambda event: str(event.because["list"]),
    Kind.END: _end,
}
