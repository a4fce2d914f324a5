"""Runs side by side: the picture of variants, the comparison, and the row that a reader sets."""

import re
from dataclasses import fields
from itertools import pairwise

import pytest

from schedlib import InputError, Kind, Request, Tutorial, simulate, workloads
from schedlib import words as language_tables
from schedlib.figures.geometry import text_width
from schedlib.figures.report import report_table
from schedlib.figures.variants import variants_scene
from schedlib.widgets import Compare
from schedlib.widgets.compare_what_if import ALL_KNOBS, CompareWhatIf

VARIANTS = {
    "baseline": Tutorial(),
    "prefill_chunk=6": Tutorial(prefill_chunk=6),
    "preemption off": Tutorial(preemption=False),
}
A_TO_F = ["A", "B", "C", "D", "E", "F"]


def runs_of(variants=VARIANTS, requests=None):
    requests = requests or workloads.six_requests()
    return {name: simulate(requests, policy) for name, policy in variants.items()}


# --- The picture of the variants ------------------------------------------------------------------


class Blocks:
    """The figure of several runs, with the records of each run apart."""

    def __init__(self, runs):
        self.runs = runs
        self.scene = variants_scene(runs)
        self.panels = self.scene.panels[::2]  # each run has one for its rows, one for its numbers
        self.number_panels = self.scene.panels[1::2]

    def cells(self, place, kind):
        """Those of a run's rows: (request, since), as the rows name them."""
        panel = self.panels[place]
        rows = (panel["y2"] - panel["y"]) / len(A_TO_F)
        return sorted(
            (A_TO_F[int((cell["y"] - panel["y"]) // rows)], cell["since"])
            for cell in self.scene.cells
            if cell["kind"] == kind and panel["y"] <= cell["y"] < panel["y2"]
        )

    def texts(self, panel):
        return [t for t in self.scene.texts if panel["y"] <= t["y"] < panel["y2"]]

    def beside(self, place):
        """The texts to the right of each row of a run, from left to right."""
        panel = self.panels[place]
        rows = (panel["y2"] - panel["y"]) / len(A_TO_F)
        edge = self.scene.geometry.columns - 0.5
        found = {id: [] for id in A_TO_F}
        for text in sorted(self.texts(panel), key=lambda text: text["x"]):
            if text["x"] > edge:
                found[A_TO_F[int((text["y"] - panel["y"]) // rows)]].append(text)
        return found

    def gutter(self, place):
        """What they say; a difference is a text of its own, behind its number."""
        return {
            id: " | ".join(text["text"] for text in texts).replace(" | (", " (")
            for id, texts in self.beside(place).items()
        }

    def differences(self, place):
        """From which iterations on the differences of a run show, by request."""
        return {
            id: since
            for id, texts in self.beside(place).items()
            if (since := [text["since"] for text in texts if text["text"].startswith("(")])
        }


@pytest.fixture
def blocks():
    return Blocks(runs_of())


def test_the_runs_stand_one_above_the_other_under_their_names_in_their_order(blocks):
    titles = [t for t in blocks.scene.texts if t["text"] in VARIANTS and t["weight"] == "bold"]
    assert [t["text"] for t in sorted(titles, key=lambda t: t["y"])] == list(VARIANTS)
    assert len(blocks.panels) == len(VARIANTS)
    for title, panel in zip(titles, blocks.panels, strict=True):
        assert title["y"] < panel["y"]


def test_the_axis_is_as_long_as_the_longest_run(blocks):
    assert [len(run.iterations) for run in blocks.runs.values()] == [6, 5, 7]
    assert blocks.scene.geometry.columns == 7


@pytest.mark.parametrize("kind", [Kind.PREFILL, Kind.DECODE])
def test_each_block_shows_the_work_of_its_own_run(blocks, kind):
    for place, run in enumerate(blocks.runs.values()):
        expected = sorted((e.request, e.iteration) for e in run.events if e.kind is kind)
        assert blocks.cells(place, str(kind)) == expected


def test_a_hollow_cap_marks_where_the_baseline_completed_what_differs(blocks):
    assert blocks.cells(0, "hollow_end") == []
    assert blocks.cells(1, "hollow_end") == [("A", 5), ("B", 2), ("D", 4), ("E", 5)]
    assert blocks.cells(2, "hollow_end") == [("A", 5), ("C", 1), ("D", 4), ("E", 5)]


def test_the_gutter_says_how_much_earlier_or_later_than_in_the_baseline(blocks):
    assert blocks.gutter(0) == {
        "A": "3 | 5",
        "B": "1 | 2",
        "C": "1 | 1",
        "D": "3 | 4",
        "E": "5 | 5",
        "F": "rejected",
    }
    assert blocks.gutter(1) == {
        "A": "0 (−3) | 2 (−3)",
        "B": "3 (+2) | 4 (+2)",
        "C": "1 | 1",
        "D": "2 (−1) | 3 (−1)",
        "E": "4 (−1) | 4 (−1)",
        "F": "rejected",
    }
    assert blocks.gutter(2) == {
        "A": "1 (−2) | 3 (−2)",
        "B": "1 | 2",
        "C": "3 (+2) | 3 (+2)",
        "D": "5 (+2) | 6 (+2)",
        "E": "rejected (was done 5)",
        "F": "rejected",
    }


def test_a_difference_shows_once_the_cursor_has_reached_both_runs(blocks):
    """Where the future is hidden, "0 (−3)" would tell when the first run is to come to it."""
    assert blocks.differences(0) == {}
    assert blocks.differences(1) == {"A": [3, 5], "B": [3, 4], "D": [3, 4], "E": [5, 5]}
    assert blocks.differences(2) == {"A": [3, 5], "C": [3, 3], "D": [5, 6], "E": [5]}


def test_the_plain_iteration_shows_as_soon_as_its_own_run_is_there(blocks):
    for place in range(len(VARIANTS)):
        texts = [text for row in blocks.beside(place).values() for text in row]
        plain = [text for text in texts if text["text"].isdigit()]
        assert plain
        assert all(text["since"] == int(text["text"]) for text in plain)


def test_a_difference_stands_clear_of_its_number_and_of_the_next_column(blocks):
    cell = blocks.scene.geometry.cell
    for texts in (*blocks.beside(1).values(), *blocks.beside(2).values()):
        for left, right in pairwise(texts):
            assert (right["x"] - left["x"]) * cell >= text_width(left["text"], left["size"])


def test_under_each_run_stand_its_unused_budget_and_its_queue_length(blocks):
    for panel, run in zip(blocks.number_panels, blocks.runs.values(), strict=True):
        numbers = sorted(
            (text for text in blocks.texts(panel) if text["text"].isdigit()),
            key=lambda text: (text["y"], text["x"]),
        )
        unused = [row.unused_budget for row in run.iterations]
        queue = [len(row.queue) for row in run.iterations]
        assert [int(text["text"]) for text in numbers] == unused + queue
        assert all(text["since"] == text["x"] for text in numbers)


# --- Compare --------------------------------------------------------------------------------------


def test_one_cursor_goes_to_the_end_of_the_longest_run():
    compare = Compare(runs_of())
    assert compare.cursor == 6
    compare.cursor = 99
    assert compare.cursor == 6


def test_a_page_tells_of_every_run_also_of_one_that_is_over():
    page = Compare(runs_of())._pages[6]
    assert [part["title"] for part in page["parts"]] == list(VARIANTS)
    told = [part["sentences"] for part in page["parts"]]
    assert told[0] == told[1] == ["The run is over."]
    assert "D decodes one token." in told[2]


def test_a_run_that_was_cut_is_named():
    runs = runs_of({"whole": Tutorial(), "cut": Tutorial(max_iterations=3)})
    assert Compare(runs)._warning == "Cut at their limit of iterations, not drained: cut."
    assert Compare(runs_of())._warning == ""


def test_runs_of_different_workloads_cannot_be_compared():
    other = simulate([Request("A", 0, 1, 1)])
    with pytest.raises(InputError, match="one and the same workload"):
        Compare({"six": simulate(workloads.six_requests()), "one": other})


def test_nothing_cannot_be_compared():
    with pytest.raises(InputError, match="one or more runs"):
        Compare({})


# --- The row that a reader sets -------------------------------------------------------------------


@pytest.fixture
def what_if():
    return CompareWhatIf(workloads.six_requests(), VARIANTS)


def turn(what_if, name, value):
    """Move a knob; of the places of the queue, None (unbounded) is the last on its slider."""
    knob = what_if.knobs._knobs[name]
    if value is None:
        knob.index = len(knob.options) - 1
    else:
        knob.value = value


def plain(html):
    return re.sub("<.*?>", "", html.value)


def test_there_is_a_row_for_each_variant_and_one_more_below(what_if):
    assert list(what_if.runs) == [*VARIANTS, "yours"]
    assert list(what_if.compare.runs) == [*VARIANTS, "yours"]


def test_every_knob_of_the_scheduler_can_be_moved(what_if):
    assert set(what_if.knobs.names) == {field.name for field in fields(Tutorial)}
    assert what_if.knobs.names == ALL_KNOBS


NEW_VALUES = {
    "max_active": 3,
    "max_queue": None,
    "token_budget": 12,
    "prefill_chunk": 1,
    "max_iterations": 3,
    "preemption": False,
}


@pytest.mark.parametrize("name", NEW_VALUES)
def test_a_knob_changes_the_row_of_the_reader_alone_and_the_report_with_it(what_if, name):
    fixed = {name: what_if.runs[name] for name in VARIANTS}
    turn(what_if, name, NEW_VALUES[name])
    assert getattr(what_if.runs["yours"].policy, name) == NEW_VALUES[name]
    assert {name: what_if.runs[name] for name in VARIANTS} == fixed
    assert what_if.compare.runs == what_if.runs
    assert report_table(what_if.runs).to_html() in what_if._report.value
    expected = variants_scene(what_if.runs).datasets()
    assert what_if.compare._figure["datasets"] == expected


def test_what_a_move_has_changed_is_said_in_words(what_if):
    turn(what_if, "max_queue", 3)
    assert plain(what_if._changes) == (
        "F is completed (before: rejected). The whole run takes 7 iterations (before: 6)."
    )


def test_an_error_stands_beside_the_knobs_and_the_last_good_picture_stays(what_if):
    turn(what_if, "prefill_chunk", 6)
    shown, report = what_if.compare._figure, what_if._report.value
    turn(what_if, "max_active", 7)
    assert "max_active must be at most token_budget (6), not 7" in plain(what_if.knobs._error)
    assert what_if.compare._figure is shown
    assert what_if._report.value == report
    turn(what_if, "max_active", 2)
    assert plain(what_if.knobs._error) == ""


def test_a_run_of_the_reader_that_is_cut_is_never_shown_as_an_end(what_if):
    turn(what_if, "max_iterations", 3)
    assert "yours" in what_if.compare._warning
    assert "iteration_limit: cut" in what_if._report.value


def test_the_cursor_stays_at_the_end_if_it_was_there_and_else_where_it_was(what_if):
    assert what_if.compare.cursor == 6
    turn(what_if, "prefill_chunk", 1)
    longest = max(len(run.iterations) for run in what_if.runs.values())
    assert longest > 7
    assert what_if.compare.cursor == longest - 1
    what_if.compare.cursor = 2
    turn(what_if, "prefill_chunk", 3)
    assert what_if.compare.cursor == 2


def test_back_to_the_start_goes_back_to_the_start(what_if):
    turn(what_if, "prefill_chunk", 1)
    turn(what_if, "preemption", False)
    what_if.knobs.go_back()
    assert what_if.runs["yours"].policy == Tutorial()


def test_names_of_requests_are_no_markup():
    requests = [Request("<b>A</b>", 0, 1, 1), Request("B", 0, 1, 1), Request("C", 0, 1, 1)]
    what_if = CompareWhatIf(requests, {"one": Tutorial(max_queue=0)})
    turn(what_if, "max_active", 1)
    assert "<b>A</b>" not in what_if._report.value
    assert "&lt;b&gt;A&lt;/b&gt;" in what_if._report.value


@pytest.mark.parametrize("variants", [{}, {"yours": Tutorial()}])
def test_the_variants_must_be_some_and_leave_the_name_of_the_readers_row(variants):
    with pytest.raises(InputError, match="variants must hold"):
        CompareWhatIf(workloads.six_requests(), variants)


def test_an_unknown_language_is_an_input_error():
    with pytest.raises(InputError, match="language must be"):
        CompareWhatIf(workloads.six_requests(), VARIANTS, language="tlh")


# --- A second language ----------------------------------------------------------------------------


def test_report_and_hints_take_their_words_from_the_table(monkeypatch):
    english = language_tables.TABLES["en"]
    other = {key: f"ж{text}" for key, text in english.items() if key.startswith("report.")}
    other |= {"compare_what_if.yours": "ж"}
    monkeypatch.setitem(language_tables.TABLES, "toy", english | other)
    report = report_table(runs_of(), "toy")
    assert all(name.startswith("ж") for name in report.index)
    assert list(CompareWhatIf(workloads.six_requests(), VARIANTS, language="toy").runs)[-1] == "ж"
