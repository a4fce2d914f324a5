"""Bars that compare how engines use their memory say what was measured."""

import pytest

from schedlib import InputError, Orca, VllmV1, simulate
from schedlib.engine_measures import measure
from schedlib.engine_workloads import growing_together
from schedlib.figures.bars_figure import Bar, bars_scene
from schedlib.figures.geometry import text_width
from schedlib.figures.memory_bars import batched_bars, work_bars

RUNS = {
    "Orca": simulate(growing_together(), Orca(4, num_blocks=10, block_size=2)),
    "vLLM V1": simulate(growing_together(), VllmV1(4, 16, num_gpu_blocks=11, block_size=2)),
}


def widths(scene, *kinds):
    return [cell["x2"] - cell["x"] for cell in scene.cells if cell["kind"] in kinds][1:]


def test_the_description_has_every_number_of_the_picture():
    told = batched_bars(RUNS, {"vLLM V1": 30.42}).description
    assert told.splitlines()[1:] == ["Orca: 2.00", "vLLM V1: 2.40 (published: 30.42)"]
    told = work_bars(RUNS).description
    assert told.splitlines()[1:] == ["Orca: 2.7", "vLLM V1: 3.2 of 4.2"]


def test_bars_are_as_long_as_their_values_on_one_scale():
    bars = [
        Bar("a", [("prefill", 3.0), ("recompute", 1.0)], "4"),
        Bar("b", [("prefill", 8.0)], "8"),
    ]
    once, whole = widths(bars_scene("t", bars, {"prefill": "p"}), "prefill")
    again = [cell for cell in bars_scene("t", bars, {}).cells if cell["kind"] == "recompute"]
    assert whole / once == pytest.approx(8 / 3)
    assert once / (again[0]["x2"] - again[0]["x"]) == pytest.approx(3)


def test_a_published_value_stands_below_its_mark_and_never_beside_our_number():
    bars = [
        Bar("mark in front", [("kv", 8.0)], "8.00", 5.0, "5.00"),
        Bar("mark just behind", [("kv", 8.0)], "8.01", 8.2, "8.20"),
        Bar("mark far behind", [("kv", 2.0)], "2.00", 10.0, "10.0"),
        Bar("no room in the bar", [("kv", 0.1)], "0.10", 0.2, "0.20"),
    ]
    scene = bars_scene("t", bars, {})
    marks = [cell for cell in scene.cells if cell["kind"] == "hollow_end"]
    ours = [t for t in scene.texts if t["text"] in {bar.text for bar in bars}]
    below = [t for t in scene.texts if t["tone"] == "second"]
    assert [t["text"] for t in below] == ["5.00", "8.20", "10.0", "0.20"]
    for mark, text, published in zip(marks, ours, below, strict=True):
        assert published["x"] == pytest.approx((mark["x"] + mark["x2"]) / 2)
        assert published["y"] - published["size"] / 2 > mark["y2"] - 1
        width = text_width(text["text"], text["size"])
        start = text["x"] if text["align"] == "left" else text["x"] - width
        assert start > mark["x2"] or start + width < mark["x"]
    assert [text["align"] for text in ours] == ["left", "right", "left", "left"]
    assert ours[1]["tone"] == "kv"


def test_work_done_twice_is_the_difference_of_the_two_means():
    found = measure(RUNS["vLLM V1"])
    assert found.recomputed == 10
    assert (found.tokens_mean - found.useful_mean) * found.busy == pytest.approx(10)


def test_a_language_without_words_is_refused():
    with pytest.raises(InputError, match="language"):
        batched_bars(RUNS, language="xx")
