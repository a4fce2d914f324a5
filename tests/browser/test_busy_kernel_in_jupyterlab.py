"""A picture comes, however long the cells below it keep the kernel busy."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LONGER_THAN_ANY_PATIENCE = "import time\n\ntime.sleep(22)"
APPEND = """(code) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.model.sharedModel.insertCell(content.widgets.length, { cell_type: 'code', source: code });
}"""


def test_the_stepper_waits_for_a_kernel_that_is_busy_with_the_cells_below(lab):
    lab.open("02_seven_steps.ipynb")
    lab.page.evaluate(APPEND, LONGER_THAN_ANY_PATIENCE)
    lab.run_all()
    lab.wait_until_done()
    figure = lab.page.locator(".schedlib-figure").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator("svg")).to_be_visible()
    expect(figure).not_to_contain_text("could not be drawn")
    assert lab.errors == []
    lab.shut_down()
