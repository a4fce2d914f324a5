"""What one iteration asks of the hardware, read from the events of a run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .events import WORK, YIELDS, Event, Kind, loses_kv


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
        decodes: requests that process a single token; for the hardware, the last token of a
            prompt that comes alone is one of them. All other tokens are those of chunks.
        decode_context: the part of `context` that the decodes read.
    """

    tokens: int = 0
    sampled: int = 0
    context: int = 0
    attended: int = 0
    decodes: int = 0
    decode_context: int = 0

    def __post_init__(self) -> None:
        """Know decodes for what they are: where there is no chunk, they need not be counted.

        A chunk attends to more than it reads, since each of its tokens reads what the one before
        it has read already. So work that attends to no more than it reads is decodes alone.
        """
        if self.attended == self.context:
            self.decodes, self.decode_context = self.tokens, self.context

    def add(self, computed: int, tokens: int) -> None:
        """Add so many tokens of a request that has so many computed before."""
        self.tokens += tokens
        self.context += computed + tokens
        self.attended += tokens * computed + tokens * (tokens + 1) // 2
        if tokens == 1:
            self.decodes += 1
            self.decode_context += computed + 1


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
