"""Capacity: a promise and a load give a number; curves, and what figures and widgets say."""

from math import inf, log10, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import InputError, Request, simulate
from schedlib.capacity import Judged, capacity, highest_rate, judge, verdict
from schedlib.capacity.by_rate import goodput_by_rate, kept_up_to
from schedlib.capacity.experiments import (
    CHAT_CLOCK,
    CHAT_SLO,
    ENGINES,
    conversations,
    forced_lengths,
)
from schedlib.capacity.load_curve import LoadPoint, load_curve, load_point, served_within
from schedlib.capacity.same_target import TARGETS, Line, read_at
from schedlib.clock import StepWork
from schedlib.engines import Orca, RequestDynamic, VllmV1
from schedlib.figures.capacity_goodput import GoodputPicture
from schedlib.figures.capacity_inside import MOST, rate_scene
from schedlib.figures.capacity_ratio import RatioPicture, ratio_scene
from schedlib.figures.capacity_stick import StickPicture, stick_scene
from schedlib.figures.linear_scale import LinearScale
from schedlib.figures.log_scale import LogScale
from schedlib.figures.rate_axis import RateAxis
from schedlib.figures.verdict_cells import VERDICTS
from schedlib.generators.arrivals import evenly
from schedlib.generators.synthetic import requests_of
from schedlib.metrics.slo import SLO
from schedlib.timing import Timing
from schedlib.widgets.rate_stage import RateStage
from schedlib.widgets.target_stage import TargetStage

RATES = (2.0, 6.0, 14.0)
RUNS = {
    rate: simulate(
        conversations(rate, n=120), ENGINES["vLLM V1"], clock=CHAT_CLOCK, record="summary"
    )
    for rate in RATES
}


def timing(ttft=0.5, tpot=0.02, output=11, **other):
    """A request that arrives at 1."""
    first = 1 + ttft
    times = {"scheduled": 1.1, "first_token": first, "last_token": first + tpot * (output - 1)}
    return Timing("A", 10, output, 1.0, **(times | other))


# --- A promise -----------------------------------------------------------------------------------

PROMISE = SLO(ttft=1.0, tpot=0.05)


@pytest.mark.parametrize(
    ("found", "request_"),
    [
        ("in_time", timing()),
        ("in_time", timing(ttft=1.0, tpot=0.05 - 1e-9)),
        ("in_time", timing(output=1)),  # no further token can be slow
        ("late", timing(ttft=1.01)),
        ("late", timing(ttft=1.01, tpot=0.06)),  # whatever came after it
        ("late", timing(ttft=1.01, last_token=None)),
        ("slow", timing(tpot=0.051)),
        ("unserved", timing(last_token=None)),
        ("unserved", timing(scheduled=None, first_token=None, last_token=None, rejected=True)),
    ],
)
def test_a_request_is_in_time_or_late_or_slow_or_unserved(found, request_):
    assert verdict(request_, PROMISE) == found


def test_a_limit_that_is_not_set_is_never_broken():
    assert verdict(timing(ttft=99), SLO(tpot=0.05)) == "in_time"
    assert verdict(timing(tpot=99), SLO(ttft=1.0)) == "in_time"


def test_every_request_counts_once():
    judged = judge([timing(), timing(ttft=2), timing(tpot=1), timing(last_token=None)], PROMISE)
    assert judged == Judged(in_time=1, late=1, slow=1, unserved=1)
    assert judged.share == 0.25


def test_an_slo_that_says_nothing_of_a_request_is_refused():
    with pytest.raises(InputError, match="ttft or tpot"):
        judge([timing()], SLO(itl=0.1))


def test_those_in_time_are_those_of_the_goodput():
    for run in RUNS.values():
        met = sum(map(CHAT_SLO.met_by, run.timings))
        assert judge(run.timings, CHAT_SLO).in_time == met


# --- The highest rate ----------------------------------------------------------------------------


@given(st.floats(0.2, 90), st.floats(0.001, 0.5))
@settings(deadline=None)
def test_the_highest_rate_is_found_to_within_a_share(edge, within):
    found = highest_rate(lambda rate: rate <= edge, 0.1, 100, within)
    assert found <= edge <= found * (1 + within)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ((2, 1), "low must be below high"),
        ((0, 1), "low must be a finite number above 0"),
        ((1, inf), "high must be a finite number above 0"),
        ((1, 2, nan), "within must be"),
        ((6, 8), "low must be a rate at which the promise is kept, and 6 is not"),
        ((1, 4), "high must be a rate at which the promise is broken, and 4 is not"),
    ],
)
def test_rates_that_are_no_such_rates_are_refused(arguments, wrong):
    with pytest.raises(InputError, match=wrong):
        highest_rate(lambda rate: rate <= 5, *arguments)


