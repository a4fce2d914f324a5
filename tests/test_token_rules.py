"""The rules of limits and tokens, one by one.

A rule is a function that takes a finished run and asserts one sentence about it. Here it is
checked on every recorded run, by name, so that the report reads as a list of rules;
`test_tutorial.py` checks it on thousands of random runs.
"""

import pytest
from runs import CASES, during, mentions, names_with, prompt_tokens, run_recorded

# --- Limits ----------------------------------------------------------------------------------


def used_and_unused_tokens_add_up_to_the_budget(run):
    for this in run.artifact["trace"]:
        used = len(this["decode"]) + sum(tokens for _, tokens in this["prefill"])
        assert 0 <= this["unused_budget"] <= run.policy.token_budget
        assert used + this["unused_budget"] == run.policy.token_budget


def active_requests_fit_the_slots(run):
    for this in run.artifact["trace"]:
        assert len(during(this)) <= run.policy.max_active


def queue_stays_within_its_limit(run):
    for this in run.artifact["trace"]:
        assert run.policy.max_queue is None or len(this["queue"]) <= run.policy.max_queue


def prefill_comes_in_one_chunk_per_request_and_iteration(run):
    for this in run.artifact["trace"]:
        served = [name for name, _ in this["prefill"]]
        assert len(served) == len(set(served))
        assert all(1 <= tokens <= run.policy.prefill_chunk for _, tokens in this["prefill"])


def nobody_waits_beside_a_free_slot(run):
    for this in run.artifact["trace"]:
        assert not this["queue"] or len(during(this)) == run.policy.max_active


def nobody_is_in_two_places(run):
    for this in run.artifact["trace"]:
        places = this["queue"] + this["active"] + this["completed"] + this["rejected"]
        assert len(places) == len(set(places))


# --- Tokens ----------------------------------------------------------------------------------


def only_requests_on_a_slot_get_tokens(run):
    for this in run.artifact["trace"]:
        served = set(this["decode"]) | {name for name, _ in this["prefill"]}
        assert served <= set(during(this))


def a_request_decodes_or_prefills_but_not_both(run):
    for this in run.artifact["trace"]:
        assert len(this["decode"]) == len(set(this["decode"]))
        assert not set(this["decode"]) & {name for name, _ in this["prefill"]}


def no_decoding_request_on_a_slot_ever_stalls(run):
    for this in run.artifact["trace"]:
        for name in during(this):
            first = run.artifact["requests"][name]["first_output"]
            if first is not None and first < this["iteration"]:
                assert name in this["decode"]


def budget_is_left_over_only_when_every_prompt_got_its_chunk(run):
    left = {request.id: request.prompt for request in run.requests}
    for this in run.artifact["trace"]:
        got = dict(this["prefill"])
        if this["unused_budget"] > 0:
            for name in during(this):
                assert got.get(name, 0) == min(run.policy.prefill_chunk, left[name])
        for name, tokens in this["prefill"]:
            left[name] -= tokens


def a_completed_request_got_exactly_its_prompt_and_output(run):
    prompt = prompt_tokens(run.artifact)
    first, later = mentions(run.artifact, "prefill_emitted"), mentions(run.artifact, "decode")
    for request in run.requests:
        if request.id in names_with(run, "completed"):
            assert prompt[request.id] == request.prompt
            assert first[request.id] == 1
            assert first[request.id] + later[request.id] == request.output


def an_unfinished_request_still_has_work_left(run):
    prompt = prompt_tokens(run.artifact)
    first, later = mentions(run.artifact, "prefill_emitted"), mentions(run.artifact, "decode")
    for request in run.requests:
        if request.id not in names_with(run, "completed"):
            assert prompt[request.id] <= request.prompt
            assert first[request.id] + later[request.id] < request.output


def the_last_prompt_token_yields_the_first_output_token(run):
    left = {request.id: request.prompt for request in run.requests}
    for this in run.artifact["trace"]:
        for name, tokens in this["prefill"]:
            left[name] -= tokens
        finished = [name for name, _ in this["prefill"] if left[name] == 0]
        assert this["prefill_emitted"] == finished


# --- On the recorded runs --------------------------------------------------------------------


RULES = [
    used_and_unused_tokens_add_up_to_the_budget,
    active_requests_fit_the_slots,
    queue_stays_within_its_limit,
    prefill_comes_in_one_chunk_per_request_and_iteration,
    nobody_waits_beside_a_free_slot,
    nobody_is_in_two_places,
    only_requests_on_a_slot_get_tokens,
    a_request_decodes_or_prefills_but_not_both,
    no_decoding_request_on_a_slot_ever_stalls,
    budget_is_left_over_only_when_every_prompt_got_its_chunk,
    a_completed_request_got_exactly_its_prompt_and_output,
    an_unfinished_request_still_has_work_left,
    the_last_prompt_token_yields_the_first_output_token,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_recorded_run_obeys_the_rule(rule):
    for name in CASES:
        rule(run_recorded(name))
