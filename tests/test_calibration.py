"""A clock fitted to a measured run: to runs of known clocks, and to a real one if it is there."""

import json
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedlib import InputError, Orca, Request, Tutorial, VllmV1, simulate
from schedlib.calibration import (
    Calibration,
    Doubt,
    calibrate,
    mean_abs_error_pct,
    statistics_of,
    tell_doubts,
)
from schedlib.calibration.coordinates import LEANING, USUAL, coordinates_for
from schedlib.calibration.misfit import Misfit
from schedlib.calibration.planes import Box, planes_through, solved
from schedlib.calibration.search import halton, search
from schedlib.clock import StepClock, hardware, link, model
from schedlib.logs import read_log
from schedlib.step_work import StepWork
from schedlib.timing import Timing

REAL = Path(__file__).parents[2] / "shared" / "data"
REAL_RUN = REAL / "vllm019_rtxpro6000_llama31_8b_requests.jsonl"

ONE_GPU = StepClock(hardware("rtx-pro-6000"), model("llama-3-8b"))
TWO_GPUS = StepClock(
    hardware("rtx-pro-6000"), model("qwen3-32b"), tensor_parallel=2, link=link("pcie4")
)


# --- Runs whose clock is known --------------------------------------------------------------------


def requests(count, rate, outputs, seed=7):
    """Requests at random moments, with prompts of very different lengths."""
    draw, at, made = Random(seed), 0.0, []
    for number in range(count):
        at += draw.expovariate(rate)
        prompt = min(int(exp(draw.gauss(6, 1))) + 1, 4000)
        made.append(Request(f"r{number}", at, prompt, draw.randint(1, outputs)))
    return made


def known(clock, **numbers):
    return replace(clock, **numbers)


POLICY = VllmV1(max_num_seqs=32)


@dataclass(frozen=True)
class Case:
    clock: StepClock
    workload: list[Request]
    policy: object = POLICY

    def timings(self):
        return list(self.run(self.clock).timings)

    def run(self, clock):
        return simulate(self.workload, self.policy, clock=clock, record="summary")


