"""What a chunk size costs in time: the numbers, the figure and the widget of notebook 12."""

from dataclasses import replace

import pytest

from schedlib import InputError, Orca, Request, Sarathi, TensorRtLlm, VllmV1, simulate
from schedlib import words as language_tables
from schedlib.chunk_times import SIZES, ChunkTime, ChunkTimes, chunk_times, size_knob
from schedlib.clock import HARDWARE, StepClock, hardware, model, work_of_steps
from schedlib.figures.chunk_trade_off import trade_off_figure
from schedlib.latency import latencies
from schedlib.metrics.slo import SLO
from schedlib.plain_steps import decode_step, prefill_steps
from schedlib.widgets import ChunkInMilliseconds

CLOCK = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
WORKLOAD = [
    *(Request(name, arrival=0, prompt=200, output=120) for name in ("S1", "S2", "S3")),
    Request("L", arrival=0.15, prompt=6000, output=4),
]
PROMISE = SLO(ttft=0.6, itl=0.05)
OCTAVES = SIZES[::4]
COSTS = chunk_times(WORKLOAD, VllmV1(max_num_seqs=4), CLOCK)


def vllm(budget):
    return VllmV1(max_num_seqs=4, max_num_batched_tokens=budget)


# --- Steps that can be reckoned by hand ----------------------------------------------------------


@pytest.mark.parametrize(("prompt", "chunk"), [(6000, 512), (6000, 6000), (100, 1), (7, 3)])
def test_a_prompt_in_chunks_is_the_work_of_a_run_of_it(prompt, chunk):
    run = simulate([Request("L", 0, prompt, 1)], VllmV1(1, chunk))
    assert prefill_steps(prompt, chunk) == list(work_of_steps(run.events))


def test_a_prompt_without_a_chunk_is_one_step():
    assert prefill_steps(6000) == prefill_steps(6000, chunk=6000)
    assert len(prefill_steps(6000)) == 1


def test_decodes_that_are_all_alike_are_the_work_of_a_run_of_them():
    run = simulate([Request(f"{n}", 0, 9, 3) for n in range(5)], VllmV1(5, 64))
    assert list(work_of_steps(run.events))[1:] == [decode_step(5, 10), decode_step(5, 11)]


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda: decode_step(0, 512), "sequences must be"),
        (lambda: decode_step(1, 0), "context must be"),
        (lambda: prefill_steps(0), "prompt must be"),
        (lambda: prefill_steps(6000, 0), "chunk must be"),
    ],
)
def test_a_step_needs_something_in_it(make, rule):
    with pytest.raises(InputError, match=rule):
        make()


# --- What each size costs ------------------------------------------------------------------------


def test_the_sizes_rise_and_every_octave_is_among_them():
    assert sorted(set(SIZES)) == list(SIZES)
    assert tuple(2**octave for octave in range(6, 14)) == OCTAVES


@pytest.mark.parametrize("size", [64, 512, 8192])
def test_a_size_costs_what_the_run_of_it_says(size):
    users = latencies(simulate(WORKLOAD, vllm(size), clock=CLOCK))
    cost = COSTS.at(size)
    assert cost.ttft == pytest.approx(users["L"].ttft)
    assert cost.longest == pytest.approx(max(gap for user in users.values() for gap in user.itl))


def test_the_costs_are_those_of_the_notebook():
    told = {each.size: f"{1000 * each.longest:.1f} {1000 * each.ttft:.1f}" for each in COSTS.times}
    assert told[512] == "47.8 527.6"
    assert told[8192] == "500.1 509.5"
    assert (COSTS.knob, COSTS.long) == ("max_num_batched_tokens", "L")


def test_with_half_the_size_gaps_are_no_longer_and_the_prompt_waits_longer():
    octaves = [COSTS.at(size) for size in OCTAVES]
    longest, ttft = [each.longest for each in octaves], [each.ttft for each in octaves]
    assert longest == sorted(longest)
    assert ttft == sorted(ttft, reverse=True)
    assert longest[-1] > 10 * longest[0]
    assert ttft[0] > 2 * ttft[-1]


