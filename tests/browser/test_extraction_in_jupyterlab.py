"""The extraction questions as a student meets them: untouched, then wrong, then right."""

import pytest
from lab import PATIENCE
from playwright.sync_api import expect

from schedlib.exercises.extraction import PROBES, judge
from schedlib.exercises.probes import Choice, Number, in_order

pytestmark = pytest.mark.browser

ONE_OF_EACH = ("q1_order", "q2_cached", "q3_better", "q4_waiting", "q5_return", "q6_lead")

PLACE = """id => jupyterapp.shell.currentWidget.content.widgets
  .findIndex(cell => cell.model.id === id)"""
ANSWER = """async ([place, answer]) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = place;
  await content.scrollToItem(place + 1, 'center');
  const cell = content.widgets[place].model.sharedModel;
  cell.setSource(`${cell.getSource().split('\\n')[0]}\\n${answer}`);
}"""


@pytest.fixture(scope="module")
def exercise(lab):
    """The exercise as it was handed out, with all of it run once."""
    lab.open("exercises/01_extraction.ipynb")
    lab.run_all()
    yield lab
    lab.shut_down()


def answers(name):
    """What the library says of a probe: a wrong answer, and the right one."""
    probe = PROBES[name]
    seen = probe.see()
    if isinstance(probe, Choice):
        return sorted(probe.claims, key=lambda letter: probe.claims[letter](seen))[-2:]
    mistake = next(iter(probe.mistakes.values()))(seen)
    if isinstance(probe, Number):
        return mistake, probe.value(seen)
    return in_order(mistake), in_order(probe.measure(seen))


def expect_said(exercise, place, verdict):
    shown = exercise.page.locator(f'[data-windowed-list-index="{place}"] .schedlib-verdict')
    for sentence in (verdict.headline, *verdict.findings):
        expect(shown).to_contain_text(sentence, timeout=PATIENCE)


def test_run_all_goes_to_the_end_of_the_untouched_exercise(exercise):
    exercise.wait_until_done()
    errors = [o for o in exercise.outputs() if o["output_type"] == "error"]
    assert [error["ename"] for error in errors] == ["NotYet"] * len(PROBES)
    assert all("Nothing is filled in yet" in error["evalue"] for error in errors)
    assert exercise.errors == []
    assert exercise.turned_away == []


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_wrong_and_then_a_right_answer_are_met_by_their_words(exercise, name):
    wrong, right = answers(name)
    id = f"extraction-{name.replace('_', '-')}-answer"
    place = exercise.page.evaluate(PLACE, id)
    for answer, passes in ((wrong, False), (right, True)):
        verdict = judge(name, answer)
        assert verdict.passed is passes
        exercise.page.evaluate(ANSWER, [place, f"{name} = {answer!r}"])
        exercise.command("notebook:run-cell")
        exercise.page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex += 1")
        exercise.command("notebook:run-cell")
        expect_said(exercise, place + 1, verdict)