def test_the_capacity_of_an_engine_that_serves_one_after_the_other_is_one_over_its_service_time():
    """Clockwork arrivals of equal requests: nobody waits until the next one comes too soon."""
    steps = [StepWork(100, 1, 100, 100 * 101 // 2)]
    steps += [StepWork(1, 1, 100 + token, 100 + token) for token in range(1, 20)]
    service = sum(CHAT_CLOCK.seconds(step) for step in steps)
    first = CHAT_CLOCK.seconds(steps[0])
    found = capacity(
        lambda rate: requests_of(evenly(200, rate), 100, 20),
        Orca(max_batch_size=1),
        CHAT_CLOCK,
        SLO(ttft=first + 1e-6),
        share=1,
        between=(0.5, 50),
    )
    assert found == pytest.approx(1 / service, rel=0.011)


@pytest.mark.parametrize("share", [0, 1.1, nan])
def test_a_share_is_above_0_and_at_most_1(share):
    with pytest.raises(InputError, match="share must be"):
        capacity(conversations, ENGINES["vLLM V1"], CHAT_CLOCK, CHAT_SLO, share)


# --- Curves --------------------------------------------------------------------------------------

CURVE = [LoadPoint(1, 1.0, 0.02), LoadPoint(2, 2.0, 0.04), LoadPoint(4, 3.0, 0.16)]


@pytest.mark.parametrize(
    ("target", "served"),
    [
        (0.019, None),  # not even its first point keeps to it
        (0.02, 1.0),
        (0.04, 2.0),
        (0.08, 2.5),  # half-way between 0.04 and 0.16, on a logarithmic scale
        (9.0, 3.0),  # more was not measured
    ],
)
def test_a_curve_is_read_off_between_its_points(target, served):
    assert served_within(CURVE, target) == (None if served is None else pytest.approx(served))


def test_a_looser_target_never_serves_less():
    bent = [*CURVE, LoadPoint(8, 2.4, 0.64)]  # beyond its capacity an engine may serve less
    found = [served_within(bent, target / 1000) for target in range(20, 900, 7)]
    assert found == sorted(found)
    assert found[-1] == 3.0


@pytest.mark.parametrize("target", [0, -1, nan, inf, "1", None])
def test_a_target_is_a_number_above_0(target):
    with pytest.raises(InputError, match="target"):
        served_within(CURVE, target)


def test_a_curve_without_points_is_refused():
    with pytest.raises(InputError, match="curve"):
        served_within([], 1)


def test_a_curve_ends_with_the_first_point_above_the_most():
    curve = load_curve(
        lambda rate: forced_lengths(rate, n=40), (1, 5, 50, 100), Orca(2), CHAT_CLOCK, most=0.05
    )
    assert [point.latency > 0.05 for point in curve] == [False] * (len(curve) - 1) + [True]
    assert len(curve) < 4


def test_what_is_served_is_counted_over_the_whole_run():
    run = RUNS[14.0]
    point = load_point(14.0, run)
    assert point.served == 120 / run.counters.makespan < point.rate


# --- The experiment ------------------------------------------------------------------------------


def test_the_same_requests_come_faster_at_a_higher_rate():
    slow, fast = conversations(2, n=50), conversations(8, n=50)
    assert [(r.prompt, r.output) for r in slow] == [(r.prompt, r.output) for r in fast]
    assert [r.arrival / 4 for r in slow] == pytest.approx([r.arrival for r in fast])


def test_forced_lengths_are_those_of_the_paper_or_all_equal():
    mixed = forced_lengths(1, n=2000)
    assert {r.prompt for r in mixed} <= set(range(32, 513))
    assert {r.output for r in mixed} == set(range(1, 129))
    assert {(r.prompt, r.output) for r in forced_lengths(1, n=50, equal=True)} == {(272, 64)}


def test_one_request_at_a_time_leaves_nothing_to_schedule():
    requests = forced_lengths(20, n=30)
    alone = [
        simulate(requests, policy, clock=CHAT_CLOCK, record="summary").timings
        for policy in (Orca(1), RequestDynamic(1))
    ]
    assert alone[0] == alone[1]


# --- Figures -------------------------------------------------------------------------------------


def columns(scene, kind):
    """The columns of a kind, without the samples in the key."""
    return [cell for cell in scene.cells if cell["kind"] == kind and "why" in cell]


def test_columns_of_the_stick_are_as_high_as_the_means_and_cut_at_the_top():
    scene = stick_scene(RUNS, CHAT_SLO)
    high = [cell["y2"] - cell["y"] for cell in columns(scene, "end")]
    means = [sum(t.ttft for t in RUNS[rate].timings) / 120 for rate in RATES]
    assert high[1] / high[0] == pytest.approx(means[1] / means[0], rel=0.02)  # tenths of a px
    assert max(cell["y2"] - cell["y"] for cell in scene.cells) <= 160
    told = StickPicture(RUNS, CHAT_SLO).description
    for rate, mean in zip(RATES, means, strict=True):
        assert f"at {rate:g} requests/s: mean {mean:.2f} s" in told


def test_what_lies_beyond_the_cursor_is_not_there_yet():
    scene = stick_scene(RUNS, CHAT_SLO)
    assert [cell["since"] for cell in columns(scene, "end")] == [0, 1, 2]
    numbers = [text for text in scene.texts if text["since"] >= 0]
    assert sorted(text["since"] for text in numbers) == [0, 0, 1, 1, 2, 2]


def test_a_run_is_shown_request_by_request_and_a_large_one_in_part():
    few = rate_scene(RUNS, 14.0, CHAT_SLO)
    kinds = [cell["kind"] for cell in few.cells if "why" not in cell and cell["y2"] > 300]
    judged = judge(RUNS[14.0].timings, CHAT_SLO)._asdict()
    assert {name: kinds.count(VERDICTS[name]) for name in judged} == judged
    assert judged["late"]
    many = requests_of(evenly(1000, 1000), 8, 4)
    run = simulate(many, VllmV1(64), clock=CHAT_CLOCK, record="summary")
    bars = [
        cell
        for cell in rate_scene({1000: run}, 1000, CHAT_SLO).cells
        if cell["y2"] > 300 and "why" not in cell
    ]
    assert len(bars) == MOST


def test_a_column_of_the_goodput_is_as_high_as_its_rate():
    found = goodput_by_rate(RUNS, CHAT_SLO)
    assert [sum(each.judged) for each in found] == [120] * 3
    picture = GoodputPicture({"a": RUNS}, CHAT_SLO)
    cells = [cell for cell in picture.chart.datasets["cells"] if "why" in cell]
    tops = {}
    for cell in cells:
        tops[cell["x"]] = tops.get(cell["x"], 0) + cell["y2"] - cell["y"]
    high = [tops[x] for x in sorted(tops)]
    assert high[2] / high[0] == pytest.approx(7, rel=0.03)


def test_a_rate_counts_as_kept_only_if_all_below_it_do():
    def at(rate, in_time):
        return goodput_by_rate(RUNS, CHAT_SLO)[0]._replace(
            rate=rate, judged=Judged(in_time, 100 - in_time, 0, 0)
        )

    assert kept_up_to([at(1, 95), at(2, 90), at(3, 89), at(4, 99)]) == 2
    assert kept_up_to([at(1, 89)]) is None


BASELINE = Line("slow", CURVE)
CONTENDER = Line("fast", [LoadPoint(p.rate, 4 * p.served, p.latency / 2) for p in CURVE])


def test_the_ratio_is_the_quotient_of_two_points():
    reading = read_at(BASELINE, CONTENDER, 0.04)
    assert (reading.baseline, reading.contender) == (pytest.approx(2), pytest.approx(10))
    assert reading.ratio == pytest.approx(5)
    assert (
        "At 40 ms: 10.00/s against 2.00/s = 5.0x"
        in RatioPicture(BASELINE, CONTENDER, 0.04).description
    )


def test_where_nothing_can_be_read_off_there_is_no_ratio():
    assert read_at(BASELINE, CONTENDER, 0.015).ratio is None
    told = RatioPicture(BASELINE, CONTENDER, 0.015).description
    assert "nothing at all" in told
    assert "nobody" in RatioPicture(BASELINE, CONTENDER, 0.001).description


def test_on_the_line_of_the_target_equal_distances_are_equal_ratios():
    def distance(target):
        dots = [g for g in ratio_scene(BASELINE, CONTENDER, target).glyphs if g["since"] < 0]
        return dots[1]["x"] - dots[0]["x"]

    targets = (0.02, 0.04, 0.08)
    ratios = [read_at(BASELINE, CONTENDER, target).ratio for target in targets]
    decades = [log10(ratio) for ratio in ratios]
    per_decade = [distance(t) / d for t, d in zip(targets, decades, strict=True)]
    assert per_decade == pytest.approx([per_decade[0]] * 3, rel=0.005)


def test_a_scale_has_its_round_values():
    scale = LinearScale(3.2, 100, 32)
    assert scale.marks(6) == [(100.0, "0"), (90.0, "1"), (80.0, "2"), (70.0, "3")]
    assert LinearScale(0, 100, 32).place(0) == 100
    assert list(LogScale(0.2, 20, 0, 100).ticks()) == pytest.approx([0.2, 0.5, 1, 2, 5, 10, 20])
    assert LogScale(1, 100, 10, 30).place(10) == pytest.approx(20)


def test_columns_stand_as_far_apart_as_their_rates():
    axis = RateAxis((1, 2, 4), 10, 80)
    assert [axis.middle(rate) for rate in (1, 2, 4)] == [20, 40, 80]
    assert axis.room == 20
    assert RateAxis((3,), 0, 50).column(3)[0] > 0  # a single rate has a column, too


def test_runs_and_a_language_must_be_there():
    with pytest.raises(InputError, match="runs must hold"):
        stick_scene({}, CHAT_SLO)
    policy = VllmV1(4, 2048, max_iterations=1)
    cut = simulate([Request("A", 0, 5000, 2)], policy, clock=CHAT_CLOCK, record="summary")
    with pytest.raises(InputError, match="first tokens, and the one at 1 has none"):
        stick_scene({1: cut}, CHAT_SLO)
    with pytest.raises(InputError, match="language"):
        StickPicture(RUNS, CHAT_SLO, language="xx")
    with pytest.raises(InputError, match="language"):
        RatioPicture(BASELINE, CONTENDER, 0.1, language="xx")


# --- Widgets -------------------------------------------------------------------------------------


def titles(stage):
    return [text["text"] for text in stage._figure["datasets"]["texts"]]


def test_the_rate_under_the_cursor_is_the_run_that_is_shown():
    widget = RateStage({"vLLM V1": RUNS}, CHAT_SLO)
    pages = widget.stage._pages
    assert [page["title"] for page in pages] == ["2 requests/s", "6 requests/s", "14 requests/s"]
    for stop, rate in enumerate(RATES):
        widget.stage.cursor = stop
        assert any(f"at {rate:g} requests/s" in title for title in titles(widget.stage))
    judged = judge(RUNS[14.0].timings, CHAT_SLO)
    assert f"{judged.in_time} in time" in pages[2]["spoken"]
    assert repr(widget) == "Arrival rate, 2 to 14 requests/s: vLLM V1. Run the cell to see it."


def test_another_engine_is_shown_at_the_same_rate():
    short = {rate: RUNS[rate] for rate in RATES[:2]}
    widget = RateStage({"all": RUNS, "two": short}, CHAT_SLO, cursor=2)
    assert any("at 14 requests/s" in title for title in titles(widget.stage))
    widget.choice.value = "two"
    assert widget.stage.cursor == 1  # there is no third rate
    assert any("at 6 requests/s" in title for title in titles(widget.stage))


def test_the_target_under_the_cursor_is_the_one_that_is_read_off():
    widget = TargetStage({"a": (BASELINE, CONTENDER), "b": (BASELINE, BASELINE)}, target=40)
    assert any("= 5.0x" in title for title in titles(widget.stage))
    for stop, ms in enumerate(TARGETS):
        widget.stage.cursor = stop
        ratio = read_at(BASELINE, CONTENDER, ms / 1000).ratio
        assert f"= {ratio:.1f}x." in widget.stage._pages[stop]["spoken"]
    widget.choice.value = "b"
    assert any("= 1.0x" in title for title in titles(widget.stage))


def test_a_target_or_an_engine_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="target must be one of"):
        TargetStage({"a": (BASELINE, CONTENDER)}, target=41)
    with pytest.raises(InputError, match="must have one or more names"):
        TargetStage({})


def test_requests_that_were_turned_away_are_told():
    run = simulate(
        [Request(f"{n}", 0, 8, 4) for n in range(4)],
        RequestDynamic(1, max_queue_size=1),
        clock=CHAT_CLOCK,
        record="summary",
    )
    assert judge(run.timings, CHAT_SLO).unserved > 0
    widget = RateStage({"dynamic": {1.0: run}}, CHAT_SLO)
    assert "not served" in widget.stage._pages[0]["spoken"]
