"""The acceptance list passes, and each of its items can fail."""

from dataclasses import fields, replace

import pytest

from schedlib import Kind, Tutorial, simulate, workloads
from schedlib.judging.acceptance import acceptance
from schedlib.judging.acceptance_items import EXPECTED
from schedlib.judging.claims import CLAIMS, ORCA, VLLM, Claim
from schedlib.judging.exhibits import exhibits

TRUE = exhibits()


def failing(forged):
    """The numbers of the items that fail on forged exhibits."""
    return {check.number for check in acceptance(forged) if not check.passed}


def with_events(trace, change):
    """The run with each event replaced by what `change` returns for it."""
    return replace(trace, events=tuple(map(change, trace.events)))


def with_claim(claim, **changes):
    """The exhibits with one record changed."""
    forged = replace(claim, **changes)
    return replace(TRUE, claims=tuple(forged if each is claim else each for each in CLAIMS))


# --- The list --------------------------------------------------------------------------------


def test_all_nine_items_pass_on_the_fixed_runs():
    checks = acceptance()
    assert [check.number for check in checks] == list(range(1, 10))
    assert all(check.passed for check in checks)


def test_each_item_shows_its_evidence():
    evidence = [check.evidence for check in acceptance()]
    assert evidence[0]["policy"].endswith("max_iterations=200 preemption=True")
    assert evidence[0]["step 7"] == "First token, completion"
    assert evidence[1]["baseline"] == "6 3 4 4 2 2"
    assert evidence[3]["resumed"] == "iteration=3 prompt_done=3 output_done=0"
    assert evidence[4]["F rejected"] == "iteration=2 queue=2 max_queue=2"
    assert evidence[5]["baseline"] == "A 3,5  B 1,2  C 1,1  D 3,4  E 5,5  F -"
    assert evidence[6]["queue"] == "2 2 2 2 2 2 2 2 2 2 2 2 1 0 0 0"


# --- Each item can fail ----------------------------------------------------------------------


def test_item_1_fails_if_a_knob_is_hidden():
    policy = Tutorial()
    del policy.__dict__["preemption"]
    assert failing(replace(TRUE, baseline=replace(TRUE.baseline, policy=policy))) == {1}


def test_item_1_fails_if_an_event_belongs_to_no_listed_step():
    forged = with_events(TRUE.baseline, lambda event: event._replace(step=8))
    assert failing(replace(TRUE, baseline=forged)) == {1}


@pytest.mark.parametrize("name", ["baseline", "chunk6", "no_preemption", "overload"])
def test_item_2_fails_if_an_iteration_uses_more_than_the_budget(name):
    forged = replace(getattr(TRUE, name), policy=Tutorial(token_budget=5))
    assert failing(replace(TRUE, **{name: forged})) == {2}


def test_item_3_fails_if_a_chunk_of_the_baseline_is_too_long():
    def longer(event):
        first_of_d = event.kind is Kind.PREFILL and event.request == "D" and event.iteration == 2
        return event._replace(amount=4) if first_of_d else event

    assert failing(replace(TRUE, baseline=with_events(TRUE.baseline, longer))) == {3}


def test_item_4_fails_if_a_comes_back_without_its_progress():
    def forget(event):
        if event.request == "A" and event.kind is Kind.REFILL:
            return event._replace(because={**event.because, "prompt_done": 0})
        return event

    assert failing(replace(TRUE, baseline=with_events(TRUE.baseline, forget))) == {4}


def test_items_4_and_6_fail_without_preemption():
    assert failing(replace(TRUE, baseline=TRUE.no_preemption)) == {4, 6}


def test_item_5_fails_if_f_is_rejected_before_the_queue_is_full():
    def early(event):
        if event.request == "F" and event.kind is Kind.REJECT:
            return event._replace(because={**event.because, "queue": 1})
        return event

    assert failing(replace(TRUE, baseline=with_events(TRUE.baseline, early))) == {5}


def test_item_5_fails_if_the_queue_is_overfilled_even_within_an_iteration():
    forged = replace(TRUE.chunk6, policy=Tutorial(max_queue=1))
    assert failing(replace(TRUE, chunk6=forged)) == {5}


@pytest.mark.parametrize("name", EXPECTED)
def test_item_6_fails_if_any_completion_is_late(name):
    def later(event):
        end_of_b = event.kind is Kind.COMPLETE and event.request == "B"
        return event._replace(iteration=event.iteration + 1) if end_of_b else event

    assert failing(replace(TRUE, **{name: with_events(getattr(TRUE, name), later)})) == {6}


def test_item_7_fails_if_the_queue_grows():
    forged = simulate(workloads.overload(), Tutorial(max_queue=3))
    assert failing(replace(TRUE, overload=forged)) == {7}


def test_item_7_fails_if_nothing_is_overloaded():
    roomy = Tutorial(max_active=100, token_budget=200)
    forged = simulate(workloads.overload(), roomy)
    assert failing(replace(TRUE, overload=forged)) == {7}


@pytest.mark.parametrize("field", ["model", "hardware", "baseline", "metric", "denominator"])
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.figure)
def test_item_8_fails_if_a_figure_lacks_a_condition(claim, field):
    assert failing(with_claim(claim, **{field: " "})) == {8}


def test_item_8_fails_if_a_figure_is_missing():
    without_orca = tuple(claim for claim in CLAIMS if claim is not ORCA)
    assert failing(replace(TRUE, claims=without_orca)) == {8}


@pytest.mark.parametrize(
    "change", [{"isolated": True}, {"measured_together": ("PagedAttention",)}], ids=str
)
def test_item_9_fails_if_the_lead_is_pagedattentions_alone(change):
    assert failing(with_claim(VLLM, **change)) == {9}


def test_items_8_and_9_fail_without_the_record_of_the_lead():
    without_vllm = tuple(claim for claim in CLAIMS if claim is not VLLM)
    assert failing(replace(TRUE, claims=without_vllm)) == {8, 9}


# --- The records -----------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.figure)
@pytest.mark.parametrize("field", [field.name for field in fields(Claim)])
def test_every_record_is_complete(claim, field):
    value = getattr(claim, field)
    parts = value if isinstance(value, tuple) else (str(value),)
    assert parts
    assert all(part.strip() for part in parts)
