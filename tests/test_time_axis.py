"""Time on the axis: a bar is as wide as its iteration lasted, and the cursor knows the time."""

import json
import os
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import (
    InputError,
    Kind,
    Orca,
    Request,
    RequestDynamic,
    Sarathi,
    Static,
    TensorRtLlm,
    Tutorial,
    VllmV0,
    VllmV1,
    narrate,
    simulate,
    workloads,
)
from schedlib import words as language_tables
from schedlib.clock import StepClock, StepWork, hardware, model
from schedlib.exports import chrome_trace
from schedlib.exports.images import svg
from schedlib.figures import (
    Picture,
    WorkPicture,
    completion_table,
    iteration_table,
    itl_figure,
    step_time_figure,
)
from schedlib.figures.arrivals import unseen
from schedlib.figures.describe import describe
from schedlib.figures.engine_table import engine_table
from schedlib.figures.flow_figure import flow_scene
from schedlib.figures.gantt import gantt_scene
from schedlib.figures.gap_causes import Causes
from schedlib.figures.geometry import text_width
from schedlib.figures.requests_panel import in_arrival_order
from schedlib.figures.scene import ALWAYS
from schedlib.figures.step_times import crossover
from schedlib.figures.stops import stops_in_time, stops_of
from schedlib.figures.time_scale import TimeScale, round_step
from schedlib.figures.variants import variants_scene
from schedlib.figures.work_figure import streams_of, work_scene
from schedlib.latency import latencies
from schedlib.timed_run import Span
from schedlib.widgets import Compare, Engines, Stepper, WorkStage
from schedlib.words import words

CLOCK = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
REQUESTS, ITERATIONS, TOKENS, QUEUE, MEMORY = range(5)  # the panels, from the top

some_runs = settings(max_examples=20, deadline=None, derandomize=bool(os.environ.get("CI")))


def in_seconds(requests, each):
    """The same requests, with an iteration of so many seconds."""
    return [replace(request, arrival=request.arrival * each) for request in requests]


STREAMS = [Request(f"S{n}", 0, 200, 24) for n in (1, 2, 3)] + [Request("L", 0.15, 6000, 4)]
SIX = in_seconds(workloads.six_requests(), 0.0112)
APART = [Request("A", 0, 300, 6), Request("B", 0.02, 500, 5), Request("C", 0.3, 900, 6)]
GROWING = [Request("P", 0, 600, 30), Request("Q", 0.005, 600, 30), Request("S", 0.03, 400, 10)]


def timed(requests, policy):
    return simulate(requests, policy, clock=CLOCK)


RUNS = {
    "one step": timed(STREAMS, VllmV1(8, 8192)),
    "512 a step": timed(STREAMS, VllmV1(8, 512)),
    "six requests": timed(SIX, Tutorial()),
    "an idle gap": timed(APART, VllmV1(4, 2048)),
    "evictions": timed(GROWING, VllmV1(4, 2048, num_gpu_blocks=79, block_size=16)),
    "a delayed batch": timed(
        in_seconds(workloads.six_requests(), 0.02), RequestDynamic(2, max_queue_delay=0.03)
    ),
    "prefill first": timed(STREAMS, VllmV0(8, 8192)),
    "cut": timed(SIX, Tutorial(max_iterations=3)),
    "far apart": timed(
        [Request("A", 0, 12, 2), Request("B", 0, 6, 2), Request("C", 1, 4, 2)],
        Tutorial(3, token_budget=6, prefill_chunk=6),
    ),
}
EVERY_RUN = pytest.mark.parametrize("name", RUNS)
PAIR = {name: RUNS[name] for name in ("one step", "512 a step")}
ITL = itl_figure(PAIR)


def without_clock(trace):
    return replace(trace, clock=None, spans=())


class Figure:
    """A run and its scene, with short ways to ask for records."""

    def __init__(self, trace, scene=None):
        self.trace, self.scene = trace, scene or gantt_scene(trace)
        self.geometry = self.scene.geometry

    def inside(self, records, number):
        """Those of the records that lie in one panel, between both ends of the axis."""
        panel = self.scene.panels[number]
        left, right = self.geometry.left(), self.geometry.right()
        return [
            record
            for record in records
            if panel["y"] <= record["y"] <= panel["y2"] and left <= record["x"] <= right
        ]

    def cells(self, number, *kinds):
        return [c for c in self.inside(self.scene.cells, number) if c["kind"] in kinds]

    def beside(self, number):
        """The texts to the right of a panel."""
        panel, right = self.scene.panels[number], self.geometry.right()
        return [
            text["text"]
            for text in self.scene.texts
            if panel["y"] < text["y"] < panel["y2"] and text["x"] > right
        ]

    def px(self, x):
        """How far to the right of the left edge something lies."""
        return (x - self.geometry.left()) * self.geometry.cell

    def extent(self, text):
        width = text_width(text["text"], text["size"])
        left = self.px(text["x"]) - width * {"left": 0, "center": 0.5, "right": 1}[text["align"]]
        return left, left + width


FIGURES = {name: Figure(trace) for name, trace in RUNS.items()}


# --- Which axis ----------------------------------------------------------------------------------


def test_a_run_with_a_clock_has_a_time_axis_and_one_without_has_iterations():
    titles = {text["text"] for text in FIGURES["six requests"].scene.texts}
    assert "time, ms" in titles
    plain = {text["text"] for text in gantt_scene(without_clock(RUNS["six requests"])).texts}
    assert "time, ms" not in plain
    assert "iteration" in plain


