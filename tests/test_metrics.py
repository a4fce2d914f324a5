"""What a run is judged by: by hand, against the measures in iterations, and in seconds as well."""

import json
from dataclasses import dataclass, fields
from functools import partial

import pytest
from engine_oracles import ORACLES
from engine_strategies import cases, policy_of
from hypothesis import given, settings

from schedlib import InputError, Request, Sarathi, Static, Tutorial, VllmV1, simulate, workloads
from schedlib.engine_measures import measure
from schedlib.latency import latencies
from schedlib.metrics import Metrics, metrics_of
from schedlib.metrics.percentiles import Spread, spread
from schedlib.metrics.record import key_of, metrics_record
from schedlib.metrics.slo import SLO, Goodput
from schedlib.summaries.summarise import summarise
from schedlib.ticks import PER_SECOND
from schedlib.timing import Timing
from schedlib.words import words

SIX = workloads.six_requests()
EIGHT = [Request(f"R{n}", 0, 1, n) for n in (20, 45, 80, 120, 150, 90, 60, 200)]

summary_of = partial(simulate, record="summary")


@dataclass(frozen=True)
class Steady:
    """A clock by which every iteration that runs anything takes the same time."""

    seconds: float

    def ticks(self, work):
        return int(self.seconds * PER_SECOND) if work.tokens else 0

    def decode_ticks(self, requests, context, steps):
        return steps * int(self.seconds * PER_SECOND)


# --- By hand --------------------------------------------------------------------------------------

BASELINE = metrics_of(summary_of(SIX))


def near(*values):
    return Spread(*(pytest.approx(value) for value in values))


def test_the_six_requests_wait_as_the_trace_says():
    # A B C D E have their first token after 4 2 1 2 4 iterations, and their last after 6 3 1 3 4.
    assert BASELINE.unit == "iterations"
    assert (BASELINE.requests, BASELINE.completed, BASELINE.rejected) == (6, 5, 1)
    assert BASELINE.ttft == near(2.6, 2, 4, 4, 4)
    assert BASELINE.latency == near(3.4, 3, 5.2, 5.92, 6)
    assert BASELINE.queueing == near(0.6, 0, 1.8, 2.88, 3)  # E alone waits, from 2 to 5


def test_tpot_leaves_out_the_first_token_and_requests_that_have_no_other():
    assert BASELINE.tpot == near(1, 1, 1, 1, 1)  # A, B and D; C and E have one token
    one = metrics_of(summary_of([Request("C", 0, 2, 1)]))
    assert one.tpot is None
    assert one.itl is None
    assert one.ttft == one.latency == near(1, 1, 1, 1, 1)


def test_normalised_latency_is_latency_for_each_output_token():
    # A 6 / 3, B 3 / 2, C 1 / 1, D 3 / 2, E 4 / 1
    assert BASELINE.normalised_latency == near(2, 1.5, 3.2, 3.92, 4)


def test_throughput_counts_over_the_makespan():
    assert BASELINE.makespan == 6
    assert BASELINE.requests_per_unit == pytest.approx(5 / 6)
    assert BASELINE.prompt_tokens_per_unit == pytest.approx((6 + 4 + 2 + 4 + 1) / 6)
    assert BASELINE.output_tokens_per_unit == pytest.approx((3 + 2 + 1 + 2 + 1) / 6)


def test_slots_are_used_wasted_or_empty():
    static = metrics_of(summary_of(EIGHT, Static(8)))
    assert static.makespan == 200
    assert static.wasted_slots == 835
    assert static.wasted_share == pytest.approx(835 / 1600)
    assert static.utilisation == pytest.approx(765 / 1600)
    assert BASELINE.utilisation == 1  # A B, B C, B D, D A, D A, A E: two in every iteration
    assert (BASELINE.wasted_slots, BASELINE.busy_share) == (0, 1)


def test_a_gap_between_arrivals_is_not_busy():
    late = metrics_of(summary_of([Request("A", 0, 1, 2), Request("B", 6, 1, 2)], VllmV1()))
    assert late.makespan == 8
    assert late.busy_share == pytest.approx(4 / 8)
    assert late.batched_mean == 1


