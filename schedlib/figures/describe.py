"""A figure in words, for whoever cannot see it."""

from collections import Counter, defaultdict

from ..events import Kind
from ..narration import tell_ending
from ..trace import Trace
from ..words import Words, words

FEW = 30  # beyond so many requests, outcomes are counted and not told one by one


def describe(trace: Trace, language: str = "en") -> str:
    """Return what the figure of a run shows: its size, and what becomes of the requests.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    rows = trace.iterations
    overview = said.say(
        "describe.run",
        requests=len(trace.workload),
        iterations=len(rows),
        longest=max(len(row.queue) for row in rows),
    )
    outcomes = _stories(trace, said) if len(trace.workload) <= FEW else [_counts(trace, said)]
    ending = [] if trace.drained else [tell_ending(trace, language)]
    return " ".join([overview, *outcomes, *ending])


def _stories(trace: Trace, said: Words) -> list[str]:
    """Return a sentence or two for each request."""
    when: dict[tuple[str, Kind], list[int]] = defaultdict(list)
    for event in trace.events:
        when[event.request or "", event.kind].append(event.iteration)
    stories = []
    for id, outcome in trace.requests.items():
        told = said.say(
            f"describe.{outcome.result}",
            request=id,
            first=outcome.first_output,
            completed=outcome.completed,
            rejected=when[id, Kind.REJECT],
        )
        preempted = when[id, Kind.PREEMPT]
        again = [said.say("describe.preempted", iterations=preempted)] if preempted else []
        stories.append(" ".join([told, *again]))
    return stories


def _counts(trace: Trace, said: Words) -> str:
    counts = Counter(outcome.result for outcome in trace.requests.values())
    named = {said.say(f"result.{result}"): count for result, count in counts.items()}
    return said.say("describe.counts", counts=named)
