"""What engines are compared by: by hand on small runs, and by its rules on random ones."""

from collections import Counter
from dataclasses import fields, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schedlib import (
    Event,
    InputError,
    Kind,
    Orca,
    Request,
    RequestDynamic,
    Sarathi,
    Static,
    TensorRtLlm,
    Trace,
    Tutorial,
    VllmV0,
    VllmV1,
    simulate,
    workloads,
)
from schedlib.bounds import Bounds
from schedlib.changes import tell_changes, tell_move
from schedlib.engine_measures import ON_SLOT, measure
from schedlib.engines.alike import BOUND_OF, alike, together
from schedlib.engines.registry import SCHEDULERS, knobs
from schedlib.exercises.design import scoreboard, table
from schedlib.figures.engine_table import engine_table
from schedlib.latency import At, decode_stalls
from schedlib.measures import accounted_work, flow, recompute_cost, tokens_processed

SIX = workloads.six_requests()
STREAMS = workloads.long_prompt(prompt=24, stream_output=10)
GROWING = [  # three that grow: six blocks of 4 tokens do not hold them all to their ends
    Request("P", arrival=0, prompt=6, output=10),
    Request("Q", arrival=0, prompt=6, output=10),
    Request("S", arrival=1, prompt=4, output=3),
]
POOL = {"block_size": 4}

ENGINES = {
    "tutorial": Tutorial(),
    "static": Static(2),
    "request-dynamic": RequestDynamic(2),
    "orca": Orca(2),
    "vllm-v0": VllmV0(2, 12),
    "vllm-v0, swap": VllmV0(3, 24, num_blocks=8, preemption_mode="swap", **POOL),
    "sarathi": Sarathi(6, 2),
    "vllm-v1": VllmV1(max_num_seqs=2, max_num_batched_tokens=6),
    "vllm-v1, async": VllmV1(max_num_seqs=2, max_num_batched_tokens=6, async_scheduling=True),
    "tensorrt-llm": TensorRtLlm(2, 12),
}


def v1(**pool):
    return VllmV1(max_num_seqs=3, max_num_batched_tokens=16, **pool)


@st.composite
def random_runs(draw):
    """A run of any engine on a crowded workload, with a tight pool or none."""
    numbers = st.tuples(st.integers(0, 8), st.integers(1, 9), st.integers(1, 6))
    rows = draw(st.lists(numbers, min_size=1, max_size=8))
    requests = [Request(f"R{place}", *row) for place, row in enumerate(rows)]
    slots, blocks = draw(st.integers(1, 4)), draw(st.sampled_from([None, 8, 9, 11]))
    tokens = slots + draw(st.integers(0, 8))
    pool = {"num_blocks": blocks, "block_size": 2}
    policy = draw(
        st.sampled_from(
            [
                Tutorial(max_active=slots, token_budget=tokens),
                Static(slots),
                RequestDynamic(slots, max_queue_delay=1, max_queue_size=3),
                Orca(slots, **pool),
                VllmV0(slots, 4 * tokens, watermark=0.1, **pool),
                VllmV0(slots, 4 * tokens, preemption_mode="swap", **pool),
                Sarathi(tokens, slots, **pool),
                VllmV1(
                    max_num_seqs=slots,
                    max_num_batched_tokens=tokens,
                    num_gpu_blocks=blocks and blocks + 1,
                    block_size=2,
                    policy=draw(st.sampled_from(["fcfs", "priority"])),
                    async_scheduling=draw(st.booleans()),
                ),
                TensorRtLlm(slots, 2 * tokens, "MAX_UTILIZATION", True, **pool),
                TensorRtLlm(slots, 2 * tokens, "STATIC_BATCH", True, **pool),
            ]
        )
    )
    try:
        return simulate(requests, policy)
    except InputError:  # a request that could never run
        assume(False)


many_runs = settings(max_examples=100, deadline=None)


# --- Slots ----------------------------------------------------------------------------------------


def test_a_static_batch_of_eight_wastes_the_slots_of_the_lesson():
    found = measure(simulate(workloads.eight_outputs(), Static(8)))
    assert (found.iterations, found.tokens, found.slots_wasted) == (200, 765, 835)
    assert found.tokens + found.slots_wasted == 8 * found.iterations
    assert found.slots_empty == 0


def test_empty_places_of_a_partial_batch_are_counted_apart():
    requests = [Request("A", 0, 1, 2), Request("B", 0, 1, 5)]
    found = measure(simulate(requests, Static(3)))
    assert (found.slots_wasted, found.slots_empty) == (3, 5)