def test_a_run_that_was_cut_has_the_tokens_that_were_there():
    cut = metrics_of(summary_of(SIX, Tutorial(max_iterations=5)))
    assert cut.completed == 3  # B, C and D; A has two of its three tokens, E has none
    assert cut.output_tokens_per_unit == pytest.approx((2 + 2 + 1 + 2) / 5)
    assert cut.prompt_tokens_per_unit == pytest.approx((6 + 4 + 2 + 4) / 5)
    assert cut.latency.max == 3


def test_the_gaps_of_all_tokens_count_alike_waiting_after_a_preemption_too():
    stream = metrics_of(summary_of(workloads.urgent_stream(10)))
    assert stream.itl.max > 1
    gaps = [
        gap for one in latencies(simulate(workloads.urgent_stream(10))).values() for gap in one.itl
    ]
    assert stream.itl == spread(gaps)


# --- Goodput --------------------------------------------------------------------------------------


def goodput(**limits):
    return metrics_of(summary_of(SIX), SLO(**limits)).goodput


def test_goodput_counts_requests_within_every_limit_on_requests():
    assert goodput(ttft=2) == Goodput(3, pytest.approx(3 / 6), pytest.approx(3 / 6), None)  # B C D
    assert goodput(ttft=4, tpot=1).requests == 5
    assert goodput(tpot=0.5).requests == 2  # C and E, which have no TPOT that could be too long
    assert BASELINE.goodput is None


def test_a_rejected_request_counts_in_the_share_and_is_never_good():
    assert goodput(ttft=100).share == pytest.approx(5 / 6)


def test_a_request_that_was_cut_off_is_not_good_however_soon_it_was_answered():
    run = summary_of([Request("A", 0, 1, 9)], VllmV1(max_iterations=3))
    assert metrics_of(run, SLO(ttft=1)).goodput == Goodput(0, 0, 0, None)


def test_a_limit_on_gaps_judges_gaps_and_no_request():
    run = summary_of(workloads.urgent_stream(10))
    alone = metrics_of(run, SLO(itl=1)).goodput
    assert alone[:3] == (None, None, None)
    assert 0 < alone.itl_share < 1
    both = metrics_of(run, SLO(itl=1, ttft=3)).goodput
    assert both == metrics_of(run, SLO(ttft=3)).goodput._replace(itl_share=alone.itl_share)


def test_without_gaps_no_share_of_them_is_known():
    run = summary_of([Request("C", 0, 2, 1)], VllmV1())
    assert metrics_of(run, SLO(itl=1)).goodput.itl_share is None


@pytest.mark.parametrize("limit", ["ttft", "itl", "tpot"])
@pytest.mark.parametrize("wrong", [0, -1, float("inf"), float("nan"), True, "2", 10**400])
def test_an_slo_refuses_what_is_no_limit(limit, wrong):
    with pytest.raises(InputError, match=rf"^{limit} must be a"):
        SLO(**{limit: wrong})


def test_an_slo_has_a_limit():
    with pytest.raises(InputError, match="at least one limit: ttft, itl, tpot"):
        SLO()


# --- Against the measures in iterations, and in seconds -------------------------------------------


def assert_same_as_measured(trace):
    found, measured = metrics_of(summarise(trace)), measure(trace)
    for spread_, mean, worst in (
        (found.ttft, measured.ttft_mean, measured.ttft_worst),
        (found.itl, measured.itl_mean, measured.itl_worst),
        (found.latency, measured.e2e_mean, measured.e2e_worst),
    ):
        assert (spread_ is None) == (mean is None)
        if spread_ is not None:
            assert spread_.mean == pytest.approx(mean)
            assert spread_.max == worst
    assert found.makespan == measured.iterations
    assert found.busy_share == pytest.approx(measured.busy / measured.iterations)
    assert found.batched_mean == pytest.approx(measured.batched_mean)
    assert found.stalls == measured.stalls
    assert found.recomputed_tokens == measured.recomputed
    assert found.preemptions == measured.evictions
    assert found.rejected == measured.rejected
    assert found.wasted_slots == measured.slots_wasted
    assert found.kv_peak_share == pytest.approx(measured.kv_held_peak)
    assert found.kv_mean_share == pytest.approx(measured.kv_held_mean)