@pytest.mark.parametrize(
    ("policy", "knob"),
    [
        (VllmV1(), "max_num_batched_tokens"),
        (Sarathi(512, 4), "chunk_size"),
        (TensorRtLlm(4, 512, enable_chunked_context=True), "max_num_tokens"),
    ],
)
def test_the_knob_has_the_name_that_the_engine_gives_it(policy, knob):
    assert size_knob(policy) == knob
    costs = chunk_times(WORKLOAD, policy, CLOCK, (512, 8192))
    assert costs.knob == knob
    assert costs.at(512).longest < costs.at(8192).longest


def test_an_engine_without_such_a_knob_is_refused():
    with pytest.raises(InputError, match="policy must have one of the knobs"):
        chunk_times(WORKLOAD, Orca(4), CLOCK)


def test_a_size_that_the_engine_refuses_is_refused_with_its_rule():
    with pytest.raises(InputError, match=r"max_num_batched_tokens must be at least max_num_seqs"):
        chunk_times(WORKLOAD, VllmV1(max_num_seqs=4), CLOCK, (3,))
    with pytest.raises(InputError, match="size must be one of those"):
        COSTS.at(65)


def test_limits_are_kept_by_stretches_of_sizes():
    def costs(*times):
        return ChunkTimes("chunk_size", "L", tuple(ChunkTime(*each) for each in times))

    some = costs((1, 9.0, 1.0), (2, 5.0, 2.0), (3, 4.0, 9.0), (4, 4.0, 2.0), (5, None, 2.0))
    assert some.kept(SLO(ttft=5.0, itl=2.0)) == [(2, 2), (4, 4)]
    assert some.kept(SLO(itl=2.0)) == [(1, 2), (4, 5)]
    assert some.kept(SLO(ttft=5.0)) == [(2, 4)]
    assert some.kept(SLO(ttft=1.0)) == []


# --- The figure ----------------------------------------------------------------------------------


def bars(datasets):
    """Return the bars of both plots, each from the smallest size to the largest."""
    cells = [cell for cell in datasets["cells"] if "why" in cell]
    ttft = [cell for cell in cells if "first token" in cell["why"]]
    longest = [cell for cell in cells if "at worst" in cell["why"]]
    assert len(ttft) == len(longest) == len(SIZES)
    return ttft, longest


def texts(datasets):
    return [text["text"] for text in datasets["texts"]]


def test_bars_are_as_high_as_times_are_long():
    for plot, name in zip(
        bars(trade_off_figure(COSTS).chart.datasets), ("ttft", "longest"), strict=True
    ):
        heights = [cell["y2"] - cell["y"] for cell in plot]
        times = [getattr(each, name) for each in COSTS.times]
        highest = max(times)
        for height, time in zip(heights, times, strict=True):
            assert height / max(heights) == pytest.approx(time / highest, abs=0.001)


def test_what_breaks_a_limit_is_hollow_and_nothing_else():
    ttft, longest = bars(trade_off_figure(COSTS, PROMISE).chart.datasets)
    assert [cell["kind"] == "rejected" for cell in ttft] == [c.ttft > 0.6 for c in COSTS.times]
    assert [cell["kind"] == "rejected" for cell in longest] == [
        c.longest > 0.05 for c in COSTS.times
    ]
    plain = trade_off_figure(COSTS).chart.datasets
    assert not [cell for cell in plain["cells"] if cell["kind"] in ("rejected", "differs")]


def test_a_frame_holds_the_sizes_that_keep_both_limits():
    still = trade_off_figure(COSTS, PROMISE)
    (frame,) = [c for c in still.chart.datasets["cells"] if c["kind"] == "differs"]
    for plot in bars(still.chart.datasets):
        inside = [
            size
            for size, bar in zip(SIZES, plot, strict=True)
            if frame["x"] < bar["x"] and bar["x2"] < frame["x2"]
        ]
        assert inside == [size for size in SIZES if 160 <= size <= 512]
    assert "limits kept: 160 to 512" in texts(still.chart.datasets)
    assert still.description.endswith("These sizes keep the limits: 160 to 512.")
    assert "512: TTFT of L 527.6 ms, longest gap 47.8 ms;" in still.description


