#!/usr/bin/env python3
"""Opens the workbook, or tests it.

The first start makes .venv beside this file and installs the workbook's
packages into it, which takes the network and a few minutes; later starts only
look whether anything has changed. All it needs is Python 3.11 or newer.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (older ones can read this file, to be told so)
    sys.exit(
        "The workbook needs Python 3.11 or newer, and this one is {}.{}: install a newer one and "
        "start with it, for example: python3.12 workbook.py".format(*sys.version_info)
    )

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOG = VENV / "set-up.log"

# A set-up has three parts: these are the files each depends on, and what pip is told to install.
RUNTIME = ("requirements.txt", "constraints.txt", "pyproject.toml")
PARTS = {"venv": (), "lab": RUNTIME, "test": (*RUNTIME, "tests/requirements.txt")}
PACKAGES = {"lab": ("-r", "requirements.txt", "-e", "."), "test": ("-r", "tests/requirements.txt")}

# Settings meant for another Python or another place, which would lead .venv astray.
FOREIGN = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")

# What pip's log says when it fails, and what that means to whoever started it.
FAILURES = {
    "No space left on device": "the disk is full; make room",
    "Permission denied": "a file here may not be written; make this folder your own",
    "connection broken": "packages could not be fetched; connect to the network",
    "No matching distribution found": "packages could not be fetched; connect to the network",
}


class SetUpError(Exception):
    """The set-up cannot go on; the message says why, and what to do."""


def say(text, end="\n"):
    print(text, end=end, file=sys.stderr, flush=True)


# Each finished part leaves a stamp, so that later starts need look no further.


def stamp(part):
    return VENV / f"{part}.stamp"


def digest(part):
    """Digest the files a part depends on, and what ties .venv down: its place and its Python."""
    ties = f"{VENV} {sys.version_info[:2]}".encode()
    return hashlib.sha256(
        b"\0".join([ties, *((ROOT / name).read_bytes() for name in PARTS[part])])
    ).hexdigest()


def is_done(part):
    expected = digest(part)
    try:
        return stamp(part).read_text(encoding="ascii") == expected
    except (OSError, ValueError):  # not there, or not text
        return False


def mark_done(part):
    new = stamp(part).with_suffix(".new")
    new.write_text(digest(part), encoding="ascii")
    new.replace(stamp(part))  # at once, or not at all


def read_log():
    return LOG.read_text(encoding="utf-8", errors="replace") if LOG.exists() else ""


def is_half_installed():
    """Tell whether pip was cut off while it wrote packages; until then it only fetches."""
    log = read_log()
    return log.rfind("Installing collected packages") > log.rfind("Successfully installed")


def has_python():
    """Tell whether .venv's Python is there, and the one it was made from too."""
    try:
        settings = (VENV / "pyvenv.cfg").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    home = re.search("^home = (.+)$", settings, re.MULTILINE)
    return home is not None and Path(home[1]).exists() and PYTHON.exists()


def is_ready(*parts):
    return has_python() and not is_half_installed() and all(map(is_done, parts))


# The steps of a set-up.


def environment():
    """Return the variables for .venv's programs: its own come first, no other Python's count."""
    variables = {name: text for name, text in os.environ.items() if name not in FOREIGN}
    variables["VIRTUAL_ENV"] = str(VENV)
    variables["PATH"] = os.pathsep.join([str(PYTHON.parent), os.environ.get("PATH", os.defpath)])
    return variables


@contextmanager
def one_at_a_time():
    """Wait for any other set-up, be it one that a killed start left behind (see `start`)."""
    with Path(__file__).open("rb") as lock:
        os.set_inheritable(lock.fileno(), True)
        if fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another set-up of this workbook is at work; waiting for it to end.")
                fcntl.flock(lock, fcntl.LOCK_EX)
            except OSError:
                pass  # this file system knows no locks
        yield


def start(*command, output):
    """Start a step, which inherits the lock: should we be killed, it goes on to its end."""
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        close_fds=False,
    )


def has_pip():
    with start(PYTHON, "-m", "pip", "--version", output=subprocess.DEVNULL) as pip:
        return pip.wait() == 0


