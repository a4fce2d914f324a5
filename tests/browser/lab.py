"""A real JupyterLab, and a page of a real browser with it: for the tests here and the benchmarks.

The browser is the one on the machine (Chromium or Chrome; the variable CHROME may name another).
Nothing is fetched: whatever asks for another host than this machine is turned away and noted.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
EXERCISES = NOTEBOOKS.parent / "exercises"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 60_000  # ms; only a broken page makes anybody wait that long
SIZE = {"width": 1280, "height": 720}
QUIET = {  # no question about news, and none about updates
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


def browser_path():
    named = os.environ.get("CHROME")
    return next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A JupyterLab on a folder of its own."""

    def __init__(self, folder):
        self.port, self.token = free_port(), secrets.token_hex(16)
        self.root = folder / "course"
        shutil.copytree(NOTEBOOKS, self.root, ignore=shutil.ignore_patterns(".*"))
        shutil.copytree(EXERCISES, self.root / EXERCISES.name)
        settings = folder / "settings"
        for name, values in QUIET.items():
            file = settings / "@jupyterlab" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        outside = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "PYTEST"))}
        own = {
            "JUPYTER_CONFIG_DIR": folder / "config",
            "JUPYTER_DATA_DIR": folder / "data",
            "JUPYTER_RUNTIME_DIR": folder / "runtime",
            "JUPYTERLAB_SETTINGS_DIR": settings,
            "JUPYTERLAB_WORKSPACES_DIR": folder / "workspaces",
            "IPYTHONDIR": folder / "ipython",
            "JUPYTER_TOKEN": self.token,
        }
        self.log = folder / "jupyterlab.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "jupyter", "lab", "--no-browser"),
                    *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={self.port}"),
                    *("--ServerApp.port_retries=0", "--expose-app-in-browser"),
                    *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
                ],
                cwd=self.root,
                env=outside | {name: str(value) for name, value in own.items()},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def ask(self, path, method="GET"):
        address = f"http://127.0.0.1:{self.port}/{path}"
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(address, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.read()

    def wait(self):
        for _ in range(600):
            assert self.process.poll() is None, self.log.read_text()
            try:
                return self.ask("api/status")
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise TimeoutError(f"JupyterLab did not start:\n{self.log.read_text()}")

    def stop(self):
        """End the kernels, the server, and, by their ids, what is left of either."""
        mine = []
        try:
            mine = psutil.Process(self.process.pid).children(recursive=True)
            for kernel in json.loads(self.ask("api/kernels")):
                self.ask(f"api/kernels/{kernel['id']}", "DELETE")
        except (OSError, psutil.Error):
            pass
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for process in psutil.wait_procs(mine, timeout=5)[1]:
            process.kill()


class Lab:
    """A page with JupyterLab in it."""

    def __init__(self, server, browser):
        self.server = server
        self.page = browser.new_page(viewport=SIZE)
        self.page.set_default_timeout(PATIENCE)
        self.turned_away, self.errors = [], []
        self.page.route("**/*", self._stay_here)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _stay_here(self, route):
        address = route.request.url
        if address.startswith((f"http://127.0.0.1:{self.server.port}/", "blob:", "data:")):
            route.continue_()
        else:
            self.turned_away.append(address)
            route.abort()

    def open(self, notebook):
        address = f"http://127.0.0.1:{self.server.port}/lab/tree/{notebook}"
        self.page.goto(f"{address}?token={self.server.token}&reset")
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.page.wait_for_function(
            "() => jupyterapp.shell.currentWidget?.context?.sessionContext?.session?.kernel"
            "?.status === 'idle'"
        )

    def menu(self, *names):
        for name in names:
            self.page.get_by_role("menuitem", name=name, exact=True).first.click()

    def run_all(self):
        """Run all cells, and come back when the last one is done."""
        self.command("notebook:run-all-cells")

    def shut_down(self):
        """End the kernel of the notebook."""
        self.page.evaluate("jupyterapp.shell.currentWidget.context.sessionContext.shutdown()")

    def wait_until_done(self):
        self.page.wait_for_function(
            """() => {
              const { content, context } = jupyterapp.shell.currentWidget;
              const code = content.widgets.filter((cell) =>
                cell.model.type === 'code' && cell.model.sharedModel.getSource().trim());
              return context.sessionContext.session.kernel.status === 'idle'
                && code.every((cell) => cell.model.executionCount > 0);
            }"""
        )

    def outputs(self):
        """Every output of the notebook, as it would be stored."""
        return self.page.evaluate(
            """() => jupyterapp.shell.currentWidget.content.widgets
              .filter((cell) => cell.model.type === 'code')
              .flatMap((cell) => cell.model.outputs.toJSON())"""
        )

    def python(self, code):
        """Run code in the notebook's kernel, without a cell; return what it prints."""
        return self.page.evaluate(
            """async (code) => {
              const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
              const future = kernel.requestExecute({ code, store_history: false });
              let printed = '';
              future.onIOPub = ({ content }) => {
                printed += content.text ?? content.traceback?.join('\\n') ?? '';
              };
              const reply = await future.done;
              if (reply.content.status !== 'ok') throw new Error(printed);
              return printed.trim();
            }""",
            code,
        )

    def start_python(self, code):
        """Have the kernel begin with some code, and do not wait for it."""
        self.page.evaluate(
            """(code) => {
              const { kernel } = jupyterapp.shell.currentWidget.context.sessionContext.session;
              kernel.requestExecute({ code, store_history: false });
            }""",
            code,
        )

    def kernel_status(self):
        return self.page.evaluate(
            "jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.status"
        )

    def command(self, name, **arguments):
        """Do what a menu or a key of JupyterLab would do."""
        self.page.evaluate(
            "async ([name, arguments_]) => {await jupyterapp.commands.execute(name, arguments_)}",
            [name, arguments],
        )

    def run_below(self, code):
        """Add a cell below the active one, with some code, and run it."""
        self.command("notebook:insert-cell-below")
        self.page.evaluate(
            "(code) => jupyterapp.shell.currentWidget.content.activeCell.model.sharedModel"
            ".setSource(code)",
            code,
        )
        self.command("notebook:run-cell")

    def active_cell(self):
        return self.page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex")

    def counted(self, name):
        """What the browser counts, such as "JSEventListeners", after it has tidied up."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        metrics = session.send("Performance.getMetrics")["metrics"]
        session.detach()
        return {metric["name"]: metric["value"] for metric in metrics}[name]
