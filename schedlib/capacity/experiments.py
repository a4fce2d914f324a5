"""The runs of `14_capacity`: conversations at rising rates, and an experiment in Orca's likeness.

Each is run once and kept: a run never changes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..clock import StepClock, hardware, link, model
from ..engines import Orca, RequestDynamic, Sarathi, VllmV0, VllmV1
from ..generators.arrivals import poisson
from ..generators.draws import seeded
from ..generators.lengths import lognormal
from ..generators.synthetic import requests_of
from ..loop import Policy, simulate
from ..metrics.slo import SLO
from ..request import Request
from ..summaries.summary import Summary
from .load_curve import LoadPoint, load_curve

# --- Conversations -------------------------------------------------------------------------------

CHAT_CLOCK = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
CHAT_SLO = SLO(ttft=1.0, tpot=0.05)
CHAT_RATES = (2, 3, 4, 5, 6, 7, 8, 9, 10)
CHAT_REQUESTS = 800
DRAW = 2  # of the draws 1 to 8, the one whose capacities are nearest to those of 3,200 requests

ENGINES: dict[str, Policy[Any]] = {
    "vLLM V1": VllmV1(max_num_seqs=128, max_num_batched_tokens=2048),
    "vLLM V1, budget 512": VllmV1(max_num_seqs=128, max_num_batched_tokens=512),
    "vLLM V1, 32 sequences": VllmV1(max_num_seqs=32, max_num_batched_tokens=2048),
    "vLLM V0": VllmV0(max_num_seqs=128, max_num_batched_tokens=8192),
    "Sarathi, chunk 512": Sarathi(max_num_seqs=128, chunk_size=512),
}


def conversations(rate: float, n: int = CHAT_REQUESTS, draw: int = DRAW) -> list[Request]:
    """Return requests as a chat has them: many short prompts and answers, and few long ones.

    Another `draw` has other lengths, and other gaps between arrivals.
    """
    prompts = lognormal(n, mean=1024, spread=0.8, longest=8192, seed=2 * draw)
    outputs = lognormal(n, mean=256, spread=0.7, longest=1024, seed=2 * draw + 1)
    return requests_of(poisson(n, rate, draw), prompts, outputs)


@cache
def chat(engine: str) -> dict[float, Summary]:
    """Return runs of the conversations under one of the `ENGINES`, by arrival rate."""
    policy = ENGINES[engine]
    return {
        rate: simulate(conversations(rate), policy, clock=CHAT_CLOCK, record="summary")
        for rate in CHAT_RATES
    }


# --- In the likeness of Orca's ------------------------------------------------------------------

ORCA_CLOCK = StepClock(
    hardware("a100-40gb"), model("gpt-3-175b"), tensor_parallel=16, link=link("nvlink3")
)
ORCA_RATES = (0.2, 0.35, 0.5, 0.65, 0.8, 1.1, 1.5, 2, 2.7, 3.6, 5, 6.5, 9, 12, 16, 40, 100)
TARGET = 0.190  # s per output token, of the paper's comparison
LOOSEST = 0.25  # s; no curve is followed beyond it
PUBLISHED = 36.9

SYSTEMS: dict[str, Callable[[int], Policy[Any]]] = {
    "request-level": RequestDynamic,
    "Orca": Orca,
}  # each for so many requests at a time


def forced_lengths(rate: float, n: int = 400, equal: bool = False, seed: int = 1) -> list[Request]:
    """Return requests with lengths as in Orca's experiment, or all as long as these on average.

    Inputs of 32 to 512 tokens and outputs of 1 to 128, each length as likely as any other.
    """
    random = seeded("forced lengths", seed)
    prompts = [272 if equal else random.randint(32, 512) for _ in range(n)]
    outputs = [64 if equal else random.randint(1, 128) for _ in range(n)]
    return requests_of(poisson(n, rate, seed), prompts, outputs)


@cache
def orca_curve(system: str, batch: int, equal: bool = False) -> list[LoadPoint]:
    """Return the curve of one of the `SYSTEMS`, for so many requests at a time."""
    policy = SYSTEMS[system](batch)
    return load_curve(
        lambda rate: forced_lengths(rate, equal=equal), ORCA_RATES, policy, ORCA_CLOCK, LOOSEST
    )