def make_venv():
    """Make .venv afresh, whatever is there."""
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise SetUpError(
            "This Python comes without its venv module: install it (on Debian and Ubuntu: "
            "apt install python{}.{}-venv), then start again.".format(*sys.version_info)
        )
    say("Making .venv, a Python environment of the workbook's own.")
    for old in VENV.glob("*.stamp"):  # gone before what they vouch for
        old.unlink()
    base = getattr(sys, "_base_executable", sys.executable)  # the Python beneath any venv
    making = start(base, "-m", "venv", "--clear", VENV, output=subprocess.PIPE)
    output = making.communicate()[0].decode(errors="replace")
    if making.returncode:
        reason = " ".join(output.split()) or f"exit code {making.returncode}"
        raise SetUpError(f"Python could not make {VENV}. Mend this, then start again: {reason}")
    mark_done("venv")


def install(part):
    say(f"Installing the packages for '{part}': this happens once, and takes a few minutes.")
    command = [PYTHON, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar", "off", "-c", "constraints.txt", *PACKAGES[part]]
    with LOG.open("wb") as log:
        pip = start(*command, output=log)
    try:
        show_life(pip)
    except BaseException:
        pip.terminate()
        pip.wait()
        raise
    if pip.returncode:
        reasons = (meaning for words, meaning in FAILURES.items() if words in read_log())
        reason = next(reasons, "pip could not install the packages; see its log")
        raise SetUpError(f"Set-up failed: {reason}, then start again. pip's log is {LOG}")
    mark_done(part)


def show_life(process):
    """Show the seconds, and the last line of the log, until the process ends."""
    on_terminal = sys.stderr.isatty()
    width = shutil.get_terminal_size().columns - 1
    started = time.monotonic()
    while process.poll() is None:
        try:
            process.wait(0.5 if on_terminal else 15)
        except subprocess.TimeoutExpired:
            latest = read_log().strip().rpartition("\n")[2].strip()
            line = f"{time.monotonic() - started:5.0f} s  {latest}"[:width]
            say(line.ljust(width) if on_terminal else line, "\r" if on_terminal else "\n")
    if on_terminal:
        say(" " * width, "\r")


def set_up(*parts):
    if is_ready("venv", *parts):
        return
    with one_at_a_time():
        if not (is_ready("venv") and has_pip()):
            make_venv()
        for part in parts:
            if not is_done(part):
                install(part)


# The commands.


def hand_over(*arguments):
    """Become .venv's Python; on Windows, where none can, stand behind it."""
    command = [str(PYTHON), *arguments]
    os.chdir(ROOT)
    if os.name == "posix":
        os.execve(command[0], command, environment())
    with subprocess.Popen(command, env=environment()) as program:
        while True:
            try:
                return program.wait()
            except KeyboardInterrupt:
                continue  # the program has heard Ctrl-C too, and closes in its own time


def lab(options):
    """open the notebooks in JupyterLab; takes its options"""
    set_up("lab")
    settings = [
        f"--ServerApp.root_dir={ROOT}",
        "--ServerApp.ip=127.0.0.1",
        "--LabApp.default_url=/lab/tree/notebooks",
        # Classrooms are often offline: ask nothing of the outside.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        settings.append("--allow-root")  # in many containers the only user there is
    return hand_over("-m", "jupyterlab", *settings, *options)


def test(options):
    """test the package, the notebooks and the exercises; takes pytest's options"""
    set_up("lab", "test")
    return hand_over("-m", "pytest", "--nbval", "-n", "auto", "--dist", "loadscope", *options)


def store(notebooks):
    """run the notebooks that are named, and store what they show for the tests to compare"""
    set_up("lab", "test")
    return hand_over("tests/store_outputs.py", *(str(Path(name).resolve()) for name in notebooks))


def exercises(names):
    """make the exercises and their keys from solutions/source; names pick some"""
    set_up("lab", "test")
    return hand_over("tests/make_exercises.py", *names)


COMMANDS = {"lab": lab, "test": test, "store": store, "exercises": exercises}


def usage():
    lines = [f"  python3 workbook.py {name:9}  {run.__doc__}" for name, run in COMMANDS.items()]
    return "\n".join([__doc__, *lines, "\nWithout a command, it is lab."])


def main(arguments):
    name = "lab"
    if arguments and not arguments[0].startswith("-"):
        name, *arguments = arguments
    if name not in COMMANDS:
        say(f"There is no command '{name}', only {' and '.join(COMMANDS)}; --help tells more.")
        return 2
    if "-h" in arguments or "--help" in arguments:
        print(usage())
        return 0
    try:
        return COMMANDS[name](arguments)
    except SetUpError as error:
        say(error)
    except OSError as error:
        say(f"Set-up failed: {error}. Mend that, then start again.")
    except KeyboardInterrupt:
        say("\nStopped. The next start goes on from here.")
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
