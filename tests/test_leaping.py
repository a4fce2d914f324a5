"""A summary is that of the events, whether it was made from them or by leaping over iterations."""

from collections import Counter
from dataclasses import replace

import pytest
from engine_strategies import KNOBS, cases, policy_of
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import (
    InputError,
    Orca,
    Request,
    Sarathi,
    TensorRtLlm,
    Tutorial,
    VllmV0,
    VllmV1,
    simulate,
)
from schedlib.clock import Hardware, ModelShape, StepClock, StepWork, hardware, link, model
from schedlib.engines.leaps.leaping import Leaping
from schedlib.generators.synthetic import requests_of
from schedlib.summaries.summarise import summarise
from schedlib.ticks import seconds_of, ticks_of

# A small model on slow hardware: a step of it may be bound by either, and arrivals fall within it.
TINY, SLOW = ModelShape(2, 8, 2, 1, 4, 16, True, 100), Hardware(2e4, 1e5, "made up")
CLOCKS = [
    None,
    StepClock(hardware("a100-80gb"), model("llama-3-8b")),
    StepClock(SLOW, TINY, 0.5, 0.5, 0.01),
    StepClock(SLOW, TINY, 1, 0.02, 0.0),
    StepClock(SLOW, TINY, 0.9, 0.6, 0.3, 2, link("pcie4")),
]


def gaps(summary):
    """How often there is which gap."""
    found = Counter()
    for gap, many in summary.gaps():
        found[gap] += many
    return found


def assert_same(requests, policy, clock):
    events = summarise(simulate(requests, policy, clock=clock))
    leapt = simulate(requests, policy, clock=clock, record="summary")
    assert leapt.termination == events.termination
    assert list(leapt.timings) == list(events.timings)
    assert leapt.counters == events.counters
    assert gaps(leapt) == gaps(events)


@pytest.mark.parametrize("engine", KNOBS)
def test_a_summary_by_leaping_is_that_of_the_events(engine):
    @settings(max_examples=300, deadline=None)
    @given(
        case=cases(engine),
        clock=st.sampled_from(CLOCKS),
        scale=st.sampled_from([1, 1, 0.3, 0.05, 0.01]),
    )
    def in_every_run(case, clock, scale):
        requests, knobs = case
        if clock is not None:
            requests = [replace(each, arrival=each.arrival * scale) for each in requests]
        assert_same(requests, policy_of(engine, knobs), clock)

    in_every_run()


LONG = [
    Request(f"R{n}", n * 0.7, prompt=1 + 97 * n % 301, output=1 + 61 * n % 173) for n in range(40)
]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("blocks", [None, 60, 200])
@pytest.mark.parametrize(
    "policy",
    [
        VllmV1(max_num_seqs=8, max_num_batched_tokens=32),
        VllmV1(max_num_seqs=8, max_num_batched_tokens=64, async_scheduling=True),
        VllmV1(max_num_seqs=8, max_num_batched_tokens=64, long_prefill_token_threshold=9),
        Sarathi(chunk_size=24, max_num_seqs=8, block_size=16),
        VllmV0(max_num_seqs=8, max_num_batched_tokens=512, block_size=16),
        Orca(max_batch_size=8, block_size=16),
    ],
    ids=lambda policy: policy.name,
)
def test_so_is_that_of_a_run_with_long_outputs(policy, blocks, clock):
    knob = "num_gpu_blocks" if isinstance(policy, VllmV1) else "num_blocks"
    requests = LONG if clock else [replace(each, arrival=int(each.arrival)) for each in LONG]
    assert_same(requests, replace(policy, **{knob: blocks}), clock)


@pytest.mark.parametrize("most", [1, 2, 7, 100, 700, 701])
@pytest.mark.parametrize("clock", [None, CLOCKS[2]])
def test_so_is_that_of_a_run_that_is_cut(most, clock):
    requests = [Request("A", 3, 20, 600), Request("B", 40, 7, 90), Request("C", 690, 7, 90)]
    assert_same(requests, VllmV1(max_num_batched_tokens=128, max_iterations=most), clock)


def test_a_run_of_many_tokens_takes_few_steps(monkeypatch):
    decided = Counter()
    begin = Leaping.begin
    monkeypatch.setattr(Leaping, "begin", lambda state: decided.update("i") or begin(state))
    requests = requests_of([0.0, 0.1, 9.0], prompts=100, outputs=10_000)
    summary = simulate(requests, VllmV1(), clock=CLOCKS[1], record="summary")
    assert summary.counters.decode_tokens == 3 * 9_999
    assert decided["i"] == 3  # the iterations that have a prompt