def test_a_slot_that_is_held_for_an_engine_that_does_not_know_yet_is_wasted_too():
    found = measure(simulate(SIX, ENGINES["vllm-v1, async"]))
    assert found.slots_wasted == len(SIX)
    assert measure(simulate(SIX, ENGINES["vllm-v1"])).slots_wasted == 0


@given(random_runs())
@many_runs
def test_whoever_is_on_a_slot_is_served_passed_over_or_held_once_in_every_iteration(run):
    for row in run.iterations:
        events = [e for e in run.events if e.iteration == row.iteration and e.kind in ON_SLOT]
        on_slot = Counter(event.request for event in events)
        assert set(on_slot.values()) <= {1}
        assert {*row.active, *row.completed} <= set(on_slot)
        assert len(on_slot) <= run.policy.bounds().slots


# --- Waiting --------------------------------------------------------------------------------------


def test_times_are_those_of_the_served():
    found = measure(simulate(SIX))
    assert (found.ttft_mean, found.ttft_worst) == (13 / 5, 4)  # 4, 2, 1, 2, 4; F is rejected
    assert (found.itl_mean, found.itl_worst) == (1, 1)
    assert (found.e2e_mean, found.e2e_worst) == (17 / 5, 6)  # 6, 3, 1, 3, 4
    assert found.rejected == 1


def test_where_nobody_has_a_second_token_there_is_no_itl():
    found = measure(simulate([Request("A", 0, 4, 1)]))
    assert (found.itl_mean, found.itl_worst) == (None, None)


def test_a_run_that_is_cut_before_anybody_has_come_has_no_times():
    run = simulate([Request("A", 3, 4, 1)], Tutorial(max_iterations=2))
    found = measure(run)
    assert (found.ttft_mean, found.e2e_mean, found.busy, found.tokens_mean) == (None, None, 0, 0)


def test_prefill_first_stalls_each_stream_once_and_the_others_nobody():
    stalled = simulate(STREAMS, VllmV0(3, 24))
    assert measure(stalled).stalls == 2
    assert decode_stalls(stalled) == [At(2, "S1"), At(2, "S2")]
    assert measure(stalled).itl_worst == 2
    for policy in (Sarathi(8, 3), VllmV1(max_num_seqs=3, max_num_batched_tokens=8)):
        assert measure(simulate(STREAMS, policy)).stalls == 0


@given(random_runs())
@many_runs
def test_the_stalls_that_are_inferred_are_those_that_the_engine_records(run):
    recorded = [(e.iteration, e.request) for e in run.events if e.kind is Kind.STALL]
    assert sorted(decode_stalls(run)) == sorted(recorded)
    assert measure(run).stalls == len(recorded)


def evicted_and_back():
    """A run, written by hand: A is evicted, comes back, and L's prompt leaves it no budget."""
    requests = (Request("A", 0, 2, 3), Request("L", 1, prompt=9, output=1))

    def event(iteration, kind, id, amount=0, **because):
        return Event(iteration, 1, kind, id, amount, because)

    events = [
        event(0, Kind.ENQUEUE, "A"),
        event(0, Kind.REFILL, "A"),
        event(0, Kind.PREFILL, "A", 2),
        event(0, Kind.FIRST_TOKEN, "A", 1),
        event(0, Kind.END, None, token_budget=4),
        event(1, Kind.ENQUEUE, "L"),
        event(1, Kind.PREEMPT, "A", lost=2, to_prefill=3),
        event(1, Kind.REFILL, "L"),
        event(1, Kind.PREFILL, "L", 4),
        event(1, Kind.END, None, token_budget=4),
        event(2, Kind.REFILL, "A"),
        event(2, Kind.PREFILL, "L", 4),
        event(2, Kind.STARVE, "A"),
        event(2, Kind.END, None, token_budget=4),
    ]
    return Trace(requests, Tutorial(), tuple(events), "iteration_limit")


def test_a_prefill_that_is_to_go_on_after_an_eviction_is_no_stall():
    assert decode_stalls(evicted_and_back()) == []


def test_blocks_that_come_back_are_no_token():
    """A stall of one that was swapped in in the same iteration is one."""
    run = swapped_in_and_stalled()
    stall = next(event for event in run.events if event.kind is Kind.STALL)
    assert At(stall.iteration, stall.request) in decode_stalls(run)
    assert any(
        event.kind is Kind.ALLOCATE and event[0] == stall.iteration and event[3] == stall.request
        for event in run.events
    )


def swapped_in_and_stalled():
    requests = [
        Request("P", arrival=0, prompt=4, output=6),
        Request("Q", arrival=0, prompt=4, output=8),
        Request("R", arrival=4, prompt=1, output=1),
    ]
    return simulate(requests, VllmV0(3, 24, num_blocks=7, block_size=2, preemption_mode="swap"))


