"""What a report counts, by hand on the lesson's runs and by its rules on random ones."""

import os

import pytest
from hypothesis import given, settings
from oracle import fixed_cases
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import Kind, Request, Tutorial, simulate, workloads
from schedlib.figures.report import report_table
from schedlib.latency import decode_stalls
from schedlib.measures import (
    Flow,
    Recompute,
    accounted_work,
    first_and_done,
    flow,
    longest_queue,
    preemptions,
    recompute_cost,
    rejections,
    tokens_processed,
    unused_budget,
)

many_runs = settings(max_examples=80, deadline=None, derandomize=bool(os.environ.get("CI")))

VARIANTS = {
    "baseline": Tutorial(),
    "prefill_chunk=6": Tutorial(prefill_chunk=6),
    "preemption off": Tutorial(preemption=False),
}


def variant(name):
    return simulate(workloads.six_requests(), VARIANTS[name])


def overload():
    return simulate(workloads.overload())


# --- The homework table, by hand ------------------------------------------------------------------

HOMEWORK = """
                  | baseline     | prefill_chunk=6 | preemption off
A: first, done    | 3, 5         | 0, 2            | 1, 3
B: first, done    | 1, 2         | 3, 4            | 1, 2
C: first, done    | 1, 1         | 1, 1            | 3, 3
D: first, done    | 3, 4         | 2, 3            | 5, 6
E: first, done    | 5, 5         | 4, 4            | -
F: first, done    | -            | -               | -
longest queue     | 2            | 2               | 2
preemptions       | 1 (A)        | 1 (B)           | 0
rejections        | 1            | 1               | 2
unused budget     | 0 3 2 2 4 4  | 0 3 1 1 4       | 0 2 4 3 3 5 5
decode stalls     | 0            | 0               | 0
termination       | all_terminal | all_terminal    | all_terminal
"""


def as_rows(frame):
    yield ["", *frame.columns]
    for name, row in frame.iterrows():
        yield [name, *row]


def test_the_report_on_the_variants_is_the_table_of_the_homework():
    expected = [[cell.strip() for cell in line.split("|")] for line in HOMEWORK.split("\n")[1:-1]]
    report = report_table({name: variant(name) for name in VARIANTS})
    assert list(as_rows(report)) == expected


def test_a_run_that_was_cut_says_so_and_leaves_a_dash_for_what_never_came():
    cut = simulate(workloads.six_requests(), Tutorial(max_iterations=5))
    column = report_table({"cut": cut})["cut"]
    assert column["A: first, done"] == "3, -"
    assert column["E: first, done"] == "-"
    assert column["termination"] == "iteration_limit: cut"


def test_whoever_is_preempted_again_is_named_again():
    evicted = simulate(workloads.repeated_evictions())
    assert preemptions(evicted) == ["A"] * 4
    assert report_table({"run": evicted})["run"]["preemptions"] == "4 (A, A, A, A)"


def test_requests_keep_their_listed_order():
    run = simulate([Request("late", 3, 1, 1), Request("early", 0, 1, 1)])
    assert list(first_and_done(run)) == ["late", "early"]
    assert list(report_table({"run": run}).index[:2]) == ["late: first, done", "early: first, done"]


# --- The overload ---------------------------------------------------------------------------------


def test_under_overload_the_queue_stays_bounded_and_the_surplus_is_rejected():
    run = overload()
    assert len(run.iterations) == 16
    assert longest_queue(run) == 2
    assert preemptions(run) == []
    assert len(rejections(run)) == 18
    assert "C" in rejections(run)
    done = [id for id, (_, end) in first_and_done(run).items() if end is not None]
    assert done == ["A", "B", "X0a", "X0b", "X3a", "X4a", "X7a", "X8a"]


def test_the_two_that_wait_from_the_start_are_overtaken_until_arrivals_stop():
    run = overload()
    left = {e.request: e.iteration for e in run.events if e.kind is Kind.REFILL}
    assert left == {"X0a": 11, "X0b": 12}
    ahead = [e.request for e in run.events if e.kind is Kind.SLOT and e.because["overtaken"]]
    assert ahead == ["X3a", "X4a", "X7a", "X8a"]


# --- Flow -----------------------------------------------------------------------------------------


def test_the_flow_of_the_baseline_by_hand():
    assert flow(variant("baseline")) == [
        Flow(arrived=2, completed=0, active=2, waiting=0, rejected=0),
        Flow(arrived=3, completed=1, active=1, waiting=1, rejected=0),
        Flow(arrived=6, completed=2, active=1, waiting=2, rejected=1),
        Flow(arrived=6, completed=2, active=2, waiting=1, rejected=1),
        Flow(arrived=6, completed=3, active=1, waiting=1, rejected=1),
        Flow(arrived=6, completed=5, active=0, waiting=0, rejected=1),
    ]


