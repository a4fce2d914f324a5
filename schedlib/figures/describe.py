"""A figure in words, for whoever cannot see it."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from ..events import Event, Kind
from ..narration import tell_ending
from ..replay import replay_outcomes
from ..trace import Trace
from ..words import Words, words
from .time_scale import tell_time
from .twice import tokens_again

FEW = 30  # beyond so many requests, outcomes are counted and not told one by one


def describe(trace: Trace, language: str = "en", up_to: int | None = None) -> str:
    """Return what the figure of a run shows: its size, and what becomes of the requests.

    `up_to` is the last iteration that may be told of (default: all of them).

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    last = len(trace.iterations) - 1
    until = last if up_to is None else up_to
    events = [event for event in trace.events if event.iteration <= until]
    told = [describe_size(trace, language)]
    if until < last:
        told.append(said.say("describe.up_to", iteration=until))
    few = len(trace.workload) <= FEW
    told += _stories(trace, events, said) if few else [_counts(trace, events, said)]
    told += _memory(trace, events, until, said)
    if until == last and not trace.drained:
        told.append(tell_ending(trace, language))
    return " ".join(told)


def describe_size(trace: Trace, language: str = "en") -> str:
    """Return what kind of figure it is and how large: nothing of what happens in it.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    requests, iterations = len(trace.workload), len(trace.iterations)
    key = "describe.run_kv" if trace.kv else "describe.run"
    told = said.say(key, requests=requests, iterations=iterations)
    if trace.ends is None:
        return told
    return f"{told} {said.say('describe.until', time=tell_time(trace.ends[-1], said))}"


def _stories(trace: Trace, events: Sequence[Event], said: Words) -> list[str]:
    """Return a sentence or two for each request."""
    when: dict[tuple[str, Kind], list[int]] = defaultdict(list)
    for event in events:
        when[event.request or "", event.kind].append(event.iteration)
    stories = []
    for id, outcome in replay_outcomes(trace.workload, events).items():
        told = said.say(
            f"describe.{outcome.result}",
            request=id,
            first=_when(trace, outcome.first_output, said),
            completed=_when(trace, outcome.completed, said),
            rejected=when[id, Kind.REJECT],
        )
        preempted = when[id, Kind.PREEMPT]
        again = [said.say("describe.preempted", iterations=preempted)] if preempted else []
        stories.append(" ".join([told, *again]))
    return stories


def _when(trace: Trace, iteration: int | None, said: Words) -> int | str | None:
    """Return an iteration or, in a run with a clock, the iteration and when it ended."""
    if iteration is None or trace.ends is None:
        return iteration
    time = tell_time(trace.ends[iteration], said)
    return said.say("describe.when", iteration=iteration, time=time)


def _memory(trace: Trace, events: Sequence[Event], until: int, said: Words) -> list[str]:
    """Return what the memory of a run comes to: its peak, and what had to be done twice."""
    told = []
    if trace.kv:
        peak = max(sum(row.held.values()) for row in trace.kv[: until + 1])
        told.append(said.say("describe.kv", held=peak, blocks=trace.policy.bounds().blocks))
    again = sum(tokens_again(event) for event in events if event.kind is Kind.PREFILL)
    return [*told, said.say("describe.again", tokens=again)] if again else told


def _counts(trace: Trace, events: Sequence[Event], said: Words) -> str:
    outcomes = replay_outcomes(trace.workload, events).values()
    counts = Counter(outcome.result for outcome in outcomes)
    named = {said.say(f"result.{result}"): count for result, count in counts.items()}
    return said.say("describe.counts", counts=named)