@EVERY_RUN
def test_iterations_can_be_forced_and_give_the_figure_of_a_run_without_a_clock(name):
    forced = gantt_scene(RUNS[name], time_axis=False)
    plain = gantt_scene(without_clock(RUNS[name]))
    assert json.dumps(forced.datasets()) == json.dumps(plain.datasets())
    assert forced.geometry.cursor() == plain.geometry.cursor()


@pytest.mark.parametrize(
    "draw",
    [
        lambda run, axis: gantt_scene(run, time_axis=axis),
        lambda run, axis: variants_scene({"a": run, "b": RUNS["six requests"]}, time_axis=axis),
        lambda run, axis: work_scene({"a": run}, time_axis=axis),
        lambda run, axis: flow_scene(run, time_axis=axis),
        lambda run, axis: Picture(run, time_axis=axis),
        lambda run, axis: WorkPicture({"a": run}, time_axis=axis),
        lambda run, axis: svg(run, time_axis=axis),
        lambda run, axis: Stepper(run, time_axis=axis),
        lambda run, axis: Compare({"a": run}, time_axis=axis),
        lambda run, axis: WorkStage({"a": run}, time_axis=axis),
    ],
)
def test_no_chart_can_show_times_that_a_run_does_not_have(draw):
    with pytest.raises(InputError, match=r"time_axis must be left out: a run without a clock"):
        draw(without_clock(RUNS["six requests"]), True)


def test_times_can_be_asked_for():
    asked = gantt_scene(RUNS["six requests"], time_axis=True)
    assert asked.datasets() == FIGURES["six requests"].scene.datasets()


def test_runs_of_which_one_has_no_clock_are_compared_by_iterations():
    runs = {"timed": RUNS["six requests"], "plain": without_clock(RUNS["six requests"])}
    assert not variants_scene(runs).geometry.timed
    assert len(Compare(runs)._pages) == 6
    assert not gantt_scene(runs["timed"], before=runs["plain"]).geometry.timed


# --- As wide as it lasted ------------------------------------------------------------------------


@EVERY_RUN
def test_a_bar_is_as_wide_as_its_iteration_lasted(name):
    figure = FIGURES[name]
    shown = figure.cells(REQUESTS, "prefill", "recompute", "decode", "starved", "stalled")
    assert shown
    whole = defaultdict(list)
    for cell in shown:
        whole[cell["request"], cell["iteration"]].append(cell)
    for (_, at), cells in whole.items():
        left, right = min(c["x"] for c in cells), max(c["x2"] for c in cells)
        assert figure.px(left) == pytest.approx(figure.px(figure.trace.starts[at]), abs=2.01)
        assert figure.px(right) == pytest.approx(figure.px(figure.trace.ends[at]), abs=2.01)
        lasted = figure.px(figure.trace.ends[at]) - figure.px(figure.trace.starts[at])
        assert figure.px(right) - figure.px(left) >= 0.75 * lasted


def test_the_spike_is_seen():
    figure = FIGURES["one step"]
    wide = {c["iteration"]: c["x2"] - c["x"] for c in figure.cells(REQUESTS, "decode")}
    spike = max(wide, key=wide.get)
    assert wide.pop(spike) > 40 * max(wide.values())
    prefill = [c for c in figure.cells(REQUESTS, "prefill") if c["request"] == "L"]
    assert [cell["iteration"] for cell in prefill] == [spike]


@EVERY_RUN
def test_where_nothing_runs_there_is_no_work(name):
    figure, trace = FIGURES[name], RUNS[name]
    work = figure.cells(REQUESTS, "prefill", "decode", "recompute")
    work += figure.cells(TOKENS, "prefill", "decode", "decodes", "recompute")
    gaps = [gap for gap in zip(trace.ends, trace.starts[1:], strict=False) if gap[1] > gap[0]]
    for end, start in gaps:
        middle = (start + end) / 2
        assert not [cell for cell in work if cell["x"] < middle < cell["x2"]]
    idle = [t for t in figure.inside(figure.scene.texts, ITERATIONS) if t["text"] == "idle"]
    assert len(idle) == sum(figure.geometry.cell * (start - end) > 30 for end, start in gaps)


def test_the_runs_here_have_idle_gaps_and_iterations_that_take_no_time():
    assert any(
        start > end + 0.1
        for end, start in zip(
            RUNS["an idle gap"].ends, RUNS["an idle gap"].starts[1:], strict=False
        )
    )
    spans = RUNS["a delayed batch"].spans
    assert any(span.start == span.end for span in spans)


@EVERY_RUN
def test_every_mark_has_a_width_and_stays_inside_the_figure(name):
    figure = FIGURES[name]
    whole = figure.scene.left + figure.geometry.width + figure.scene.right
    for cell in figure.scene.cells:
        assert -figure.scene.left <= figure.px(cell["x"]) < figure.px(cell["x2"])
        assert figure.px(cell["x2"]) <= figure.geometry.width + figure.scene.right
        assert 0 <= cell["y"] < cell["y2"] <= figure.scene.height
    for text in figure.scene.texts:
        left, right = figure.extent(text)
        assert -figure.scene.left <= left
        assert right + figure.scene.left <= whole
        assert text["size"] > 0


