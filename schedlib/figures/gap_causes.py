"""What lay between two output tokens of a request in a run with a clock, and for how long.

Requests that decode together have their tokens at the same times, so their gaps are one gap here.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..events import Event, Kind
from ..latency import output_iterations
from ..trace import Trace

CAUSES = ("decode", "prefill", "evicted")  # nothing else, prompts of others, or itself off its slot


class Cause(NamedTuple):
    """Why a gap is as long as it is.

    Attributes:
        kind: one of `CAUSES`.
        request: whose prompt it was, mostly, or who was evicted; empty where it was neither.
    """

    kind: str
    request: str


class TokenGap(NamedTuple):
    """A gap between two successive output tokens.

    Attributes:
        requests: those whose tokens came at these times.
        since, iteration: those of the two tokens.
        seconds: from the one to the other.
        cause: why.
    """

    requests: tuple[str, ...]
    since: int
    iteration: int
    seconds: float
    cause: Cause


class Stretch(NamedTuple):
    """Gaps one after the other with the same cause.

    Attributes:
        gaps: the gaps.
        tokens: of the prompt that is their cause, in all of them.
        steps: iterations with such tokens.
    """

    gaps: tuple[TokenGap, ...]
    tokens: int
    steps: int

    @property
    def cause(self) -> Cause:
        """What they have in common."""
        return self.gaps[0].cause

    @property
    def longest(self) -> TokenGap:
        """The longest of the gaps; of equals, the first."""
        return max(self.gaps, key=lambda gap: gap.seconds)


class Causes:
    """The gaps of one run, with what caused them."""

    def __init__(self, trace: Trace) -> None:
        """Read who prefills and who is evicted in each iteration."""
        self.trace = trace
        self.prefill: dict[int, Counter[str]] = defaultdict(Counter)
        self.evicted: set[tuple[int, str]] = set()
        for event in trace.events:
            self._read(event)

    def _read(self, event: Event) -> None:
        if event.kind is Kind.PREFILL:
            self.prefill[event.iteration][event.request or ""] += event.amount
        elif event.kind is Kind.PREEMPT:
            self.evicted.add((event.iteration, event.request or ""))

    def gaps(self) -> list[TokenGap]:
        """Return every gap, by when it ends."""
        alike: dict[tuple[int, int, Cause], list[str]] = defaultdict(list)
        for id, tokens in output_iterations(self.trace).items():
            for since, at in pairwise(tokens):
                alike[since, at, self._cause(id, since, at)].append(id)
        found = (
            TokenGap(tuple(ids), since, at, self.trace.between(since, at), cause)
            for (since, at, cause), ids in alike.items()
        )
        return sorted(found, key=lambda gap: (gap.iteration, gap.since))

    def _cause(self, id: str, since: int, at: int) -> Cause:
        iterations = range(since + 1, at + 1)
        if any((iteration, id) in self.evicted for iteration in iterations):
            return Cause("evicted", id)
        prompts: Counter[str] = Counter()
        for iteration in iterations:
            prompts.update(self.prefill.get(iteration, {}))
        return Cause("prefill", prompts.most_common(1)[0][0]) if prompts else Cause("decode", "")

    def stretches(self, gaps: Iterable[TokenGap]) -> Iterator[Stretch]:
        """Yield the gaps, by when they end, in stretches of the same cause."""
        together: list[TokenGap] = []
        for gap in gaps:
            goes_on = together and (gap.cause, True) == (
                together[-1].cause,
                gap.since <= together[-1].iteration,
            )
            if together and not goes_on:
                yield self._stretch(together)
                together = []
            together.append(gap)
        if together:
            yield self._stretch(together)

    def _stretch(self, gaps: list[TokenGap]) -> Stretch:
        request = gaps[0].cause.request
        iterations = {at for gap in gaps for at in range(gap.since + 1, gap.iteration + 1)}
        tokens = [self.prefill.get(at, Counter())[request] for at in sorted(iterations)]
        return Stretch(tuple(gaps), sum(tokens), sum(map(bool, tokens)))