# --- Tokens and memory ----------------------------------------------------------------------------


def test_reservation_evicts_nobody_and_allocation_on_demand_recomputes():
    reserved = measure(simulate(GROWING, Orca(3, num_blocks=6, **POOL)))
    on_demand = measure(simulate(GROWING, v1(num_gpu_blocks=7, **POOL)))
    assert (reserved.evictions, reserved.recomputed) == (0, 0)
    assert on_demand.evictions > 0
    assert on_demand.recomputed > 0
    assert on_demand.useful_mean < on_demand.tokens_mean
    assert on_demand.batched_mean > reserved.batched_mean


def test_swapped_blocks_go_out_and_come_back():
    swap = VllmV0(3, 24, num_blocks=6, preemption_mode="swap", **POOL)
    found = measure(simulate(GROWING, swap))
    assert found.swapped_out == found.swapped_in > 0
    assert found.recomputed == 0
    recompute = measure(simulate(GROWING, replace(swap, preemption_mode="recompute")))
    assert (recompute.swapped_out, recompute.swapped_in) == (0, 0)
    assert recompute.recomputed > 0


def test_the_share_of_the_pool_that_is_held_and_filled_by_hand():
    """A reserves 4 blocks of 2; it has 4, 5 and 6 KV entries after its three iterations."""
    found = measure(simulate([Request("A", 0, 4, 3)], Orca(1, num_blocks=8, block_size=2)))
    assert (found.kv_held_peak, found.kv_held_mean) == (4 / 8, 4 / 8)
    assert (found.kv_filled_peak, found.kv_filled_mean) == (6 / 16, 5 / 16)


def test_an_unlimited_pool_has_no_shares():
    found = measure(simulate(SIX, Orca(2)))
    assert found[-4:] == (None, None, None, None)


def test_means_leave_out_idle_iterations():
    late = [replace(request, arrival=request.arrival + 7) for request in SIX]
    here, there = measure(simulate(SIX)), measure(simulate(late))
    assert there.iterations == here.iterations + 7
    assert there._replace(iterations=here.iterations) == here


@given(random_runs())
@many_runs
def test_every_token_is_useful_or_computed_again(run):
    found = measure(run)
    ended = [request for request in run.workload if run.requests[request.id].completed is not None]
    assert run.drained
    useful = sum(request.prompt + request.output - 1 for request in ended)
    assert found.tokens == useful + found.recomputed
    assert found.useful_mean * found.busy == pytest.approx(useful)
    assert found.swapped_out == found.swapped_in
    for held, filled in ((found.kv_held_peak, found.kv_filled_peak),):
        assert held is None or 0 <= filled <= held <= 1


# --- The table ------------------------------------------------------------------------------------

TABLE = """
                       | tutorial | prefill first | no phases
TTFT, mean             | 1.33     | 1.00          | 2.00
TTFT, worst            | 2        | 1             | 4
ITL, mean              | 1.00     | 1.11          | 1.00
ITL, worst             | 1        | 2             | 1
E2E, mean              | 7.33     | 7.67          | 8.00
slots wasted           | 0        | 0             | 0
stalls                 | 0        | 2             | 0
evictions, preemptions | 0        | 0             | 0
recomputed tokens      | 0        | 0             | 0
tokens per iteration   | 4.40     | 4.00          | 4.40
iterations             | 10       | 11            | 10
batched requests, mean | 2.20     | 1.91          | 2.40
rejected               | 0        | 0             | 0
"""


def test_the_table_of_a_long_prompt_beside_two_streams():
    policies = {
        "tutorial": Tutorial(3, token_budget=16, prefill_chunk=12),
        "prefill first": VllmV0(3, 24),
        "no phases": VllmV1(max_num_seqs=3, max_num_batched_tokens=8),
    }
    made = engine_table({name: simulate(STREAMS, policy) for name, policy in policies.items()})
    rows = [["", *made.columns], *([name, *row] for name, row in made.iterrows())]
    assert rows == [[cell.strip() for cell in line.split("|")] for line in TABLE.split("\n")[1:-1]]


def test_tokens_computed_again_are_told_beside_those_of_an_iteration():
    run = simulate(GROWING, v1(num_gpu_blocks=7, **POOL))
    found = measure(run)
    cell = engine_table({"run": run})["run"]["tokens per iteration"]
    assert cell == f"{found.tokens_mean:.2f} ({found.useful_mean:.2f} useful)"


