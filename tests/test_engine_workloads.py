"""The workloads that show what engines do, and what they show."""

from itertools import pairwise
from statistics import mean

import pytest

from schedlib import (
    InputError,
    Kind,
    Orca,
    RequestDynamic,
    Sarathi,
    Static,
    TensorRtLlm,
    VllmV0,
    VllmV1,
    simulate,
)
from schedlib.engine_workloads import (
    arriving_late,
    growing_together,
    half_empty_blocks,
    head_of_line,
    lone_long_prompt,
    long_between_short,
    prompts_keep_coming,
    sharegpt_like,
)

POOL, BLOCK, LONGEST = 245, 16, 512


def batched(trace):
    """Requests that run in an iteration, on average over those that run any."""
    counts = {}
    for event in trace.events:
        if event.kind in (Kind.PREFILL, Kind.DECODE):
            counts[event.iteration] = counts.get(event.iteration, 0) + 1
    return mean(counts.values())


def reserving(reservation):
    return Orca(256, reservation, LONGEST, POOL, BLOCK)


def no_evict():
    return TensorRtLlm(256, 512, "GUARANTEED_NO_EVICT", True, POOL, BLOCK)


def max_utilization():
    return TensorRtLlm(256, 512, "MAX_UTILIZATION", True, POOL, BLOCK)


def vllm_v1():
    return VllmV1(256, 512, num_gpu_blocks=POOL + 1, block_size=BLOCK)


def test_reservation_and_allocation_on_demand_stand_in_the_published_order():
    requests = sharegpt_like()
    order = [
        reserving("max_model_len"),
        reserving("power_of_two"),
        reserving("true_length"),
        vllm_v1(),
    ]
    means = [batched(simulate(requests, policy)) for policy in order]
    assert all(less < more for less, more in pairwise(means))


@pytest.mark.parametrize("seed", range(3))
def test_no_evict_is_like_true_length_and_max_utilization_like_paged_allocation(seed):
    requests = sharegpt_like(seed=seed)
    runs = map(batched, (simulate(requests, p) for p in (no_evict(), reserving("true_length"))))
    careful = list(runs)
    bold = [batched(simulate(requests, policy)) for policy in (max_utilization(), vllm_v1())]
    assert max(careful) < min(bold)


def test_a_likeness_of_sharegpt_is_the_same_for_the_same_seed_and_fits_the_model():
    requests = sharegpt_like(n=200, seed=3)
    assert requests == sharegpt_like(n=200, seed=3)
    assert requests != sharegpt_like(n=200, seed=4)
    assert all(request.prompt + request.output <= LONGEST for request in requests)
    assert len({request.arrival for request in requests}) > 100


@pytest.mark.parametrize(
    "wrong", [{"n": 0}, {"scale": 0}, {"seed": -1}, {"per_iteration": 0}, {"per_iteration": -1}]
)
def test_a_likeness_of_sharegpt_refuses_nonsense_by_name(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        sharegpt_like(**wrong)


def test_a_lone_long_prompt_ignores_the_threshold_until_it_is_no_longer_alone():
    trace = simulate(lone_long_prompt(), VllmV1(4, 16, long_prefill_token_threshold=4))
    chunks = [dict(row.prefill).get("L") for row in trace.iterations]
    assert chunks[:8] == [16, 16, 4, 4, 4, 4, 4, 8]


def test_with_a_threshold_a_prompt_chunk_comes_before_a_decode_that_is_behind_it():
    def third(**knobs):
        trace = simulate(long_between_short(), VllmV1(4, 16, **knobs))
        work = (Kind.DECODE, Kind.PREFILL)
        return [(e.request, e.kind) for e in trace.events if e.iteration == 3 and e.kind in work]

    decode_first = [("S1", Kind.DECODE), ("L", Kind.PREFILL), ("S2", Kind.PREFILL)]
    assert third() == decode_first
    assert third(long_prefill_token_threshold=8) == [*decode_first[:2], ("S2", Kind.DECODE)]


def test_a_static_batch_waits_for_company_and_a_dynamic_one_does_not():
    static, dynamic = (
        simulate(arriving_late(), policy) for policy in (Static(3), RequestDynamic(3))
    )
    assert [static.requests[id].first_output for id in "ABC"] == [1, 1, 1]
    assert [dynamic.requests[id].first_output for id in "ABC"] == [0, 0, 4]


def test_a_small_request_waits_behind_a_big_one_that_does_not_fit():
    trace = simulate(head_of_line(), VllmV1(4, 16, num_gpu_blocks=8, block_size=4))
    assert trace.requests["BIG"].first_output == 12
    assert trace.requests["SMALL"].first_output == 13
    blocked = [e for e in trace.events if e.kind is Kind.BLOCKED and e.iteration < 12]
    assert {(event.request, event.because["behind"]) for event in blocked} == {("BIG", 1)}


def test_prefill_first_stalls_those_who_decode_and_chunked_prefill_does_not():
    first = simulate(prompts_keep_coming(), VllmV0(8, 64))
    free = simulate(prompts_keep_coming(), Sarathi(12, 8))
    stalls = [(e.iteration, e.request) for e in first.events if e.kind is Kind.STALL]
    assert stalls == [(at, id) for at in range(2, 7) for id in ("S1", "S2")]
    assert not [event for event in free.events if event.kind is Kind.STALL]


def test_half_empty_blocks_still_evict():
    trace = simulate(half_empty_blocks(), VllmV0(8, 64, 3, 8, watermark=0))
    evicted = [event for event in trace.events if event.kind is Kind.PREEMPT]
    assert evicted
    assert all(sum(trace.kv[event.iteration].filled.values()) <= 16 for event in evicted)


def test_what_fits_at_the_start_does_not_fit_when_it_has_grown():
    reserved = simulate(growing_together(), Orca(4, num_blocks=10, block_size=2))
    on_demand = simulate(growing_together(), VllmV1(4, 16, num_gpu_blocks=11, block_size=2))
    assert [len(row.active) for row in reserved.iterations][:2] == [2, 2]
    assert [len(row.active) for row in on_demand.iterations][:2] == [4, 4]
    assert not sum(outcome.preemptions for outcome in reserved.requests.values())
    assert sum(outcome.preemptions for outcome in on_demand.requests.values()) == 2
