"""The figures: what a scene must hold, read off its records, and what its SVG may show."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from oracle import fixed_cases
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import Kind, Request, Tutorial, simulate, workloads
from schedlib.figures import Picture
from schedlib.figures.describe import FEW, describe
from schedlib.figures.gantt import gantt_scene
from schedlib.figures.geometry import Geometry, text_width
from schedlib.figures.look import cell_looks, glyph_looks, text_colours
from schedlib.figures.palette import THEMES
from schedlib.figures.requests_panel import in_arrival_order
from schedlib.figures.scene import ALWAYS
from schedlib.words import words

IN_CI = bool(os.environ.get("CI"))

hundreds_of_runs = settings(max_examples=300, deadline=None, derandomize=IN_CI)

CASES = fixed_cases()
REQUESTS, TOKENS, QUEUE = range(3)  # the panels, from the top


class Figure:
    """A run and its scene, with short ways to ask for records."""

    def __init__(self, requests, policy):
        self.trace = simulate(requests, policy)
        self.scene = gantt_scene(self.trace)
        self.geometry = self.scene.geometry

    def in_panel(self, records, number):
        """Those of the records that lie on the columns of one panel."""
        panel = self.scene.panels[number]
        return [
            record
            for record in records
            if panel["y"] <= record["y"] <= panel["y2"] and self.on_columns(record["x"])
        ]

    def on_columns(self, x):
        return -0.5 <= x <= self.geometry.columns - 0.5

    def cells(self, number, *kinds):
        return [c for c in self.in_panel(self.scene.cells, number) if c["kind"] in kinds]

    def texts_in(self, cell):
        return [
            text["text"]
            for text in self.scene.texts
            if cell["x"] < text["x"] < cell["x2"] and cell["y"] < text["y"] < cell["y2"]
        ]

    def row_of(self, y):
        """The id whose row has a height."""
        top = self.scene.panels[REQUESTS]["y"]
        return in_arrival_order(self.trace)[int((y - top) // self.geometry.row)].id

    def glyphs(self, kind):
        """Where a kind of glyph stands in the rows: (id, iteration), and since when."""
        return sorted(
            (self.row_of(glyph["y"]), round(glyph["x"]), glyph["since"])
            for glyph in self.in_panel(self.scene.glyphs, REQUESTS)
            if glyph["kind"] == kind
        )

    def events(self, *kinds):
        return [event for event in self.trace.events if event.kind in kinds]

    def at(self, kind):
        """Where the events of a kind happened, in the form of `glyphs`."""
        return sorted((e.request, e.iteration, e.iteration) for e in self.events(kind))


def recorded(name):
    rows, policy, _ = CASES[name]
    return Figure([Request(**row) for row in rows], Tutorial(**policy))


def baseline(**knobs):
    return Figure(workloads.six_requests(), Tutorial(**knobs))


# --- The rules of every figure with words in its cells -------------------------------------------


def every_chunk_is_one_cell_that_holds_its_tokens(figure):
    shown = {(c["request"], c["iteration"]): c for c in figure.cells(REQUESTS, "prefill")}
    assert len(shown) == len(figure.cells(REQUESTS, "prefill"))
    events = figure.events(Kind.PREFILL)
    assert len(shown) == len(events)
    for event in events:
        cell = shown[event.request, event.iteration]
        label = f"P{event.amount}" if figure.geometry.cell >= 30 else f"{event.amount}"
        assert figure.texts_in(cell) == [label]
        assert figure.row_of(cell["y"]) == event.request


def every_decode_is_one_cell_with_a_d(figure):
    shown = {(c["request"], c["iteration"]): c for c in figure.cells(REQUESTS, "decode")}
    assert len(shown) == len(figure.cells(REQUESTS, "decode"))
    events = figure.events(Kind.DECODE)
    assert len(shown) == len(events)
    for event in events:
        cell = shown[event.request, event.iteration]
        assert figure.texts_in(cell) == (["D"] if figure.geometry.cell >= 30 else [])
        assert figure.row_of(cell["y"]) == event.request


def whoever_gets_nothing_on_a_slot_has_a_zero(figure):
    shown = figure.cells(REQUESTS, "starved")
    assert sorted((c["request"], c["iteration"], c["since"]) for c in shown) == figure.at(
        Kind.STARVE
    )
    assert all(figure.texts_in(cell) == ["0"] for cell in shown)


def a_diamond_marks_every_first_token(figure):
    assert figure.glyphs("first") == figure.at(Kind.FIRST_TOKEN)


def a_disc_with_pause_bars_marks_every_preemption(figure):
    assert figure.glyphs("disc") == figure.at(Kind.PREEMPT)
    assert figure.glyphs("pause") == figure.at(Kind.PREEMPT)


def a_crossed_cell_marks_every_rejection(figure):
    shown = figure.cells(REQUESTS, "rejected")
    assert sorted((c["request"], c["iteration"], c["since"]) for c in shown) == figure.at(
        Kind.REJECT
    )
    assert figure.glyphs("cross") == figure.at(Kind.REJECT)


def a_cap_marks_every_completion(figure):
    caps = figure.cells(REQUESTS, "end")
    shown = sorted((figure.row_of((c["y"] + c["y2"]) / 2), c["since"], c["since"]) for c in caps)
    assert shown == figure.at(Kind.COMPLETE)
    assert all(cap["x"] < cap["x2"] <= cap["since"] + 0.5 for cap in caps)


def waiting_is_shown_in_exactly_the_iterations_spent_in_the_queue(figure):
    shown = Counter(
        (cell["request"], iteration)
        for cell in figure.cells(REQUESTS, "waiting")
        for iteration in range(round(cell["x"] + 0.5), round(cell["x2"] + 0.5))
    )
    waited = [(id, row.iteration) for row in figure.trace.iterations for id in row.queue]
    assert shown == Counter(waited)


def a_place_in_the_queue_is_written_where_it_begins(figure):
    for cell in figure.cells(REQUESTS, "waiting"):
        start = cell["iteration"]
        place = figure.trace.iterations[start].queue.index(cell["request"]) + 1
        assert figure.texts_in(cell) in ([f"q{place}"], [])
        assert f"place {place} " in cell["why"]
        if figure.geometry.cell >= 56:
            assert figure.texts_in(cell) == [f"q{place}"]


def rows_stand_in_the_order_of_arrival(figure):
    panel = figure.scene.panels[REQUESTS]
    ids = [
        text
        for text in figure.scene.texts
        if panel["y"] < text["y"] < panel["y2"] and text["x"] < -0.5 and text["weight"] == "bold"
    ]
    ids.sort(key=lambda text: text["y"])
    listed = sorted(figure.trace.workload, key=lambda request: request.arrival)
    assert [text["text"] for text in ids] == [request.id for request in listed]


def the_stack_of_every_iteration_adds_up_to_the_budget(figure):
    stacks = defaultdict(int)
    for cell in figure.cells(TOKENS, "prefill", "decode", "decodes", "unused"):
        stacks[cell["iteration"]] += cell["tokens"]
    budget = figure.trace.policy.token_budget
    assert stacks == dict.fromkeys(range(figure.geometry.columns), budget)


def the_stack_of_every_iteration_fills_its_panel_without_overlap(figure):
    panel = figure.scene.panels[TOKENS]
    columns = defaultdict(list)
    for cell in figure.cells(TOKENS, "prefill", "decode", "decodes", "unused"):
        columns[cell["iteration"]].append((cell["y"], cell["y2"]))
    for segments in columns.values():
        segments.sort()
        assert segments[0][0] == pytest.approx(panel["y"], abs=1.1)
        assert segments[-1][1] == pytest.approx(panel["y2"])
        for upper, lower in pairwise(segments):
            assert upper[1] == pytest.approx(lower[0], abs=1.1)


def decodes_lie_below_prefill_and_prefill_below_what_is_unused(figure):
    order = ["unused", "prefill", "decode", "decodes"]
    columns = defaultdict(list)
    for cell in sorted(figure.cells(TOKENS, *order), key=lambda cell: cell["y"]):
        columns[cell["iteration"]].append(order.index(cell["kind"]))
    assert all(kinds == sorted(kinds) for kinds in columns.values())


def the_queue_panel_has_every_queue_with_its_head_at_the_bottom(figure):
    columns = defaultdict(list)
    for cell in sorted(figure.cells(QUEUE, "waiting"), key=lambda cell: -cell["y"]):
        columns[cell["iteration"]] += figure.texts_in(cell)
    queues = {row.iteration: row.queue for row in figure.trace.iterations if row.queue}
    assert columns == queues


def nothing_on_the_columns_is_visible_before_its_iteration(figure):
    for number in (REQUESTS, TOKENS, QUEUE):
        for record in figure.in_panel(figure.scene.texts, number):
            assert record["since"] == round(record["x"])
        for record in figure.in_panel(figure.scene.glyphs, number):
            assert record["since"] == round(record["x"])
        for record in figure.in_panel(figure.scene.cells, number):
            assert record["since"] == int(record["x"] + 0.5)


def the_completion_table_beside_the_rows_fills_in_when_things_happen(figure):
    panel = figure.scene.panels[REQUESTS]
    shown = sorted(
        (figure.row_of(text["y"]), text["text"], text["since"])
        for text in figure.scene.texts
        if panel["y"] < text["y"] < panel["y2"] and text["x"] > figure.geometry.columns - 0.5
    )
    numbers = [
        (e.request, f"{e.iteration}", e.iteration)
        for e in figure.events(Kind.FIRST_TOKEN, Kind.COMPLETE)
    ]
    rejections = [(e.request, "rejected", e.iteration) for e in figure.events(Kind.REJECT)]
    assert shown == sorted(numbers + rejections)


def every_text_stays_inside_the_figure(figure):
    scene, geometry = figure.scene, figure.geometry
    whole = scene.left + geometry.width + scene.right
    for text in scene.texts:
        x = scene.left + (text["x"] + 0.5) * geometry.cell
        width = text_width(text["text"], text["size"])
        start = x - width * {"left": 0, "center": 0.5, "right": 1}[text["align"]]
        assert start >= 0, text
        assert start + width <= whole, text
        assert text["size"] / 2 <= text["y"] + 8, text
        assert text["y"] + text["size"] / 2 <= scene.height + 8, text


def every_mark_stays_inside_the_figure(figure):
    scene, geometry = figure.scene, figure.geometry
    right = geometry.columns - 0.5 + scene.right / geometry.cell
    for cell in scene.cells:
        assert -0.5 - scene.left / geometry.cell <= cell["x"] < cell["x2"] <= right
        assert 0 <= cell["y"] < cell["y2"] <= scene.height


RULES = [
    every_chunk_is_one_cell_that_holds_its_tokens,
    every_decode_is_one_cell_with_a_d,
    whoever_gets_nothing_on_a_slot_has_a_zero,
    a_diamond_marks_every_first_token,
    a_disc_with_pause_bars_marks_every_preemption,
    a_crossed_cell_marks_every_rejection,
    a_cap_marks_every_completion,
    waiting_is_shown_in_exactly_the_iterations_spent_in_the_queue,
    a_place_in_the_queue_is_written_where_it_begins,
    rows_stand_in_the_order_of_arrival,
    the_stack_of_every_iteration_adds_up_to_the_budget,
    the_stack_of_every_iteration_fills_its_panel_without_overlap,
    decodes_lie_below_prefill_and_prefill_below_what_is_unused,
    the_queue_panel_has_every_queue_with_its_head_at_the_bottom,
    nothing_on_the_columns_is_visible_before_its_iteration,
    the_completion_table_beside_the_rows_fills_in_when_things_happen,
    every_text_stays_inside_the_figure,
    every_mark_stays_inside_the_figure,
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_figure_of_every_recorded_run_obeys_the_rule(rule):
    for name in CASES:
        rule(recorded(name))


IN_SMALL_CELLS = [  # where some labels give way
    every_chunk_is_one_cell_that_holds_its_tokens,
    every_decode_is_one_cell_with_a_d,
    a_diamond_marks_every_first_token,
    a_disc_with_pause_bars_marks_every_preemption,
    waiting_is_shown_in_exactly_the_iterations_spent_in_the_queue,
    rows_stand_in_the_order_of_arrival,
    every_text_stays_inside_the_figure,
    every_mark_stays_inside_the_figure,
]


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_the_figure_of_a_random_run_obeys_every_rule(requests, policy):
    figure = Figure(requests, policy)
    assume(not figure.geometry.overview)
    for rule in RULES if figure.geometry.cell >= 56 else IN_SMALL_CELLS:
        rule(figure)


@pytest.mark.parametrize("columns", [20, 26, 27, 36])
def test_smaller_cells_hold_the_same_marks(columns):
    urgent = [Request("H", 2, 3, 2, "high"), Request("W", 3, 11, 1)]
    figure = Figure([Request("A", 0, 12, columns - 10), *urgent], Tutorial(1, prefill_chunk=2))
    assert figure.geometry.columns >= columns
    assert not figure.geometry.overview
    for rule in IN_SMALL_CELLS:
        rule(figure)


# --- The queue and its limit ---------------------------------------------------------------------


def queue_limit(figure):
    """How many places above the bottom of the queue panel the limit is drawn, if it is."""
    panel = figure.scene.panels[QUEUE]
    lines = [
        line
        for line in figure.scene.lines
        if line["kind"] == "limit" and panel["y"] - 2 <= line["y"] <= panel["y2"]
    ]
    place = figure.cells(QUEUE, "waiting")
    height = place[0]["y2"] - place[0]["y"] + 1 if place else 22
    return [round((panel["y2"] - line["y"]) / height, 1) for line in lines]


def queue_label(figure):
    panel = figure.scene.panels[QUEUE]
    right = figure.geometry.columns - 0.5
    return [
        text["text"]
        for text in figure.scene.texts
        if text["x"] > right and panel["y"] - 1 <= text["y"] <= panel["y2"]
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 6])
def test_the_limit_stands_as_many_places_high_as_it_allows(limit):
    figure = baseline(max_queue=limit)
    assert queue_limit(figure) == [pytest.approx(limit, abs=0.1)]
    assert queue_label(figure) == [f"limit {limit}"]


def test_a_full_queue_reaches_its_limit():
    figure = baseline()
    top = min(cell["y"] for cell in figure.cells(QUEUE, "waiting"))
    (limit,) = {
        line["y"]
        for line in figure.scene.lines
        if line["kind"] == "limit" and line["y"] > figure.scene.panels[QUEUE]["y"] - 2
    }
    assert limit == pytest.approx(top, abs=2.1)


def test_without_a_queue_its_limit_is_the_bottom():
    figure = baseline(max_queue=0)
    assert queue_limit(figure) == [pytest.approx(0, abs=0.1)]
    assert queue_label(figure) == ["limit 0"]


def test_a_limit_far_above_the_queue_is_only_named():
    figure = baseline(max_queue=100)
    assert queue_limit(figure) == []
    assert queue_label(figure) == ["limit 100, above"]


def test_an_unbounded_queue_has_no_limit():
    figure = baseline(max_queue=None)
    assert queue_limit(figure) == []
    assert queue_label(figure) == ["no limit"]


# --- Sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows", "cell", "row", "overview"),
    [
        (1, 1, 64, 36, False),
        (6, 6, 64, 36, False),
        (11, 8, 64, 36, False),
        (16, 9, 45, 30, False),
        (20, 14, 36, 30, False),
        (30, 15, 24, 26, False),
        (40, 30, 18, 26, False),
        (41, 6, 720 / 41, 9, True),
        (6, 31, 64, 9, True),
        (900, 6, 1, 9, True),
        (5000, 6, 1, 9, True),
    ],
)
def test_size_follows_from_columns_and_rows(columns, rows, cell, row, overview):
    geometry = Geometry(columns, rows)
    assert geometry.cell == pytest.approx(cell)
    assert (geometry.row, geometry.overview) == (row, overview)


@pytest.mark.parametrize("columns", [1, 9, 10, 40, 41, 99, 100, 1000, 5000])
def test_numbers_on_the_axis_do_not_run_into_one_another(columns):
    geometry = Geometry(columns, 6)
    assert geometry.label_every() * geometry.cell > text_width(str(columns), 16)


def test_an_overview_merges_what_goes_on_unchanged():
    figure = Figure([Request("A", 0, 60, 60)], Tutorial(prefill_chunk=1))
    spans = [(c["kind"], c["since"]) for c in figure.cells(REQUESTS, "prefill", "decode")]
    assert figure.geometry.overview
    assert spans == [("prefill", 0), ("decode", 60)]


@pytest.mark.parametrize(
    "requests",
    [workloads.endless_arrivals(12), workloads.repeated_evictions(30)],
    ids=["endless arrivals", "repeated evictions"],
)
def test_an_overview_shows_every_rejection_and_completion(requests):
    figure = Figure(requests, Tutorial())
    assert figure.geometry.overview
    assert figure.glyphs("cross") == figure.at(Kind.REJECT)
    assert figure.glyphs("disc") == figure.at(Kind.PREEMPT)
    a_cap_marks_every_completion(figure)
    every_text_stays_inside_the_figure(figure)


def test_decodes_that_are_too_low_for_ids_become_one_counted_bar():
    policy = Tutorial(max_active=3, token_budget=600, prefill_chunk=600)
    figure = Figure(workloads.long_prompt(prompt=600), policy)
    counted = figure.cells(TOKENS, "decodes")
    assert not figure.cells(TOKENS, "decode")
    assert {cell["tokens"] for cell in counted} == {2}


# --- The key -------------------------------------------------------------------------------------


def key_texts(figure):
    first = figure.scene.panels[REQUESTS]["y"] - 52  # above the axis
    return {text["text"] for text in figure.scene.texts if text["y"] < first}


ALONE = [Request("A", 0, 3, 1)]


@pytest.mark.parametrize(
    ("entry", "occurs", "does_not"),
    [
        ("decode", baseline(), Figure(ALONE, Tutorial())),
        ("waiting", baseline(), Figure(ALONE, Tutorial())),
        ("preempted", baseline(), baseline(preemption=False)),
        ("rejected", baseline(), baseline(max_queue=None)),
        ("starved", baseline(token_budget=3), baseline()),
        ("unused", baseline(), Figure(ALONE, Tutorial(token_budget=3))),
        ("high", baseline(), Figure(ALONE, Tutorial())),
        ("first", baseline(), baseline(max_iterations=1)),
        ("end", baseline(), baseline(max_iterations=1)),
        ("prefill", baseline(), Figure([Request("A", 2, 1, 1)], Tutorial(max_iterations=1))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_key_lists_only_what_occurs(entry, occurs, does_not):
    name = words().say(f"key.{entry}")
    assert name in key_texts(occurs)
    assert name not in key_texts(does_not)


# --- The figure in words -------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_description_tells_every_outcome(name):
    trace = recorded(name).trace
    told = describe(trace)
    if len(trace.workload) > FEW:
        results = Counter(outcome.result for outcome in trace.requests.values())
        assert all(f"{count}" in told for count in results.values())
        return
    for id, end in trace.requests.items():
        sentence = {
            "completed": f"{id}: first token in iteration {end.first_output}, "
            f"done in {end.completed}.",
            "rejected": f"{id}: rejected in iteration ",
            "active": f"{id}: on a slot.",
            "waiting": f"{id}: waiting.",
            "pending": f"{id}: not yet arrived.",
        }[end.result]
        assert sentence in told


def test_the_description_of_the_baseline():
    assert describe(baseline().trace) == (
        "Gantt chart of 6 requests over 6 iterations, above the tokens of each iteration and the "
        "waiting queue. "
        "A: first token in iteration 3, done in 5. It is preempted in iteration 1. "
        "B: first token in iteration 1, done in 2. "
        "C: first token in iteration 1, done in 1. "
        "D: first token in iteration 3, done in 4. "
        "E: first token in iteration 5, done in 5. "
        "F: rejected in iteration 2."
    )


def test_the_description_says_when_a_run_was_cut():
    assert describe(baseline(max_iterations=2).trace).endswith(
        "it did not drain, and 5 requests are unfinished."
    )


def test_the_description_at_a_cursor_tells_nothing_of_what_comes_after():
    assert describe(baseline().trace, up_to=0).endswith(
        "Shown up to iteration 0. A: on a slot. B: on a slot. C: not yet arrived. "
        "D: not yet arrived. E: not yet arrived. F: not yet arrived."
    )


# --- The SVG -------------------------------------------------------------------------------------


def texts_of(svg):
    """The texts in an SVG, in any order."""
    root = ET.fromstring(svg)
    return Counter(
        "".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")
    )


def visible(scene, cursor):
    """The texts of a scene at a cursor, with the cursor's own number over the axis."""
    shown = Counter(
        text["text"] for text in scene.texts if text["since"] == ALWAYS or text["since"] <= cursor
    )
    return shown + Counter([f"{cursor}"])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("cursor", range(6))
