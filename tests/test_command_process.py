"""The command line as a process of its own: its streams, signals and encodings."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from oracle import SIX_REQUESTS, as_text, fixed_cases

SUMMARY = "request_summary.json"

posix_only = pytest.mark.skipif(os.name != "posix", reason="POSIX pipes, devices and signals")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The working folder of each test: an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start(*arguments, **settings):
    """Start a process of its own: `python -m schedlib ...`."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    environment |= settings.pop("environment", {})
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings
    command = [sys.executable, *arguments]
    return subprocess.Popen(command, env=environment, encoding="utf-8", **settings)


def heed_ctrl_c():
    """Take the signal as a terminal's programs do: what runs in the background may ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_requests_can_come_through_standard_input():
    run = start("-m", "schedlib", "run", "--requests", "-", stdin=subprocess.PIPE)
    out, err = run.communicate(json.dumps(SIX_REQUESTS))
    assert (run.returncode, err) == (0, "")
    assert as_text(json.loads(out)) == as_text(fixed_cases()["baseline"][2])


@posix_only
@pytest.mark.parametrize("options", [["run"], ["check"], ["--help"], ["--version"]])
def test_a_reader_that_leaves_early_is_no_error(options, folder):
    reading, writing = os.pipe()
    os.close(reading)
    run = start("-m", "schedlib", *options, stdout=writing)
    os.close(writing)
    assert (run.communicate()[1], run.returncode) == ("", 0)
    assert (folder / SUMMARY).exists() == (options == ["run"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "options", [["run"], ["run", "--max-iterations", "5"], ["check"], ["--help"]]
)
def test_a_full_disk_is_told_in_one_line(options):
    with Path("/dev/full").open("w") as full:
        run = start("-m", "schedlib", *options, stdout=full)
    err = run.communicate()[1]
    assert run.returncode == 2
    assert err.count("\n") == 1 and "standard output" in err


@posix_only
def test_the_summary_and_the_run_can_share_standard_output(folder):
    with (folder / "both.txt").open("w") as both:
        start("-m", "schedlib", "run", "--summary", "/dev/stdout", stdout=both).communicate()
    text = (folder / "both.txt").read_text()
    summary, end = json.JSONDecoder().raw_decode(text)
    assert json.loads(text[end:])["requests"] == summary


@posix_only
def test_ctrl_c_ends_it_quietly(folder):
    os.mkfifo(folder / "never.json")
    run = start("-m", "schedlib", "run", "--requests", "never.json", preexec_fn=heed_ctrl_c)
    with (folder / "never.json").open("w"):  # opens as soon as the run opens it, too
        run.send_signal(signal.SIGINT)
        assert run.communicate() == ("", "")
    assert run.returncode == 130


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("form", ["json", "table", "narration"])
def test_an_id_that_the_output_cannot_hold_is_escaped(encoding, form, folder):
    (folder / "r.json").write_text(
        r'[{"id":"\ud800\n中","arrival":0,"prompt":1,"output":1}]', "utf-8"
    )
    run = start(
        *("-m", "schedlib", "run", "--requests", "r.json", "--format", form),
        environment={"PYTHONIOENCODING": encoding},
    )
    out, err = run.communicate()
    assert (run.returncode, err) == (0, "")
    assert r"\ud800\n" in out


HEAVY = {"pandas", "altair", "ipywidgets", "anywidget", "IPython", "numpy"}


@pytest.mark.parametrize(
    "program",
    [
        "import schedlib; schedlib.simulate(schedlib.workloads.six_requests())",
        "from schedlib.command_line.command import main; main(['run', '--format', 'table'])",
        "from schedlib.command_line.command import main; main(['check'])",
        "from schedlib.command_line.command import main; main(['engines'])",
        "from schedlib.command_line.command import main; main(['run', '--engine', 'vllm-v1'])",
    ],
)
def test_the_core_and_the_command_line_load_the_standard_library_alone(program):
    run = start("-c", f"{program}\nimport sys; print(*sys.modules)")
    out, err = run.communicate()
    assert (run.returncode, err) == (0, "")
    assert not HEAVY & set(out.splitlines()[-1].split())
