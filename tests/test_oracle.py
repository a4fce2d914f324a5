"""Before the oracle may judge the library, it has to reproduce every recorded run."""

import pytest
from oracle import BASELINE, as_text, fixed_cases, run_naively

CASES = fixed_cases()


def test_all_recorded_runs_are_there():
    assert len(CASES) == 4 + 14


@pytest.mark.parametrize("name", CASES)
def test_oracle_reproduces_the_recorded_run(name):
    requests, policy, expected = CASES[name]
    assert as_text(run_naively(requests, **policy)) == as_text(expected)


def test_recorded_runs_cover_every_kind_of_ending():
    results = {
        outcome["result"]
        for _, _, artifact in CASES.values()
        for outcome in artifact["requests"].values()
    }
    assert {"completed", "rejected", "active", "waiting"} <= results


def test_oracle_calls_a_request_that_never_arrived_pending():
    late = [{"id": "L", "arrival": 9, "priority": "normal", "prompt": 1, "output": 1}]
    policy = BASELINE | {"max_iterations": 9}
    artifact = run_naively(late, **policy)
    assert artifact["termination"] == "iteration_limit"
    assert artifact["requests"]["L"]["result"] == "pending"


def test_oracle_lets_an_unbounded_queue_grow_by_six_in_every_iteration():
    crowd = [
        {"id": f"{now}.{n}", "arrival": now, "priority": "normal", "prompt": 1, "output": 1}
        for now in range(5)
        for n in range(8)
    ]
    policy = BASELINE | {"max_queue": None, "max_iterations": 5}
    artifact = run_naively(crowd, **policy)
    assert artifact["termination"] == "iteration_limit"
    assert [len(this["queue"]) for this in artifact["trace"]] == [6, 12, 18, 24, 30]
