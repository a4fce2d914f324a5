"""What one iteration asks of the hardware, read from the events of a run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..events import WORK, YIELDS, Event, Kind, loses_kv


@dataclass(slots=True)
class StepWork:
    """The work of one iteration.

    Attributes:
        tokens: that are processed, decode + prefill.
        sampled: output tokens that it yields: only they need the LM head.
        context: tokens whose KV entries are read: of each request that runs, all up to the last
            one that it processes.
        attended: summed over the tokens that are processed, how many tokens each attends to,
            itself included.
    """

    tokens: int = 0
    sampled: int = 0
    context: int = 0
    attended: int = 0

    def add(self, computed: int, tokens: int) -> None:
        """Add so many tokens of a request that has so many computed before."""
        self.tokens += tokens
        self.context += computed + tokens
        self.attended += tokens * computed + tokens * (tokens + 1) // 2


def work_of_steps(events: Iterable[Event]) -> Iterator[StepWork]:
    """Yield the work of every iteration, idle ones too."""
    computed: dict[str, int] = {}
    work = StepWork()
    for event in events:
        id = event.request or ""
        if event.kind in WORK:
            before = computed.get(id, 0)
            work.add(before, event.amount)
            computed[id] = before + event.amount
        elif loses_kv(event):
            computed[id] = 0
        if event.kind in YIELDS:
            work.sampled += event.amount
        elif event.kind is Kind.END:
            yield work
            work = StepWork()