def test_a_dash_stands_where_there_is_nothing_to_measure():
    column = engine_table({"run": simulate([Request("A", 0, 4, 1)])})["run"]
    assert (column["ITL, mean"], column["ITL, worst"], column["TTFT, mean"]) == ("-", "-", "2.00")


# --- What was there before, under every engine ----------------------------------------------------


@given(random_runs())
@many_runs
def test_the_flow_is_conserved_under_every_engine(run):
    for at in flow(run):
        assert at.arrived == at.completed + at.active + at.waiting + at.rejected


def test_whoever_has_its_last_token_is_completed_also_where_its_slot_is_still_held():
    run = simulate([Request("A", 0, 4, 1)], ENGINES["vllm-v1, async"])
    assert run.iterations[0].active == ["A"]
    assert [(at.completed, at.active) for at in flow(run)] == [(1, 0), (1, 0)]


def test_an_eviction_for_which_the_run_pays_is_not_accounted_for_once_more():
    run = simulate(GROWING, v1(num_gpu_blocks=7, **POOL))
    assert measure(run).evictions > 0
    assert recompute_cost(run) == []
    assert accounted_work(run) == tokens_processed(run)


@pytest.mark.parametrize("name", ENGINES)
def test_the_scoreboard_takes_every_engine(name):
    policies = {"tutorial": Tutorial(), name: ENGINES[name]}
    told = scoreboard(policies, "six_requests").description
    assert f"{name}: " in told
    assert "Not run" not in told


def test_an_engine_under_which_a_workload_could_never_run_has_a_row_that_says_why():
    policies = {"tutorial": Tutorial(), "small": VllmV0(2, 6)}
    told = scoreboard(policies).description
    assert "Not run: request 'L1' can never run under vllm-v0: it needs 12 tokens" in told
    assert table(policies).loc[("six_requests", "small"), "mean TTFT"] == "–"


@pytest.mark.parametrize("name", ENGINES)
def test_a_run_does_not_differ_from_itself_under_any_engine(name):
    run = simulate(SIX, ENGINES[name])
    assert tell_changes(run, simulate(SIX, ENGINES[name])) == ["Nothing changes for anybody."]


def test_another_scheduler_is_named_and_its_knobs_are_not():
    told = tell_move(simulate(SIX), simulate(SIX, ENGINES["vllm-v1"]))
    assert told.startswith("vLLM V1 in place of Tutorial scheduler: No longer preempted: A. ")
    assert "max_num_seqs" not in told


def test_knobs_of_every_kind_are_told_in_words():
    before = simulate(SIX, RequestDynamic(4))
    after = simulate(SIX, RequestDynamic(4, preferred_batch_sizes=(2, 3)))
    assert tell_move(before, after).startswith("preferred_batch_sizes from none to 2, 3:")
    before = simulate(SIX, v1())
    after = simulate(SIX, v1(num_gpu_blocks=9, policy="priority", watermark=0.1))
    told, _ = tell_move(before, after).split(":", 1)
    assert told.split(", ") == [
        "num_gpu_blocks from no limit to 9",
        "policy from fcfs to priority",
        "watermark from 0.0 to 0.1",
    ]


# --- The same bounds under another name -----------------------------------------------------------

BOUNDS = Bounds(slots=3, queue=4, tokens=8, blocks=9, block_size=4)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_every_scheduler_takes_over_the_bounds_that_it_knows(name):
    policy = alike(SCHEDULERS[name], BOUNDS)
    assert type(policy) is SCHEDULERS[name]
    known = {BOUND_OF[knob.name] for knob in knobs(type(policy)) if knob.name in BOUND_OF}
    assert "slots" in known
    for bound in known & {n for n, value in policy.bounds()._asdict().items() if value is not None}:
        assert getattr(policy.bounds(), bound) == getattr(BOUNDS, bound)
    if "tokens" in known:
        assert 8 in [getattr(policy, field.name) for field in fields(policy)]


@pytest.mark.parametrize("name", SCHEDULERS)
def test_without_bounds_every_scheduler_still_has_a_policy(name):
    assert alike(SCHEDULERS[name], Bounds(None)).bounds().slots


@pytest.mark.parametrize("name", SCHEDULERS)
def test_more_slots_than_tokens_are_taken_over_as_well(name):
    assert alike(SCHEDULERS[name], Bounds(8, tokens=4)).bounds().slots == 8


def test_bounds_of_several_are_the_first_that_there_are():
    several = [Bounds(None, tokens=6), Bounds(3, queue=2, tokens=9), Bounds(2, None, 1, 9, 4)]
    assert together(several) == Bounds(3, 2, 6, 9, 4)
    assert together([Bounds(2, block_size=16)]) == Bounds(2)