@pytest.mark.parametrize("engine", ORACLES)
def test_a_run_without_a_clock_has_the_metrics_that_are_measured_in_iterations(engine):
    @settings(max_examples=40, deadline=None)
    @given(case=cases(engine))
    def in_every_run(case):
        requests, knobs = case
        assert_same_as_measured(simulate(requests, policy_of(engine, knobs)))

    in_every_run()


@pytest.mark.parametrize(
    "policy",
    [Tutorial(), Static(2), Sarathi(6, 2), VllmV1(max_num_seqs=2, max_num_batched_tokens=6)],
    ids=lambda policy: policy.name,
)
def test_where_every_iteration_takes_a_second_seconds_are_iterations(policy):
    timed = vars(metrics_of(summary_of(SIX, policy, clock=Steady(1.0)), SLO(ttft=2)))
    plain = vars(metrics_of(summary_of(SIX, policy), SLO(ttft=2)))
    assert timed | {"unit": "iterations"} == plain
    assert timed["unit"] == "s"


def test_times_scale_with_the_clock_and_rates_against_it():
    whole, half = (
        metrics_of(summary_of(EIGHT, VllmV1(), clock=Steady(seconds))) for seconds in (1.0, 0.5)
    )
    for name in ("ttft", "itl", "tpot", "latency", "normalised_latency"):
        assert getattr(half, name) == near(*(value / 2 for value in getattr(whole, name)))
    assert half.makespan == pytest.approx(whole.makespan / 2)
    assert half.output_tokens_per_unit == pytest.approx(whole.output_tokens_per_unit * 2)
    assert half.utilisation == pytest.approx(whole.utilisation)


def test_the_times_of_one_request_follow_from_its_moments():
    one = Timing("A", 10, 5, arrival=1, scheduled=2, first_token=4, last_token=12)
    assert (one.queueing, one.ttft, one.tpot, one.latency) == (1, 3, 2, 11)
    assert one.normalised_latency == pytest.approx(11 / 5)
    never = Timing("B", 10, 5, 1, None, None, None, rejected=True)
    assert not never.completed
    assert (never.queueing, never.ttft, never.tpot, never.latency) == (None,) * 4
    assert never.normalised_latency is None


# --- As a JSON object, and in words ---------------------------------------------------------------


def test_the_record_names_its_unit_in_its_keys():
    timed = metrics_record(metrics_of(summary_of(SIX, clock=Steady(0.25)), SLO(ttft=1)))
    assert {"requests", "ttft_s", "tpot_s", "latency_s", "makespan_s", "preemptions"} <= set(timed)
    assert {"requests_per_s", "prompt_tokens_per_s", "output_tokens_per_s"} <= set(timed)
    assert list(timed["ttft_s"]) == ["mean", "median", "p90", "p99", "max"]
    assert list(timed["goodput"]) == ["requests", "requests_per_s", "share", "itl_share"]
    plain = metrics_record(BASELINE)
    assert {"ttft_iterations", "makespan_iterations", "requests_per_iteration"} <= set(plain)
    assert "goodput" not in plain
    assert json.loads(json.dumps(timed)) == timed
    assert json.loads(json.dumps(plain)) == plain


def test_every_metric_is_in_the_record_under_a_key_of_its_own():
    names = [field.name for field in fields(Metrics) if field.name != "goodput"]
    assert list(metrics_record(BASELINE)) == [key_of(name, "iterations") for name in names]


def test_every_metric_has_a_name_and_is_told_in_one_sentence():
    named = [field.name for field in fields(Metrics) if field.name != "unit"]
    named += [f"goodput.{name}" for name in Goodput._fields]
    said = words()
    for name in named:
        assert said.say(f"metric.{name}")
        told = said.say(f"metric.{name}.means")
        assert told.endswith(".")
        assert ". " not in told
    assert all(said.say(f"metric.spread.{name}") for name in Spread._fields)
