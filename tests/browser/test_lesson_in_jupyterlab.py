"""The lesson as a class meets it: every notebook runs, and every knob answers, in JupyterLab."""

import re
import time

import pytest
from lab import NOTEBOOKS
from playwright.sync_api import expect

from schedlib.figures.look import cell_looks
from schedlib.figures.palette import THEMES

pytestmark = pytest.mark.browser

EVERY = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
SOON = 20  # s, for a page that shares its machine
EVERY_BOX = """svg => [...svg.querySelectorAll('text')].map((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return { text: text.textContent, left, right, middle: (top + bottom) / 2 };
})"""
EVERY_MARK = """svg => [...svg.querySelectorAll('path')].map((path) => {
  const { left, top, height } = path.getBoundingClientRect();
  const [fill, edge] = ['fill', 'stroke'].map((name) => path.getAttribute(name));
  return { fill, edge, left, top, height };
})"""

# First output and completion of each request; each in the iteration of that number.
BASELINE = {"A": "3 5", "B": "1 2", "C": "1 1", "D": "3 4", "E": "5 5", "F": "rejected"}
CHUNK_6 = {"A": "0 2", "B": "3 4", "C": "1 1", "D": "2 3", "E": "4 4", "F": "rejected"}
NO_PREEMPTION = {
    **{"A": "1 3", "B": "1 2", "C": "3 3", "D": "5 6"},
    **{"E": "rejected", "F": "rejected"},
}
NOTHING = dict.fromkeys("ABCDEF", "")


def soon(find, expected):
    """Wait until something is found as it is expected: pictures are painted a moment later."""
    end = time.monotonic() + SOON
    while (found := find()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert found == expected


class View:
    """One stepper of a notebook, with the knobs that belong to it."""

    def __init__(self, lab, place=0):
        self.lab, self.page = lab, lab.page
        self.root = self.page.locator(".schedlib-stepper").nth(place)
        self.svg = self.root.locator(".schedlib-figure svg")
        whole = "xpath=ancestor::*[contains(@class, 'widget-vbox')][1]"
        self.whole = self.root.locator(whole)
        self.error = self.whole.get_by_role("alert")

    def press(self, *keys):
        self.root.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def knob(self, name):
        labelled = self.page.get_by_text(name, exact=True)
        return self.whole.locator(".widget-slider").filter(has=labelled)

    def move(self, name, *keys):
        """Press keys on a slider."""
        self.knob(name).get_by_role("slider").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def switch(self, name):
        self.whole.locator(".widget-checkbox").filter(has_text=name).get_by_role("checkbox").click()

    def go_back(self):
        self.whole.get_by_role("button", name="Back to the start").click()
        self.press("End")

    def texts(self):
        return self.svg.evaluate("svg => [...svg.querySelectorAll('text')].map(t => t.textContent)")

    def completion_tables(self):
        """What stands beside the rows of each run from top to bottom, without its differences."""
        boxes = sorted(self.svg.evaluate(EVERY_BOX), key=lambda box: box["left"])
        heads = sorted((b for b in boxes if b["text"] == "first"), key=lambda box: box["middle"])
        ends = [head["middle"] for head in heads[1:]] + [float("inf")]
        return [_table(boxes, head, end) for head, end in zip(heads, ends, strict=True)]

    def axis(self):
        """The numbers of the iterations above the rows."""
        boxes = self.svg.evaluate(EVERY_BOX)
        (head,) = (box["middle"] for box in boxes if box["text"] == "first")
        return [b for b in boxes if abs(b["middle"] - head) < 14 and b["text"].isdigit()]

    def expect_tables(self, *expected):
        soon(self.completion_tables, list(expected))


def _table(boxes, head, end):
    rows = [b for b in boxes if head["middle"] < b["middle"] < end and b["text"] in NOTHING]
    edge = min(box["left"] for box in rows)
    return {
        id["text"]: " ".join(
            box["text"].split()[0]
            for box in boxes
            if box["left"] > head["left"] - 3
            and abs(box["middle"] - id["middle"]) < 4
            and not box["text"].startswith("(")
        )
        for id in rows
        if id["left"] < edge + 8
    }


def up_to(cursor, table):
    """What of a completion table is known in an iteration, leaving rejections aside."""
    return {
        id: " ".join(number for number in told.split() if int(number) <= cursor)
        for id, told in table.items()
        if told != "rejected"
    }


@pytest.fixture(scope="module")
def notebook(lab, request):
    """A notebook, opened and run once for all the tests that name it."""
    lab.errors.clear()
    lab.open(request.param)
    lab.run_all()
    yield lab
    lab.shut_down()


def in_notebook(name):
    return pytest.mark.parametrize("notebook", [name], indirect=True, ids=[name[:2]])


in_03 = in_notebook("03_chunked_prefill.ipynb")
in_04 = in_notebook("04_preemption.ipynb")
in_06 = in_notebook("06_compare_variants.ipynb")


@pytest.fixture
def what_if(notebook, tmp_path):
    """The first knobs of the notebook and their picture, with everything where it starts."""
    view = View(notebook)
    view.root.scroll_into_view_if_needed()
    expect(view.svg).to_be_visible()
    yield view
    view.go_back()
    view.expect_tables(BASELINE)


# --- Every notebook ------------------------------------------------------------------------------


@pytest.mark.parametrize("notebook", EVERY, indirect=True, ids=[name[:2] for name in EVERY])
def test_the_notebook_runs_without_an_error_and_draws_every_picture(notebook, tmp_path):
    outputs = notebook.outputs()
    assert outputs
    assert not [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]
    pictures = notebook.page.locator(".schedlib-figure")
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture.locator("svg.marks")).to_have_count(1, timeout=SOON * 1000)
    assert notebook.errors == []
    assert notebook.turned_away == []


