"""Runs of engines, drawn and exported: memory, work done twice, stalls and held slots."""

import csv
import io
import json
import os
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import workloads as random_workloads
from test_figures import contrast

from schedlib import (
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
    simulate,
    workloads,
)
from schedlib.engine_workloads import growing_together, half_empty_blocks
from schedlib.exports import chrome_trace, iterations_csv, requests_csv, workload_csv
from schedlib.exports.stays import stays
from schedlib.figures import Picture, iteration_table
from schedlib.figures.describe import describe
from schedlib.figures.gantt import gantt_scene
from schedlib.figures.geometry import text_width
from schedlib.figures.kv_ghosts import Ghost, ghosts
from schedlib.figures.kv_panel import panel_height
from schedlib.figures.look import cell_looks, glyph_looks, text_colours
from schedlib.figures.palette import THEMES
from schedlib.figures.report import report_table
from schedlib.figures.requests_panel import in_arrival_order
from schedlib.figures.variants import variants_scene
from schedlib.widgets import Compare, Stepper
from schedlib.words import words

hundreds_of_runs = settings(max_examples=100, deadline=None, derandomize=bool(os.environ.get("CI")))

SIX = workloads.six_requests()
GOLDEN = Path(__file__).parent / "golden" / "vllm_v1"
REQUESTS, TOKENS, QUEUE, MEMORY = range(4)  # the panels, from the top
PAIR = [Request("P", 0, 6, 10), Request("Q", 0, 6, 10), Request("S", 1, 4, 3)]


def golden(name):
    recorded = json.loads((GOLDEN / f"{name}.json").read_text())
    workload = [Request(**row) for row in recorded["workload"]]
    return simulate(workload, VllmV1(**recorded["config"]))


RUNS = {
    "static": simulate(SIX, Static(2)),
    "request-dynamic": simulate(SIX, RequestDynamic(2, max_queue_size=2)),
    "orca": simulate(PAIR, Orca(4, num_blocks=12, block_size=4)),
    "vllm-v0": simulate(PAIR, VllmV0(4, 64, num_blocks=8, block_size=4, watermark=0)),
    "swap": simulate(
        PAIR, VllmV0(4, 64, num_blocks=8, block_size=4, watermark=0, preemption_mode="swap")
    ),
    "sarathi": simulate(PAIR, Sarathi(6, 4, num_blocks=8, block_size=4, watermark=0)),
    "vllm-v1": golden("c01_two_fcfs"),
    "priority": golden("c04_8req_prio_bs4"),
    "middle of a prefill": golden("c17_midprefill"),
    "asynchronous": simulate(SIX, VllmV1(2, 6, 3, async_scheduling=True)),
    "tensorrt-llm": simulate(PAIR, TensorRtLlm(4, 64, "MAX_UTILIZATION", False, 7, 4)),
    "growing together": simulate(
        growing_together(), VllmV1(4, 16, num_gpu_blocks=11, block_size=2)
    ),
    "half empty": simulate(half_empty_blocks(), VllmV0(8, 64, 3, 8, watermark=0)),
    "its default pool": simulate(SIX, VllmV1(num_gpu_blocks=2001)),
}
OVERVIEWS = {
    "chunks in a tight pool": golden("c08_chunks_noresv"),
    "forty static": simulate([Request(f"r{n}", n, 3, 1 + n % 5) for n in range(40)], Static(4)),
}


