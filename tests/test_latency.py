"""What a user waits for: in iterations, in tokens of work, on a slot and off it."""

import pytest
from hypothesis import given, settings
from oracle import fixed_cases
from strategies import policies, workloads

from schedlib import Event, Kind, Request, Trace, Tutorial, simulate
from schedlib import workloads as named
from schedlib.chunk_costs import CHUNKS, chunk_cost, chunk_costs, long_one
from schedlib.latency import (
    At,
    decode_stalls,
    gaps,
    latencies,
    output_iterations,
    waits_after_preemption,
    work_between_tokens,
)

BASELINE = simulate(named.six_requests())


def long_prompt(chunk, budget):
    policy = Tutorial(max_active=3, prefill_chunk=chunk, token_budget=budget)
    return simulate(named.long_prompt(), policy)


# --- In iterations -------------------------------------------------------------------------------


def test_ttft_and_e2e_count_the_iteration_of_the_arrival_and_that_of_the_token():
    spans = {id: (one.ttft, one.e2e) for id, one in latencies(BASELINE).items()}
    assert spans == {
        "A": (4, 6),
        "B": (2, 3),
        "C": (1, 1),
        "D": (2, 3),
        "E": (4, 4),
        "F": (None, None),
    }


def test_itl_is_the_difference_of_the_iterations_of_two_tokens():
    assert output_iterations(BASELINE)["A"] == [3, 4, 5]
    assert latencies(BASELINE)["A"].itl == [1, 1]


def test_itl_includes_the_wait_after_a_preemption():
    run = simulate(named.urgent_stream(10))
    assert output_iterations(run)["B"] == [1, 11, 12]
    assert latencies(run)["B"].itl == [10, 1]


def test_a_request_with_one_token_or_none_has_no_itl():
    found = latencies(BASELINE)
    assert [found[id].itl for id in "CEF"] == [[], [], []]


def test_a_run_that_was_cut_leaves_open_what_has_not_come():
    cut = simulate(named.six_requests(), Tutorial(max_iterations=5))
    assert latencies(cut)["A"] == (4, None, [1])
    assert latencies(cut)["E"] == (None, None, [])


# --- In tokens of work ---------------------------------------------------------------------------


def test_an_unchunked_prompt_stands_between_two_tokens_of_every_stream():
    work = work_between_tokens(long_prompt(6000, 6002))
    assert work["S1"] == [2, 6002] + [2] * 13
    assert work["S2"] == work["S1"]


def test_chunks_turn_the_spike_into_a_plateau():
    work = work_between_tokens(long_prompt(512, 514))
    assert work["S1"] == [2] + [514] * 11 + [370] + [2] * 2
    assert work["S2"] == work["S1"]


def test_the_work_of_the_iterations_spent_waiting_counts_too():
    # B: first token in 1; then U2 to U10 prefill (2 each) in 2 to 10, U1 to U10 decode in 2 to
    # 11, and B's own token comes in 11.
    run = simulate(named.urgent_stream(10))
    (gap, _) = gaps(run)["B"]
    assert (gap.since, gap.iteration, gap.iterations) == (1, 11, 10)
    assert (gap.prefill, gap.decode, gap.work) == (18, 11, 29)


@given(workloads(), policies())
@settings(max_examples=60, deadline=None)
def test_the_gaps_of_a_request_join_up_and_hold_the_work_in_between(requests, policy):
    run = simulate(requests, policy)
    tokens = [len(row.decode) + sum(n for _, n in row.prefill) for row in run.iterations]
    for id, at in output_iterations(run).items():
        between = gaps(run)[id]
        assert [gap.since for gap in between] + at[-1:] == at
        assert sum(gap.work for gap in between) == sum(tokens[at[0] + 1 : at[-1] + 1] if at else [])
        assert [gap.iterations for gap in between] == latencies(run)[id].itl


# --- Stalls, and waiting after a preemption ------------------------------------------------------


@pytest.mark.parametrize("name", fixed_cases())
def test_no_recorded_run_has_a_stall(name):
    rows, policy, _ = fixed_cases()[name]
    assert decode_stalls(simulate([Request(**row) for row in rows], Tutorial(**policy))) == []