def test_where_no_size_keeps_the_limits_it_says_so():
    still = trade_off_figure(COSTS, SLO(ttft=0.51, itl=0.02))
    assert not [c for c in still.chart.datasets["cells"] if c["kind"] == "differs"]
    assert "No size here keeps the limits." in texts(still.chart.datasets)
    assert still.description.endswith("No size here keeps the limits.")


def test_a_limit_has_a_line_where_it_is_and_none_where_it_is_above_everything():
    def lines(slo):
        still = trade_off_figure(COSTS, slo)
        found = [line["y"] for line in still.chart.datasets["lines"] if line["kind"] == "limit"]
        return found, bars(still.chart.datasets)

    (y,), (ttft, _) = lines(SLO(ttft=COSTS.at(512).ttft))
    assert y == pytest.approx(ttft[SIZES.index(512)]["y"])
    assert lines(SLO(itl=9.0))[0] == []


def test_numbers_do_not_stand_on_the_line_of_a_limit():
    for limit in (0.012, 0.05, 0.2, 0.5):
        datasets = trade_off_figure(COSTS, SLO(ttft=0.6, itl=limit)).chart.datasets
        lines = [line["y"] for line in datasets["lines"] if line["kind"] == "limit"]
        told = {f"{1000 * each.longest:,.1f}" for each in COSTS.times if each.longest < 0.1}
        on_bars = [text for text in datasets["texts"] if text["text"] in told]
        assert len(on_bars) == 5
        assert all(abs(text["y"] - y) >= 12 for text in on_bars for y in lines)


def test_a_prompt_that_never_has_its_first_token_says_so():
    costs = ChunkTimes("chunk_size", "L", (ChunkTime(64, None, 0.1), ChunkTime(128, 0.5, 0.2)))
    still = trade_off_figure(costs, PROMISE)
    assert "never" in texts(still.chart.datasets)
    assert "64: TTFT of L never" in still.description


def test_a_figure_needs_a_size():
    with pytest.raises(InputError, match="one or more sizes"):
        trade_off_figure(ChunkTimes("chunk_size", "L", ()))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figure_becomes_an_svg(theme):
    svg = trade_off_figure(COSTS, PROMISE, theme).svg()
    assert "limits kept: 160 to 512" in svg
    assert "limit 600 ms" in svg


# --- The widget ----------------------------------------------------------------------------------


@pytest.fixture
def widget():
    return ChunkInMilliseconds(WORKLOAD, vllm(8192), CLOCK, PROMISE, OCTAVES)


def control(widget, name):
    return next(c for c in widget.children[0].children if c.description == name)


def said(widget):
    _, error, line, _ = widget.children
    return error.value, line.value


def highest_mark(widget):
    """The scale of the gaps: px from the base line of a gap of the longest one's length."""
    cells = widget.stage._figure["datasets"]["cells"]
    return max(c["y2"] - c["y"] for c in cells if c["since"] >= 0)


def test_it_starts_with_what_it_was_given(widget):
    assert widget.trace.policy == vllm(8192)
    assert widget.costs.times == tuple(COSTS.at(size) for size in OCTAVES)
    error, line = said(widget)
    assert error == ""
    assert "The longest gap of a stream is 500.1 ms." in line
    assert "That breaks the limit on the ITL." in line
    assert widget.stage.cursor == widget.stage.last == len(widget.trace.iterations) - 1
    assert repr(widget).startswith("What if? Knobs: max_num_batched_tokens, GPU, TTFT limit, ms")


def test_a_moved_slider_runs_the_workload_and_says_what_changes(widget):
    control(widget, "max_num_batched_tokens").value = 512
    assert widget.trace.policy == vllm(512)
    _, line = said(widget)
    assert "The longest gap of a stream is 47.8 ms (before: 500.1 ms)." in line
    assert "L has its first token after 527.6 ms (before: 509.5 ms)." in line
    assert "That keeps both limits." in line
    kinds = [cell["kind"] for cell in widget.stage._figure["datasets"]["cells"]]
    assert (
        kinds.count("waiting") == kinds.count("on_slot") == 2
    )  # a column, and its name in the key


def test_the_gaps_of_all_sizes_have_one_scale(widget):
    before = highest_mark(widget)
    control(widget, "max_num_batched_tokens").value = 512
    assert highest_mark(widget) / before == pytest.approx(47.8 / 500.1, rel=0.01)


