"""The workload editor without a browser: what is typed, pasted and loaded, and what is in force."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import workloads as random_workloads

from schedlib import InputError, Request, workloads
from schedlib.exports import workload_csv
from schedlib.reading.request_table import COLUMNS, read_table, table_of
from schedlib.widgets import WorkloadEditor
from schedlib.widgets.workload_editor import STARTS
from schedlib.words import words

IN_CI = bool(os.environ.get("CI"))

a_hundred = settings(max_examples=100, deadline=None, derandomize=IN_CI)


class Edited:
    """An editor, and every list that it has put in force."""

    def __init__(self, requests=None):
        self.lists = []
        self.editor = WorkloadEditor(requests or workloads.six_requests(), self.lists.append)

    def type(self, row, column, text):
        cells = [list(texts) for texts in self.editor._cells]
        cells[row][COLUMNS.index(column)] = text
        self.editor._cells = cells

    @property
    def wrong(self):
        """The message beside each broken cell."""
        return {(row, COLUMNS[column]): text for row, column, text in self.editor._problems}

    @property
    def cells(self):
        return self.editor._cells


@pytest.fixture
def edited():
    return Edited()


# --- Typing --------------------------------------------------------------------------------------


def test_a_valid_change_is_in_force_at_once(edited):
    edited.type(0, "prompt", "9")
    assert edited.editor.requests[0] == Request("A", 0, 9, 3)
    assert edited.lists == [edited.editor.requests]
    assert edited.wrong == {}


NONSENSE = [
    ("id", ""),
    ("id", "  "),
    ("arrival", ""),
    ("arrival", "-1"),
    ("arrival", "soon"),
    ("arrival", "1.5"),
    ("priority", "urgent"),
    ("priority", "HIGH"),
    ("prompt", "0"),
    ("prompt", "=6"),
    ("prompt", "9" * 30),
    ("output", "3,5"),
    ("output", "<b>1</b>"),
    ("output", "9" * 5000),
]


@pytest.mark.parametrize(("column", "text"), NONSENSE)
def test_nonsense_stays_as_typed_with_its_rule_beside_it_and_the_last_list_in_force(
    edited, column, text
):
    edited.type(2, column, text)
    assert edited.cells[2][COLUMNS.index(column)] == text
    assert list(edited.wrong) == [(2, column)]
    assert f"{column} must be" in edited.wrong[2, column]
    assert edited.editor.requests == workloads.six_requests()
    assert edited.lists == []
    assert "1 thing to mend" in edited.editor._state


def test_every_broken_cell_is_found_and_not_only_the_first_of_a_row(edited):
    for column in COLUMNS:
        edited.type(1, column, "" if column == "id" else "?")
    assert list(edited.wrong) == [(1, column) for column in COLUMNS]


def test_mending_the_last_broken_cell_puts_the_list_in_force(edited):
    edited.type(0, "prompt", "x")
    edited.type(1, "output", "y")
    edited.type(0, "prompt", "5")
    assert edited.lists == []
    edited.type(1, "output", "4")
    assert [(r.prompt, r.output) for r in edited.editor.requests[:2]] == [(5, 3), (4, 4)]
    assert len(edited.lists) == 1


def test_a_repeated_id_names_the_row_that_has_it_already(edited):
    edited.type(4, "id", " B ")
    assert "'B' is used in row 2" in edited.wrong[4, "id"]


@pytest.mark.parametrize("id", ["<script>alert(1)</script>", "請求", "'\"", "=1", "a b"])
def test_any_text_is_an_id(edited, id):
    edited.type(0, "id", id)
    assert edited.editor.requests[0].id == id


@pytest.mark.parametrize(("text", "number"), [("3.0", 3), (" 7 ", 7), ("+2", 2)])
def test_whole_numbers_may_be_written_in_several_ways(edited, text, number):
    edited.type(0, "output", text)
    assert edited.editor.requests[0].output == number


def test_an_empty_priority_is_normal(edited):
    edited.type(2, "priority", "")
    assert edited.editor.requests[2].priority == "normal"


def test_a_row_in_which_nothing_is_written_stands_for_nothing(edited):
    edited.editor._cells = [*edited.cells, [""] * 5]
    assert edited.wrong == {}
    assert edited.lists == []


def test_an_empty_table_is_told_and_the_last_list_stays(edited):
    edited.editor._cells = []
    assert "at least one request" in edited.editor._notice
    assert edited.editor.requests == workloads.six_requests()


def test_a_list_that_is_refused_later_is_not_in_force_and_the_reason_is_told():
    def refuse(requests):
        raise InputError("too many cooks")

    editor = WorkloadEditor(workloads.six_requests(), refuse)
    editor.load(workloads.overload())
    assert editor._notice == "too many cooks"
    assert editor.requests == workloads.six_requests()


# --- Tables of texts -----------------------------------------------------------------------------


@given(requests=random_workloads())
@a_hundred
def test_requests_go_through_the_table_unchanged(requests):
    assert read_table(table_of(requests)) == (requests, [])


@given(cells=st.lists(st.lists(st.text(max_size=4), min_size=5, max_size=5), max_size=5))
@a_hundred
def test_any_texts_are_read_and_each_row_is_a_request_or_has_a_problem(cells):
    requests, problems = read_table(cells)
    written = [row for row, texts in enumerate(cells) if any(text.strip() for text in texts)]
    assert len(requests) + len({problem.row for problem in problems}) == len(written)


# --- Pasting -------------------------------------------------------------------------------------

SIX = table_of(workloads.six_requests())


def test_csv_with_a_header_replaces_the_table(edited):
    edited.editor.paste(workload_csv(workloads.overload()))
    assert edited.editor.requests == workloads.overload()


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_spreadsheets_may_separate_cells_in_their_own_way(edited, separator):
    lines = (["output", "id", "arrival", "prompt"], ["2", "K", "0", "5"], ["1", "L", "3", "1"])
    edited.editor.paste("\r\n".join(separator.join(line) for line in lines))
    assert edited.editor.requests == [Request("K", 0, 5, 2), Request("L", 3, 1, 1)]


def test_json_replaces_the_table(edited):
    edited.editor.paste('[{"id": "K", "arrival": 0, "prompt": 5, "output": 2, "priority": "high"}]')
    assert edited.editor.requests == [Request("K", 0, 5, 2, "high")]


def test_bare_cells_go_where_the_focus_is_and_rows_are_added_as_needed(edited):
    edited.editor.paste("7\t1\n8\t2\n", row=5, column=COLUMNS.index("prompt"))
    assert edited.cells[:5] == SIX[:5]
    assert edited.cells[5] == ["F", "2", "normal", "7", "1"]
    assert edited.cells[6] == ["", "", "", "8", "2"]
    assert list(edited.wrong) == [(6, "id"), (6, "arrival")]


def test_a_column_of_numbers_is_cells_and_not_json(edited):
    edited.editor.paste("4\n5\n6", row=0, column=COLUMNS.index("output"))
    assert [request.output for request in edited.editor.requests[:3]] == [4, 5, 6]


def test_a_block_that_is_too_wide_is_told_and_changes_nothing(edited):
    edited.editor.paste("1\t2\t3\n", row=0, column=COLUMNS.index("prompt"))
    assert "3 columns" in edited.editor._notice
    assert edited.cells == SIX


def test_pasted_cells_that_break_a_rule_are_kept_and_marked(edited):
    edited.editor.paste("id,arrival,prompt,output\nK,soon,5,2\nL,0,4,0\n")
    assert edited.cells[0] == ["K", "soon", "normal", "5", "2"]
    assert list(edited.wrong) == [(0, "arrival"), (1, "output")]
    assert edited.editor.requests == workloads.six_requests()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"id": "K"}]', "item 1: missing field 'arrival'"),
        ('[{"id": "K", "arrival": 0, "prompt": "3", "output": 1}]', "prompt must be"),
        ('[{"id": "K", "arrival": 0,', "broken JSON"),
        ("{}", "must hold a JSON list"),
        ("id,arrival,prompt\nK,0,1", "missing column 'output'"),
        ("id,arrival,prompt,output,colour\nK,0,1,1,red", "unknown column 'colour'"),
        ("id,arrival,prompt,output\nK,0,1", "line 2: 4 cells are expected"),
        ("id,arrival,prompt,output\n", "no request under it"),
        ("a\0\tb", "NUL"),
        ('"a\tb', "broken CSV"),
        ("", "empty"),
    ],
)
def test_text_that_cannot_be_taken_over_is_told_and_changes_nothing(edited, text, told):
    edited.type(0, "prompt", "typed")
    edited.editor.paste(text)
    assert told in edited.editor._notice
    assert edited.cells[0][COLUMNS.index("prompt")] == "typed"
    assert edited.lists == []


@given(text=st.text(max_size=40))
@a_hundred
def test_whatever_is_pasted_the_list_in_force_is_valid(text):
    edited = Edited()
    edited.editor.paste(text)
    assert edited.editor.requests
    assert all(len(texts) == 5 for texts in edited.cells)


# --- Files, named workloads, undo ----------------------------------------------------------------


def test_files_are_read_by_their_name_or_their_first_character(edited):
    made = workload_csv(workloads.overload()).encode("utf-8-sig")
    edited.editor.read(made, "mine.csv")
    assert edited.editor.requests == workloads.overload()
    edited.editor.read(b'[{"id": "K", "arrival": 0, "prompt": 5, "output": 2}]', "mine.json")
    assert edited.editor.requests == [Request("K", 0, 5, 2)]
    edited.editor.read(b"id\tarrival\tprompt\toutput\nL\t0\t1\t1\n", "mine.tsv")
    assert edited.editor.requests == [Request("L", 0, 1, 1)]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"\x89PNG\r\n", b"[" * 100_000])
def test_a_file_that_is_no_workload_is_told_and_changes_nothing(edited, data):
    edited.editor.read(data, "picture.png")
    assert "picture.png" in edited.editor._notice
    assert edited.cells == SIX


@pytest.mark.parametrize("name", STARTS)
def test_a_named_workload_can_be_started_from(edited, name):
    edited.editor.start_from(name)
    assert edited.editor.requests == STARTS[name]()
    assert words().say(f"workload.{name}") in edited.editor._notice


def test_undo_brings_back_a_table_that_was_replaced_with_what_was_typed_in_it(edited):
    edited.type(0, "prompt", "typed")
    typed = edited.cells
    edited.editor.start_from("overload")
    edited.editor.paste("id,arrival,prompt,output\nK,0,1,1\n")
    edited.editor.undo()
    assert edited.editor.requests == workloads.overload()
    edited.editor.undo()
    assert edited.cells == typed
    assert not edited.editor._undoable
    edited.editor.undo()
    assert edited.cells == typed


def test_the_browser_can_ask_for_nothing_else(edited):
    for asked in ("undo", {}, {"ask": "start", "name": "__init__"}, {"ask": "file", "name": "x"}):
        edited.editor._asked(edited.editor, asked, [])
    assert edited.cells == SIX
    edited.editor._asked(edited.editor, {"ask": "paste", "text": "9\n", "row": 0, "column": 3}, [])
    assert edited.editor.requests[0].prompt == 9


def test_all_that_is_sent_to_the_browser_is_json(edited):
    edited.type(0, "prompt", "x")
    state = {name: value for name, value in edited.editor.get_state().items() if name[0] == "_"}
    names = ("_cells", "_problems", "_state", "_notice", "_columns", "_starts", "_words")
    assert json.loads(json.dumps({name: state[name] for name in names}))
