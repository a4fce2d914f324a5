"""A request in progress on an engine: which of its tokens have their KV entries in memory."""

from dataclasses import dataclass

from ..sequence import Sequence


@dataclass(slots=True, eq=False)
class KVSequence(Sequence):
    """What an engine knows of one request while it runs.

    `prompt_left` counts the tokens left to prefill: after an eviction with recompute, those of
    the prompt and the output tokens generated so far. The KV entry of a sampled token is written
    in the next step in which the request runs, so while it decodes one known token is always
    not yet computed.

    Attributes:
        place: in the workload's list; of equal arrivals the later one counts as later.
        reached: the most tokens that it ever had KV entries for.
    """

    place: int = 0
    reached: int = 0

    @property
    def arrived(self) -> tuple[float, int]:
        """When it arrived, ties broken by its place in the list."""
        return self.request.arrival, self.place

    @property
    def generated(self) -> int:
        """Output tokens so far."""
        return self.request.output - self.output_left

    @property
    def known(self) -> int:
        """Prompt + output tokens so far."""
        request = self.request
        return request.prompt + request.output - self.output_left

    @property
    def uncomputed(self) -> int:
        """Known tokens that have no KV entry: what is to be processed before the next sample."""
        return self.prompt_left or 1

    @property
    def computed(self) -> int:
        """Known tokens that have KV entries, between two iterations."""
        request = self.request
        return request.prompt + request.output - self.output_left - (self.prompt_left or 1)

    @property
    def started(self) -> bool:
        """Whether any of its tokens have KV entries."""
        return self.computed > 0

    def again(self, tokens: int) -> int:
        """Return how many of the next `tokens` were computed before, and lost."""
        lost = self.reached - self.computed
        return min(tokens, lost) if lost > 0 else 0

    def process(self, tokens: int) -> bool:
        """Process so many tokens; return whether that yields an output token."""
        computed = self.computed + tokens
        if computed > self.reached:
            self.reached = computed
        if self.prompt_left > tokens:
            self.prompt_left -= tokens
            return False
        self.prompt_left = 0
        self.output_left -= 1
        return True

    def lose(self) -> None:
        """Lose all KV entries: everything known is to be prefilled again."""
        self.prompt_left = self.known
