"""Question 2: why a budget of tokens mirrors what an iteration costs, and a count does not."""

from typing import Any, NamedTuple

from ...judging.evidence import tokens
from ...loop import simulate
from ...replay import Iteration
from ...request import Request
from ...trace import Trace
from ...tutorial import Tutorial
from ..probes import Choice, Number, Probe

PROMPT = 20
POLICY = Tutorial(max_active=4, token_budget=10, prefill_chunk=6)
NO_TOKEN_LIMIT = Tutorial(max_active=4, token_budget=PROMPT + 3, prefill_chunk=PROMPT)


def requests() -> list[Request]:
    """Return three streams, and L with a longer prompt beside them."""
    streams = [Request(f"S{number}", arrival=0, prompt=1, output=8) for number in (1, 2, 3)]
    return [*streams, Request("L", arrival=2, prompt=PROMPT, output=4)]


class Seen(NamedTuple):
    """Two iterations of the run, and what becomes of the busiest without a limit of tokens.

    Attributes:
        busy: the iteration with the most tokens.
        calm: the first one in which all slots decode.
        busy_sequences, calm_sequences: sequences that are served in each.
        busy_tokens, calm_tokens: tokens that are processed in each.
        busy_prefill, busy_decode: the parts of the former.
        budget: tokens that one iteration may process.
        free_sequences, free_tokens: of the busiest iteration without a limit of tokens.
        prompt, slots, free_budget: the numbers in the questions.
    """

    busy: int
    calm: int
    busy_sequences: int
    calm_sequences: int
    busy_tokens: int
    calm_tokens: int
    busy_prefill: int
    busy_decode: int
    budget: int
    free_sequences: int
    free_tokens: int
    prompt: int = PROMPT
    slots: int = POLICY.max_active
    free_budget: int = NO_TOKEN_LIMIT.token_budget


def see() -> Seen:
    """Run the four requests with a limit of tokens, and without."""
    run = simulate(requests(), POLICY)
    busy = _busiest(run)
    calm = next(row for row in run.iterations if len(row.decode) == POLICY.max_active)
    free = _busiest(simulate(requests(), NO_TOKEN_LIMIT))
    return Seen(
        busy=busy.iteration,
        calm=calm.iteration,
        busy_sequences=_sequences(busy),
        calm_sequences=_sequences(calm),
        busy_tokens=tokens(busy),
        calm_tokens=tokens(calm),
        busy_prefill=sum(chunk for _, chunk in busy.prefill),
        busy_decode=len(busy.decode),
        budget=POLICY.token_budget,
        free_sequences=_sequences(free),
        free_tokens=tokens(free),
    )


def _busiest(run: Trace) -> Iteration:
    return max(run.iterations, key=tokens)


def _sequences(row: Iteration) -> int:
    return len(row.decode) + len(row.prefill)


PROBES: dict[str, Probe[Any]] = {
    "q2_twins": Choice(
        see,
        {
            "a": lambda s: s.busy_tokens == s.calm_tokens,
            "b": lambda s: s.calm_tokens > s.busy_tokens,
            "c": lambda s: (
                s.busy_sequences == s.calm_sequences and s.busy_tokens > 2 * s.calm_tokens
            ),
            "d": lambda s: s.busy_sequences > s.calm_sequences,
        },
    ),
    "q2_cached": Number(
        see,
        value=lambda s: s.busy_tokens,
        mistakes={
            "sequences": lambda s: s.busy_sequences,
            "prefill": lambda s: s.busy_prefill,
            "decode": lambda s: s.busy_decode,
            "budget": lambda s: s.budget,
        },
    ),
    "q2_unlimited": Choice(
        see,
        {
            "a": lambda s: s.free_tokens > s.busy_tokens and s.free_sequences > s.busy_sequences,
            "b": lambda s: (
                s.free_tokens > 2 * s.busy_tokens and s.free_sequences == s.busy_sequences
            ),
            "c": lambda s: s.free_tokens <= s.busy_tokens and s.free_sequences == s.busy_sequences,
            "d": lambda s: s.free_sequences < s.busy_sequences,
        },
    ),
}
