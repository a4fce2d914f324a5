"""The runs that `11_memory_and_eviction` compares: conversations on pools of several sizes.

Each is run once and kept: a trace never changes.
"""

from functools import cache
from typing import Any

from .engine_workloads import sharegpt_like
from .engines import Orca, TensorRtLlm, VllmV1
from .loop import simulate
from .trace import Trace

POOL, BLOCK_SIZE = (
    245,
    16,
)  # blocks, and tokens in a block: OPT-13B on an A100-40GB, a quarter of it
MODEL_LENGTH = 512  # tokens, a quarter of 2,048
SLOTS, TOKENS = 256, 512  # so many that memory is what limits

# Mean number of batched requests, OPT-13B on ShareGPT at 2 requests/s: the vLLM paper
# (Kwon et al., SOSP 2023), figure 13, by what memory is reserved for a request.
IN_THE_PAPER = {
    "Orca, model's maximum": 7.00,
    "Orca, power of two": 9.81,
    "Orca, true length": 13.62,
    "vLLM V1": 30.42,  # the paper has the vLLM of 2023
}


@cache
def by_reservation() -> dict[str, Trace]:
    """Return runs of the same conversations by what is reserved for a request."""
    requests = sharegpt_like()
    reservations = ("max_model_len", "power_of_two", "true_length")
    reserving = [Orca(SLOTS, each, MODEL_LENGTH, POOL, BLOCK_SIZE) for each in reservations]
    on_demand = VllmV1(SLOTS, TOKENS, num_gpu_blocks=POOL + 1, block_size=BLOCK_SIZE)
    runs = [simulate(requests, policy) for policy in reserving]
    return dict(zip(IN_THE_PAPER, [*runs, simulate(requests, on_demand)], strict=True))


@cache
def by_capacity(blocks: int, requests: int = 150) -> dict[str, Trace]:
    """Return runs on TensorRT-LLM, with a pool of so many blocks, by its capacity policy."""
    return {
        capacity: simulate(
            sharegpt_like(requests),
            TensorRtLlm(SLOTS, TOKENS, capacity, True, blocks, BLOCK_SIZE),
        )
        for capacity in ("GUARANTEED_NO_EVICT", "MAX_UTILIZATION")
    }


# What vLLM V1 asks for before it admits: the knobs that make it do so.
ADMISSIONS: dict[str, dict[str, Any]] = {
    "the first chunk": {"scheduler_reserve_full_isl": False},
    "all known tokens": {},
    "these, and 10 % left free": {"watermark": 0.1},
}


@cache
def by_admission(admission: str, blocks: int, requests: int = 120) -> Trace:
    """Return a run on vLLM V1, with a pool of so many blocks and one of the `ADMISSIONS`.

    Chunks are small (a budget of 64 tokens), so that a first chunk fits nearly always.
    """
    knobs = ADMISSIONS[admission]
    policy = VllmV1(64, 64, num_gpu_blocks=blocks + 1, block_size=BLOCK_SIZE, **knobs)
    return simulate(sharegpt_like(requests), policy)
