"""The exercise that builds the scheduler, in a real JupyterLab: first wrong, then from the key."""

import nbformat
import pytest
from lab import EXERCISES, PATIENCE
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NAME = "04_build_the_scheduler.ipynb"
KEY = EXERCISES.parent / "solutions" / NAME
FILL = """async (answers) => {
  for (const { model } of jupyterapp.shell.currentWidget.content.widgets) {
    if (model.id in answers) model.sharedModel.setSource(answers[model.id]);
  }
}"""


def answers():
    """What the key has in the cells that a student fills in, by their ids."""
    key = nbformat.read(KEY, as_version=4)
    return {
        cell.id: cell.source
        for cell in key.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


@pytest.fixture(scope="module")
def exercise(lab):
    lab.open(f"exercises/{NAME}")
    yield lab
    lab.shut_down()


def verdicts(exercise):
    """The checks' words, as they would be stored."""
    texts = ["".join(output.get("data", {}).get("text/plain", "")) for output in exercise.outputs()]
    return [text for text in texts if text.startswith(("✓", "○"))]


def test_a_wrong_step_shows_boards_side_by_side(exercise):
    wrong = "def refill(board):\n    board.active += board.waiting\n    board.waiting = []"
    exercise.page.evaluate(FILL, {"build-4-answer": wrong})
    exercise.run_all()
    exercise.wait_until_done()
    told = verdicts(exercise)
    assert [text[0] for text in told] == ["○"] * 8
    assert "board.active should be" in told[3]
    pictures = [
        output["data"].get("image/svg+xml") for output in exercise.outputs() if "data" in output
    ]
    assert any(picture and "should be" in picture and "yours" in picture for picture in pictures)


@pytest.mark.skipif(not KEY.is_file(), reason="the key in solutions/ is not here")
def test_solved_from_the_key_everything_turns_green(exercise):
    exercise.page.evaluate(FILL, answers())
    exercise.run_all()
    exercise.wait_until_done()
    assert [text[0] for text in verdicts(exercise)] == ["✓"] * 8
    assert not [output for output in exercise.outputs() if output["output_type"] == "error"]
    exercise.page.locator(".schedlib-stepper").first.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(exercise.page.locator(".schedlib-figure svg").first).to_be_visible(timeout=PATIENCE)
    assert exercise.errors == []
    assert exercise.turned_away == []
