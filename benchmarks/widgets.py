"""How long a reader waits in JupyterLab: for a step of the cursor, and for a knob."""

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from lab import SWITCHES, Lab, Server, browser_path

STEP_AIM, KNOB_AIM, RATIO_AIM = 100, 250, 1.5  # ms, ms, and how much slower a knob may become
STEPS, MOVES, SHOWN, WARM = 60, 100, 20, 4

SETUP = """
from schedlib import Tutorial, simulate, workloads
from schedlib.widgets import Stepper, WhatIf
what_if = WhatIf(workloads.six_requests())
stepper = Stepper(simulate(workloads.overload()))
display(what_if, stepper)
"""

# How long from an act until the picture has changed for the last time, and that change has been
# painted: a knob changes it twice, when the cursor moves to the end of a longer run.
UNTIL_PAINTED = """(act) => new Promise((resolve, reject) => {
  const svg = document.querySelectorAll('.schedlib-figure svg')[place];
  const start = performance.now();
  let painted, quiet;
  const end = () => {
    seen.disconnect();
    if (painted) resolve(painted - start);
    else reject(new Error('the picture has not changed'));
  };
  const seen = new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    painted = performance.now();
    clearTimeout(quiet);
    quiet = setTimeout(end, 150);
  })));
  seen.observe(svg, { attributes: true, characterData: true, childList: true, subtree: true });
  quiet = setTimeout(end, 10000);
  act();
})"""
STEP = (
    "([place, key]) => (%s)(() => document.querySelectorAll('.schedlib-stepper')[place]"
    ".dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))"
)
# A knob moves as it does under a hand: the handle of the slider gets a key.
MOVE = (
    "([place, key]) => (%s)(() => document.querySelector('.widget-slider [role=slider]')"
    ".dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))"
)
# Another run, shown by Python: from the request to the kernel to the painted picture.
SHOW = (
    "([place, code]) => (%s)(() => jupyterapp.shell.currentWidget.context.sessionContext.session"
    ".kernel.requestExecute({ code, store_history: false }))"
)


def measured(page, act, place, inputs):
    """The times of all the acts in ms, but for the first few."""
    times = [page.evaluate(act % UNTIL_PAINTED, [place, given]) for given in inputs]
    return times[WARM:]


def alternating(count, *inputs):
    return [inputs[n % len(inputs)] for n in range(count + WARM)]


def show(what, figure, aim, unit="ms"):
    aimed = "" if aim is None else f"<= {aim} {unit}"
    print(f"{what:58} {figure:8.{0 if unit else 2}f} {unit:2}   {aimed}".rstrip(), flush=True)


def show_times(what, times, aim=None):
    show(f"{what}, median of {len(times)}", statistics.median(times), None)
    show(f"{what}, 95th percentile", statistics.quantiles(times, n=20)[-1], aim)


def measure(lab):
    lab.open("00_start_here.ipynb")
    lab.run_below(SETUP)
    page = lab.page
    page.wait_for_function("() => document.querySelectorAll('.schedlib-figure svg').length === 2")
    page.locator(".schedlib-stepper").first.scroll_into_view_if_needed()

    steps = alternating(STEPS, "ArrowLeft", "ArrowRight")
    show_times("a step of the cursor, six requests", measured(page, STEP, 0, steps), STEP_AIM)

    keys = alternating(MOVES, "ArrowRight", "ArrowLeft")
    moves = measured(page, MOVE, 0, keys)
    show_times("a knob moved, six requests", moves, KNOB_AIM)
    ratio = statistics.median(moves[-10:]) / statistics.median(moves[:10])
    show("its last ten moves over its first ten", ratio, RATIO_AIM, unit="")

    page.locator(".schedlib-stepper").last.scroll_into_view_if_needed()
    steps = alternating(STEPS, "ArrowRight", "ArrowLeft")
    show_times("a step of the cursor, overload", measured(page, STEP, 1, steps), STEP_AIM)
    code = "stepper.show(simulate(workloads.overload(), Tutorial(prefill_chunk={})))"
    shown = alternating(SHOWN, code.format(6), code.format(3))
    show_times("stage.show, overload", measured(page, SHOW, 1, shown), KNOB_AIM)
    if lab.errors:
        print("scripts failed:", *lab.errors, sep="\n")


def main():
    if not browser_path():
        sys.exit("there is no Chromium or Chrome on this machine (CHROME may name one)")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            server.wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path(), args=SWITCHES)
                measure(Lab(server, browser))
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
