"""A stand-in for a measured log, for whoever has none at hand: our own simulator, disguised.

It is written as a benchmark of vLLM writes its log, two clocks and all, so that it is read and
fitted like a real one. What it takes from reality is that no two iterations take the time that
they should. What it cannot show is whether a real engine follows the rules of ours: this one does
so by construction.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

from ..clock import StepClock, StepWork, hardware, model
from ..engines.vllm_v1 import VllmV1
from ..generators.arrivals import poisson
from ..generators.draws import seeded
from ..generators.lengths import lognormal
from ..generators.synthetic import requests_of
from ..loop import simulate
from ..request import Request
from ..timing import Timing

REQUESTS, RATE, SEED = 180, 20, 13
HARDWARE, MODEL = "h100-sxm", "llama-3-8b"
ENGINE = VllmV1(max_num_seqs=64, max_num_batched_tokens=1024)
HIDDEN = StepClock(  # what a fit is to find
    hardware(HARDWARE), model(MODEL), e_mem=0.74, e_compute=0.53, overhead=0.0042
)
NOISE = 0.1  # the standard deviation of the logarithm of an iteration's time: about 10 %
SENT, STARTED = 1_767_225_600.0, 4711.0  # seconds on the client's clock and on the engine's at 0
TRANSIT = 0.002, 0.008  # seconds from the client to the queue of the engine: from, to


@dataclass(frozen=True)
class NoisyClock:
    """A clock whose every iteration is longer or shorter than it should be, at random.

    How much depends on the work of the iteration alone, and on the seed: the same run takes the
    same time, however it is computed.

    Attributes:
        clock: how long an iteration should take.
        noise: standard deviation of the logarithm of the factor between the two.
        seed: of all that is drawn.
    """

    clock: StepClock
    noise: float
    seed: int

    def ticks(self, work: StepWork) -> int:
        """Return how long an iteration with this work takes, in ticks."""
        drawn = seeded(f"noise {work.tokens} {work.context} {work.attended}", self.seed)
        return round(exp(self.noise * drawn.gauss(0, 1)) * self.clock.ticks(work))

    def decode_ticks(self, requests: int, context: int, steps: int) -> int:
        """Return how long so many iterations take in which the same requests decode."""
        reads = (context + requests * step for step in range(steps))
        return sum(self.ticks(StepWork(requests, requests, read, read)) for read in reads)


def stand_in_log() -> bytes:
    """Return the log of a run that never was: what a file of it would hold."""
    return "".join(_lines(stand_in_run(ENGINE))).encode()


def stand_in_run(engine: VllmV1) -> list[Timing]:
    """Return the requests of the stand-in under an engine: what another measurement would say."""
    clock = NoisyClock(HIDDEN, NOISE, SEED)
    return list(simulate(_workload(), engine, clock=clock, record="summary").timings)


def _workload() -> list[Request]:
    """Return requests with lengths in the likeness of ShareGPT."""
    prompts = lognormal(REQUESTS, mean=400, spread=1.1, longest=2048, seed=SEED)
    outputs = lognormal(REQUESTS, mean=300, spread=0.8, longest=1000, seed=SEED + 1)
    return requests_of(poisson(REQUESTS, RATE, SEED), prompts, outputs, name="req-")


def _lines(timings: list[Timing]) -> Iterator[str]:
    drawn = seeded("transit", SEED)
    for each in timings:
        stamps = each.arrival, each.scheduled, each.first_token, each.last_token
        queued, scheduled, first, last = (round(STARTED + (at or 0), 6) for at in stamps)
        line = {
            "request_id": each.id,
            "input_toks": each.prompt,
            "output_toks": each.output,
            "arrival_time": round(SENT + each.arrival - drawn.uniform(*TRANSIT), 6),
            "queued_ts": queued,
            "scheduled_ts": scheduled,
            "first_token_ts": first,
            "last_token_ts": last,
        }
        yield json.dumps(line) + "\n"
