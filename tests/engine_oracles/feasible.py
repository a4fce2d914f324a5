"""Which requests an engine can run at all: its own test must pass on an empty pool.

Each engine lists what it demands of a request, as pairs of what it needs and what there is.
"""

import math

from .orca import reserved_tokens
from .plain import blocks_for, fresh


def feasible(engine, requests, knobs):
    """Whether `engine`, named as its class, can run every one of the requests."""
    return first_refusal(engine, requests, knobs) is None


def first_refusal(engine, requests, knobs):
    """(id, needs, has) of the first request that can never run, or None."""
    for request in fresh(requests):
        for needs, has in DEMANDS[engine](request, **knobs):
            if needs > has:
                return request["id"], needs, has
    return None


def nothing(request, **_):
    return []


def orca(
    request,
    reservation="true_length",
    max_model_len=None,
    num_blocks=None,
    block_size=16,
    **_,
):
    length = request["prompt"] + request["output"]
    reserved = reserved_tokens(request, reservation, max_model_len)
    return [
        (length, limit(max_model_len)),
        (blocks_for(reserved, block_size), limit(num_blocks)),
    ]


def vllm_v0(
    request,
    max_num_batched_tokens,
    num_blocks=None,
    block_size=16,
    watermark=0.01,
    preemption_mode="recompute",
    **_,
):
    recomputes = num_blocks is not None and preemption_mode == "recompute"
    apart = 0 if num_blocks is None else int(watermark * num_blocks)
    if preemption_mode == "swap":
        apart = max(1, apart)
    return [
        (peak(request) if recomputes else request["prompt"], max_num_batched_tokens),
        (blocks_for(peak(request), block_size) + apart, limit(num_blocks)),
    ]


def sarathi(request, num_blocks=None, block_size=16, watermark=0.01, **_):
    apart = 0 if num_blocks is None else int(watermark * num_blocks)
    return [(blocks_for(peak(request), block_size) + apart, limit(num_blocks))]


def vllm_v1(
    request,
    max_num_batched_tokens=2048,
    num_gpu_blocks=None,
    block_size=16,
    enable_chunked_prefill=True,
    **_,
):
    demands = [(blocks_for(peak(request), block_size), limit(num_gpu_blocks) - 1)]
    if not enable_chunked_prefill:
        longest = request["prompt"] if num_gpu_blocks is None else peak(request)
        demands.append((longest, max_num_batched_tokens))
    return demands


def tensorrt_llm(
    request,
    max_num_tokens,
    capacity_scheduler_policy="GUARANTEED_NO_EVICT",
    enable_chunked_context=False,
    num_blocks=None,
    block_size=16,
    **_,
):
    on_demand = capacity_scheduler_policy == "MAX_UTILIZATION"
    most = peak(request) if on_demand else request["prompt"] + request["output"]
    demands = [(blocks_for(most, block_size), limit(num_blocks))]
    if not enable_chunked_context:
        recomputes = on_demand and num_blocks is not None
        demands.append((peak(request) if recomputes else request["prompt"], max_num_tokens))
    return demands


def peak(request):
    """The most KV entries that it can have, and the most tokens that it can have to prefill."""
    return request["prompt"] + request["output"] - 1


def limit(knob):
    return math.inf if knob is None else knob


DEMANDS = {
    "Static": nothing,
    "RequestDynamic": nothing,
    "Orca": orca,
    "VllmV0": vllm_v0,
    "Sarathi": sarathi,
    "VllmV1": vllm_v1,
    "TensorRtLlm": tensorrt_llm,
}