@given(workloads(), policies())
@settings(max_examples=60, deadline=None)
def test_the_tutorial_scheduler_never_stalls_a_decode(requests, policy):
    assert decode_stalls(simulate(requests, policy)) == []


def prefill_first(*, second_gets_a_token=False, prefill=4):
    """A run, written by hand, of an engine that prefills L before it lets S decode."""
    requests = (Request("S", 0, 1, 3), Request("L", 1, prompt=8, output=1))

    def event(iteration, kind, id, amount=0):
        because = {"token_budget": 4} if kind is Kind.END else {}
        return Event(iteration, 1, kind, id, amount, because)

    events = [
        event(0, Kind.SLOT, "S"),
        event(0, Kind.PREFILL, "S", 1),
        event(0, Kind.FIRST_TOKEN, "S", 1),
        event(0, Kind.END, None),
        event(1, Kind.SLOT, "L"),
        event(1, Kind.PREFILL, "L", 4),
        event(1, Kind.END, None),
        *([event(2, Kind.PREFILL, "L", prefill)] if prefill else []),
        *([event(2, Kind.DECODE, "S", 1)] if second_gets_a_token else []),
        event(2, Kind.END, None),
    ]
    return Trace(requests, Tutorial(), tuple(events), "iteration_limit")


def test_a_decoding_request_that_gets_nothing_beside_prefill_is_stalled():
    assert decode_stalls(prefill_first()) == [At(1, "S"), At(2, "S")]


def test_a_token_ends_the_stall():
    assert decode_stalls(prefill_first(second_gets_a_token=True)) == [At(1, "S")]


def test_an_iteration_without_prefill_holds_no_stall():
    assert decode_stalls(prefill_first(prefill=0)) == [At(1, "S")]


def test_a_preempted_request_waits_from_its_preemption_until_it_is_back():
    assert waits_after_preemption(BASELINE) == [At(1, "A"), At(2, "A")]


def test_waiting_that_no_preemption_caused_is_not_counted():
    run = simulate(named.six_requests(), Tutorial(preemption=False))
    assert any(row.queue for row in run.iterations)
    assert waits_after_preemption(run) == []


@pytest.mark.parametrize("arrivals", [5, 10, 20])
def test_a_stream_of_urgent_requests_starves_its_victims_for_as_long_as_it_lasts(arrivals):
    run = simulate(named.urgent_stream(arrivals))
    waits = [at.iteration for at in waits_after_preemption(run) if at.request == "A"]
    assert waits == list(range(1, arrivals + 2))
    assert run.requests["A"].completed == arrivals + 4


# --- What a chunk size costs ---------------------------------------------------------------------


def test_a_smaller_chunk_lowers_the_peak_and_delays_the_long_prompt():
    costs = chunk_costs(named.long_prompt(), Tutorial(max_active=3, token_budget=6002))
    assert [cost.chunk for cost in costs] == list(CHUNKS)
    assert [cost.peak for cost in costs] == [66, 130, 258, 514, 1026, 2050, 6002]
    assert [cost.ttft for cost in costs] == [94, 47, 24, 12, 6, 3, 1]
    assert [cost.work for cost in costs] == [6028, 6028, 6028, 6024, 6012, 6006, 6002]


def test_the_budget_bounds_the_peak_as_the_chunk_does():
    policy = Tutorial(max_active=3, token_budget=514)
    assert {cost.peak for cost in chunk_costs(named.long_prompt(), policy, (512, 1024, 6000))} == {
        514
    }


def test_a_long_prompt_that_is_not_done_has_no_ttft():
    policy = Tutorial(max_active=3, token_budget=66, prefill_chunk=64, max_iterations=20)
    assert chunk_cost(simulate(named.long_prompt(), policy), 64).ttft is None


def test_of_equally_long_prompts_the_first_is_the_long_one():
    assert long_one(named.six_requests()) == "A"
    assert long_one([Request("X", 0, 3, 1), Request("Y", 0, 3, 1)]) == "X"
