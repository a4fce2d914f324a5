"""What a step costs: by hand, by published shapes, and by what must hold for any clock."""

from math import inf, nan

import pytest
from engine_oracles import ORACLES
from engine_strategies import cases, policy_of
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import InputError, Request, Tutorial, VllmV1, simulate, workloads
from schedlib.clock import (
    HARDWARE,
    MODELS,
    ModelShape,
    StepClock,
    StepWork,
    hardware,
    link,
    model,
    work_of_steps,
)

LLAMA, A100 = model("llama-3-8b"), hardware("a100-80gb")


def steps(requests, policy):
    return list(work_of_steps(simulate(requests, policy).events))


# --- What an iteration asks for -------------------------------------------------------------------


def test_a_whole_prompt_attends_to_all_before_each_of_its_tokens():
    prompt, decode = steps([Request("A", 0, 4, 2)], VllmV1())
    assert prompt == StepWork(tokens=4, sampled=1, context=4, attended=1 + 2 + 3 + 4)
    assert decode == StepWork(tokens=1, sampled=1, context=5, attended=5)


def test_a_chunk_attends_to_the_chunks_before_it():
    first, second = steps([Request("A", 0, 6, 1)], Tutorial(token_budget=4, prefill_chunk=4))
    assert first == StepWork(tokens=4, sampled=0, context=4, attended=10)
    assert second == StepWork(tokens=2, sampled=1, context=6, attended=5 + 6)


def test_an_idle_iteration_asks_for_nothing():
    assert steps([Request("A", 1, 1, 1)], VllmV1())[0] == StepWork()


def test_what_was_lost_is_read_and_computed_again():
    requests = [Request("P", 0, 6, 10), Request("Q", 0, 6, 10)]
    ample = steps(requests, VllmV1(max_num_seqs=4))
    tight = steps(requests, VllmV1(max_num_seqs=4, num_gpu_blocks=7, block_size=4))
    assert sum(work.sampled for work in tight) == sum(work.sampled for work in ample) == 20
    assert sum(work.tokens for work in tight) > sum(work.tokens for work in ample)


@pytest.mark.parametrize("engine", ORACLES)
def test_every_request_reads_what_it_has_computed_in_every_run(engine):
    @settings(max_examples=100, deadline=None)
    @given(case=cases(engine))
    def in_every_run(case):
        requests, knobs = case
        trace = simulate(requests, policy_of(engine, knobs))
        for row, work in zip(trace.iterations, work_of_steps(trace.events), strict=True):
            chunks = [tokens for _, tokens in row.prefill] + [1] * len(row.decode)
            assert work.tokens == sum(chunks)
            assert work.sampled == len(row.decode) + len(row.prefill_emitted)
            assert work.context >= work.tokens
            assert work.attended >= sum(n * (n + 1) // 2 for n in chunks)

    in_every_run()


# --- Shapes and hardware --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "billions"),
    [("llama-3-8b", 6.98), ("opt-13b", 12.58), ("qwen3-32b", 31.2), ("gpt-3-175b", 173.9)],
)
def test_a_models_layers_have_the_parameters_that_are_published(name, billions):
    assert model(name).parameters / 1e9 == pytest.approx(billions, rel=0.005)


def test_the_kv_entry_of_a_token_is_as_large_as_is_published():
    assert model("opt-13b").kv_bytes == 800 * 1024  # the vLLM paper (SOSP 2023), section 3
    assert LLAMA.kv_bytes == 128 * 1024


def test_every_figure_has_a_source():
    assert all(each.source for each in (*HARDWARE.values(), *MODELS.values()))


@pytest.mark.parametrize("look_up", [hardware, link, model])
def test_an_unknown_name_is_refused_with_those_that_are_known(look_up):
    with pytest.raises(InputError, match=r"must be one of .*, .* not 'abacus'"):
        look_up("abacus")


