"""The playground as readers meet it: typed into, pasted into, and saved from, in JupyterLab."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from schedlib import workloads
from schedlib.exports import workload_csv
from schedlib.figures.geometry import shortened
from schedlib.figures.palette import THEMES

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "golden"
SOON = 20_000  # ms, for a page that shares its machine
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


class View:
    """The first playground of the notebook."""

    def __init__(self, lab):
        self.lab, self.page = lab, lab.page
        self.editor = self.page.locator(".schedlib-editor").first
        self.picture = self.page.locator(".schedlib-figure svg").first
        self.state = self.editor.locator(".schedlib-state")
        self.notice = self.editor.locator(".schedlib-notice")
        self.downloads = self.page.locator(".schedlib-downloads").first

    def cell(self, column, row):
        return self.editor.get_by_label(f"{column}, row {row}", exact=True)

    def wrong(self, row):
        """What stands beside a row."""
        return self.editor.locator("tbody tr").nth(row - 1).locator(".schedlib-wrong")

    def type(self, column, row, text):
        self.cell(column, row).fill(text)
        self.cell(column, row).press("Enter")

    def paste(self, text, column="id", row=1):
        self.cell(column, row).focus()
        self.page.evaluate(PASTE, text)

    def expect_state(self, text):
        expect(self.state).to_have_text(re.compile(text), timeout=SOON)

    def expect_picture(self, text, count=1):
        """Wait until a text is in the picture, so often (None: at all)."""
        found = self.picture.get_by_text(text, exact=True)
        if count is None:
            expect(found.first).to_be_attached(timeout=SOON)
        else:
            expect(found).to_have_count(count, timeout=SOON)

    def in_force(self):
        return self.lab.python("print(playground.editor.requests == workloads.six_requests())")


@pytest.fixture(scope="module")
def notebook(lab):
    """The notebook of the playground, opened and run."""
    lab.open("09_playground.ipynb")
    lab.menu("Run", "Run All Cells")
    lab.wait_until_done()
    lab.page.locator(".schedlib-editor").first.scroll_into_view_if_needed()
    lab.page.wait_for_selector(".schedlib-figure svg")
    return lab


@pytest.fixture
def playground(notebook, tmp_path):
    """The first playground, with the six requests and the knobs where they start."""
    view = View(notebook)
    view.editor.scroll_into_view_if_needed()
    notebook.python("playground.editor.start_from('six_requests'); playground.knobs.go_back()")
    view.expect_state("^6 requests, all valid")
    expect(view.cell("id", 1)).to_have_value("A")
    return view


# --- Typing --------------------------------------------------------------------------------------


def test_a_changed_cell_changes_the_picture(playground):
    playground.expect_picture("6+3")
    playground.type("prompt", 1, "9")
    playground.expect_picture("9+3")
    playground.expect_picture("6+3", count=0)


@pytest.mark.parametrize(
    ("column", "text"),
    [("id", ""), ("arrival", "soon"), ("prompt", "0"), ("output", "3.5"), ("prompt", "<b>6</b>")],
)
def test_nonsense_stays_where_it_was_typed_and_its_rule_stands_beside_it(playground, column, text):
    playground.type(column, 2, text)
    expect(playground.wrong(2)).to_contain_text(f"{column} must be", timeout=SOON)
    expect(playground.cell(column, 2)).to_have_value(text)
    expect(playground.cell(column, 2)).to_have_attribute("aria-invalid", "true")
    playground.expect_state("1 thing to mend")
    assert playground.in_force() == "True"
    playground.expect_picture("4+2", count=2)


def test_what_is_typed_without_a_further_key_counts_after_a_moment(playground):
    playground.cell("prompt", 1).fill("7")
    playground.expect_picture("7+3")


@pytest.mark.parametrize("id", ["<script>alert(1)</script>", "中文", "a\"b'c"])
def test_ids_are_shown_as_text(playground, id):
    playground.type("id", 2, id)
    playground.expect_picture(shortened(id), count=None)
    assert playground.lab.python("print(playground.editor.requests[1].id)") == id
    expect(playground.cell("id", 2)).to_have_value(id)


# --- The keyboard --------------------------------------------------------------------------------


def test_enter_and_the_arrows_go_from_cell_to_cell(playground):
    playground.cell("id", 1).focus()
    for key, (column, row) in [
        ("Enter", ("id", 2)),
        ("ArrowDown", ("id", 3)),
        ("ArrowUp", ("id", 2)),
        ("Tab", ("arrival", 2)),
        ("Shift+Enter", ("arrival", 1)),
    ]:
        playground.page.keyboard.press(key)
        expect(playground.cell(column, row)).to_be_focused()


def test_enter_in_the_last_row_adds_nothing(playground):
    playground.cell("output", 6).press("Enter")
    expect(playground.cell("output", 6)).to_be_focused()
    playground.expect_state("^6 requests, all valid")


def test_rows_are_duplicated_and_removed_and_undo_brings_them_back(playground):
    playground.editor.get_by_role("button", name="Duplicate row 3").click()
    playground.expect_state("^7 requests")
    expect(playground.cell("priority", 4)).to_have_value("high")
    playground.editor.get_by_role("button", name="Remove row 1").click()
    playground.expect_state("^6 requests")
    expect(playground.cell("id", 1)).to_have_value("B")
    for _ in range(2):
        playground.editor.get_by_role("button", name="Undo").click()
    expect(playground.cell("id", 1)).to_have_value("A", timeout=SOON)


# --- Pasting and loading -------------------------------------------------------------------------


def test_pasted_csv_becomes_the_workload(playground):
    playground.paste(workload_csv(workloads.overload()))
    playground.expect_state("^26 requests, all valid")
    playground.expect_picture("X9b")


def test_pasted_cells_of_a_spreadsheet_go_where_the_focus_is(playground):
    playground.paste("7\t1\n8\t5\n", column="prompt", row=1)
    playground.expect_picture("8+5")
    expect(playground.cell("output", 1)).to_have_value("1")


def test_a_paste_that_cannot_be_read_is_told_and_changes_nothing(playground):
    playground.paste('[{"id": "K"}]')
    expect(playground.notice).to_contain_text("item 1: missing field", timeout=SOON)
    assert playground.in_force() == "True"


def test_a_file_is_loaded(playground, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(workload_csv(workloads.overload()[:8]), encoding="utf-8")
    playground.editor.locator("input[type=file]").set_input_files(file)
    playground.expect_state("^8 requests, all valid")
    expect(playground.notice).to_contain_text("mine.csv")


def test_a_named_workload_is_chosen(playground):
    playground.editor.get_by_label("Start from").select_option("overload")
    playground.expect_state("^26 requests, all valid")


# --- Saving --------------------------------------------------------------------------------------


def saved(playground, kind, folder):
    with playground.page.expect_download() as download:
        playground.downloads.locator(f"button[data-kind={kind}]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    expect(playground.downloads.get_by_role("status")).to_contain_text(f"Saved {path.name}")
    return path


def test_the_artifact_is_saved_as_the_recorded_one(playground, tmp_path):
    path = saved(playground, "artifact", tmp_path)
    recorded = json.loads((GOLDEN / "baseline.json").read_text(encoding="utf-8"))
    assert path.name == "run.json"
    assert json.loads(path.read_text(encoding="utf-8")) == recorded


def test_a_picture_is_saved(playground, tmp_path):
    path = saved(playground, "png", tmp_path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_run_that_was_cut_is_saved_under_a_name_that_says_so(playground, tmp_path):
    cut = "playground.knobs._knobs['max_iterations'].value = 3"
    playground.lab.python(cut)
    expect(playground.downloads).to_contain_text("This run was cut", timeout=SOON)
    path = saved(playground, "trace", tmp_path)
    assert path.name == "run_cut_after_3_iterations.trace.json"
    assert json.loads(path.read_text(encoding="utf-8"))["traceEvents"]


# --- Looks, and what went before -----------------------------------------------------------------


def test_the_table_follows_the_theme_of_jupyterlab(playground):
    try:
        for theme in ("Dark", "Light"):
            playground.lab.command("apputils:change-theme", theme=f"JupyterLab {theme}")
            red, green, blue = bytes.fromhex(THEMES[theme.lower()].background[1:])
            expected = f"rgb({red}, {green}, {blue})"
            expect(playground.editor).to_have_css("background-color", expected, timeout=SOON)
    finally:
        playground.lab.command("apputils:change-theme", theme="JupyterLab Light")


def test_nothing_was_asked_of_another_host_and_no_script_failed(playground):
    assert playground.lab.turned_away == []
    assert playground.lab.errors == []