@EVERY_RUN
def test_words_give_way_where_a_bar_is_too_narrow(name):
    figure = FIGURES[name]
    for number in range(len(figure.scene.panels)):
        lines = defaultdict(list)
        for text in figure.inside(figure.scene.texts, number):
            lines[round(text["y"])].append(text)
        for texts in lines.values():
            for one, other in combinations(texts, 2):
                (left, right), (start, end) = figure.extent(one), figure.extent(other)
                assert right <= start or end <= left, (one, other)
    for cell in figure.cells(REQUESTS, "prefill", "decode", "starved", "stalled"):
        for text in figure.inside(figure.scene.texts, REQUESTS):
            if cell["x"] < text["x"] < cell["x2"] and cell["y"] < text["y"] < cell["y2"]:
                left, right = figure.extent(text)
                assert figure.px(cell["x"]) <= left + 1
                assert right - 1 <= figure.px(cell["x2"])
    assert all(t["size"] >= 8 for t in figure.inside(figure.scene.texts, REQUESTS))


def test_work_that_takes_a_thousandth_of_the_time_is_still_seen():
    figure = Figure(timed([Request("A", 0, 50, 3), Request("B", 60, 50, 3)], VllmV1()))
    assert "time, s" in {text["text"] for text in figure.scene.texts}
    shown = figure.cells(REQUESTS, "prefill", "decode")
    assert len(shown) == 6
    assert min(figure.px(cell["x2"]) - figure.px(cell["x"]) for cell in shown) >= 1.4


def test_a_wide_bar_has_its_words_and_the_narrow_ones_beside_it_have_none():
    texts = FIGURES["one step"].inside(FIGURES["one step"].scene.texts, REQUESTS)
    assert Counter(t["text"] for t in texts) == {"P200": 3, "P6000": 1, "D": 3}
    apart = FIGURES["far apart"]
    assert apart.cells(REQUESTS, "prefill") and apart.cells(REQUESTS, "starved")
    assert not apart.inside(apart.scene.texts, REQUESTS)


def test_a_rejection_takes_no_time_however_long_its_iteration():
    figure = FIGURES["six requests"]
    (cell,) = figure.cells(REQUESTS, "rejected")
    assert cell["x"] == RUNS["six requests"].starts[2]
    assert figure.px(cell["x2"]) - figure.px(cell["x"]) == pytest.approx(18)


def test_an_overview_shows_a_long_iteration_by_itself():
    crowd = [Request(f"r{n}", 0.01 * n, 40, 30) for n in range(40)]
    figure = Figure(timed([*crowd, Request("L", 0.3, 6000, 5)], VllmV1(64, 8192)))
    assert figure.geometry.overview
    widths = [figure.geometry.wide(at) for at in range(len(figure.trace.iterations))]
    spike = widths.index(max(widths))
    alone = [c for c in figure.cells(REQUESTS, "decode") if c["since"] == spike]
    assert len(alone) == sum(
        e.kind is Kind.DECODE for e in figure.trace.events if e.iteration == spike
    )
    assert all(figure.px(c["x2"]) - figure.px(c["x"]) <= widths[spike] for c in alone)


# --- The axis ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "most", "step"),
    [(10, 10, 1), (10, 9, 2), (100, 7, 20), (0.9, 5, 0.2), (1, 1, 1), (7, 100, 0.1), (0, 5, 0.2)],
)
def test_steps_are_round(length, most, step):
    assert round_step(length, most) == pytest.approx(step)


@pytest.mark.parametrize(
    ("seconds", "unit", "told"),
    [(9.99, "ms", "1,234"), (10, "s", "1.23"), (0.0672, "ms", "1,234.5"), (500, "s", "1")],
)
def test_the_unit_and_the_digits_follow_from_the_length(seconds, unit, told):
    scale = TimeScale.of(seconds, 720)
    assert (scale.unit, scale.tell(1.2345)) == (unit, told)


def test_a_difference_that_no_digit_shows_is_none():
    scale = TimeScale("ms", 0)
    assert scale.difference(0.0004) is None
    assert (scale.difference(-0.0123), scale.difference(1.5)) == ("-12", "+1,500")


@EVERY_RUN
def test_numbers_on_the_axis_are_round_times_and_stand_where_they_are(name):
    geometry = FIGURES[name].geometry
    ticks = geometry.ticks()
    assert len(ticks) >= 4
    for x, number in ticks:
        assert x == pytest.approx(float(number.replace(",", "")) / 1000)
    assert len({round(b - a, 9) for (a, _), (b, _) in pairwise(ticks)}) == 1
    for (x, one), (x2, other) in pairwise(ticks):
        assert (x2 - x) * geometry.cell > (text_width(one, 14) + text_width(other, 14)) / 2


def test_the_axis_begins_with_the_first_arrival_and_ends_with_the_last_iteration():
    late = timed([Request("A", 7, 100, 3), Request("B", 7.5, 100, 3)], VllmV1())
    geometry = gantt_scene(late).geometry
    assert (geometry.left(), geometry.right()) == (7, late.ends[-1])


@EVERY_RUN
def test_unused_budget_is_boxed_only_where_there_is_room_to_say_so(name):
    figure = FIGURES[name]
    boxes = [c["iteration"] for c in figure.cells(TOKENS, "unused")]
    said = [t["since"] for t in figure.inside(figure.scene.texts, TOKENS) if t["tone"] == "second"]
    assert boxes == said


def test_the_completion_table_beside_the_rows_is_in_the_unit_of_the_axis():
    figure = FIGURES["six requests"]
    ends = [f"{1000 * end:.1f}" for end in RUNS["six requests"].ends]
    told = {
        id: [ends[at] for at in (outcome.first_output, outcome.completed) if at is not None]
        for id, outcome in RUNS["six requests"].requests.items()
    }
    expected = [time for id in "ABCDE" for time in told[id]]
    assert Counter(figure.beside(REQUESTS)) == Counter([*expected, "rejected"])
    heads = {text["text"] for text in figure.scene.texts}
    assert {"first, ms", "done, ms"} <= heads


