"""The pictures of work between tokens, and of what a chunk size costs."""

import re

import pytest

from schedlib import Tutorial, simulate, workloads
from schedlib.chunk_costs import chunk_costs
from schedlib.figures import CostsPicture, WorkPicture
from schedlib.figures.costs_figure import costs_scene
from schedlib.figures.scene import ALWAYS
from schedlib.figures.work_figure import streams_of, work_scene


def long_prompt(chunk):
    policy = Tutorial(max_active=3, prefill_chunk=chunk, token_budget=chunk + 2)
    return simulate(workloads.long_prompt(), policy)


RUNS = {"unchunked": long_prompt(6000), "chunked": long_prompt(512)}
COSTS = chunk_costs(workloads.long_prompt(), Tutorial(max_active=3, token_budget=6002))


def bars(scene, kind):
    """The bars of one kind (not the sample in the key), by iteration and height."""
    return [
        (cell["since"], round(cell["y2"] - cell["y"], 3))
        for cell in scene.cells
        if cell["kind"] == kind and cell["since"] != ALWAYS
    ]


def test_streams_with_the_same_gaps_share_a_panel():
    assert [stream.ids for stream in streams_of(RUNS["chunked"])] == [("S1", "S2")]
    apart = simulate(workloads.repeated_evictions())
    assert [stream.ids for stream in streams_of(apart)] == [("A",), ("B",)]


def test_the_runs_share_one_scale():
    heights = dict(bars(work_scene({"one": RUNS["unchunked"]}), "prefill"))
    together = bars(work_scene(RUNS), "prefill")
    assert together[0] == (2, heights[2])
    (plateau,) = {height for _, height in together[1:12]}
    assert together[0][1] / plateau == pytest.approx(6000 / 512, rel=0.01)


def test_a_bar_covers_the_iterations_since_the_token_before():
    scene = work_scene({"run": simulate(workloads.urgent_stream(10))})
    (wide,) = [c for c in scene.cells if c["kind"] == "prefill" and c["x2"] - c["x"] > 5]
    assert wide["since"] == 11
    assert (round(wide["x"]), round(wide["x2"])) == (2, 11)


def test_the_number_is_written_on_every_bar_and_the_peak_beside_the_panel():
    texts = [text["text"] for text in work_scene(RUNS).texts]
    assert texts.count("6,002") == 1
    assert texts.count("514") == 11
    assert texts.count("370") == 1
    assert {"peak 6,002", "peak 514"} <= set(texts)


def test_nothing_of_a_gap_shows_before_its_token():
    since = {text["text"]: text["since"] for text in work_scene(RUNS).texts}
    assert (since["6,002"], since["peak 6,002"], since["370"]) == (2, 2, 13)
    assert since["token in iteration 13"] == 13


def test_a_run_without_streams_has_a_picture_too():
    alone = simulate([request for request in workloads.six_requests() if request.output == 1])
    assert work_scene({"alone": alone}).geometry.columns == 1


def test_the_costs_stand_in_both_directions():
    scene = costs_scene(COSTS, "L")
    kinds = [(cell["kind"], cell["y2"] - cell["y"]) for cell in scene.cells]
    peaks = [height for kind, height in kinds if kind == "prefill"]
    waits = [height for kind, height in kinds if kind == "waits"]
    assert len(peaks) == len(waits) == len(COSTS)
    assert peaks == sorted(peaks)
    assert waits == sorted(waits, reverse=True)
    texts = [text["text"] for text in scene.texts]
    assert all(f"{cost.peak:,}" in texts and str(cost.ttft) in texts for cost in COSTS)


@pytest.mark.parametrize("picture", [WorkPicture(RUNS), CostsPicture(COSTS, "L")])
def test_a_still_fits_into_any_column_and_shows_no_cursor(picture):
    svg = picture.svg()
    opening = re.search("<svg [^>]*>", svg).group()
    assert 'width="100%"' in opening
    assert "viewBox" in opening
    assert "height=" not in opening
    assert "#FFF6D6" not in svg  # the cursor's band


def test_a_still_says_what_it_shows():
    told = WorkPicture(RUNS).description
    assert "unchunked: the most work between two tokens of S1, S2 is 6,002 tokens" in told
    assert "chunked: the most work between two tokens of S1, S2 is 514 tokens" in told
    assert "512: at most 514 tokens of work" in CostsPicture(COSTS, "L").description