class Figure:
    """A run and its scene, with short ways to ask for records."""

    def __init__(self, trace):
        self.trace, self.scene = trace, gantt_scene(trace)
        self.geometry = self.scene.geometry

    def inside(self, records, number):
        """Those of the records that lie on the columns of one panel."""
        panel, columns = self.scene.panels[number], self.geometry.columns
        return [
            record
            for record in records
            if panel["y"] <= record["y"] <= panel["y2"] and -0.5 <= record["x"] <= columns - 0.5
        ]

    def cells(self, number, *kinds):
        return [c for c in self.inside(self.scene.cells, number) if c["kind"] in kinds]

    def row_of(self, y):
        """The id whose row has a height."""
        top = self.scene.panels[REQUESTS]["y"]
        return in_arrival_order(self.trace)[int((y - top) // self.geometry.row)].id

    def glyphs(self, kind):
        """Where a kind of glyph stands in the rows: (id, iteration)."""
        found = [g for g in self.inside(self.scene.glyphs, REQUESTS) if g["kind"] == kind]
        return sorted((self.row_of(g["y"]), g["since"]) for g in found)

    def at(self, *kinds):
        return sorted((e.request, e.iteration) for e in self.trace.events if e.kind in kinds)


FIGURES = {name: Figure(trace) for name, trace in RUNS.items()}


def each(rule):
    """Run a rule on every figure with words in its cells."""
    return pytest.mark.parametrize("name", FIGURES)(rule)


# --- The rows ------------------------------------------------------------------------------------


@each
def test_tokens_computed_again_are_hatched_and_the_others_solid(name):
    figure = FIGURES[name]
    shown = defaultdict(set)
    for cell in figure.cells(REQUESTS, "prefill", "recompute"):
        shown[cell["request"], cell["iteration"]].add(cell["kind"])
    for event in figure.trace.events:
        if event.kind is Kind.PREFILL:
            again = event.because["again"]
            parts = {"recompute": again, "prefill": event.amount - again}
            kinds = {kind for kind, tokens in parts.items() if tokens}
            assert shown.pop((event.request, event.iteration)) == kinds
    assert not shown


def test_recompute_occurs_where_it_should_and_nowhere_else():
    hatched = {name for name, f in FIGURES.items() if f.cells(REQUESTS, "recompute")}
    assert {"vllm-v0", "vllm-v1", "priority", "middle of a prefill", "tensorrt-llm"} <= hatched
    assert not {"swap", "orca", "static", "asynchronous"} & hatched


def test_a_chunk_of_two_parts_names_the_tokens_of_both():
    figure = FIGURES["middle of a prefill"]
    (new,) = [c for c in figure.cells(REQUESTS, "prefill") if c["iteration"] == 10]
    on_it = [
        (text["text"], text["tone"])
        for text in figure.inside(figure.scene.texts, REQUESTS)
        if new["y"] < text["y"] < new["y2"] and text["since"] == 10
    ]
    assert on_it == [("R8", "recompute"), ("P8", "prefill")]


@each
def test_a_diamond_is_a_first_token_and_a_dot_a_later_one(name):
    figure = FIGURES[name]
    assert figure.glyphs("first") == figure.at(Kind.FIRST_TOKEN)
    assert figure.glyphs("next") == figure.at(Kind.NEXT_TOKEN)


@each
def test_a_stall_has_a_solid_border_and_a_starved_prompt_a_dotted_one(name):
    figure = FIGURES[name]
    for kind, event in (("stalled", Kind.STALL), ("starved", Kind.STARVE)):
        shown = figure.cells(REQUESTS, kind)
        assert sorted((c["request"], c["iteration"]) for c in shown) == figure.at(event)


def test_looks_tell_a_stall_from_a_starved_prompt():
    looks = cell_looks(THEMES["light"])
    assert not looks["stalled"].dash
    assert looks["starved"].dash


@each
def test_a_slot_held_for_nothing_is_drawn_in_the_row_of_who_has_ended(name):
    figure = FIGURES[name]
    shown = [
        (cell["request"], iteration)
        for cell in figure.cells(REQUESTS, "held")
        for iteration in range(round(cell["x"] + 0.5), round(cell["x2"] + 0.5))
    ]
    assert sorted(shown) == figure.at(Kind.HOLD)


def test_the_runs_here_have_stalls_and_held_slots():
    assert FIGURES["vllm-v0"].at(Kind.STALL)
    assert FIGURES["static"].at(Kind.HOLD)
    assert FIGURES["asynchronous"].at(Kind.HOLD)


def test_the_head_of_the_queue_says_what_is_in_its_way():
    figure = Figure(simulate(PAIR, Orca(4, num_blocks=8, block_size=4)))
    (waits,) = figure.cells(REQUESTS, "waiting")
    assert waits["why"] == (
        "S waits in place 1 of the queue. Iteration 1: S is not admitted: it needs 2 KV blocks, "
        "and 0 are free. The queue stops there."
    )
    told = [cell["why"] for cell in figure.cells(QUEUE, "waiting")]
    assert [f"Iteration {n}:" in why for n, why in enumerate(told, start=1)] == [True] * 9


def texts_of_rows(figure):
    panel = figure.scene.panels[REQUESTS]
    return [
        text["text"]
        for text in figure.scene.texts
        if panel["y"] < text["y"] < panel["y2"] and text["x"] < -0.5
    ]


def test_a_number_as_priority_stands_beside_the_demand_and_only_the_word_has_a_triangle():
    figure = FIGURES["priority"]
    assert {"6+14 p2", "7+6 p0", "9+15 p1"} <= set(texts_of_rows(figure))
    assert not [glyph for glyph in figure.scene.glyphs if glyph["kind"] == "high"]
    plain = FIGURES["static"]
    assert "2+1" in texts_of_rows(plain)
    assert [glyph for glyph in plain.scene.glyphs if glyph["kind"] == "high"]


# --- Narrow cells --------------------------------------------------------------------------------

NARROW = [
    Request(id, 0, prompt, output)
    for id, prompt, output in (
        ("A", 12, 9),
        ("B", 16, 2),
        ("C", 40, 2),
        ("D", 6, 2),
        ("SMALL", 112, 2),
        ("R10", 40, 2),
        ("LARGEST", 5, 2),
    )
]


def narrow(columns):
    """A run of so many columns, whose prompts have one to three digits."""
    long = Request("A", 0, 12, columns)
    return Figure(simulate([long, *NARROW[1:]], VllmV1(4, 200)))


@pytest.mark.parametrize("columns", [9, 12, 14, 16, 18, 20, 22, 24])
def test_the_tokens_of_a_chunk_keep_clear_of_its_diamond(columns):
    figure = narrow(columns)
    px, seen = figure.geometry.cell, 0
    assert px >= 30
    texts = [t for t in figure.inside(figure.scene.texts, REQUESTS) if t["tone"] == "prefill"]
    for glyph in figure.inside(figure.scene.glyphs, REQUESTS):
        row = figure.row_of(glyph["y"])
        beside = [t for t in texts if (figure.row_of(t["y"]), t["since"]) == (row, glyph["since"])]
        for text in beside if glyph["kind"] == "first" else ():
            half = glyph["area"] ** 0.5 / 2
            right = text["x"] * px + text_width(text["text"], text["size"]) / 2
            above = glyph["y"] - half - (text["y"] + 0.36 * text["size"])
            assert right + 1 < glyph["x"] * px - half or above >= 0
            seen += 1
    assert seen == len(NARROW)


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(9, "SMALL"), (14, "SMALL"), (18, "SMALL"), (24, "SM…")],
)
def test_a_long_id_in_the_queue_is_shrunk_or_shortened_and_not_left_out(columns, shown):
    figure = narrow(columns)
    written = [t for t in figure.inside(figure.scene.texts, QUEUE) if t["since"] == 0]
    assert written[0]["text"] == shown
    assert written[1]["text"] == "R10"
    for text in written:
        assert text["size"] >= 9
        assert text_width(text["text"], text["size"]) <= figure.geometry.cell - 3


