"""Conservation of flow: the picture's records, its words, and the sliders over it."""

import os
import re

import pytest
from hypothesis import given, settings
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import InputError, Request, Tutorial, simulate, workloads
from schedlib import words as language_tables
from schedlib.figures.flow_figure import LAYERS, describe_flow, flow_scene, flow_still
from schedlib.figures.look import cell_looks, text_colours
from schedlib.figures.palette import THEMES
from schedlib.figures.scene import ALWAYS
from schedlib.measures import flow
from schedlib.widgets.flow_pages import flow_pages
from schedlib.widgets.flow_stage import FlowStage

many_runs = settings(max_examples=60, deadline=None, derandomize=bool(os.environ.get("CI")))


def endless(iterations=8, arrivals=8, **knobs):
    policy = Tutorial(max_iterations=iterations, **{"max_queue": None} | knobs)
    return simulate(workloads.endless_arrivals(iterations, arrivals), policy)


RUNS = {
    "unbounded": lambda: endless(),
    "bounded": lambda: endless(max_queue=2),
    "overload": lambda: simulate(workloads.overload()),
    "thirty iterations, hundreds of requests": lambda: endless(30),
    "thirty iterations, bounded": lambda: endless(30, max_queue=4),
    "more columns than numbers": lambda: endless(70, 3),
    "nobody at first": lambda: simulate([Request("A", 3, 4, 2)]),
}


@pytest.fixture(params=RUNS)
def run(request):
    return RUNS[request.param]()


def segments(scene, iteration):
    """The layers of one column from the bottom: (name, number of requests)."""
    names = {kind: name for name, (kind, _) in LAYERS.items()}
    column = [c for c in scene.cells if c.get("iteration") == iteration]
    return [(names[c["kind"]], c["tokens"]) for c in sorted(column, key=lambda c: -c["y2"])]


def numbers(scene, name):
    """The numbers in one row under the stacks, by iteration."""
    (label,) = (t for t in scene.texts if t["text"] == name and t["align"] == "right")
    return {
        t["x"]: int(t["text"])
        for t in scene.texts
        if t["y"] == label["y"] and t["align"] == "center"
    }


# --- The picture ----------------------------------------------------------------------------------


def every_column_stacks_all_that_have_arrived(run):
    scene = flow_scene(run)
    for iteration, now in enumerate(flow(run)):
        expected = [(name, getattr(now, name)) for name in LAYERS if getattr(now, name)]
        assert segments(scene, iteration) == expected
        assert sum(amount for _, amount in segments(scene, iteration)) == now.arrived


def test_every_column_stacks_all_that_have_arrived(run):
    every_column_stacks_all_that_have_arrived(run)


@many_runs
@given(requests=random_workloads(), policy=policies())
def test_every_column_of_a_random_run_stacks_all_that_have_arrived(requests, policy):
    every_column_stacks_all_that_have_arrived(simulate(requests, policy))


def test_heights_are_to_scale_and_layers_touch(run):
    scene = flow_scene(run)
    tallest = max(run_of.arrived for run_of in flow(run))
    (stacks, _) = scene.panels
    unit = (stacks["y2"] - stacks["y"]) / tallest
    for cell in scene.cells:
        if "tokens" in cell:
            assert cell["y2"] - cell["y"] == pytest.approx(cell["tokens"] * unit, abs=1.5)
            assert stacks["y"] - 0.01 <= cell["y"] < cell["y2"] <= stacks["y2"] + 0.01


def test_the_numbers_under_the_stacks_are_the_flow(run):
    scene, counts = flow_scene(run), flow(run)
    for name in ("arrived", *LAYERS):
        for iteration, number in numbers(scene, "on a slot" if name == "active" else name).items():
            assert number == getattr(counts[iteration], name)


@pytest.mark.parametrize("name", [name for name in RUNS if name != "more columns than numbers"])
def test_up_to_thirty_columns_each_has_its_number_of_waiting(name):
    run = RUNS[name]()
    written = numbers(flow_scene(run), "waiting")
    assert written == {at: count.waiting for at, count in enumerate(flow(run))}


def test_with_more_columns_numbers_are_left_out_but_never_the_last():
    written = numbers(flow_scene(endless(70, 3)), "waiting")
    assert len(written) < 70
    assert {0, 69} <= written.keys()
    assert written[69] == 70


def test_nothing_of_an_iteration_shows_before_the_cursor_gets_there(run):
    scene = flow_scene(run)
    for cell in scene.cells:
        assert cell["since"] == cell.get("iteration", ALWAYS)
    for name in ("arrived", "waiting"):
        (label,) = (t for t in scene.texts if t["text"] == name and t["align"] == "right")
        of_row = [t for t in scene.texts if t["y"] == label["y"] and t["align"] == "center"]
        assert of_row
        assert all(text["since"] == text["x"] for text in of_row)


def test_a_cut_is_marked_as_a_cut_and_only_a_cut_is():
    for name, make in RUNS.items():
        run = make()
        texts = [t for t in flow_scene(run).texts if "iteration_limit" in t["text"]]
        assert len(texts) == (not run.drained), name
        assert all(text["since"] == len(run.iterations) - 1 for text in texts)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", LAYERS)
def test_each_layer_has_a_look_and_its_number_a_tone(name, theme):
    kind, tone = LAYERS[name]
    assert kind in cell_looks(THEMES[theme])
    assert text_colours(THEMES[theme])[tone] != cell_looks(THEMES[theme])[kind].fill


