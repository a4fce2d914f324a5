"""The line beside a what-if: what differs between two runs, in words."""

import pytest

from schedlib import InputError, Request, Tutorial, simulate, workloads
from schedlib.changes import tell_changes

SIX = workloads.six_requests()
BASELINE = simulate(SIX)
CHUNK_6 = simulate(SIX, Tutorial(prefill_chunk=6))
NO_PREEMPTION = simulate(SIX, Tutorial(preemption=False))


def test_a_run_does_not_differ_from_itself():
    assert tell_changes(BASELINE, simulate(SIX)) == ["Nothing changes for anybody."]


def test_a_larger_chunk():
    assert tell_changes(BASELINE, CHUNK_6) == [
        "Preempted: B, instead of A.",
        "A finishes 3 iterations earlier.",
        "B finishes 2 iterations later.",
        "D finishes 1 iteration earlier.",
        "E finishes 1 iteration earlier.",
        "The whole run takes 5 iterations (before: 6).",
    ]


def test_preemption_off():
    assert tell_changes(BASELINE, NO_PREEMPTION) == [
        "No longer preempted: A.",
        "A finishes 2 iterations earlier.",
        "C finishes 2 iterations later.",
        "D finishes 2 iterations later.",
        "E is rejected (before: completed).",
        "The whole run takes 7 iterations (before: 6).",
    ]


def test_the_way_back_tells_the_opposite():
    told = tell_changes(NO_PREEMPTION, BASELINE)
    assert told[0] == "Now preempted: A."
    assert "C finishes 2 iterations earlier." in told
    assert "E is completed (before: rejected)." in told


def test_a_first_token_that_moves_alone_is_told():
    requests = [
        Request("A", arrival=2, prompt=3, output=3, priority="high"),
        Request("B", arrival=1, prompt=6, output=3, priority="high"),
        Request("C", arrival=1, prompt=1, output=4),
    ]
    small, large = (simulate(requests, Tutorial(token_budget=4, prefill_chunk=n)) for n in (2, 5))
    assert small.requests["C"].completed == large.requests["C"].completed
    assert tell_changes(small, large) == [
        "B finishes 1 iteration earlier.",
        "C has its first token 4 iterations later.",
    ]
    assert "C has its first token 4 iterations earlier." in tell_changes(large, small)


def test_a_first_token_that_moves_with_the_end_is_not_told_twice():
    assert BASELINE.requests["A"].first_output != CHUNK_6.requests["A"].first_output
    assert not [line for line in tell_changes(BASELINE, CHUNK_6) if "first token" in line]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (200, 5, "The workload no longer drains within the limit of iterations."),
        (5, 200, "The workload drains now."),
    ],
)
def test_draining_or_not_is_told(before, after, told):
    runs = [simulate(SIX, Tutorial(max_iterations=limit)) for limit in (before, after)]
    assert told in tell_changes(*runs)


def test_where_a_cut_run_left_a_request_is_told():
    cut = simulate(SIX, Tutorial(max_iterations=5))
    told = tell_changes(BASELINE, cut)
    assert "A is still on a slot (before: completed)." in told
    assert "E is still waiting (before: completed)." in told
    assert not [line for line in told if "takes" in line]  # a cut run has no length of its own


def test_a_first_token_that_only_one_of_two_cut_runs_has_is_told():
    early, late = (simulate(SIX, Tutorial(max_iterations=limit)) for limit in (1, 2))
    assert "B has its first token now." in tell_changes(early, late)
    assert "B no longer has its first token by then." in tell_changes(late, early)


def test_how_often_somebody_is_preempted_is_told():
    few, many = (
        simulate(workloads.repeated_evictions(evictions), Tutorial(max_queue=4))
        for evictions in (1, 3)
    )
    assert tell_changes(few, many)[0] == "A is preempted 3 times (before: 1)."


def test_only_requests_of_both_runs_are_compared():
    shorter = simulate(SIX[:2])
    assert not [
        line for line in tell_changes(BASELINE, shorter) if line.startswith(("C", "D", "E", "F"))
    ]


def test_an_unknown_language_is_refused():
    with pytest.raises(InputError, match="language"):
        tell_changes(BASELINE, CHUNK_6, "xx")
