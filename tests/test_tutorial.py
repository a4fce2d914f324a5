"""The tutorial scheduler: recorded runs, a second implementation, and the rules.

The rules are in `test_token_rules.py` and `test_request_rules.py`, where the recorded runs obey
them; here, thousands of random runs do.
"""

import copy
import os

import pytest
from hypothesis import given, settings
from oracle import BASELINE, SIX_REQUESTS, as_text, read, run_naively
from runs import CASES, run, run_recorded
from strategies import policies
from strategies import workloads as random_workloads
from test_request_rules import RULES as REQUEST_RULES
from test_token_rules import RULES as TOKEN_RULES

from schedlib import Request, Tutorial, simulate, workloads

IN_CI = bool(os.environ.get("CI"))

thousands_of_runs = settings(max_examples=3000, deadline=None, derandomize=IN_CI)
hundreds_of_runs = settings(max_examples=300, deadline=None, derandomize=IN_CI)


# --- Recorded runs ---------------------------------------------------------------------------


def test_the_library_ships_the_recorded_workloads():
    assert workloads.six_requests() == [Request(**row) for row in SIX_REQUESTS]
    assert workloads.overload() == [Request(**row) for row in read("overload_requests.json")]


def test_the_default_policy_is_the_baseline():
    assert Tutorial() == Tutorial(**BASELINE)
    artifact = simulate(workloads.six_requests()).artifact()
    assert as_text(artifact) == as_text(read("baseline.json"))


@pytest.mark.parametrize("name", CASES)
def test_artifact_equals_the_recorded_run(name):
    _, _, expected = CASES[name]
    assert as_text(run_recorded(name).artifact) == as_text(expected)


# --- Random runs -----------------------------------------------------------------------------


def as_row(request):
    """The request as the plain dict that the oracle reads."""
    return {key: getattr(request, key) for key in SIX_REQUESTS[0]}


def as_keywords(policy):
    return {key: getattr(policy, key) for key in BASELINE}


@thousands_of_runs
@given(requests=random_workloads(), policy=policies())
def test_random_run_equals_the_oracle(requests, policy):
    expected = run_naively([as_row(request) for request in requests], **as_keywords(policy))
    assert as_text(simulate(requests, policy).artifact()) == as_text(expected)


@thousands_of_runs
@given(requests=random_workloads(), policy=policies())
def test_random_run_obeys_every_rule(requests, policy):
    finished = run(requests, policy)
    for rule in TOKEN_RULES + REQUEST_RULES:
        rule(finished)


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_same_input_gives_the_same_run(requests, policy):
    once, again = simulate(requests, policy), simulate(requests, policy)
    assert as_text(once.artifact()) == as_text(again.artifact())


def renamed(value, names):
    """A copy of an artifact in which every id is replaced, keys included."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(item, names) for item in value]
    return names.get(value, value)


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_ids_are_only_names(requests, policy):
    backwards = sorted((request.id for request in requests), reverse=True)
    names = {old: f"name {place:02}" for place, old in enumerate(backwards)}
    others = [Request(**(as_row(request) | {"id": names[request.id]})) for request in requests]
    expected = renamed(simulate(requests, policy).artifact(), names)
    assert as_text(simulate(others, policy).artifact()) == as_text(expected)


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_input_is_left_as_it_was(requests, policy):
    requests_before, policy_before = copy.deepcopy(requests), copy.deepcopy(policy)
    simulate(requests, policy)
    assert requests == requests_before
    assert policy == policy_before


# --- The trace object says what its artifact says --------------------------------------------


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_trace_attributes_equal_the_artifact(requests, policy):
    trace = simulate(requests, policy)
    artifact = trace.artifact()

    assert trace.termination == artifact["termination"]
    assert len(trace.iterations) == len(artifact["trace"])
    for record, this in zip(trace.iterations, artifact["trace"], strict=True):
        assert as_text({key: getattr(record, key) for key in this}) == as_text(this)

    assert list(trace.requests) == list(artifact["requests"])
    for name, end in artifact["requests"].items():
        assert {key: getattr(trace.requests[name], key) for key in end} == end