def test_what_another_run_changes_is_told_in_the_unit_of_the_axis():
    figure = Figure(RUNS["512 a step"], variants_scene(PAIR))
    one, other = PAIR.values()
    later = 1000 * (
        other.ends[other.requests["L"].completed] - one.ends[one.requests["L"].completed]
    )
    assert f"(+{later:.0f})" in {text["text"] for text in figure.scene.texts}


def test_each_iteration_with_room_has_its_number():
    figure = FIGURES["512 a step"]
    shown = {t["text"]: t for t in figure.inside(figure.scene.texts, ITERATIONS)}
    for at in range(len(figure.trace.iterations)):
        if figure.geometry.wide(at) > 20:
            assert shown[f"{at}"]["x"] == figure.geometry.middle(at)
            assert shown[f"{at}"]["since"] == at


# --- Arrivals, queue, memory ---------------------------------------------------------------------


def test_whoever_arrives_during_an_iteration_is_seen_to_wait_for_its_end():
    figure = FIGURES["one step"]
    assert [(each.request, each.seconds) for each in unseen(RUNS["one step"])] == [("L", 0.15)]
    (line,) = figure.cells(REQUESTS, "unseen")
    (mark,) = figure.cells(REQUESTS, "arrival")
    (arrive,) = [e for e in RUNS["one step"].events if (e.kind, e.request) == (Kind.ARRIVE, "L")]
    assert (line["x"], line["x2"]) == (0.15, RUNS["one step"].starts[arrive.iteration])
    assert mark["x"] == 0.15
    assert line["since"] == mark["since"] == arrive.iteration
    assert words().say("key.unseen") in {text["text"] for text in figure.scene.texts}


def test_whoever_arrives_at_the_start_of_an_iteration_does_not_wait_to_be_seen():
    run = timed([Request("A", 0, 100, 3), Request("B", 5, 100, 3)], VllmV1())
    assert unseen(run) == []
    assert words().say("key.unseen") not in {text["text"] for text in gantt_scene(run).texts}
    barely = FIGURES["six requests"]  # some arrive a few microseconds before the end of one
    assert unseen(RUNS["six requests"])
    assert not barely.cells(REQUESTS, "unseen", "arrival")
    assert words().say("key.unseen") not in {text["text"] for text in barely.scene.texts}


@EVERY_RUN
def test_whoever_waits_is_in_the_queue_until_the_next_iteration_starts(name):
    figure, trace = FIGURES[name], RUNS[name]
    until = [*trace.starts[1:], trace.ends[-1]]
    waited = [
        (trace.starts[at], until[at], len(row.queue))
        for at, row in enumerate(trace.iterations)
        if until[at] > trace.starts[at]
    ]
    for start, end, places in waited:
        middle = (start + end) / 2
        for number, kind in ((REQUESTS, "waiting"), (QUEUE, "waiting")):
            there = [c for c in figure.cells(number, kind) if c["x"] < middle < c["x2"]]
            assert len(there) == places


def test_who_waits_through_an_idle_gap_is_seen_waiting():
    figure = FIGURES["a delayed batch"]
    (idle,) = [t for t in figure.scene.texts if t["text"] == "idle"]
    assert [
        c["why"][0] for c in figure.cells(QUEUE, "waiting") if c["x"] < idle["x"] < c["x2"]
    ] == ["C"]


def test_a_queue_that_stays_the_same_is_one_box():
    boxes = FIGURES["evictions"].cells(QUEUE, "waiting")
    queues = [row.queue for row in RUNS["evictions"].iterations]
    changes = sum(len(now) for before, now in pairwise([[], *queues]) if now != before)
    assert len(boxes) == changes < sum(map(len, queues))


def test_blocks_are_drawn_to_the_token_in_every_iteration():
    figure, trace = FIGURES["evictions"], RUNS["evictions"]
    filled = Counter()
    for cell in figure.cells(MEMORY, "kv", "kv_total"):
        filled[cell["iteration"]] += cell["tokens"] * 16
    assert filled == {row.iteration: sum(row.filled.values()) for row in trace.kv}
    labels = [t["text"] for t in figure.inside(figure.scene.texts, MEMORY) if t["tone"] == "kv"]
    assert labels
    assert all(len(label.split()) == 2 for label in labels)


# --- The cursor ----------------------------------------------------------------------------------


@EVERY_RUN
def test_the_cursor_of_one_run_stops_at_every_iteration_and_covers_it(name):
    trace, cursor = RUNS[name], FIGURES[name].geometry.cursor()
    assert cursor["moments"] == list(trace.starts)
    assert cursor["starts"] == [list(trace.starts)]
    assert cursor["ends"] == [list(trace.ends)]
    assert len(cursor["labels"]) == len(Stepper(trace)._pages)


@EVERY_RUN
def test_nothing_is_visible_before_its_iteration(name):
    figure = FIGURES[name]
    for number in range(len(figure.scene.panels)):
        for record in figure.inside(figure.scene.cells, number):
            if record["kind"] in ("unseen", "arrival"):  # seen only when that is over
                assert record["x"] <= RUNS[name].starts[record["since"]]
            else:
                assert record["x2"] > RUNS[name].starts[record["since"]] - 1e-9
                assert record["x"] >= RUNS[name].starts[record["since"]] - 5 / figure.geometry.cell
        for record in figure.inside(figure.scene.texts, number):
            left, right = figure.extent(record)
            end = figure.px(RUNS[name].ends[record["since"]])
            assert left <= end
            if number in (QUEUE, MEMORY):  # words that go on over several columns
                assert right <= end + 1


