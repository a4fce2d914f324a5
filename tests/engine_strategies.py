"""Random workloads and knobs for the engines.

The numbers are small on purpose: a failing example then still fits on a blackboard. Memory is
tight on purpose: most pools hold the largest request and little more, so that most runs evict.
Strategies are made once, which is much quicker than in every draw.
"""

from itertools import product

from engine_oracles import feasible
from hypothesis import assume
from hypothesis import strategies as st

import schedlib
from schedlib import Request

PRIORITIES = ["normal", "high", -3, 0, 1, 2]
WATERMARKS = [0.0, 0.0, 0.01, 0.1, 0.2, 0.34]


def any_of(*choices):
    """One of each."""
    return st.tuples(*map(st.sampled_from, choices))


WHEN = list(product(range(13), PRIORITIES))
LENGTHS = list(product(range(1, 8), range(1, 11)))
ROWS = st.lists(any_of(WHEN, LENGTHS), min_size=1, max_size=9)
SHAPE = any_of([0, 0, 1, 2, 3, 6, 12], [0, 0, 0, 0, 0, 40], range(7))
SLOTS = [1, 2, 3, 4, 5, 6, 8]
SPARE_TOKENS = [0, 2, 4, 8, 16, 32]
POOL = any_of(range(1, 6), [0, 0, 2, 5, 8, 11, 14, 18, 22, None])


@st.composite
def workloads(draw):
    """One to nine requests in any order of arrival, most in a burst, some after a long gap."""
    latest, gap, late_from = draw(SHAPE)
    rows = draw(ROWS)
    return [
        Request(
            f"R{place}",
            min(arrival, latest) + (gap if place >= late_from else 0),
            *lengths,
            priority,
        )
        for place, ((arrival, priority), lengths) in enumerate(rows)
    ]


def peak(requests):
    return max(request.prompt + request.output - 1 for request in requests)


def draw_pool(draw, requests, extra=0):
    """A block size, and a pool that the largest request fills but for a few blocks, or no limit."""
    block_size, spare = draw(POOL)
    if spare is None:
        return None, block_size
    return -(-(peak(requests) + extra + spare) // block_size), block_size


STATIC = any_of(range(1, 5))


def static_knobs(draw, requests):
    (size,) = draw(STATIC)
    return {"batch_size": size}


PREFERRED = [(), (1,), (2,), (3,), (2, 3), (1, 4), (4, 2)]
DYNAMIC = any_of(range(1, 5), range(6), PREFERRED, [0, 0, 1, 2, 4])


def dynamic_knobs(draw, requests):
    size, delay, preferred, queue = draw(DYNAMIC)
    return {
        "max_batch_size": size,
        "max_queue_delay": delay,
        "preferred_batch_sizes": tuple(each for each in preferred if each <= size),
        "max_queue_size": queue,
    }


RESERVATIONS = ["true_length", "power_of_two", "max_model_len"]
ORCA = any_of(SLOTS, RESERVATIONS, range(5), range(7), [True, False])


def orca_knobs(draw, requests):
    slots, reservation, longer, spare, given = draw(ORCA)
    blocks, block_size = draw_pool(draw, requests, extra=1)
    longest = peak(requests) + 1 + longer
    return {
        "max_batch_size": slots,
        "reservation": reservation,
        "max_model_len": longest if given or reservation == "max_model_len" else None,
        "num_blocks": None if blocks is None else blocks + spare,
        "block_size": block_size,
    }


V0 = any_of(SLOTS, SPARE_TOKENS, WATERMARKS, ["recompute", "swap"])


def vllm_v0_knobs(draw, requests):
    slots, more_tokens, watermark, mode = draw(V0)
    blocks, block_size = draw_pool(draw, requests)
    if blocks is not None and watermark > 0.1:
        blocks += 3  # else few requests are feasible
    return {
        "max_num_seqs": slots,
        "max_num_batched_tokens": peak(requests) + more_tokens,
        "num_blocks": blocks,
        "block_size": block_size,
        "watermark": watermark,
        "preemption_mode": mode,
    }


SARATHI = any_of(range(1, 13), SLOTS, WATERMARKS)


def sarathi_knobs(draw, requests):
    chunk, slots, watermark = draw(SARATHI)
    blocks, block_size = draw_pool(draw, requests)
    if blocks is not None and watermark > 0.1:
        blocks += 3
    return {
        "chunk_size": chunk,
        "max_num_seqs": slots,
        "num_blocks": blocks,
        "block_size": block_size,
        "watermark": watermark,
    }


V1 = any_of(SLOTS, SPARE_TOKENS, [0, 0, 1, 2, 3, 5], [True, True, False], WATERMARKS)
V1_SWITCHES = any_of(["fcfs", "priority", "priority"], [True, False], [False, True])


def vllm_v1_knobs(draw, requests):
    slots, more_tokens, threshold, chunked, watermark = draw(V1)
    policy, full, asynchronous = draw(V1_SWITCHES)
    blocks, block_size = draw_pool(draw, requests)
    tokens = slots if chunked else max(slots, peak(requests))
    return {
        "max_num_seqs": slots,
        "max_num_batched_tokens": tokens + more_tokens,
        "long_prefill_token_threshold": threshold,
        "num_gpu_blocks": None if blocks is None else blocks + 1,
        "block_size": block_size,
        "enable_chunked_prefill": chunked,
        "policy": policy,
        "scheduler_reserve_full_isl": full,
        "watermark": watermark,
        "async_scheduling": asynchronous,
    }


CAPACITY = ["MAX_UTILIZATION"] * 3 + ["GUARANTEED_NO_EVICT", "STATIC_BATCH"]
TENSORRT = any_of(SLOTS, SPARE_TOKENS, CAPACITY, [False, True, True])


def tensorrt_llm_knobs(draw, requests):
    slots, more_tokens, capacity, chunked = draw(TENSORRT)
    blocks, block_size = draw_pool(draw, requests, extra=capacity != "MAX_UTILIZATION")
    return {
        "max_batch_size": slots,
        "max_num_tokens": (1 if chunked else peak(requests)) + more_tokens,
        "capacity_scheduler_policy": capacity,
        "enable_chunked_context": chunked,
        "num_blocks": blocks,
        "block_size": block_size,
    }


KNOBS = {
    "Static": static_knobs,
    "RequestDynamic": dynamic_knobs,
    "Orca": orca_knobs,
    "VllmV0": vllm_v0_knobs,
    "Sarathi": sarathi_knobs,
    "VllmV1": vllm_v1_knobs,
    "TensorRtLlm": tensorrt_llm_knobs,
}


@st.composite
def cases(draw, engine):
    """A workload, and knobs with which `engine` can run it."""
    requests = draw(workloads())
    knobs = KNOBS[engine](draw, requests)
    assume(feasible(engine, requests, knobs))
    return requests, knobs


def policy_of(engine, knobs):
    return getattr(schedlib, engine)(**knobs)
