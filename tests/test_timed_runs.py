"""Runs in seconds: when iterations start, who is seen in which, and what every view says then."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import (
    InputError,
    Kind,
    Request,
    RequestDynamic,
    Static,
    Tutorial,
    VllmV1,
    simulate,
    workloads,
)
from schedlib.clock import StepClock, StepWork, hardware, model, work_of_steps
from schedlib.engine_measures import measure
from schedlib.latency import latencies
from schedlib.own import OwnScheduler

CLOCK = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
ONE = CLOCK.seconds(StepWork(1, 1, 6, 6))  # a decode of a request with 5 prompt tokens and 1 output


V1 = VllmV1()


def run(requests, policy=V1):
    return simulate(requests, policy, clock=CLOCK)


def arrivals(trace):
    """The iteration in which each request is seen."""
    return {event.request: event.iteration for event in trace.events if event.kind is Kind.ARRIVE}


def test_an_iteration_starts_when_the_one_before_ends():
    trace = run([Request("A", 0, 5, 4)])
    assert trace.starts[0] == 0
    assert trace.starts[1:] == trace.ends[:-1]
    assert trace.ends[1] - trace.starts[1] == pytest.approx(ONE, rel=1e-12)


def test_it_lasts_as_long_as_its_work_takes():
    trace = run([Request("A", 0, 5000, 3), Request("B", 0.01, 40, 9)])
    works = work_of_steps(trace.events)
    assert [span.end - span.start for span in trace.spans] == [CLOCK.ticks(each) for each in works]


@pytest.mark.parametrize(("share", "seen"), [(0.01, 1), (0.5, 1), (0.99, 1), (1.01, 2)])
def test_who_arrives_during_an_iteration_is_seen_at_its_end(share, seen):
    first = run([Request("A", 0, 5, 4)]).ends[0]
    trace = run([Request("A", 0, 5, 4), Request("B", first * share, 5, 4)])
    assert arrivals(trace) == {"A": 0, "B": seen}


def test_who_arrives_just_when_an_iteration_ends_is_seen_in_the_next():
    for iteration, end in enumerate(run([Request("A", 0, 5, 200)]).ends[:-1]):
        trace = run([Request("A", 0, 5, 200), Request("B", end, 5, 1)])
        assert arrivals(trace)["B"] == iteration + 1


def test_a_gap_has_no_iterations():
    trace = run([Request("A", 0.25, 5, 2), Request("B", 9.5, 5, 2)])
    assert len(trace.iterations) == 4
    assert trace.starts[0] == 0.25
    assert trace.ends[1] < trace.starts[2] == 9.5


def test_equal_arrivals_are_seen_as_listed():
    trace = run([Request("B", 0.5, 5, 2), Request("A", 0.5, 5, 2), Request("C", 0.25, 5, 9)])
    assert list(arrivals(trace)) == ["C", "B", "A"]


def test_the_order_of_the_list_is_no_order_of_arrival():
    trace = run([Request("late", 3.5, 5, 2), Request("early", 0.5, 5, 2)])
    assert trace.requests["early"].completed < trace.requests["late"].first_output
    assert list(trace.requests) == ["late", "early"]


def test_a_static_batch_waits_for_company_without_iterations():
    trace = run([Request("A", 0, 5, 2), Request("B", 7.5, 5, 2)], Static(2))
    assert trace.seconds(next(e for e in trace.events if e.kind is Kind.PREFILL)) == 7.5


@pytest.mark.parametrize(("delay", "start"), [(0, 0), (0.125, 0.125), (60, 7.5)])
def test_a_dynamic_batch_waits_so_many_seconds(delay, start):
    requests = [Request("A", 0, 5, 2), Request("B", 7.5, 5, 2)]
    trace = run(requests, RequestDynamic(2, max_queue_delay=delay))
    assert trace.seconds(next(e for e in trace.events if e.kind is Kind.PREFILL)) == start


@settings(max_examples=200, deadline=None)
@given(delay=st.floats(0, 2), arrival=st.floats(0, 1e5))
def test_and_no_rounding_keeps_it_waiting_for_ever(delay, arrival):
    trace = run([Request("A", arrival, 5, 2)], RequestDynamic(2, max_queue_delay=delay))
    assert trace.drained
    assert trace.starts[-1] >= arrival + delay


def test_the_tutorial_scheduler_runs_in_seconds_too():
    requests = [Request("A", 0, 9, 3), Request("B", ONE / 2, 4, 2, "high")]
    trace = run(requests, Tutorial(max_active=1))
    assert trace.requests["A"].preemptions == 1
    assert trace.drained


def test_a_run_that_would_never_go_on_is_cut():
    trace = run([Request("A", 0, 5, 2)], VllmV1(max_iterations=1))
    assert (trace.termination, len(trace.spans)) == ("iteration_limit", 1)


def test_seconds_need_a_clock():
    requests = [Request("A", 0.5, 5, 2)]
    with pytest.raises(InputError, match=r"'A': arrival must be a whole number .*, not 0.5"):
        simulate(requests, VllmV1())
    with pytest.raises(ValueError, match=r"without a clock"):
        trace = simulate(workloads.six_requests())
        trace.seconds(trace.events[0])


def test_a_scheduler_of_ones_own_takes_no_clock():
    with pytest.raises(InputError, match=r"clock must be left out: .* runs in iterations"):
        run([Request("A", 0, 5, 2)], OwnScheduler())


# --- What views say -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def six():
    return run(workloads.six_requests(), Tutorial())


def test_tokens_are_there_at_the_end_and_decisions_fall_at_the_start(six):
    at = {kind: [six.seconds(e) for e in six.events if e.kind is kind] for kind in Kind}
    assert at[Kind.PREFILL][0] == six.starts[0]
    assert at[Kind.FIRST_TOKEN][0] == six.ends[six.requests["A"].first_output]


def test_latencies_are_in_seconds(six):
    found = latencies(six)["A"]
    outcome = six.requests["A"]
    assert found.ttft == six.ends[outcome.first_output]
    assert found.e2e == six.ends[outcome.completed]
    assert sum(found.itl) == pytest.approx(found.e2e - found.ttft)
    assert measure(six).ttft_mean < 1


def test_frames_have_the_times(six):
    events, iterations = six.events_frame(), six.iterations_frame()
    assert list(events["seconds"]) == [six.seconds(event) for event in six.events]
    assert list(iterations["start_s"]) == list(six.starts)
    assert list(iterations["end_s"]) == list(six.ends)
    requests = six.requests_frame()
    assert requests["ttft"][0] == six.ends[six.requests["A"].first_output]


def test_frames_of_a_run_without_a_clock_have_none():
    trace = simulate(workloads.six_requests())
    assert (trace.starts, trace.ends) == (None, None)
    assert "seconds" not in trace.events_frame()
    assert "start_s" not in trace.iterations_frame()


def test_the_artifact_has_the_times(six):
    rows = six.artifact()["trace"]
    assert [(row["start_s"], row["end_s"]) for row in rows] == list(
        zip(six.starts, six.ends, strict=True)
    )