def texts_of(svg):
    root = ET.fromstring(svg)
    return Counter(
        "".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")
    )


@pytest.mark.parametrize(("name", "cursor"), [("one step", 11), ("evictions", 24), ("cut", 0)])
def test_the_svg_shows_the_texts_up_to_the_cursor_and_its_label(name, cursor):
    trace, scene, now = RUNS[name], FIGURES[name].scene, FIGURES[name].geometry.cursor()
    label_at = min(now["moments"][cursor] + now["tag"], now["rightmost"] - now["tag"])
    shown = Counter(
        text["text"]
        for text in scene.texts
        if text["since"] == ALWAYS or text["since"] <= cursor
        if "clear" not in text or abs(text["x"] - label_at) > now["tag"] + text["clear"]
    )
    assert texts_of(Picture(trace, cursor).svg()) == shown + Counter([now["labels"][cursor]])


def test_the_future_ends_at_the_end_of_the_iteration():
    """At the 500 ms step, the decodes after it are outlines and the decode under it is whole."""
    scene = FIGURES["one step"].scene
    svg_then = Picture(RUNS["one step"], 11).svg()
    outlined = [c for c in scene.cells if c["outlined"] and c["since"] > 11]
    assert svg_then.count("#B6BEC7") == len(outlined) + 1  # and the key's


def test_several_runs_share_a_moment():
    one, other = PAIR.values()
    found = stops_of([one, other])
    assert [stop.moment for stop in found] == sorted(
        {span.start for run in (one, other) for span in run.spans}
    )
    for stop in found:
        for run, shown, over in zip((one, other), stop.iterations, stop.over, strict=True):
            under = [at for at, s in enumerate(run.spans) if s.start <= stop.moment < s.end]
            assert list(shown) == under
            assert over == (stop.moment >= run.spans[-1].end)


def test_a_run_is_idle_from_the_tick_on_at_which_its_iteration_ends():
    one, other = (Span(0, 10), Span(20, 30)), (Span(0, 10), Span(10, 20))
    found = [(stop.moment, *map(list, stop.iterations)) for stop in stops_in_time([one, other])]
    assert found == [(0, [0], [0]), (10, [], [1]), (20, [1], [])]
    assert [stop.over for stop in stops_in_time([one, other])][1:] == [
        (False, False),
        (False, True),
    ]


def test_iterations_without_time_share_a_stop_with_the_next():
    run = RUNS["a delayed batch"]
    found = stops_of([run, RUNS["six requests"]])
    seen = [at for stop in found for at in stop.iterations[0]]
    assert sorted(set(seen)) == list(range(len(run.iterations)))
    (still,) = [at for at, span in enumerate(run.spans) if span.start == span.end]
    assert [list(stop.iterations[0]) for stop in found].count([still]) == 1
    assert len(stops_of([run])) == len(run.iterations)


def test_each_run_has_its_own_place_under_the_cursor_of_several():
    scene = variants_scene(PAIR)
    cursor = scene.geometry.cursor()
    assert [panel.get("run", 0) for panel in scene.panels] == [0, 0, 0, 1, 1, 1]
    long = PAIR["one step"].spans[11]
    (stop,) = [
        n for n, s in enumerate(stops_of([*PAIR.values()])) if s.iterations[1] == range(14, 15)
    ]
    assert cursor["ends"][0][stop] == PAIR["one step"].ends[11]
    assert cursor["ends"][1][stop] == PAIR["512 a step"].ends[14]
    assert long.start < stops_of([*PAIR.values()])[stop].moment < long.end


def test_a_mark_of_one_of_several_runs_shows_from_the_stop_of_its_iteration_on():
    scene, found = variants_scene(PAIR), stops_of([*PAIR.values()])
    drawn = [cell for cell in scene.cells if cell["kind"] in ("decode", "prefill")]
    seen = Counter()
    for cell in drawn:
        if cell["since"] != ALWAYS:
            run = cell.get("run", 0)
            moment = [*PAIR.values()][run].spans[cell["iteration"]].start
            assert found[cell["since"]].moment == moment
            seen[run] += 1
    assert len(seen) == 2


def test_the_page_of_a_moment_tells_what_every_run_is_doing():
    compare = Compare(PAIR)
    assert compare.cursor == compare.last == len(stops_of([*PAIR.values()])) - 1
    pages = [
        page
        for page in compare._pages
        if page["parts"][1]["title"].startswith("512 a step: iteration 14, ")
    ]
    (page,) = pages
    told = page["parts"][0]
    assert told["title"].startswith("one step: iteration 11, starts at 159.4 ms, lasts 500.1 ms")
    now = [event for event in PAIR["one step"].events if event.iteration == 11]
    assert told["sentences"] == narrate(now)
    assert page["title"].startswith("At 276.7 ms")
    assert compare._pages[-1]["parts"][1] == {
        "title": "512 a step",
        "sentences": ["The run is over."],
    }


def test_a_run_between_two_iterations_is_idle():
    runs = {"gap": RUNS["an idle gap"], "slow": timed(APART, VllmV1(4, 64))}
    told = [page["parts"][0]["sentences"] for page in Compare(runs)._pages]
    assert ["Nothing to do: it is idle."] in told