@pytest.mark.parametrize("arrivals, service", [(8, 2), (3, 2), (2, 2), (1, 2), (12, 8)])
def test_an_unbounded_queue_grows_by_arrivals_minus_service(arrivals, service):
    requests = workloads.endless_arrivals(9, arrivals)
    policy = Tutorial(service, None, token_budget=8, max_iterations=9)
    surplus = max(arrivals - service, 0)
    run = simulate(requests, policy)
    assert [count.waiting for count in flow(run)] == [surplus * n for n in range(1, 10)]
    assert run.drained == (surplus == 0)


def test_while_arrivals_go_on_nobody_in_the_unbounded_queue_is_served():
    run = simulate(workloads.endless_arrivals(9), Tutorial(max_queue=None, max_iterations=9))
    waited = {id for row in run.iterations for id in row.queue}
    assert len(waited) == 54
    assert {run.requests[id].result for id in waited} == {"waiting"}


# --- The account of preemptions -------------------------------------------------------------------


def test_what_the_preemption_of_the_baseline_would_cost():
    run = variant("baseline")
    assert recompute_cost(run) == [Recompute(iteration=1, request="A", prompt=3, output=0)]
    assert (tokens_processed(run), accounted_work(run)) == (21, 24)


def test_each_further_preemption_of_the_same_request_costs_more():
    run = simulate(workloads.repeated_evictions())
    assert recompute_cost(run) == [
        Recompute(2, "A", 6, 0),
        Recompute(4, "A", 9, 0),
        Recompute(6, "A", 12, 1),
        Recompute(8, "A", 12, 2),
    ]
    assert [cost.tokens for cost in recompute_cost(run)] == [6, 9, 13, 14]
    assert (tokens_processed(run), accounted_work(run)) == (46, 88)


def test_a_victim_of_its_own_arrival_iteration_costs_nothing():
    run = simulate(
        [Request("A", 0, 4, 1), Request("B", 0, 9, 1), Request("C", 0, 1, 1, priority="high")]
    )
    assert recompute_cost(run) == [Recompute(0, "B", 0, 0)]
    assert accounted_work(run) == tokens_processed(run)


def test_without_preemption_there_is_nothing_to_account_for():
    run = variant("preemption off")
    assert recompute_cost(run) == []
    assert accounted_work(run) == tokens_processed(run) == 20


# --- Rules of every run ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(fixed_cases()))
def test_the_measures_agree_with_the_recorded_artifact(name):
    rows, policy, artifact = fixed_cases()[name]
    run = simulate([Request(**row) for row in rows], Tutorial(**policy))
    steps, requests = artifact["trace"], artifact["requests"]
    assert unused_budget(run) == [step["unused_budget"] for step in steps]
    assert longest_queue(run) == max(len(step["queue"]) for step in steps)
    assert preemptions(run) == [id for step in steps for id in step["preempted"]]
    assert rejections(run) == [id for step in steps for id in step["rejected"]]
    assert first_and_done(run) == {
        id: (end["first_output"], end["completed"]) for id, end in requests.items()
    }


@many_runs
@given(requests=random_workloads(), policy=policies())
def test_no_request_is_made_or_lost(requests, policy):
    run = simulate(requests, policy)
    for iteration, now in enumerate(flow(run)):
        assert now.arrived == sum(request.arrival <= iteration for request in requests)
        assert now.arrived == now.completed + now.active + now.waiting + now.rejected


@many_runs
@given(requests=random_workloads(), policy=policies())
def test_tokens_processed_and_unused_budget_make_up_the_budget(requests, policy):
    run = simulate(requests, policy)
    budget = policy.token_budget * len(run.iterations)
    assert tokens_processed(run) + sum(unused_budget(run)) == budget


@many_runs
@given(requests=random_workloads(), policy=policies())
def test_what_a_preemption_costs_is_what_had_been_done_before_it(requests, policy):
    run = simulate(requests, policy)
    costs = iter(recompute_cost(run))
    prompt, output = ({request.id: 0 for request in requests} for _ in range(2))
    for event in run.events:
        if event.kind is Kind.PREEMPT:
            id = event.request
            assert next(costs) == Recompute(event.iteration, id, prompt[id], output[id])
        elif event.kind is Kind.PREFILL:
            prompt[event.request] += event.amount
        elif event.kind in (Kind.DECODE, Kind.FIRST_TOKEN):
            output[event.request] += event.amount
    assert next(costs, None) is None


@many_runs
@given(requests=random_workloads(), policy=policies())
def test_no_decoding_request_waits_while_prefill_uses_the_budget(requests, policy):
    assert decode_stalls(simulate(requests, policy)) == []