# --- Knobs ---------------------------------------------------------------------------------------


@in_03
def test_chunks_of_6_tokens_change_the_completion_table(what_if):
    what_if.expect_tables(BASELINE)
    what_if.move("prefill_chunk", "ArrowRight", "ArrowRight", "ArrowRight")
    expect(what_if.knob("prefill_chunk")).to_contain_text("6")
    what_if.expect_tables(CHUNK_6)


@in_04
def test_without_preemption_the_completion_table_is_another_one(what_if):
    what_if.expect_tables(BASELINE)
    what_if.switch("preemption")
    what_if.expect_tables(NO_PREEMPTION)


@in_03
def test_an_invalid_combination_is_told_and_leaves_the_picture_as_it_was(what_if):
    before = what_if.texts()
    what_if.move("token_budget", "Home")
    expect(what_if.error).to_contain_text("max_active must be at most token_budget (1)")
    expect(what_if.error).to_contain_text("The picture shows the last valid settings.")
    assert what_if.texts() == before
    what_if.move("token_budget", "End")
    expect(what_if.error).to_have_count(0)
    soon(lambda: what_if.texts() == before, False)


@in_03
def test_a_hidden_future_shows_neither_outlines_nor_rails(what_if):
    looks = cell_looks(THEMES["light"])
    rail_colours = {looks["rail_prefill"].fill, looks["rail_decode"].fill}
    what_if.move("prefill_chunk", "ArrowRight")
    soon(lambda: what_if.completion_tables() == [BASELINE], False)
    what_if.press("Home", "ArrowRight")
    (two,) = (box for box in what_if.axis() if box["text"] == "2")

    def beyond():
        """Whether there are outlines, and whether there are rails, right of iteration 1."""
        right = [
            mark
            for mark in what_if.svg.evaluate(EVERY_MARK)
            if mark["left"] > two["left"] - 40 and mark["top"] > two["middle"]
        ]
        outlines = [m for m in right if m["edge"] == looks["foreseen"].edge and m["height"] > 15]
        rails = [m for m in right if m["fill"] in rail_colours and m["height"] < 8]
        return bool(outlines), bool(rails)

    soon(beyond, (True, True))
    hide = what_if.root.get_by_label("Hide the future")
    try:
        hide.check()
        soon(beyond, (False, False))
    finally:
        hide.uncheck()
    soon(beyond, (True, True))


@in_03
def test_a_hundred_knob_moves_leave_one_picture_and_no_listeners(what_if):
    def move(times):
        what_if.move("prefill_chunk", *["ArrowRight", "ArrowLeft"] * (times // 2))
        what_if.lab.python("pass")  # the kernel answers what it was told in order
        what_if.expect_tables(BASELINE)
        return {name: what_if.lab.counted(name) for name in ("Nodes", "JSEventListeners")}

    after_20, after_100 = move(20), move(80)
    assert what_if.root.locator("svg.marks").count() == 1
    for name, count in after_20.items():
        assert after_100[name] <= 1.05 * count, name


# --- Variants side by side -----------------------------------------------------------------------


@in_06
def test_the_variants_share_one_cursor(notebook, tmp_path):
    view = View(notebook)
    assert {"baseline", "prefill_chunk=6", "preemption off"} <= set(view.texts())
    view.press("End")
    view.expect_tables(BASELINE, CHUNK_6, NO_PREEMPTION)
    view.press("Home", "ArrowRight")
    place = view.root.locator(".schedlib-place")
    expect(place).to_have_count(1)
    expect(place).to_have_text(re.compile("^Iteration 1 "))
    known = (NOTHING | up_to(1, table) for table in (BASELINE, CHUNK_6, NO_PREEMPTION))
    view.expect_tables(*known)


@in_06
def test_the_fourth_row_follows_its_knobs(notebook, tmp_path):
    view = View(notebook, place=1)
    view.root.scroll_into_view_if_needed()
    assert "yours" in view.texts()
    fixed = BASELINE, CHUNK_6, NO_PREEMPTION
    view.expect_tables(*fixed, BASELINE)
    view.move("prefill_chunk", "ArrowRight", "ArrowRight", "ArrowRight")
    view.expect_tables(*fixed, CHUNK_6)
    view.switch("preemption")
    view.go_back()
    view.expect_tables(*fixed, BASELINE)


@in_06
def test_dark_pictures_stand_in_a_dark_notebook(notebook, tmp_path):
    pictures = notebook.page.locator(".schedlib-figure svg")
    try:
        for theme in ("dark", "light"):
            notebook.command("apputils:change-theme", theme=f"JupyterLab {theme.title()}")
            red, green, blue = bytes.fromhex(THEMES[theme].background[1:])
            for picture in pictures.all():
                painted = f"rgb({red}, {green}, {blue})"
                expect(picture).to_have_css("background-color", painted, timeout=SOON * 1000)
    finally:
        notebook.command("apputils:change-theme", theme="JupyterLab Light")
    assert notebook.errors == []