CASES = {
    "one GPU": Case(
        known(ONE_GPU, e_mem=0.72, e_compute=0.5, overhead=0.003), requests(60, 12, 80)
    ),
    "a slow engine": Case(
        known(ONE_GPU, e_mem=0.35, e_compute=0.2, overhead=0.012), requests(45, 6, 80)
    ),
    "two GPUs over PCIe": Case(
        known(TWO_GPUS, e_mem=0.8, e_compute=0.6, overhead=0.004), requests(60, 4, 80)
    ),
    "short of memory": Case(
        known(ONE_GPU, e_mem=0.72, e_compute=0.5, overhead=0.003),
        [replace(each, prompt=each.prompt // 3 + 1) for each in requests(60, 30, 200)],
        VllmV1(max_num_seqs=32, num_gpu_blocks=300),
    ),
}
SMALL = Case(CASES["one GPU"].clock, requests(30, 20, 30))
STEPS = {  # what a step may consist of
    "a few decodes": StepWork(8, 8, 8 * 500, 8 * 500),
    "many decodes": StepWork(32, 32, 32 * 700, 32 * 700),
    "a chunk beside decodes": StepWork(1500, 17, 16 * 600 + 1484, 16 * 600 + 1484 * 1485 // 2),
}


def jittered(timings, seed=3):
    """Timings as a client measures them: a little late, and no step quite as long as another."""
    draw, noisy = Random(seed), []
    for timing in timings:
        late = draw.expovariate(1 / 0.003)
        stretched = (timing.last_token - timing.first_token) * draw.gauss(1, 0.02)
        first = timing.first_token + late
        noisy.append(timing._replace(first_token=first, last_token=first + stretched))
    return noisy


def assert_steps_take_as_long(found, true, within):
    for step, work in STEPS.items():
        assert found.seconds(work) == pytest.approx(true.seconds(work), rel=within), step


def unlike(clock):
    """The same hardware and model, with other numbers: they must not matter."""
    return replace(clock, e_mem=0.11, e_compute=0.99, overhead=0.5)


def fit(case, timings=None, **options):
    return calibrate(timings or case.timings(), case.policy, unlike(case.clock), **options)


@cache
def fit_of(name):
    return fit(CASES[name])


@pytest.fixture(params=CASES)
def fitted(request):
    return CASES[request.param], fit_of(request.param)


def test_a_run_is_reproduced_and_its_steps_take_as_long_as_they_did(fitted):
    case, found = fitted
    assert found.mean_abs_error_pct == found.fit_error_pct < 1.5
    assert_steps_take_as_long(found.clock, case.clock, within=0.06)
    assert found.clock.e_compute == pytest.approx(case.clock.e_compute, rel=0.1)


def test_only_the_three_numbers_of_the_clock_are_fitted(fitted):
    case, found = fitted
    assert replace(found.clock, **dict.fromkeys(("e_mem", "e_compute"), 1), overhead=0) == replace(
        case.clock, **dict.fromkeys(("e_mem", "e_compute"), 1), overhead=0
    )
    assert found.parameters == {
        name: getattr(found.clock, name) for name in ("e_mem", "e_compute", "overhead")
    }


def test_the_prediction_is_the_run_with_the_clock_that_was_found(fitted):
    case, found = fitted
    timings = list(case.run(found.clock).timings)
    assert list(found.predicted_timings) == timings
    assert found.predicted == statistics_of(timings)
    assert list(found.measured_timings) == case.timings()
    assert found.mean_abs_error_pct == mean_abs_error_pct(found.measured, found.predicted)
    assert 0 < found.simulations < 400


def test_the_case_that_is_short_of_memory_evicts():
    assert sum(timing.preemptions for timing in CASES["short of memory"].timings()) > 10


@pytest.mark.parametrize("name", ["one GPU", "two GPUs over PCIe"])
def test_the_first_third_predicts_the_rest_of_a_noisy_run(name):
    case = CASES[name]
    found = fit(case, jittered(case.timings()), fit_first=20)
    assert found.fit_first == 20
    assert found.mean_abs_error_pct < 4
    assert found.rest_error_pct < 4
    assert_steps_take_as_long(found.clock, case.clock, within=0.1)


def test_what_is_not_fitted_has_no_influence():
    timings = SMALL.timings()
    wrong = [
        t._replace(first_token=t.first_token + 9, last_token=t.last_token + 9) for t in timings
    ]
    found = fit(SMALL, timings[:15] + wrong[15:], fit_first=15)
    assert found.parameters == fit(SMALL, fit_first=15).parameters
    assert found.fit_error_pct < 2
    assert found.rest_error_pct > 50


def test_the_order_of_the_list_does_not_matter_and_the_result_is_the_same_every_time():
    timings = SMALL.timings()
    assert fit(SMALL, timings) == fit(SMALL, timings[::-1])


def test_other_engines_can_be_fitted():
    case = replace(SMALL, policy=Orca(16))
    assert case.timings() != SMALL.timings()
    assert fit(case).mean_abs_error_pct < 1.5


# --- The error, and what to doubt -----------------------------------------------------------------


def timing(id, arrival, ttft, latency, output=11):
    return Timing(id, 100, output, arrival, arrival, arrival + ttft, arrival + latency)


def test_the_error_is_the_mean_over_twelve_statistics_in_percent():
    measured = [timing(f"r{n}", n, 1.0 + n, 11.0 + n) for n in range(5)]
    late = [timing(f"r{n}", n, 1.1 * (1.0 + n), 1.1 * (11.0 + n)) for n in range(5)]
    figures, wrong = statistics_of(measured), statistics_of(late)
    assert {name: list(values) for name, values in figures.items()} == {
        latency: ["mean", "median", "p90", "p99"] for latency in ("ttft", "tpot", "latency")
    }
    assert figures["ttft"] == {"mean": 3, "median": 3, "p90": pytest.approx(4.6), "p99": 4.96}
    errors = [abs(wrong[a][b] / figures[a][b] - 1) for a in figures for b in figures[a]]
    assert len(errors) == 12
    assert mean_abs_error_pct(figures, wrong) == pytest.approx(100 * fmean(errors))
    assert 5 < mean_abs_error_pct(figures, wrong) < 15
    assert mean_abs_error_pct(figures, figures) == 0


def test_where_all_have_one_token_there_is_no_tpot():
    found = fit(replace(SMALL, workload=requests(40, 20, 1)))
    assert set(found.measured) == set(found.predicted) == {"ttft", "latency"}
    assert found.mean_abs_error_pct < 2


def test_requests_that_arrive_at_once_are_taken_as_they_are_listed():
    workload = [replace(each, arrival=0) for each in SMALL.workload]
    found = fit(replace(SMALL, workload=workload, policy=VllmV1(max_num_seqs=8)))
    assert [each.id for each in found.predicted_timings] == [each.id for each in workload]
    assert found.mean_abs_error_pct < 1.5


def test_requests_that_failed_are_left_out_and_counted():
    timings = SMALL.timings()
    timings[5] = timings[5]._replace(scheduled=None, first_token=None, last_token=None)
    timings[9] = timings[9]._replace(last_token=None)
    found = fit(SMALL, timings)
    assert {"r5", "r9"}.isdisjoint(each.id for each in found.predicted_timings)
    assert len(found.predicted_timings) == len(timings) - 2
    assert Doubt("left_out", None, 2) in found.doubts
    assert any("2 requests are left out" in told for told in tell_doubts(found))


def test_a_measured_zero_has_no_percentage_and_is_told():
    found = fit(SMALL, [t._replace(first_token=t.arrival) for t in SMALL.timings()])
    assert Doubt("zero", None, 4) in found.doubts
    errors = [
        abs(found.predicted[latency][name] / value - 1)
        for latency in ("tpot", "latency")
        for name, value in found.measured[latency].items()
    ]
    assert found.mean_abs_error_pct == pytest.approx(100 * fmean(errors))


def test_a_run_faster_than_its_hardware_is_told_by_a_parameter_at_its_bound():
    slower_card = replace(ONE_GPU, hardware=hardware("rtx-4090"))
    found = calibrate(SMALL.timings(), SMALL.policy, slower_card)
    at_bound = {doubt.about for doubt in found.doubts if doubt.kind == "at_high"}
    assert "e_mem" in at_bound
    assert any("e_mem sits at its upper bound, 1:" in told for told in tell_doubts(found))


def test_a_parameter_that_a_run_does_not_depend_on_is_told():
    few = [Request(f"r{n}", n, 8, 40) for n in range(8)]  # one after another: all memory-bound
    found = fit(replace(SMALL, workload=few))
    loose = {doubt.about: doubt.value for doubt in found.doubts if doubt.kind == "loose"}
    assert loose == {"e_compute": 0}
    assert "e_compute is hardly known" in tell_doubts(found)[-1]


def test_a_run_that_fits_well_raises_no_doubt():
    assert fit_of("short of memory").doubts == ()
    assert tell_doubts(fit_of("short of memory")) == []


def test_where_the_run_does_not_tell_reading_from_overhead_the_usual_decides():
    coordinates = coordinates_for(ONE_GPU, CASES["one GPU"].timings())
    unusual = {
        coordinates.clock_at((memory, 0.5, 0.5)).e_mem: abs(coordinates.unusual((memory, 0.5, 0.5)))
        for memory in (0.0, 0.1, 0.2, 0.3, 0.4)
    }
    assert min(unusual, key=unusual.get) == pytest.approx(USUAL, rel=0.05)
    assert max(unusual.values()) < LEANING / 4  # half a percent at most: hardly a weight


def test_every_doubt_has_words():
    doubts = [
        *(Doubt(kind, name, 0.5) for kind in ("at_low", "at_high", "loose") for name in NUMBERS),
        Doubt("left_out", None, 1),
        Doubt("zero", None, 3),
    ]
    told = tell_doubts(made(doubts))
    assert len(set(told)) == len(doubts)
    assert all(sentence.endswith(".") for sentence in told)


NUMBERS = ("e_mem", "e_compute", "overhead")


def made(doubts):
    return Calibration(ONE_GPU, {}, {}, 1.0, 1.0, None, None, 1, tuple(doubts), (), ())


def test_the_record_is_json_in_seconds():
    found = fit(SMALL, fit_first=20)
    record = json.loads(json.dumps(found.as_record()))
    assert list(record)[:4] == ["parameters", "measured", "predicted", "mean_abs_error_pct"]
    assert list(record["parameters"]) == list(NUMBERS)
    for side in ("measured", "predicted"):
        assert list(record[side]) == ["ttft_s", "tpot_s", "latency_s"]
        assert list(record[side]["tpot_s"]) == ["mean", "median", "p90", "p99"]
    assert (record["requests"], record["fit_first"]) == (30, 20)
    assert StepClock(ONE_GPU.hardware, ONE_GPU.model, **record["parameters"]) == found.clock


# --- What is refused ------------------------------------------------------------------------------

FINE = CASES["one GPU"].timings()[:10]


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        ([], r"measured must hold at least 5 requests that were completed, not 0"),
        (FINE[:4], r"measured must hold at least 5 requests that were completed, not 4"),
        (7, r"measured must be a log or a list of timings, not 7"),
        ([*FINE, "r9"], r"measured must hold timings only, not 'r9'"),
        (
            [*FINE, FINE[0]._replace(id="x", first_token=-1.0)],
            r"request 'x': arrival, first_token and last_token must follow one another",
        ),
        (
            [*FINE, FINE[0]._replace(id="x", first_token=None)],
            r"request 'x': arrival, first_token and last_token must follow one another",
        ),
        ([*FINE, FINE[0]], r"ids must be unique"),
        (
            [t._replace(first_token=t.arrival, last_token=t.arrival) for t in FINE],
            r"measured must have a latency above 0",
        ),
    ],
)
def test_a_run_that_cannot_be_fitted_is_refused(measured, told):
    with pytest.raises(InputError, match=told):
        calibrate(measured, VllmV1(), ONE_GPU)


def test_a_log_without_measured_times_is_refused_by_the_name_of_its_format(tmp_path):
    path = tmp_path / "trace.csv"
    rows = "".join(f"2023-11-16 18:15:4{n}.0000000,374,44\n" for n in range(9))
    path.write_text("TIMESTAMP,ContextTokens,GeneratedTokens\n" + rows)
    with pytest.raises(InputError, match=r"in the format azure does not"):
        calibrate(read_log(path), VllmV1(), ONE_GPU)


@pytest.mark.parametrize(
    ("fit_first", "told"),
    [
        (0, r"fit_first must be a whole number of at least 5, not 0"),
        (4, r"fit_first must be a whole number of at least 5, not 4"),
        (-1, r"fit_first must be a whole number of at least 5, not -1"),
        (2.5, r"fit_first must be a whole number of at least 5, not 2.5"),
        (True, r"fit_first must be a whole number of at least 5, not True"),
        (11, r"fit_first must be at most 10, as there are no more completed requests, not 11"),
    ],
)
def test_a_number_of_requests_to_fit_that_makes_no_sense_is_refused(fit_first, told):
    with pytest.raises(InputError, match=told):
        calibrate(FINE, VllmV1(), ONE_GPU, fit_first)


@pytest.mark.parametrize("wrong", [None, 0.5, "rtx-4090", StepClock])
def test_a_clock_that_has_nothing_to_fit_is_refused(wrong):
    with pytest.raises(InputError, match=r"^clock must be a StepClock"):
        calibrate(FINE, VllmV1(), wrong)


def test_a_policy_that_would_not_have_served_the_requests_is_refused():
    with pytest.raises(InputError, match=r"was completed in the measured run, and under tutorial"):
        calibrate(CASES["one GPU"].timings(), Tutorial(max_active=2, max_queue=1), ONE_GPU)
    with pytest.raises(InputError, match=r"request 'r0'"):
        calibrate(FINE, VllmV1(num_gpu_blocks=2), ONE_GPU)


# --- The search -----------------------------------------------------------------------------------


@given(
    slopes=st.lists(st.tuples(*[st.integers(-5, 5)] * 3), min_size=1, max_size=6),
    heights=st.lists(st.integers(-9, 9), min_size=6, max_size=6),
)
def test_planes_through_points_of_planes_are_those_planes(slopes, heights):
    centre = (0.5, -1.0, 2.0)
    points = [tuple(halton(n, base) for base in (2, 3, 5)) for n in range(1, 12)]
    rows = [
        [
            h + sum(s * (x - c) for s, x, c in zip(slope, point, centre, strict=True))
            for h, slope in zip(heights, slopes, strict=False)
        ]
        for point in points
    ]
    found = planes_through(points, rows, centre).rows
    assert found[0] == pytest.approx(heights[: len(slopes)], abs=1e-6)
    for coordinate in range(3):
        expected = [slope[coordinate] for slope in slopes]
        assert found[coordinate + 1] == pytest.approx(expected, abs=1e-6)


def test_equations_that_say_the_same_twice_leave_the_second_unknown_at_nothing():
    assert solved([[2.0, 2.0], [2.0, 2.0]], [[4.0], [4.0]]) == [[2.0], [0.0]]
    assert solved([[2.0, 0.0], [0.0, 4.0]], [[1.0, 2.0], [1.0, 0.0]]) == [[0.5, 1.0], [0.25, 0.0]]


def test_the_least_sum_of_amounts_is_where_most_agree_and_stays_in_the_box():
    # Three of four values are 0 at 1; a mean would be drawn to the fourth, the median is not.
    planes = planes_through(
        [(float(x), 0.0, 0.0) for x in range(12)],
        [[x - 1.0, x - 1.0, x - 1.0, x - 30.0] for x in range(12)],
        (5.0, 0.0, 0.0),
    )
    wide, narrow = Box((0.0, 0.0, 0.0), (9.0, 1.0, 1.0)), Box((3.0, 0.0, 0.0), (9.0, 1.0, 1.0))
    assert planes.lowest(wide)[0] == pytest.approx(1, abs=0.01)
    assert planes.lowest(narrow)[0] == pytest.approx(3)


@pytest.mark.parametrize("target", [(0.2, 0.3, 0.4), (1.4, 0.9, 0.1), (0.0, 2.0, 1.0)])
def test_the_search_finds_a_point_through_noise(target):
    draw = Random(1)

    def differences(point):
        away = [2 * (at - there) for at, there in zip(point, target, strict=True)]
        return [step + draw.gauss(0, 0.01) for step in (away * 5)]

    found = search(differences, [(0.5, 0.5, 0.5), (1.0, 1.0, 1.0)], Box((0.0,) * 3, (2.0,) * 3))
    assert found == pytest.approx(target, abs=0.02)


def test_the_misfit_of_a_run_with_itself_is_nothing_and_grows_with_the_distance():
    measured = CASES["one GPU"].timings()
    misfit = Misfit(measured)
    amounts = [
        sum(
            map(
                abs,
                misfit.differences(
                    [
                        each._replace(
                            first_token=each.arrival + each.ttft * far,
                            last_token=each.arrival + each.latency * far,
                        )
                        for each in measured
                    ]
                ),
            )
        )
        for far in (1, 1.01, 1.1, 1.3)
    ]
    assert amounts[0] == pytest.approx(0, abs=1e-9)
    assert amounts[1:] == [pytest.approx(share * 2, rel=0.01) for share in (0.01, 0.1, 0.3)]


# --- A real run -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real_run():
    if not REAL_RUN.exists():
        pytest.skip(f"{REAL_RUN.name} is not in ../shared/data")
    return read_log(REAL_RUN)


def test_the_measured_statistics_of_the_real_run_are_those_that_are_published(real_run):
    found = calibrate(real_run, VllmV1(), ONE_GPU)
    assert found.measured["ttft"]["mean"] == pytest.approx(7.10, abs=0.005)
    assert found.measured["latency"]["mean"] == pytest.approx(28.2, abs=0.05)
    assert found.measured["tpot"]["p99"] == pytest.approx(0.0373, abs=0.0002)
    assert found.mean_abs_error_pct <= 1.5


def test_the_first_100_requests_of_the_real_run_predict_all_300(real_run):
    found = calibrate(real_run, VllmV1(), ONE_GPU, fit_first=100)
    assert len(found.predicted_timings) == 300
    assert found.mean_abs_error_pct <= 3
    assert found.rest_error_pct <= 3