def test_the_svg_shows_the_texts_up_to_the_cursor_and_none_beyond(cursor, theme):
    figure = baseline()
    assert texts_of(Picture(figure.trace, cursor, theme).svg()) == visible(figure.scene, cursor)


@pytest.mark.parametrize("cursor", range(6))
def test_up_to_the_cursor_a_picture_shows_no_number_of_a_later_completion(cursor):
    figure = baseline()
    shown = texts_of(Picture(figure.trace, cursor).svg())
    axes = figure.geometry.columns  # two axes write every number
    later = range(cursor + 1, axes)
    finished_by_now = [
        f"{e.iteration}"
        for e in figure.events(Kind.FIRST_TOKEN, Kind.COMPLETE)
        if e.iteration <= cursor
    ]
    assert all(f"{number}" not in finished_by_now for number in later)
    labels = {text["text"] for text in figure.in_panel(figure.scene.texts, REQUESTS)}
    for number in later:
        assert shown[f"{number}"] == 2 + ("0" in labels)


def test_the_picture_shows_the_whole_run_unless_told_otherwise():
    trace = baseline().trace
    assert Picture(trace).svg() == Picture(trace, cursor=5).svg()


STRANGE_IDS = [
    'say "hi"',
    "back\\slash",
    "<script>alert(1)</script>",
    "a & b",
    "{datum.x}",
    "連續批次處理的請求編號第一",
    "x" * 300,
    "007",
    "null",
]