# --- The tokens of an iteration ------------------------------------------------------------------


@each
def test_the_stacks_have_all_tokens_and_those_done_twice_apart(name):
    figure = FIGURES[name]
    again, stacks = Counter(), Counter()
    for cell in figure.cells(TOKENS, "recompute", "recomputes"):
        again[cell["iteration"]] += cell["tokens"]
    for cell in figure.cells(TOKENS, "recompute", "recomputes", "prefill", "decode", "decodes"):
        stacks[cell["iteration"]] += cell["tokens"]
    events = figure.trace.events
    work = [event for event in events if event.kind in (Kind.PREFILL, Kind.DECODE)]
    assert again == Counter(
        {
            row.iteration: twice
            for row in figure.trace.iterations
            if (
                twice := sum(
                    e.because.get("again", 0) for e in work if e.iteration == row.iteration
                )
            )
        }
    )
    assert sum(stacks.values()) == sum(event.amount for event in work)


def gutter(figure, number):
    panel, right = figure.scene.panels[number], figure.geometry.columns - 0.5
    texts = (text for text in figure.scene.texts if text["x"] > right)
    return [text["text"] for text in texts if abs(text["y"] - panel["y"]) < 40]


@pytest.mark.parametrize(
    ("policy", "label", "unused"),
    [
        (VllmV1(2, 6), "budget 6", True),
        (VllmV1(), "budget 2,048,", False),
        (Static(2), None, False),
        (Orca(2), None, False),
        (Tutorial(), "budget 6", True),
    ],
    ids=str,
)
def test_a_budget_is_drawn_if_there_is_one_and_it_is_near_what_is_used(policy, label, unused):
    figure = Figure(simulate(SIX, policy))
    written = gutter(figure, TOKENS)
    assert (label in written) if label else not any("budget" in text for text in written)
    assert bool(figure.cells(TOKENS, "unused")) == unused
    name = words().say("key.unused")
    assert (name in {text["text"] for text in figure.scene.texts}) == unused