def test_the_description_tells_the_balance_and_the_queue():
    assert describe_flow(endless(4)) == (
        "Conservation of flow over 4 iterations. At the end 32 arrived = 8 completed + 0 on a slot "
        "+ 24 waiting + 0 rejected. Waiting after each iteration: 6, 12, 18, 24."
    )


def test_the_still_picture_is_an_svg_with_its_description():
    bundle = flow_still(endless(4))._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg ")
    assert bundle["text/plain"] == describe_flow(endless(4))


# --- The words of each iteration ------------------------------------------------------------------


def told(page):
    return [sentence for part in page["parts"] for sentence in part["sentences"]]


def test_a_page_says_who_came_who_went_and_where_all_are():
    assert told(flow_pages(endless())[2]) == [
        "8 requests arrive.",
        "2 requests are completed, 0 rejected.",
        "The queue grows by 6, to 18.",
        "24 arrived = 6 completed + 0 on a slot + 18 waiting + 0 rejected.",
    ]


def test_a_queue_can_shrink_and_stay():
    pages = flow_pages(simulate(workloads.overload()))
    assert "The queue stays at 2." in told(pages[1])
    assert "The queue shrinks by 1, to 1." in told(pages[11])


# --- The sliders ----------------------------------------------------------------------------------


def line_of(stage):
    return re.sub("<.*?>", "", stage._line.value)


def test_moving_a_slider_shows_another_run_in_words_and_in_the_picture():
    stage = FlowStage(arrivals=8, max_active=2, iterations=6)
    assert "grows by 6 per iteration" in line_of(stage)
    before = stage.stage._figure
    stage._service.value = 5
    assert "grows by 3 per iteration" in line_of(stage)
    assert [count.waiting for count in flow(stage.trace)] == [3, 6, 9, 12, 15, 18]
    assert stage.stage._figure["datasets"] == flow_scene(stage.trace).datasets()
    assert stage.stage._figure != before


@pytest.mark.parametrize("arrivals", [1, 2, 7, 12])
@pytest.mark.parametrize("service", [1, 2, 8])
def test_the_line_says_what_the_queue_grows_by(arrivals, service):
    stage = FlowStage(arrivals, service, iterations=5)
    growth = flow(stage.trace)[1].waiting - flow(stage.trace)[0].waiting
    assert f"grows by {growth} per iteration" in line_of(stage)


def test_with_a_bounded_queue_the_surplus_is_rejected_and_the_line_says_so():
    stage = FlowStage(arrivals=8, max_active=2, max_queue=10, iterations=4)
    assert "surplus of 6 per iteration" in line_of(stage)
    assert "limit of 10" in line_of(stage)
    assert [count.waiting for count in flow(stage.trace)] == [6, 10, 10, 10]
    assert [count.rejected for count in flow(stage.trace)] == [0, 2, 8, 14]


def test_the_switch_bounds_the_queue_and_frees_the_slider_of_its_limit():
    stage = FlowStage(iterations=4)
    assert stage._places.disabled
    stage._unbounded.value = False
    assert not stage._places.disabled
    assert stage.trace.policy.max_queue == stage._places.value == 2
    stage._places.value = 0
    assert flow(stage.trace)[-1].waiting == 0


def test_a_run_that_was_cut_is_announced_as_cut():
    stage = FlowStage(arrivals=3, max_active=2, iterations=4)
    assert "was cut after 4 iterations" in stage.stage._warning
    stage._arrivals.value = 2
    assert stage.trace.termination == "all_terminal"
    assert stage.stage._warning == ""


def test_the_reader_stays_in_the_iteration_in_which_they_are():
    stage = FlowStage(iterations=6)
    assert stage.stage.cursor == 5
    stage.stage.cursor = 2
    stage._arrivals.value = 4
    assert stage.stage.cursor == 2


def test_the_picture_is_described_without_its_outcome():
    assert "6 iterations" in FlowStage(iterations=6).stage._figure["description"]
    assert not re.search("waiting.*[0-9]", FlowStage(iterations=6).stage._figure["description"])


@pytest.mark.parametrize(
    "wrong",
    [{"iterations": 0}, {"max_active": 0}, {"arrivals": 0}, {"max_queue": -1}, {"language": "tlh"}],
)
def test_what_breaks_a_rule_is_an_input_error(wrong):
    with pytest.raises(InputError):
        FlowStage(**wrong)


# --- A second language ----------------------------------------------------------------------------


@pytest.fixture
def toy(monkeypatch):
    table = {
        key: re.sub(r"(?<![{\w])[A-Za-z_]+(?![\w}:|])", "ж", text)
        for key, text in language_tables.TABLES["en"].items()
        if key.startswith(("flow.", "chart.", "list."))
    }
    monkeypatch.setitem(language_tables.TABLES, "toy", language_tables.TABLES["en"] | table)
    return "toy"


def test_the_picture_takes_its_words_from_the_table(toy):
    english = {t["text"] for t in flow_scene(endless(4)).texts if t["text"].isalpha()}
    other = {t["text"] for t in flow_scene(endless(4), toy).texts if t["text"].isalpha()}
    assert english >= {"arrived", "completed", "waiting", "rejected", "iteration"}
    assert other == {"ж"}
