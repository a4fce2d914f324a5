"""The rules of what becomes of a request, one by one.

A rule is a function that takes a finished run and asserts one sentence about it. Here it is
checked on every recorded run, by name, so that the report reads as a list of rules;
`test_tutorial.py` checks it on thousands of random runs.
"""

import pytest
from runs import CASES, during, mentions, names_with, prompt_tokens, run_recorded

# --- Preemption and rejection ----------------------------------------------------------------


def a_preempted_request_resumes_with_its_progress(run):
    prompt, first = prompt_tokens(run.artifact), mentions(run.artifact, "prefill_emitted")
    for request in run.requests:
        if run.artifact["requests"][request.id]["preemptions"] > 0:
            assert prompt[request.id] <= request.prompt
            assert first[request.id] <= 1


def a_preempted_request_waits_at_least_until_the_next_iteration(run):
    for this in run.artifact["trace"]:
        assert set(this["preempted"]) <= set(this["queue"])


def the_latest_victim_heads_the_queue(run):
    for this in run.artifact["trace"]:
        victims = this["preempted"]
        assert this["queue"][: len(victims)] == victims[::-1]


def high_priority_is_never_preempted(run):
    priority = {request.id: request.priority for request in run.requests}
    assert all(priority[name] == "normal" for name in mentions(run.artifact, "preempted"))


def every_preemption_makes_way_for_a_high_priority_arrival(run):
    for this in run.artifact["trace"]:
        urgent = {
            request.id
            for request in run.requests
            if request.arrival == this["iteration"] and request.priority == "high"
        }
        assert len(this["preempted"]) <= len(urgent & set(during(this)))


def nothing_is_preempted_when_preemption_is_off(run):
    if not run.policy.preemption:
        assert not mentions(run.artifact, "preempted")


def nothing_is_preempted_without_a_queue_to_go_to(run):
    if run.policy.max_queue == 0:
        assert not mentions(run.artifact, "preempted")


def preemptions_are_counted_per_request(run):
    counted = {name: end["preemptions"] for name, end in run.artifact["requests"].items()}
    seen = mentions(run.artifact, "preempted")
    assert counted == {name: seen[name] for name in counted}


def rejection_happens_once_and_at_arrival(run):
    arrivals = {request.id: request.arrival for request in run.requests}
    assert set(mentions(run.artifact, "rejected")) == names_with(run, "rejected")
    assert all(times == 1 for times in mentions(run.artifact, "rejected").values())
    for this in run.artifact["trace"]:
        assert all(arrivals[name] == this["iteration"] for name in this["rejected"])


def a_rejected_request_never_gets_a_token(run):
    gone = names_with(run, "rejected")
    assert not gone & set(prompt_tokens(run.artifact))
    assert not gone & set(mentions(run.artifact, "decode"))
    assert all(run.artifact["requests"][name]["first_output"] is None for name in gone)


def an_unbounded_queue_rejects_nobody(run):
    if run.policy.max_queue is None:
        assert not names_with(run, "rejected")


# --- Order in time, and the end --------------------------------------------------------------


def arrival_then_first_output_then_completion(run):
    for request in run.requests:
        end = run.artifact["requests"][request.id]
        if end["first_output"] is not None:
            assert request.arrival <= end["first_output"]
        if end["completed"] is not None:
            assert end["first_output"] <= end["completed"]


def first_output_and_completion_are_where_the_trace_says(run):
    said = {"first_output": {}, "completed": {}}
    for this in run.artifact["trace"]:
        said["first_output"].update(dict.fromkeys(this["prefill_emitted"], this["iteration"]))
        said["completed"].update(dict.fromkeys(this["completed"], this["iteration"]))
    for name, end in run.artifact["requests"].items():
        assert end["first_output"] == said["first_output"].get(name)
        assert end["completed"] == said["completed"].get(name)


def completed_means_that_there_is_a_completion(run):
    for end in run.artifact["requests"].values():
        assert (end["result"] == "completed") == (end["completed"] is not None)


def pending_means_that_the_request_never_arrived(run):
    last = run.artifact["trace"][-1]["iteration"]
    late = {request.id for request in run.requests if request.arrival > last}
    assert names_with(run, "pending") == late


def active_and_waiting_are_those_on_a_slot_and_in_the_queue_at_the_end(run):
    last = run.artifact["trace"][-1]
    assert names_with(run, "active") == set(last["active"])
    assert names_with(run, "waiting") == set(last["queue"])


def all_terminal_means_that_every_request_completed_or_was_rejected(run):
    ended = names_with(run, "completed") | names_with(run, "rejected")
    drained = ended == {request.id for request in run.requests}
    assert run.artifact["termination"] == ("all_terminal" if drained else "iteration_limit")


def every_iteration_is_recorded_up_to_the_end_or_the_limit(run):
    numbers = [this["iteration"] for this in run.artifact["trace"]]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) <= run.policy.max_iterations
    if run.artifact["termination"] == "iteration_limit":
        assert len(numbers) == run.policy.max_iterations


def the_run_stops_when_the_last_request_ends(run):
    if run.artifact["termination"] == "all_terminal":
        last = run.artifact["trace"][-1]
        assert last["completed"] or last["rejected"]


def requests_keep_their_listed_order(run):
    assert list(run.artifact["requests"]) == [request.id for request in run.requests]


# --- On the recorded runs --------------------------------------------------------------------


RULES = [
    a_preempted_request_resumes_with_its_progress,
    a_preempted_request_waits_at_least_until_the_next_iteration,
    the_latest_victim_heads_the_queue,
    high_priority_is_never_preempted,
    every_preemption_makes_way_for_a_high_priority_arrival,
    nothing_is_preempted_when_preemption_is_off,
    nothing_is_preempted_without_a_queue_to_go_to,
    preemptions_are_counted_per_request,
    rejection_happens_once_and_at_arrival,
    a_rejected_request_never_gets_a_token,
    an_unbounded_queue_rejects_nobody,
    arrival_then_first_output_then_completion,
    first_output_and_completion_are_where_the_trace_says,
    completed_means_that_there_is_a_completion,
    pending_means_that_the_request_never_arrived,
    active_and_waiting_are_those_on_a_slot_and_in_the_queue_at_the_end,
    all_terminal_means_that_every_request_completed_or_was_rejected,
    every_iteration_is_recorded_up_to_the_end_or_the_limit,
    the_run_stops_when_the_last_request_ends,
    requests_keep_their_listed_order,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_recorded_run_obeys_the_rule(rule):
    for name in CASES:
        rule(run_recorded(name))