def test_another_gpu_makes_every_size_another_one(widget):
    control(widget, "GPU").value = HARDWARE["h100-sxm"]
    h100 = replace(CLOCK, hardware=HARDWARE["h100-sxm"])
    assert widget.costs == chunk_times(WORKLOAD, vllm(8192), h100, OCTAVES)
    assert widget.trace.clock == h100
    assert widget.costs.at(512) != COSTS.at(512)


@pytest.mark.parametrize("name", ["TTFT limit, ms", "ITL limit, ms"])
@pytest.mark.parametrize("nonsense", [-3, 0, float("nan"), float("inf")])
def test_a_limit_that_is_none_has_its_error_beside_it_and_the_picture_stays(widget, name, nonsense):
    picture, line = widget.stage._figure, said(widget)[1]
    control(widget, name).value = nonsense
    error, still = said(widget)
    assert f"{name} must be a number above 0" in error
    assert "The picture shows the last valid settings." in error
    assert (widget.stage._figure, still) == (picture, line)
    control(widget, name).value = 40
    assert said(widget)[0] == ""


def test_another_limit_moves_the_frame_and_not_the_run(widget):
    trace = widget.trace.events
    control(widget, "ITL limit, ms").value = 600
    assert "That keeps both limits." in said(widget)[1]
    assert "limits kept: 256 to 8,192" in texts(widget.stage._figure["datasets"])
    assert widget.trace.events == trace


def test_back_to_the_start_is_one_move(widget):
    control(widget, "max_num_batched_tokens").value = 512
    control(widget, "GPU").value = HARDWARE["rtx-4090"]
    control(widget, "ITL limit, ms").value = 20
    control(widget, "Back to the start").click()
    assert widget.setting == (8192, HARDWARE["a100-80gb"], PROMISE)
    assert widget.costs.at(512) == COSTS.at(512)
    assert "500.1 ms (before: " in said(widget)[1]


def test_each_iteration_has_a_page_with_the_gaps_that_end_with_it(widget):
    pages = widget.stage._pages
    assert len(pages) == len(widget.trace.iterations)
    spike = "S1, S2, S3: 500.1 ms from one token to the next, beside the prompt of L."
    assert sum(spike in page["spoken"] for page in pages) == 1
    assert "No second token" in pages[0]["spoken"]


def test_a_gpu_that_is_in_no_table_can_be_chosen_again():
    own = replace(CLOCK, hardware=hardware("a100-80gb")._replace(bandwidth=3e12))
    widget = ChunkInMilliseconds(WORKLOAD, vllm(512), own, PROMISE, sizes=(512,))
    gpu = control(widget, "GPU")
    assert gpu.options[0] == ("a GPU of one's own", own.hardware)
    gpu.value = HARDWARE["a100-80gb"]
    control(widget, "Back to the start").click()
    assert widget.trace.clock == own


@pytest.mark.parametrize("slo", [SLO(ttft=0.6), SLO(itl=0.05)])
def test_it_needs_both_limits(slo):
    with pytest.raises(InputError, match="slo must have a limit on the TTFT and one on the ITL"):
        ChunkInMilliseconds(WORKLOAD, vllm(512), CLOCK, slo, sizes=(512,))


# --- Words ---------------------------------------------------------------------------------------


def test_all_words_come_from_the_table(monkeypatch):
    english = language_tables.TABLES["en"]
    toy = {key: "ж" + text.replace("\n", "\nж") for key, text in english.items()}
    monkeypatch.setitem(language_tables.TABLES, "toy", toy)
    widget = ChunkInMilliseconds(WORKLOAD, vllm(512), CLOCK, PROMISE, OCTAVES, language="toy")
    still = trade_off_figure(COSTS, PROMISE, language="toy")
    for datasets in (still.chart.datasets, widget.stage._figure["datasets"]):
        for text in texts(datasets):
            told = text.startswith("ж") or not any(letter.isalpha() for letter in text)
            assert told, text
    assert said(widget)[1].startswith("<b>ж")
    assert all(page["spoken"].startswith("ж") for page in widget.stage._pages)
