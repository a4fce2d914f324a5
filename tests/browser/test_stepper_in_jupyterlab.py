"""The stepper as students meet it: in JupyterLab, in a browser, without a network."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from schedlib import Tutorial, simulate, workloads
from schedlib.figures.gantt import gantt_scene
from schedlib.figures.palette import THEMES
from schedlib.figures.scene import ALWAYS

pytestmark = pytest.mark.browser

LAST = 5  # iteration of the baseline
EVERY_TEXT = "svg => [...svg.querySelectorAll('text')].map((text) => text.textContent)"
EVERY_FILL = "svg => [...svg.querySelectorAll('[fill]')].map((e) => e.getAttribute('fill'))"
EVERY_BOX = """svg => [...svg.querySelectorAll('text')].map((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return { text: text.textContent, left, right, top, bottom, middle: (top + bottom) / 2 };
})"""


class View:
    """One view of a stepper on the page."""

    def __init__(self, lab, place=0):
        self.lab, self.page = lab, lab.page
        self.root = self.page.locator(".schedlib-stepper").nth(place)
        self.svg = self.root.locator(".schedlib-figure svg")
        self.slider = self.root.locator("input[type=range]")
        self.story = self.root.locator(".schedlib-story")

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def press(self, *keys):
        self.root.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def expect_iteration(self, number):
        place = self.root.locator(".schedlib-place")
        expect(place).to_have_text(re.compile(rf"^Iteration {number} "), timeout=20_000)

    def expect_texts(self, expected):
        """Wait until the picture holds exactly these texts: it is painted a moment later."""
        expect(self.svg.locator("text")).to_have_count(expected.total(), timeout=20_000)
        assert Counter(self.svg.evaluate(EVERY_TEXT)) == expected

    def expect_background(self, colour):
        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
        painted = f"rgb({red}, {green}, {blue})"
        expect(self.svg).to_have_css("background-color", painted, timeout=20_000)

    def completion_table(self):
        """What stands to the right of each row of the baseline, by id."""
        boxes = self.svg.evaluate(EVERY_BOX)
        (first,) = [box["left"] for box in boxes if box["text"] == "first"]
        ids = [b for b in boxes if b["text"] in set("ABCDEF") and b["right"] < first]
        edge = min(box["left"] for box in ids)
        return {
            id["text"]: [
                box["text"]
                for box in sorted(boxes, key=lambda box: box["left"])
                if box["left"] > first - 3 and abs(box["middle"] - id["middle"]) < 4
            ]
            for id in ids
            if id["left"] < edge + 8
        }


def texts_up_to(cursor, **knobs):
    """The texts that the picture of the six requests may hold at an iteration."""
    scene = gantt_scene(simulate(workloads.six_requests(), Tutorial(**knobs)))
    shown = [t["text"] for t in scene.texts if t["since"] == ALWAYS or t["since"] <= cursor]
    return Counter([*shown, f"{cursor}"])


@pytest.fixture(scope="module")
def notebook(lab):
    """The notebook of the seven steps, opened and run."""
    lab.open("02_seven_steps.ipynb")
    lab.menu("Run", "Run All Cells")
    lab.wait_until_done()
    lab.page.locator(".schedlib-stepper").first.scroll_into_view_if_needed()
    lab.page.wait_for_selector(".schedlib-figure svg")
    return lab


@pytest.fixture
def stepper(notebook, tmp_path):
    """The stepper of the notebook with its own run, at iteration 0."""
    notebook.python("stepper.show(trace); stepper.cursor = 0")
    view = View(notebook)
    view.root.scroll_into_view_if_needed()
    view.expect_iteration(0)
    return view


# --- The notebook --------------------------------------------------------------------------------


def test_no_cell_of_the_notebook_ends_in_an_error(notebook):
    outputs = notebook.outputs()
    assert len(outputs) >= 10
    assert not [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]


def test_the_picture_is_there_with_its_cells(stepper):
    assert stepper.svg.evaluate(EVERY_TEXT).count("P3") == 3  # one of them in the key


def test_no_text_of_the_picture_is_cut_off_or_covers_another(stepper):
    stepper.press("End")
    stepper.expect_texts(texts_up_to(LAST))
    frame = stepper.svg.evaluate("svg => svg.getBoundingClientRect().toJSON()")
    boxes = [b for b in stepper.svg.evaluate(EVERY_BOX) if b["text"] != f"{LAST}"]
    for box in boxes:
        assert frame["left"] <= box["left"] < box["right"] <= frame["right"], box
        assert frame["top"] <= box["top"] < box["bottom"] <= frame["bottom"], box
    for n, one in enumerate(boxes):
        for other in boxes[n + 1 :]:
            apart = one["right"] <= other["left"] or other["right"] <= one["left"]
            lower = abs(one["middle"] - other["middle"]) > 9
            assert apart or lower, (one, other)


# --- Stepping ------------------------------------------------------------------------------------


def test_one_step_forward_tells_what_a_and_b_have_left(stepper):
    stepper.button("One iteration forward").click()
    stepper.expect_iteration(1)
    expect(stepper.story).to_contain_text("(A 6, B 3)")


@pytest.mark.parametrize("cursor", range(LAST + 1))
def test_the_picture_holds_the_texts_up_to_the_cursor_and_none_beyond(stepper, cursor):
    stepper.press(*["ArrowRight"] * cursor)
    stepper.expect_iteration(cursor)
    stepper.expect_texts(texts_up_to(cursor))


def test_the_completion_table_fills_in_with_the_cursor(stepper):
    stepper.expect_texts(texts_up_to(0))
    assert stepper.completion_table() == {id: [] for id in "ABCDEF"}
    stepper.press("ArrowRight", "ArrowRight")
    stepper.expect_texts(texts_up_to(2))
    so_far = {"A": [], "B": ["1", "2"], "C": ["1", "1"], "D": [], "E": [], "F": ["rejected"]}
    assert stepper.completion_table() == so_far
    stepper.press("End")
    stepper.expect_texts(texts_up_to(LAST))
    assert stepper.completion_table() == so_far | {
        "A": ["3", "5"],
        "D": ["3", "4"],
        "E": ["5", "5"],
    }


def test_the_buttons_go_to_both_ends_and_stop_there(stepper):
    stepper.button("Last iteration").click()
    stepper.expect_iteration(LAST)
    expect(stepper.button("One iteration forward")).to_be_disabled()
    stepper.button("One iteration back").click()
    stepper.expect_iteration(LAST - 1)
    stepper.button("First iteration").click()
    stepper.expect_iteration(0)
    expect(stepper.button("One iteration back")).to_be_disabled()


def test_play_runs_to_the_end_and_stops(stepper):
    stepper.root.get_by_label("Speed").select_option("8")
    stepper.button("Play").click()
    stepper.expect_iteration(LAST)
    expect(stepper.button("Play")).to_be_visible()
    expect(stepper.button("Pause")).to_have_count(0)


def test_play_starts_again_from_the_end(stepper):
    stepper.press("End")
    stepper.root.get_by_label("Speed").select_option("0.5")
    stepper.button("Play").click()
    stepper.expect_iteration(0)
    stepper.button("Pause").click()
    expect(stepper.button("Play")).to_be_visible()


def test_the_keyboard_steps_and_jumps_and_stops_at_the_ends(stepper):
    for keys, iteration in [
        (["ArrowRight"], 1),
        (["ArrowRight", "ArrowRight"], 3),
        (["ArrowLeft"], 2),
        (["End"], LAST),
        (["ArrowRight"], LAST),
        (["Home"], 0),
        (["ArrowLeft"], 0),
    ]:
        stepper.press(*keys)
        stepper.expect_iteration(iteration)


def test_the_space_bar_plays_and_pauses(stepper):
    stepper.root.get_by_label("Speed").select_option("0.5")
    stepper.press("Space")
    expect(stepper.button("Pause")).to_be_visible()
    stepper.press("Space")
    expect(stepper.button("Play")).to_be_visible()


def test_the_keys_of_the_stepper_leave_the_notebook_where_it_is(stepper):
    where = ".jp-Notebook .jp-WindowedPanel-outer, .jp-Notebook.jp-mod-scrollPastEnd"
    scrolled = f"document.querySelector('{where}')?.scrollTop"
    stepper.root.focus()
    before = stepper.lab.active_cell(), stepper.page.evaluate(scrolled)
    cells = stepper.page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")
    stepper.press("End", "Home", "ArrowRight", "ArrowLeft", "Space", "Space", "a", "b", "d", "d")
    assert (stepper.lab.active_cell(), stepper.page.evaluate(scrolled)) == before
    after = stepper.page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")
    assert after == cells


def test_the_slider_works_with_the_keyboard(stepper):
    stepper.slider.focus()
    for key, iteration in [("ArrowRight", 1), ("End", LAST), ("ArrowLeft", LAST - 1), ("Home", 0)]:
        stepper.page.keyboard.press(key)
        stepper.expect_iteration(iteration)
        expect(stepper.slider).to_have_value(f"{iteration}")


# --- Together with Python ------------------------------------------------------------------------


def test_python_sets_the_cursor_and_sees_it_move(stepper):
    stepper.lab.python("stepper.cursor = 4")
    stepper.expect_iteration(4)
    stepper.expect_texts(texts_up_to(4))
    stepper.press("ArrowLeft")
    stepper.expect_iteration(3)
    assert stepper.lab.python("print(stepper.cursor)") == "3"


def test_a_second_view_of_the_stepper_follows_the_same_cursor(stepper):
    stepper.lab.run_below("stepper")
    second = View(stepper.lab, place=1)
    try:
        expect(second.root).to_be_attached()
        second.root.scroll_into_view_if_needed()
        second.press("ArrowRight", "ArrowRight")
        for view in (stepper, second):
            view.expect_iteration(2)
            view.expect_texts(texts_up_to(2))
    finally:
        stepper.lab.command("notebook:delete-cell")
    expect(second.root).to_have_count(0)
    stepper.press("ArrowLeft")
    stepper.expect_texts(texts_up_to(1))


def test_another_run_changes_the_picture_in_place(stepper):
    stepper.svg.evaluate("svg => { globalThis.sameSvg = svg; }")
    stepper.lab.python(
        "stepper.show(simulate(workloads.six_requests(), Tutorial(prefill_chunk=6)))"
    )
    expect(stepper.svg.locator("text", has_text=re.compile("^P6$"))).to_have_count(1)
    stepper.expect_texts(texts_up_to(0, prefill_chunk=6))
    assert stepper.svg.evaluate("svg => svg === globalThis.sameSvg")


def test_a_run_that_was_cut_comes_with_a_warning(stepper):
    warning = stepper.root.locator(".schedlib-warning")
    expect(warning).to_be_hidden()
    cut = "stepper.show(simulate(workloads.six_requests(), Tutorial(max_iterations=2)))"
    stepper.lab.python(cut)
    expect(warning).to_have_text(re.compile("cut after 2 iterations"))


def test_a_hundred_runs_leave_one_picture_and_no_listeners(stepper):
    show_many = (
        "for n in range({}):\n"
        "    stepper.show(simulate(workloads.six_requests(), Tutorial(prefill_chunk=1 + n % 6)))\n"
        "stepper.show(trace)"
    )
    stepper.lab.python(show_many.format(6))  # whatever is made once is made now
    stepper.expect_texts(texts_up_to(0))
    listeners, nodes = (stepper.lab.counted(name) for name in ("JSEventListeners", "Nodes"))
    stepper.lab.python(show_many.format(100))
    stepper.expect_texts(texts_up_to(0))
    assert stepper.root.locator("svg.marks").count() == 1
    assert stepper.lab.counted("JSEventListeners") < listeners + 50
    assert stepper.lab.counted("Nodes") < nodes + 2000


def test_stepping_goes_on_while_the_kernel_is_busy(stepper):
    go = stepper.lab.server.root / "go_on"
    busy = "import pathlib, time\nwhile not pathlib.Path('go_on').exists(): time.sleep(0.05)"
    stepper.lab.start_python(busy)
    try:
        stepper.press("ArrowRight")
        stepper.expect_texts(texts_up_to(1))
        expect(stepper.story).to_contain_text("(A 6, B 3)")
        stepper.root.get_by_label("Speed").select_option("8")
        stepper.button("Play").click()
        stepper.expect_texts(texts_up_to(LAST))
        assert stepper.lab.kernel_status() == "busy"
    finally:
        go.touch()
    for _ in range(100):  # the kernel first catches up with what it was told meanwhile
        heard = stepper.lab.python("print(stepper.cursor)")
        if heard == f"{LAST}":
            break
        stepper.page.wait_for_timeout(100)
    assert heard == f"{LAST}"
    go.unlink()


# --- Looks ---------------------------------------------------------------------------------------


@pytest.fixture
def dark(stepper):
    stepper.lab.command("apputils:change-theme", theme="JupyterLab Dark")
    yield stepper
    stepper.lab.command("apputils:change-theme", theme="JupyterLab Light")
    stepper.expect_background(THEMES["light"].background)


def test_the_picture_follows_the_theme_of_jupyterlab(dark):
    dark.expect_background(THEMES["dark"].background)
    dark.expect_texts(texts_up_to(0))
    fills = dark.svg.evaluate(EVERY_FILL)
    assert THEMES["dark"].prefill[0] in fills
    assert THEMES["light"].prefill[0] not in fills
    assert dark.root.locator("svg.marks").count() == 1
    dark.press("ArrowRight")
    dark.expect_texts(texts_up_to(1))


def test_every_control_and_the_picture_have_a_name(stepper):
    names = stepper.root.locator("button").evaluate_all(
        "buttons => buttons.map((button) => button.getAttribute('aria-label'))"
    )
    assert len(set(names)) == len(names) == 5
    assert all(names)
    expect(stepper.slider).to_have_accessible_name("Iteration")
    described = stepper.root.locator("[aria-label^='Gantt chart of 6 requests']")
    assert described.count() == 1


def test_what_happens_is_said_to_screen_readers(stepper):
    stepper.press("ArrowRight")
    spoken = stepper.root.locator("[aria-live=polite]")
    expect(spoken).to_contain_text("(A 6, B 3)")


def test_every_word_on_the_page_comes_from_the_table_of_its_language(stepper):
    stepper.lab.run_below(
        "import re, string\n"
        "from schedlib import Request, words as tables\n"
        "def other(text):\n"
        "    return re.sub('[A-Za-z]', 'ж', text)\n"
        "def translated(template):\n"
        "    made = ''\n"
        "    for text, field, nouns, _ in string.Formatter().parse(template):\n"
        "        nouns = ':' + other(nouns) if nouns else ''\n"
        "        made += other(text) + ('{' + field + nouns + '}' if field else '')\n"
        "    return made\n"
        "tables.TABLES['toy'] = {k: translated(v) for k, v in tables.TABLES['en'].items()}\n"
        "six = [Request(chr(0x4E00 + n), r.arrival, r.prompt, r.output, r.priority)\n"
        "       for n, r in enumerate(workloads.six_requests())]\n"
        "Stepper(simulate(six), cursor=1, language='toy')\n"
    )
    try:
        other = View(stepper.lab, place=1)
        expect(other.svg).to_be_attached()
        shown = other.root.evaluate(
            """root => {
              const names = ['aria-label', 'title', 'alt', 'placeholder'];
              const said = [...root.querySelectorAll('*')].filter((e) => !e.closest('svg.marks'))
                .flatMap((e) => names.map((name) => e.getAttribute(name) ?? ''));
              return [...said, root.textContent];
            }"""
        )
        notation = r"P\d+|D|q\d+"
        letters = [re.sub(notation, "", text) for text in shown]
        assert [text for text in letters if re.search("[A-Za-z]", text)] == []
    finally:
        stepper.lab.command("notebook:delete-cell")


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="SCREENSHOTS names no folder")
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_screenshots_are_taken(stepper, theme):
    folder = Path(os.environ["SCREENSHOTS"])
    folder.mkdir(parents=True, exist_ok=True)
    stepper.lab.command("apputils:change-theme", theme=f"JupyterLab {theme}")
    stepper.expect_background(THEMES[theme.lower()].background)
    try:
        for iteration in (0, 1, 2, LAST):
            stepper.lab.python(f"stepper.cursor = {iteration}")
            stepper.expect_texts(texts_up_to(iteration))
            stepper.root.evaluate("root => root.scrollIntoView()")
            picture = folder / f"stepper_{theme.lower()}_{iteration}.png"
            stepper.page.screenshot(path=picture)
            assert picture.stat().st_size > 10_000
    finally:
        stepper.lab.command("apputils:change-theme", theme="JupyterLab Light")
        stepper.expect_background(THEMES["light"].background)


# --- Afterwards (these come last: they end the kernel, and judge all that went before) -----------


def test_nothing_was_asked_of_another_host(stepper):
    assert stepper.lab.turned_away == []


def test_no_script_on_the_page_has_failed(stepper):
    assert stepper.lab.errors == []


def test_an_old_view_still_steps_when_its_kernel_was_restarted(stepper):
    stepper.page.evaluate(
        "() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart()"
    )
    assert stepper.lab.python("print('trace' in globals())") == "False"
    stepper.press("ArrowRight", "ArrowRight")
    stepper.expect_iteration(2)
    stepper.expect_texts(texts_up_to(2))
    stepper.press("End")
    stepper.expect_texts(texts_up_to(LAST))
