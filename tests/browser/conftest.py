"""One JupyterLab, one browser and one page for all the tests here."""

import pytest
from lab import SWITCHES, Lab, Server, browser_path
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    if not browser_path():
        pytest.skip("there is no Chromium or Chrome on this machine (CHROME may name one)")
    running = Server(tmp_path_factory.mktemp("jupyterlab"))
    try:
        running.wait()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def browser(server):
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=SWITCHES)
        yield running
        running.close()


@pytest.fixture(scope="session")
def lab(server, browser):
    return Lab(server, browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Keep a picture of the page where a test failed, and say where it is."""
    report = yield
    opened = item.funcargs.get("lab")
    if report.failed and call.when != "teardown" and opened and "tmp_path" in item.funcargs:
        picture = item.funcargs["tmp_path"] / "failed.png"
        opened.page.screenshot(path=picture)
        report.sections.append(("screenshot", str(picture)))
    return report