@pytest.mark.parametrize("wrong", [0, -1, 2.5, True, None, "8"])
def test_a_dimension_that_makes_no_sense_is_refused_by_name(wrong):
    with pytest.raises(InputError, match="heads must be a whole number of at least 1"):
        ModelShape(2, 8, wrong, 1, 8, 16, True, 100)


# --- The time of a step ---------------------------------------------------------------------------

DECODE = StepWork(tokens=1, sampled=1, context=100, attended=100)
PROMPT = StepWork(tokens=4000, sampled=1, context=4000, attended=4000 * 4001 // 2)


def test_one_decode_takes_the_time_of_reading_the_weights():
    clock = StepClock(A100, LLAMA, e_mem=1, e_compute=1, overhead=0)
    weights = 2 * (6_979_321_856 + 4096 * 128256)
    assert clock.seconds(DECODE) == pytest.approx((weights + 100 * 128 * 1024) / 2039e9)


def test_a_long_prompt_takes_the_time_of_computing():
    clock = StepClock(A100, LLAMA, e_mem=1, e_compute=1, overhead=0)
    linear = 2 * 6_979_321_856 * 4000
    attention = 4 * 32 * 4096 * (4000 * 4001 // 2)
    head = 2 * 4096 * 128256
    assert clock.seconds(PROMPT) == pytest.approx((linear + attention + head) / 312e12)


def test_an_iteration_without_work_takes_no_time():
    assert StepClock(A100, LLAMA).seconds(StepWork()) == 0


def test_two_gpus_share_the_work_and_pay_for_the_link():
    one = StepClock(A100, LLAMA, overhead=0)
    two = StepClock(A100, LLAMA, overhead=0, tensor_parallel=2, link=link("nvlink3"))
    data = 2 * 32 * 2 * 4096 * 4000
    assert two.seconds(PROMPT) == pytest.approx(one.seconds(PROMPT) / 2 + data / 300e9)
    slow = StepClock(A100, LLAMA, overhead=0, tensor_parallel=2, link=link("pcie4"))
    assert slow.seconds(PROMPT) > two.seconds(PROMPT)


works = st.builds(
    StepWork,
    tokens=st.integers(1, 8192),
    sampled=st.integers(0, 256),
    context=st.integers(1, 10**6),
    attended=st.integers(1, 10**9),
)


@given(work=works, more=works)
def test_more_work_never_takes_less_time(work, more):
    clock = StepClock(A100, LLAMA)
    both = StepWork(
        work.tokens + more.tokens,
        work.sampled + more.sampled,
        work.context + more.context,
        work.attended + more.attended,
    )
    assert clock.seconds(both) >= max(clock.seconds(work), clock.seconds(more))
    assert clock.seconds(both) <= clock.seconds(work) + clock.seconds(more)  # weights read once


@pytest.mark.parametrize(
    ("knob", "wrong"),
    [
        *[(name, value) for name in ("e_mem", "e_compute") for value in (0, -1, 1.5, nan, True)],
        *[("overhead", value) for value in (-0.1, inf, "1", None, 10**400)],
        *[("tensor_parallel", value) for value in (0, 1.5, None)],
    ],
)
def test_a_clock_refuses_what_makes_no_sense_by_name(knob, wrong):
    with pytest.raises(InputError, match=f"^{knob} must be"):
        StepClock(A100, LLAMA, **{knob: wrong})


def test_several_gpus_need_a_link():
    with pytest.raises(InputError, match="link must be given where tensor_parallel is 2"):
        StepClock(A100, LLAMA, tensor_parallel=2)


def test_the_spike_of_a_long_prompt_is_seen_in_its_iteration_and_chunks_cut_it():
    def longest(chunk):
        policy = Tutorial(
            max_active=3, prefill_chunk=chunk, token_budget=chunk + 2, max_iterations=500
        )
        clock = StepClock(A100, LLAMA)
        return max(map(clock.seconds, steps(workloads.long_prompt(), policy)))

    assert longest(6000) > 5 * longest(512)