def test_the_line_that_names_an_iteration_has_its_time():
    titles = [page["title"] for page in Stepper(RUNS["one step"])._pages]
    assert titles[11] == "Iteration 11 (last: 23), starts at 159.4 ms, lasts 500.1 ms"
    assert [page["title"] for page in Compare({"a": RUNS["one step"]})._pages] == titles
    idle = [page["title"] for page in Stepper(RUNS["a delayed batch"])._pages]
    assert any(title.endswith("lasts 0.0 ms") for title in idle)


def test_the_description_has_the_times():
    told = describe(RUNS["one step"])
    assert "It ends after 796.0 ms." in told
    assert "L: first token in iteration 11 (659.5 ms), done in 14 (694.7 ms)." in told


def test_what_is_sent_to_the_browser_is_plain_json():
    for stage in (Stepper(RUNS["evictions"]), Compare(PAIR), WorkStage(PAIR)):
        sent = {"figure": stage._figure, "pages": stage._pages}
        assert json.loads(json.dumps(sent, allow_nan=False)) == sent


# --- Work and flow -------------------------------------------------------------------------------


def test_a_bar_of_work_reaches_from_one_token_to_the_next():
    trace = RUNS["one step"]
    scene = work_scene({"one": trace})
    (spike,) = [c for c in scene.cells if c["kind"] == "prefill" and c["since"] != ALWAYS]
    gap = streams_of(trace)[0].peak
    assert spike["x"] == pytest.approx(trace.ends[gap.since], abs=0.004)
    assert spike["x2"] == pytest.approx(trace.ends[gap.iteration], abs=0.004)
    pages = WorkStage(PAIR)._pages
    assert len(pages) == len(stops_of([*PAIR.values()]))
    assert any("6,003 tokens of work" in part for p in pages for part in p["parts"][0]["sentences"])


def test_flow_is_drawn_in_time_and_adds_up_in_every_iteration():
    trace = RUNS["six requests"]
    scene = flow_scene(trace)
    totals = Counter()
    for cell in scene.cells:
        if "iteration" in cell:
            totals[cell["iteration"]] += cell["tokens"]
            assert cell["x"] >= trace.starts[cell["iteration"]]
    assert [totals[at] for at in range(6)] == [2, 3, 6, 6, 6, 6]


# --- Engines side by side ------------------------------------------------------------------------


def test_engines_with_a_clock_stand_on_one_time_axis_and_their_table_is_in_ms():
    engines = Engines({"streams": STREAMS}, {"V1": VllmV1(8, 8192)}, clock=CLOCK)
    assert engines.runs["V1"].clock is CLOCK
    assert engines.compare._figure["params"]["moments"] == list(RUNS["one step"].starts)
    assert "in milliseconds" in engines._table.value
    table = engine_table(engines.runs)["V1"]
    assert table[words().say("engine_table.itl_worst")] == "500.06"


def test_engines_with_a_clock_need_workloads_of_their_own():
    with pytest.raises(InputError, match=r"workloads must be given with a clock"):
        Engines(clock=CLOCK)


def test_tables_of_a_run_with_a_clock_are_in_ms():
    trace = RUNS["a delayed batch"]
    outcomes, iterations = completion_table(trace), iteration_table(trace)
    assert list(outcomes["TTFT, ms"]) == ["11.2", "11.2", "31.2", "11.2", "33.6", "33.6"]
    assert "TTFT" not in outcomes
    assert list(iterations["starts, ms"])[3:5] == ["33.6", "40.0"]
    assert list(iterations["lasts, ms"])[3:5] == ["0.0", "11.2"]
    plain = simulate(workloads.six_requests())
    assert list(completion_table(plain)["TTFT"]) == [4, 2, 1, 2, 4, "-"]
    assert "starts, ms" not in iteration_table(plain)


# --- Trace files ---------------------------------------------------------------------------------


@EVERY_RUN
def test_a_trace_file_has_the_microseconds_of_the_clock(name):
    trace = RUNS[name]
    written = chrome_trace(trace)
    assert "the run's clock" in written["otherData"]["time"]
    assert "microseconds_per_iteration" not in written["otherData"]
    records = [r for r in written["traceEvents"] if r.get("cat") == "iteration"]
    assert len(records) == len(trace.iterations)
    for record, start, end in zip(records, trace.starts, trace.ends, strict=True):
        assert record["ts"] == pytest.approx(1e6 * start, abs=0.001)
        if end == start:
            assert record["ph"] == "i"
        else:
            assert record["dur"] == pytest.approx(1e6 * (end - start), abs=0.002)


@EVERY_RUN
def test_time_in_a_trace_file_never_goes_back_and_slices_do_not_overlap(name):
    tracks = defaultdict(list)
    for record in chrome_trace(RUNS[name])["traceEvents"]:
        if record["ph"] in "XiC":
            tracks[record["pid"], record["tid"]].append(record)
    for records in tracks.values():
        times = [record["ts"] for record in records]
        assert times == sorted(times)
        slices = [record for record in records if record["ph"] == "X"]
        assert all(record["dur"] > 0 for record in slices)
        for one, other in pairwise(slices):
            assert one["ts"] + one["dur"] <= other["ts"] + 0.002


def test_in_a_trace_file_a_request_arrives_when_it_arrives_and_a_token_ends_its_iteration():
    trace = RUNS["one step"]
    records = chrome_trace(trace)["traceEvents"]
    arrivals = [record["ts"] for record in records if record.get("cat") == "arrive"]
    assert arrivals == [0, 0, 0, 150_000]
    firsts = [record["ts"] for record in records if record.get("cat") == "first_token"]
    assert firsts[-1] == pytest.approx(1e6 * trace.ends[11], abs=0.001)