PICTURES = {
    "overload": (workloads.overload(), Tutorial()),
    "overview": (workloads.endless_arrivals(50), Tutorial()),
    "unbounded queue": (workloads.endless_arrivals(3), Tutorial(max_queue=None)),
    "unbounded queue in overview": (workloads.endless_arrivals(20), Tutorial(max_queue=None)),
    "no queue": (workloads.six_requests(), Tutorial(max_queue=0)),
    "cut by the limit": (workloads.six_requests(), Tutorial(max_iterations=3)),
    "a prompt of 6000": (workloads.long_prompt(), Tutorial(3, None, 6008, 6000)),
    "a prompt of 6000 in parts": (workloads.long_prompt(), Tutorial(3, None, 514, 512)),
    "one request, one iteration": ([Request("A", 0, 1, 1)], Tutorial()),
    "nobody arrives in time": ([Request("A", 9, 1, 1)], Tutorial(max_iterations=2)),
    "strange ids": (
        [Request(id, n // 3, 4, 2, "high") for n, id in enumerate(STRANGE_IDS)],
        Tutorial(),
    ),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PICTURES)
def test_any_run_becomes_an_svg_with_its_texts(name, theme):
    figure = Figure(*PICTURES[name])
    svg = Picture(figure.trace, theme=theme).svg()
    assert texts_of(svg) == visible(figure.scene, figure.geometry.columns - 1)
    assert THEMES[theme].background in svg
    assert "NaN" not in svg
    assert "undefined" not in svg


@pytest.mark.parametrize("name", PICTURES)
def test_texts_and_marks_of_any_run_stay_inside_its_figure(name):
    figure = Figure(*PICTURES[name])
    every_text_stays_inside_the_figure(figure)
    every_mark_stays_inside_the_figure(figure)


@pytest.mark.parametrize("id", STRANGE_IDS)
def test_an_id_is_text_and_never_markup(id):
    svg = Picture(simulate([Request(id, 0, 1, 1)])).svg()
    (label,) = [text for text in texts_of(svg) if text == id or text.endswith("…")]
    assert id.startswith(label.removesuffix("…"))
    assert "<script" not in svg


def test_a_picture_is_svg_with_the_description_as_its_text():
    picture = Picture(baseline().trace)
    bundle = picture._repr_mimebundle_()
    assert bundle == {
        "image/svg+xml": picture.svg(),
        "text/plain": describe(baseline().trace),
    }
    assert bundle["image/svg+xml"].startswith("<svg")


def test_a_picture_names_its_content_for_screen_readers():
    root = ET.fromstring(Picture(baseline().trace).svg())
    names = [root.get("aria-label", "")]
    names += [node.text for tag in ("title", "desc") for node in root.findall(f"{{*}}{tag}")]
    assert any("6 requests" in name for name in names)


# --- Colours -------------------------------------------------------------------------------------


def luminance(colour):
    """The relative luminance of WCAG 2.2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_wcag_says():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


# The tone of a text, and the kind of cell it stands on.
ON_CELLS = [
    ("prefill", "prefill"),
    ("decode", "decode"),
    ("decode", "decodes"),
    ("waiting", "waiting"),
    ("ink", "waiting"),
    ("ink", "starved"),
    ("second", "unused"),
    ("on_waits", "waits"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("tone", "kind"), ON_CELLS)
def test_a_text_can_be_read_on_its_cell(tone, kind, theme):
    palette = THEMES[theme]
    assert contrast(text_colours(palette)[tone], cell_looks(palette)[kind].fill) >= 4.5


def test_no_tone_stands_on_a_cell_that_is_not_checked():
    seen = set()
    for requests, policy in PICTURES.values():
        figure = Figure(requests, policy)
        for cell in figure.scene.cells:
            for text in figure.scene.texts:
                inside = cell["x"] < text["x"] < cell["x2"] and cell["y"] < text["y"] < cell["y2"]
                if inside and text["align"] == "center":
                    seen.add((text["tone"], cell["kind"]))
    assert seen <= set(ON_CELLS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("tone", ["ink", "second", "rejected"])
@pytest.mark.parametrize("behind", ["background", "cursor_band"])
def test_a_text_beside_the_cells_can_be_read(tone, behind, theme):
    palette = THEMES[theme]
    assert contrast(text_colours(palette)[tone], getattr(palette, behind)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("behind", ["background", "cursor_band"])
@pytest.mark.parametrize("kind", sorted(cell_looks(THEMES["light"]).keys() - {"foreseen"}))
def test_a_cell_stands_out_by_its_fill_or_its_edge(kind, behind, theme):
    palette = THEMES[theme]
    look = cell_looks(palette)[kind]
    colours = [colour for colour in (look.fill, look.edge) if colour != "transparent"]
    assert max(contrast(colour, getattr(palette, behind)) for colour in colours) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_glyphs_stand_out_from_what_they_lie_on(theme):
    palette = THEMES[theme]
    looks = glyph_looks(palette)
    assert contrast(looks["first"].fill, palette.prefill[0]) >= 3
    assert contrast(looks["pause"].fill, looks["disc"].fill) >= 4.5
    for name in ("disc", "cross", "high"):
        assert contrast(looks[name].fill, palette.background) >= 3


@pytest.mark.parametrize("id", ["\x00", "\x01a", "\x1b[31m", "\x0bv", "\ufffe", "\ud800", "a\nb"])
def test_an_id_that_does_not_print_is_drawn_as_an_escape(id):
    svg = Picture(simulate([Request(id, 0, 2, 2)])).svg()
    assert ET.fromstring(svg) is not None
    assert id.encode("unicode_escape").decode() in svg


def test_altair_is_imported_without_a_grammar_that_takes_seconds():
    found = "import sys, schedlib.figures; print('rfc3987_syntax' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