# --- The memory ----------------------------------------------------------------------------------


@each
def test_there_is_a_memory_panel_exactly_where_a_pool_limits_the_run(name):
    figure = FIGURES[name]
    pool = figure.trace.policy.bounds().blocks is not None
    assert len(figure.scene.panels) == (4 if pool else 3)


@each
def test_held_blocks_are_dark_as_far_as_they_are_filled_and_light_above(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    shown, dark = defaultdict(float), defaultdict(float)
    for cell in figure.cells(MEMORY, "kv", "reserved"):
        shown[cell["iteration"]] += cell["tokens"]
        dark[cell["iteration"]] += cell["tokens"] if cell["kind"] == "kv" else 0
    size = figure.trace.policy.bounds().block_size
    for row in figure.trace.kv:
        assert shown[row.iteration] == pytest.approx(sum(row.held.values()))
        assert dark[row.iteration] * size == pytest.approx(sum(row.filled.values()))


def test_a_block_that_is_half_filled_looks_half_empty_although_none_is_free():
    figure = FIGURES["half empty"]
    dark, light = (
        {c["why"]: c["y2"] - c["y"] for c in figure.cells(MEMORY, kind) if c["iteration"] == 1}
        for kind in ("kv", "reserved")
    )
    assert list(dark) == [f"{id} holds 1 KV block: 4 of 8 tokens filled." for id in "abc"]
    assert dark == light
    assert figure.trace.kv[1].free == 0


@each
def test_lines_part_the_blocks_where_there_is_room(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    size, blocks = figure.trace.policy.bounds().block_size, figure.trace.policy.bounds().blocks
    lines = Counter(cell["since"] for cell in figure.cells(MEMORY, "kv_seam", "reserved_seam"))
    inner = Counter()
    for row in figure.trace.kv:
        for id, held in row.held.items():
            at_the_fill = row.filled[id] % size == 0 and 0 < row.filled[id] < held * size
            inner[row.iteration] += max(held - 1 - at_the_fill, 0)
    assert lines == (+inner if blocks <= 12 else Counter())


@pytest.mark.parametrize(("blocks", "least"), [(1, 28), (3, 28), (6, 24), (8, 20), (10, 16)])
def test_blocks_of_a_small_pool_are_high_enough_for_a_label(blocks, least):
    assert panel_height(blocks) / blocks >= least
    assert panel_height(1000) == panel_height(100)


@each
def test_a_disc_marks_every_eviction_in_the_memory_panel(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    discs = [g for g in figure.inside(figure.scene.glyphs, MEMORY) if g["kind"] == "disc"]
    evictions = [row.iteration for row in figure.trace.kv for _ in row.evicted]
    assert sorted(glyph["since"] for glyph in discs) == evictions


def test_the_blocks_of_a_victim_reach_as_high_as_the_pool_was_used():
    """G4 has 2 blocks when all 10 are taken; at once another request takes 1 of them."""
    assert ghosts(RUNS["growing together"]) == {
        2: [Ghost("G4", 2, bottom=9, top=10)],
        4: [Ghost("G3", 3, bottom=8, top=10)],
    }
    figure = FIGURES["growing together"]
    dashed = figure.cells(MEMORY, "given_up")
    assert [cell["since"] for cell in dashed] == [2, 4]
    limit = figure.scene.panels[MEMORY]["y"]
    assert [cell["y"] for cell in dashed] == pytest.approx([limit + 1] * 2)
    ids = [t for t in figure.inside(figure.scene.texts, MEMORY) if t["tone"] == "given_up"]
    assert [(text["text"], text["since"]) for text in ids] == [("G4", 2), ("G3", 4)]


@each
def test_blocks_that_were_taken_away_never_cover_what_is_held(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    tops = defaultdict(lambda: figure.scene.height)
    for cell in figure.cells(MEMORY, "kv", "reserved"):
        tops[cell["iteration"]] = min(tops[cell["iteration"]], cell["y"])
    for cell in figure.cells(MEMORY, "given_up"):
        assert cell["y2"] <= tops[cell["iteration"]]
        assert cell["y"] >= figure.scene.panels[MEMORY]["y"]


@each
def test_a_disc_keeps_clear_of_the_frame_of_the_cursor(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    panel = figure.scene.panels[MEMORY]
    for glyph in figure.inside(figure.scene.glyphs, MEMORY):
        if glyph["kind"] == "disc":
            half = glyph["area"] ** 0.5 / 2
            left = (glyph["x"] - glyph["since"] + 0.5) * figure.geometry.cell
            assert left - half >= 2
            assert panel["y"] + 1 < glyph["y"] - half < glyph["y"] + half <= panel["y2"]


@each
def test_labels_on_blocks_keep_clear_of_discs(name):
    figure = FIGURES[name]
    if not figure.trace.kv:
        return
    discs = [g for g in figure.inside(figure.scene.glyphs, MEMORY) if g["kind"] == "disc"]
    for text in figure.inside(figure.scene.texts, MEMORY):
        for disc in (disc for disc in discs if disc["since"] == text["since"]):
            half, px = disc["area"] ** 0.5 / 2, figure.geometry.cell
            left = text["x"] * px - text_width(text["text"], text["size"]) / 2
            beside = left >= disc["x"] * px + half
            assert beside or abs(text["y"] - disc["y"]) >= half + text["size"] / 2


def test_reservation_leaves_whole_blocks_empty_and_allocation_on_demand_less_than_one():
    def emptiest(name):
        return max(cell["tokens"] for cell in FIGURES[name].cells(MEMORY, "reserved"))

    assert emptiest("orca") > 1 > emptiest("vllm-v1")


def test_the_limit_is_drawn_to_scale_or_said_in_words():
    near, far = FIGURES["vllm-v1"], FIGURES["its default pool"]
    assert gutter(near, MEMORY)[-2:] == ["6 blocks", "of 4 tokens"]
    assert gutter(far, MEMORY)[-3:] == ["2,000 blocks", "of 16 tokens,", "above"]
    for figure, drawn in ((near, 1), (far, 0)):
        top = figure.scene.panels[MEMORY]["y"]
        limits = [line for line in figure.scene.lines if line["kind"] == "limit"]
        assert sum(abs(line["y"] - top) < 2 for line in limits) == drawn


# --- Every figure --------------------------------------------------------------------------------


def nothing_is_visible_before_its_iteration(figure):
    for number in range(len(figure.scene.panels)):
        for record in figure.inside(figure.scene.cells, number):
            assert record["since"] == int(record["x"] + 0.5)
        for record in figure.inside(figure.scene.glyphs, number):
            assert record["since"] == int(record["x"] + 0.5)
        for record in figure.inside(figure.scene.texts, number):
            assert record["since"] == int(record["x"] + 0.5)


def marks_stay_inside(figure):
    scene, geometry = figure.scene, figure.geometry
    left, right = -0.5 - scene.left / geometry.cell, geometry.columns - 0.5
    for cell in scene.cells:
        assert left <= cell["x"] < cell["x2"] <= right + scene.right / geometry.cell
        assert 0 <= cell["y"] < cell["y2"] <= scene.height
    for text in scene.texts:
        assert text["size"] > 0
        assert 0 <= text["y"] <= scene.height


@pytest.mark.parametrize("trace", [*RUNS.values(), *OVERVIEWS.values()], ids=[*RUNS, *OVERVIEWS])
def test_the_marks_of_every_run_keep_to_their_place_and_time(trace):
    figure = Figure(trace)
    nothing_is_visible_before_its_iteration(figure)
    marks_stay_inside(figure)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("trace", [*RUNS.values(), *OVERVIEWS.values()], ids=[*RUNS, *OVERVIEWS])
def test_every_run_becomes_an_svg(trace, theme):
    svg = Picture(trace, theme=theme).svg()
    assert ET.fromstring(svg) is not None
    assert "NaN" not in svg
    assert "undefined" not in svg
    hatched = any(e.kind is Kind.PREFILL and e.because["again"] for e in trace.events)
    assert ("linearGradient" in svg) == hatched


def engines():
    """Any engine, with a pool that is tight but big enough for the random workloads."""
    pool = {"num_blocks": st.integers(9, 14), "block_size": st.just(2)}
    slots, tokens = st.integers(1, 4), st.integers(18, 40)
    return st.one_of(
        st.builds(Static, slots),
        st.builds(RequestDynamic, slots, max_queue_delay=st.integers(0, 3)),
        st.builds(Orca, slots, **pool),
        st.builds(
            VllmV0,
            slots,
            tokens,
            watermark=st.just(0.0),
            preemption_mode=st.sampled_from(["recompute", "swap"]),
            **pool | {"num_blocks": st.integers(10, 14)},
        ),
        st.builds(Sarathi, st.integers(2, 12), slots, watermark=st.just(0.0), **pool),
        st.builds(
            VllmV1,
            slots,
            st.integers(4, 12),
            st.integers(0, 4),
            num_gpu_blocks=st.integers(10, 15),
            block_size=st.just(2),
            async_scheduling=st.booleans(),
        ),
        st.builds(
            TensorRtLlm,
            slots,
            tokens,
            st.sampled_from(["GUARANTEED_NO_EVICT", "MAX_UTILIZATION", "STATIC_BATCH"]),
            **pool,
        ),
    )


@hundreds_of_runs
@given(requests=random_workloads(), policy=engines())
def test_a_random_run_of_any_engine_is_drawn_told_and_stepped_through(requests, policy):
    trace = simulate(requests, policy)
    figure = Figure(trace)
    nothing_is_visible_before_its_iteration(figure)
    marks_stay_inside(figure)
    assert all(request.id in describe(trace) for request in requests)
    assert len(chrome_trace(trace)["traceEvents"]) > len(requests)
    for page in Stepper(trace)._pages:
        places = page["places"]
        held = [id for name in ("active", "queue") for id, _ in places[name]]
        gone = [id for name in ("completed", "rejected", "pending") for id in places[name]]
        assert sorted(held + gone) == sorted(request.id for request in requests)
    assume(not figure.geometry.overview)
    dots = [*figure.glyphs("first"), *figure.glyphs("next")]
    assert sorted(dots) == figure.at(Kind.FIRST_TOKEN, Kind.NEXT_TOKEN)


# --- The key and the words -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "occurs", "does_not"),
    [
        ("recompute", "vllm-v1", "orca"),
        ("next", "vllm-v1", "swap"),
        ("stalled", "vllm-v0", "vllm-v1"),
        ("held", "static", "vllm-v1"),
        ("kv", "vllm-v1", "static"),
        ("reserved", "orca", "static"),
        ("recompute_and_new", "middle of a prefill", "swap"),
        ("evicted", "vllm-v1", "static"),
        ("evicted", "swap", "orca"),
        ("preempted", "tutorial", "vllm-v1"),
        ("given_up", "vllm-v1", "orca"),
        ("number", "priority", "static"),
        ("high", "static", "priority"),
    ],
)
def test_the_key_lists_only_what_occurs(entry, occurs, does_not):
    name, figures = words().say(f"key.{entry}"), FIGURES | {"tutorial": Figure(simulate(SIX))}
    assert name in {text["text"] for text in figures[occurs].scene.texts}
    assert name not in {text["text"] for text in figures[does_not].scene.texts}


def test_the_description_tells_of_memory_and_of_work_done_twice():
    told = describe(RUNS["vllm-v1"])
    assert "the waiting queue and the KV blocks held." in told
    assert told.endswith("At most 6 of 6 KV blocks are held. Work done twice: 17 tokens.")
    assert "KV" not in describe(RUNS["static"])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["recompute", "recomputes"])
def test_a_number_can_be_read_on_either_stripe_of_the_hatch(kind, theme):
    palette = THEMES[theme]
    look, text = cell_looks(palette)[kind], text_colours(palette)["recompute"]
    assert contrast(text, look.fill) >= 4.5
    assert contrast(text, look.hatch) >= 4.5
    dot = glyph_looks(palette)["next"]
    assert max(contrast(colour, look.hatch) for colour in (dot.fill, dot.edge)) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["kv", "reserved", "stalled"])
def test_a_label_can_be_read_on_blocks_and_stalls(kind, theme):
    palette = THEMES[theme]
    tone = {"reserved": "reserved", "stalled": "ink"}.get(kind, "kv")
    assert contrast(text_colours(palette)[tone], cell_looks(palette)[kind].fill) >= 4.5


# --- Tables, reports, files ----------------------------------------------------------------------


def test_where_there_is_no_budget_tables_show_a_dash_and_files_an_empty_cell():
    nothing = words().say("table.nothing")
    trace = RUNS["static"]
    assert set(iteration_table(trace)[words().say("table.unused_budget")]) == {nothing}
    assert report_table({"static": trace})["static"][words().say("report.unused_budget")] == nothing
    rows = csv.DictReader(io.StringIO(iterations_csv(trace)))
    assert {row["unused_budget"] for row in rows} == {""}


@pytest.mark.parametrize("name", RUNS)
def test_every_run_becomes_csv(name):
    trace = RUNS[name]
    assert len(requests_csv(trace).splitlines()) == 1 + len(trace.workload)
    priorities = [
        row["priority"] for row in csv.DictReader(io.StringIO(workload_csv(trace.workload)))
    ]
    assert priorities == [f"{request.priority}" for request in trace.workload]


def test_a_slot_is_occupied_until_it_is_given_up():
    on_slot = {stay.request: stay.end for stay in stays(RUNS["static"]) if stay.slot is not None}
    assert on_slot == {"A": 3, "B": 3, "C": 5, "D": 5, "E": 6, "F": 6}
    late = {stay.request: stay.end for stay in stays(RUNS["asynchronous"]) if stay.slot is not None}
    done = {id: outcome.completed for id, outcome in RUNS["asynchronous"].requests.items()}
    assert late == {id: completed + 2 for id, completed in done.items()}


@pytest.mark.parametrize("name", RUNS)
def test_stays_never_take_more_slots_than_there_are(name):
    trace = RUNS[name]
    for at in range(len(trace.iterations)):
        there = [s.slot for s in stays(trace) if s.slot is not None and s.start <= at < s.end]
        assert len(there) == len(set(there)) <= trace.policy.bounds().slots


def counted(trace, name):
    records = chrome_trace(trace)["traceEvents"]
    said = words().say(f"trace.{name}")
    return [record["args"] for record in records if record["ph"] == "C" and record["name"] == said]


@pytest.mark.parametrize("name", [name for name, trace in RUNS.items() if trace.kv])
def test_a_counter_has_the_blocks_of_the_pool(name):
    trace = RUNS[name]
    *during, after = counted(trace, "kv")
    blocks = trace.policy.bounds().blocks
    assert [sum(args.values()) for args in during] == [blocks] * len(trace.iterations)
    assert [args["free"] for args in during] == [row.free for row in trace.kv]
    assert set(after.values()) == {0}


def test_without_a_pool_or_a_budget_there_is_no_counter_for_it():
    assert not counted(RUNS["static"], "kv")
    assert all("unused" not in args for args in counted(RUNS["static"], "tokens"))


def named(trace):
    return {record["name"] for record in chrome_trace(trace)["traceEvents"]}


def test_what_only_engines_do_has_a_name_in_a_trace_file():
    assert {"recompute 13", "next token, after a recompute", "not admitted"} <= named(
        RUNS["vllm-v1"]
    )
    assert "decoding, 0 tokens: a stall" in named(RUNS["vllm-v0"])
    assert {"ended, slot held", "leaves its slot"} <= named(RUNS["asynchronous"])
    tracks = [r["args"].get("name") for r in chrome_trace(RUNS["priority"])["traceEvents"]]
    assert "r0 (priority 2)" in tracks


# --- Steppers and comparisons --------------------------------------------------------------------


@pytest.mark.parametrize("name", RUNS)
def test_a_stepper_has_the_steps_of_its_engine(name):
    trace = RUNS[name]
    titles = list(words().section(f"steps.{trace.policy.name}").values())
    for page in Stepper(trace)._pages:
        assert [part["title"] for part in page["parts"]] == titles
    assert titles


def test_a_stepper_says_how_much_memory_is_held_and_who_holds_a_slot_for_nothing():
    assert Stepper(RUNS["vllm-v1"])._pages[3]["places"]["memory"] == "6 of 6 in this iteration"
    places = Stepper(RUNS["static"])._pages[1]["places"]
    assert places["active"] == [["A", "0+1 left"], ["B", "ended, slot held"]]
    assert places["completed"] == []
    assert "memory" not in places


def numbers(scene, name):
    """The texts to the right of a row of numbers' name, run by run."""
    title = words().say(f"chart.{name}")
    return [
        [text["text"] for text in scene.texts if text["y"] == row["y"] and text["x"] > -0.5]
        for row in scene.texts
        if row["text"] == title
    ]


def test_engines_stand_above_one_another_with_dashes_where_there_is_no_number():
    runs = {"static": simulate(PAIR, Static(2)), "vLLM V1": RUNS["vllm-v1"]}
    runs["vLLM V1"] = simulate(PAIR, VllmV1(4, 16, num_gpu_blocks=7, block_size=4))
    scene = variants_scene(runs)
    unused, free = numbers(scene, "unused_budget"), numbers(scene, "free_blocks")
    nothing = words().say("table.nothing")
    assert [set(row) == {nothing} for row in unused] == [True, False]
    assert set(free[0]) == {nothing}
    assert free[1] == [f"{row.free}" for row in runs["vLLM V1"].kv]
    filled = numbers(scene, "kv_filled")
    assert filled[1] == [f"{100 * sum(r.filled.values()) // 24}" for r in runs["vLLM V1"].kv]
    assert not numbers(variants_scene({"static": RUNS["static"]}), "free_blocks")
    assert Compare(runs)._pages