def test_the_counter_of_tokens_falls_to_nothing_where_the_engine_is_idle():
    trace = RUNS["an idle gap"]
    gap = next(end for end, start in zip(trace.ends, trace.starts[1:], strict=False) if start > end)
    (then,) = [
        record["args"]
        for record in chrome_trace(trace)["traceEvents"]
        if record["ph"] == "C" and record["name"] == words().say("trace.tokens")
        if record["ts"] == pytest.approx(1e6 * gap, abs=0.001)
    ]
    assert set(then.values()) == {0}


# --- ITL over time -------------------------------------------------------------------------------


def test_the_spike_has_its_prompt_as_cause_and_its_chunks_are_one_stretch():
    causes = {name: Causes(trace) for name, trace in PAIR.items()}
    (spike,) = [
        each
        for each in causes["one step"].stretches(causes["one step"].gaps())
        if each.cause.request
    ]
    assert (spike.cause.request, spike.tokens, spike.steps, len(spike.gaps)) == ("L", 6000, 1, 1)
    assert spike.longest.requests == ("S1", "S2", "S3")
    long = [
        each
        for each in causes["512 a step"].stretches(causes["512 a step"].gaps())
        if each.cause.request == "L"
    ]
    assert [(each.tokens, each.steps) for each in long] == [(6000, 12)]


@EVERY_RUN
def test_the_gaps_are_those_of_the_latencies(name):
    counted = Counter()
    for gap in Causes(RUNS[name]).gaps():
        counted[round(gap.seconds, 12)] += len(gap.requests)
    itl = [gap for user in latencies(RUNS[name]).values() for gap in user.itl]
    assert counted == Counter(round(gap, 12) for gap in itl)


def test_a_stretch_ends_where_nobody_decodes():
    causes = Causes(RUNS["an idle gap"])
    for stretch in causes.stretches(causes.gaps()):
        for before, after in pairwise(stretch.gaps):
            assert after.since <= before.iteration


def test_whoever_was_evicted_knows_why_it_waited():
    kinds = {gap.cause for gap in Causes(RUNS["evictions"]).gaps() if gap.seconds > 0.1}
    assert kinds == {("evicted", "Q")}


def still_texts(still):
    return Counter(text["text"] for text in still.chart.datasets["texts"])


def test_the_figure_names_the_spike_and_has_one_scale_for_both_runs():
    still, texts = ITL, still_texts(ITL)
    assert texts["500.1 ms"] == texts["L prefills 6,000 tokens"] == 1
    assert texts["47.8 ms"] == texts["L prefills 6,000 tokens, in 12 steps"] == 1
    assert texts["longest 500.1 ms"] == texts["longest 47.8 ms"] == 1
    bars = [c for c in still.chart.datasets["cells"] if c["since"] != ALWAYS]
    highest = {run: max(c["y2"] - c["y"] for c in bars if c.get("run", 0) == run) for run in (0, 1)}
    assert highest[0] / highest[1] == pytest.approx(500.06 / 47.8, rel=0.01)
    scale = {text: [] for text in ("0", "400")}
    for text in still.chart.datasets["texts"]:
        if text["text"] in scale and text["x"] < 0:
            scale[text["text"]].append(text["y"])
    for bottom, top in zip(*scale.values(), strict=True):
        assert (bottom - top) / highest[0] == pytest.approx(400 / 500.06, rel=0.001)
    assert len(scale["400"]) == 2


def test_a_gap_is_as_wide_as_it_is_long():
    (spike, *_) = [
        cell
        for cell in ITL.chart.datasets["cells"]
        if cell["kind"] == "prefill" and cell["since"] != ALWAYS
    ]
    assert spike["x2"] - spike["x"] == pytest.approx(0.5, abs=0.005)


def test_the_figure_says_in_words_what_it_shows():
    told = ITL.description
    assert "one step: the longest gap between two tokens is 500.1 ms, the median 11.3 ms." in told
    assert "Up to 47.8 ms: L prefills 6,000 tokens, in 12 steps." in told


@pytest.mark.parametrize(
    ("runs", "rule"),
    [
        ({}, "runs must hold one or more runs"),
        (without_clock(RUNS["one step"]), "runs must have a clock"),
        (timed([Request("A", 0, 5, 1)], VllmV1()), "a request with two output tokens"),
    ],
)
def test_a_figure_of_gaps_needs_gaps_in_time(runs, rule):
    with pytest.raises(InputError, match=rule):
        itl_figure(runs)


def test_the_axis_of_a_still_has_all_its_numbers():
    numbers = [number for _, number in FIGURES["evictions"].geometry.ticks()]
    texts = texts_of(itl_figure(RUNS["evictions"]).svg())
    assert all(texts[number] >= 2 for number in numbers)


# --- The time of a step --------------------------------------------------------------------------


@pytest.mark.parametrize("context", [1, 128, 512, 700, 2048])
def test_the_crossover_is_the_first_batch_that_is_not_memory_bound(context):
    def memory_bound(batch):
        return CLOCK.parts(StepWork(batch, batch, batch * context, batch * context)).memory_bound

    first = next((batch for batch in range(1, 513) if not memory_bound(batch)), None)
    assert crossover(CLOCK, context, 512) == first