def test_the_tutorial_scheduler_has_a_summary_too():
    requests = [Request("A", 0, 9, 3), Request("B", 0.02, 4, 2, "high")]
    summary = simulate(requests, Tutorial(max_active=1), clock=CLOCKS[1], record="summary")
    assert summary.counters.preemptions == 1
    assert [each.completed for each in summary.timings] == [True] * 2


# --- A leap of the clock --------------------------------------------------------------------------


@settings(max_examples=500, deadline=None)
@given(
    clock=st.builds(
        StepClock,
        st.sampled_from([SLOW, hardware("rtx-4090"), Hardware(1e12, 1e12, "made up")]),
        st.sampled_from([TINY, model("opt-13b"), model("llama-3-8b")]),
        st.floats(0.01, 1),
        st.floats(0.001, 1),
        st.floats(0, 0.1),
    ),
    requests=st.integers(1, 300),
    length=st.integers(1, 5000),
    steps=st.integers(0, 60),
)
def test_decode_ticks_are_the_sum_of_the_steps(clock, requests, length, steps):
    contexts = [requests * (length + step) for step in range(steps)]
    each = [clock.ticks(StepWork(requests, requests, read, read)) for read in contexts]
    assert clock.decode_ticks(requests, requests * length, steps) == sum(each)


@pytest.mark.parametrize(
    ("name", "requests", "share", "turns"),
    [("opt-13b", 8, 0.03, "memory"), ("opt-13b", 8, 0.04, "memory"), ("llama-3-8b", 2, 0.0105, "")],
)
def test_also_where_a_step_turns_from_one_bound_to_the_other(name, requests, share, turns):
    clock = StepClock(hardware("a100-80gb"), model(name), e_compute=share)
    contexts = range(requests, 4000 * requests, requests)
    works = [StepWork(requests, requests, read, read) for read in contexts]
    bound = [clock.parts(work).memory_bound for work in works]
    assert (bound[0], bound[-1]) == (not turns, bool(turns))
    assert clock.decode_ticks(requests, requests, len(works)) == sum(map(clock.ticks, works))


def test_a_record_that_is_none_is_refused():
    with pytest.raises(InputError, match=r"record must be 'full' or 'summary', not 'short'"):
        simulate([Request("A", 0, 1, 1)], Tutorial(), record="short")


# --- Long prompts: a chunk like the last one, and who arrives or is evicted meanwhile -------------

ROOM = [40, 60, 100, 1000]
CHUNKED = {
    "VllmV1": lambda slots, budget, pool, threshold: VllmV1(
        slots, budget + slots, threshold, num_gpu_blocks=pool and pool + 1
    ),
    "Sarathi": lambda slots, budget, pool, _: Sarathi(budget, slots, num_blocks=pool),
    "TensorRtLlm": lambda slots, budget, pool, _: TensorRtLlm(
        slots, budget + slots, enable_chunked_context=True, num_blocks=pool
    ),
}


@pytest.mark.parametrize("engine", CHUNKED)
def test_who_arrives_or_is_evicted_between_chunks_is_seen_when_it_is_due(engine):
    @settings(max_examples=150, deadline=None)
    @given(
        rows=st.lists(
            st.tuples(st.integers(0, 400), st.integers(1, 400), st.integers(1, 60)),
            min_size=2,
            max_size=25,
        ),
        knobs=st.tuples(
            st.integers(1, 12),
            st.sampled_from([8, 16, 50]),
            st.sampled_from([None, *ROOM]),
            st.sampled_from([0, 0, 5, 20]),
        ),
        clock=st.sampled_from(CLOCKS),
    )
    def in_every_run(rows, knobs, clock):
        unit = 1 if clock is None else clock.seconds(StepWork(9, 1, 9, 45)) / 2
        requests = [
            Request(f"R{place}", arrival * unit, prompt, output)
            for place, (arrival, prompt, output) in enumerate(rows)
        ]
        assert_same(requests, CHUNKED[engine](*knobs), clock)

    in_every_run()


@settings(max_examples=300, deadline=None)
@given(st.floats(0, 1e9))
def test_a_time_that_was_read_from_a_run_is_that_of_its_tick(seconds):
    tick = ticks_of(seconds)
    assert seconds_of(tick) >= seconds
    assert not tick or seconds_of(tick - 1) < seconds
    assert ticks_of(seconds_of(tick)) <= tick