def test_the_figure_of_step_times_has_the_numbers_of_the_clock():
    still = step_time_figure(CLOCK)
    texts = still_texts(still)
    for batch in (1, 2, 64, 512):
        time = CLOCK.seconds(StepWork(batch, batch, batch * 512, batch * 512))
        assert texts[f"{1000 * time:,.1f}"] >= 1
        assert texts[f"{batch / time:,.0f}"] == 1
    assert texts["from 228 on"] == texts["memory-bound"] == texts["compute-bound"] == 1
    assert "Computing takes longer than reading from 228 on." in still.description
    lines = still.chart.datasets["lines"]
    curves = {kind: [ln for ln in lines if ln["kind"] == kind] for kind in ("reading", "computing")}
    for line in (ln for lines in curves.values() for ln in lines):
        assert line["x2"] > line["x"]
        assert line["y2"] <= line["y"]  # neither ever falls


def test_a_step_that_is_memory_bound_all_along_says_so():
    still = step_time_figure(CLOCK, context=2048)
    assert "compute-bound" not in still_texts(still)
    assert "Reading takes longer all along." in still.description


@pytest.mark.parametrize(
    ("knobs", "rule"),
    [
        ({"context": 0}, "context must be"),
        ({"most": 1}, "most must be from 2"),
        ({"most": 10**9}, "most must be from 2 to 65,536"),
        ({"language": "tlh"}, "language must be"),
    ],
)
def test_the_figure_of_step_times_refuses_what_it_cannot_draw(knobs, rule):
    with pytest.raises(InputError, match=rule):
        step_time_figure(CLOCK, **knobs)


def test_a_clock_without_parts_has_no_figure_of_them():
    with pytest.raises(InputError, match=r"clock must be a StepClock"):
        step_time_figure(object())


@pytest.mark.parametrize(
    "make",
    [
        lambda: Picture(RUNS["evictions"], theme="dark"),
        lambda: itl_figure(PAIR, "dark"),
        lambda: step_time_figure(CLOCK, theme="dark"),
        lambda: WorkPicture(PAIR),
    ],
    ids=["run", "itl", "step time", "work"],
)
def test_every_figure_with_times_becomes_an_svg(make):
    drawn = make().svg()
    assert ET.fromstring(drawn) is not None
    assert "NaN" not in drawn
    assert "undefined" not in drawn


# --- Any run, any language -----------------------------------------------------------------------

ARRIVALS = st.sampled_from([0, 0, 0.004, 0.0112, 0.02, 0.03, 0.5])
LENGTHS = st.tuples(ARRIVALS, st.integers(1, 12), st.integers(1, 6))


def engines():
    pool = {"num_blocks": st.integers(10, 14), "block_size": st.just(2)}
    slots = st.integers(1, 4)
    return st.one_of(
        st.builds(Tutorial, slots, st.sampled_from([0, 2, None]), st.integers(4, 12)),
        st.builds(Static, slots),
        st.builds(RequestDynamic, slots, max_queue_delay=st.sampled_from([0, 0.01, 0.6])),
        st.builds(Orca, slots, **pool),
        st.builds(VllmV0, slots, st.integers(18, 40), watermark=st.just(0.0), **pool),
        st.builds(Sarathi, st.integers(2, 12), slots, watermark=st.just(0.0), **pool),
        st.builds(
            VllmV1,
            slots,
            st.integers(4, 12),
            block_size=st.just(2),
            num_gpu_blocks=st.integers(10, 15),
        ),
        st.builds(TensorRtLlm, slots, st.integers(18, 40), st.just("MAX_UTILIZATION"), **pool),
    )


@some_runs
@given(rows=st.lists(LENGTHS, min_size=1, max_size=9), policy=engines())
def test_a_random_run_of_any_engine_is_drawn_told_and_exported_in_time(rows, policy):
    requests = [Request(f"R{n}", *row) for n, row in enumerate(rows)]
    trace = timed(requests, policy)
    figure = Figure(trace)
    assert figure.geometry.timed
    assert len(Stepper(trace)._pages) == len(trace.iterations) == figure.geometry.last + 1
    for cell in figure.scene.cells:
        assert cell["x"] < cell["x2"]
        assert cell["since"] <= figure.geometry.last
    served = {
        (e.request, e.iteration) for e in trace.events if e.kind in (Kind.PREFILL, Kind.DECODE)
    }
    drawn = figure.cells(REQUESTS, "prefill", "recompute", "decode")
    assert {(c["request"], c["iteration"]) for c in drawn} == served
    json.dumps(figure.scene.datasets(), allow_nan=False)
    json.dumps(chrome_trace(trace), allow_nan=False)
    both = Compare({"a": trace, "b": timed(requests, Static(2))})
    assert both.last == len(stops_of([*both.runs.values()])) - 1
    assert [r.id for r in in_arrival_order(trace)] == [
        r.id for r in sorted(requests, key=lambda r: r.arrival)
    ]


def test_all_words_come_from_the_table(monkeypatch):
    english = language_tables.TABLES["en"]
    monkeypatch.setitem(
        language_tables.TABLES,
        "toy",
        {key: "ж" + text.replace("\n", "\nж") for key, text in english.items()},
    )
    stills = [
        itl_figure(PAIR, language="toy"),
        step_time_figure(CLOCK, language="toy"),
        Picture(RUNS["an idle gap"], language="toy"),
    ]
    ids = {request.id for request in (*STREAMS, *APART)}
    for still in stills:
        for text in still.chart.datasets["texts"]:
            letters = [letter for letter in text["text"] if letter.isalpha()]
            told = text["text"].startswith("ж") or text["text"] in (*ids, *PAIR)
            cell = text["text"][:1] in "PDABCq" and text["text"][1:].isdigit()
            assert told or cell or not letters or text["text"] == "D", text["text"]
    titles = [page["title"] for page in Stepper(RUNS["an idle gap"], language="toy")._pages]
    assert all(title.startswith("ж") for title in titles)
