"""workbook.py, tested without a network: each test has a small workbook in a folder of its own."""

import ast
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "workbook.py"
INPUTS = ("requirements.txt", "constraints.txt", "pyproject.toml", "tests/requirements.txt")


def make_workbook(folder):
    (folder / "tests").mkdir(parents=True)
    for name in INPUTS:
        (folder / name).write_text(f"# {name}\n")
    shutil.copy(SCRIPT, folder)
    return load(folder)


def load(folder):
    spec = importlib.util.spec_from_file_location("workbook_under_test", folder / "workbook.py")
    workbook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbook)
    return workbook


@pytest.fixture
def workbook(tmp_path):
    return make_workbook(tmp_path / "course")


def make_stand_in(workbook, install=""):
    """Give the workbook a finished .venv whose Python has a pip that does `install`."""
    if os.name != "posix":
        pytest.skip("the stand-in Python is a shell script")
    workbook.PYTHON.parent.mkdir(parents=True)
    workbook.PYTHON.write_text(f'#!/bin/sh\ncase "$*" in *--version) exit 0;; esac\n{install}\n')
    workbook.PYTHON.chmod(0o755)
    (workbook.VENV / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix)}\n")
    for part in workbook.PARTS:
        workbook.mark_done(part)


@pytest.fixture
def steps(workbook, monkeypatch):
    """The steps that a set-up takes, noted instead of done."""
    make_stand_in(workbook)
    taken = []

    def make_venv():
        taken.append("venv")
        for part in workbook.PARTS:
            workbook.stamp(part).unlink(missing_ok=True)

    monkeypatch.setattr(workbook, "make_venv", make_venv)
    monkeypatch.setattr(workbook, "install", taken.append)
    return taken


def run_script(folder, *arguments, **variables):
    return subprocess.run(
        [sys.executable, folder / "workbook.py", *arguments],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


# What makes a set-up necessary.


@pytest.mark.parametrize("name", INPUTS)
def test_a_changed_file_changes_the_digest_of_the_parts_made_from_it(workbook, name):
    before = {part: workbook.digest(part) for part in workbook.PARTS}
    (workbook.ROOT / name).write_text("numpy\n")
    changed = {part for part in workbook.PARTS if workbook.digest(part) != before[part]}
    assert changed == ({"test"} if name == "tests/requirements.txt" else {"lab", "test"})


def test_a_moved_folder_changes_every_digest(workbook, tmp_path):
    before = {part: workbook.digest(part) for part in workbook.PARTS}
    moved = load(workbook.ROOT.rename(tmp_path / "moved"))
    assert all(moved.digest(part) != before[part] for part in moved.PARTS)


def test_another_python_changes_every_digest(workbook, monkeypatch):
    before = {part: workbook.digest(part) for part in workbook.PARTS}
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert all(workbook.digest(part) != before[part] for part in workbook.PARTS)


def test_a_stamp_counts_only_while_its_digest_holds(workbook):
    workbook.VENV.mkdir()
    assert not workbook.is_done("lab")
    workbook.mark_done("lab")
    assert workbook.is_done("lab")
    workbook.stamp("lab").write_text("")
    assert not workbook.is_done("lab")


def test_nothing_is_done_when_nothing_has_changed(workbook, steps):
    workbook.set_up("lab", "test")
    assert steps == []


def test_a_changed_requirement_installs_into_the_environment_at_hand(workbook, steps):
    (workbook.ROOT / "requirements.txt").write_text("numpy\n")
    workbook.set_up("lab")
    assert steps == ["lab"]


def test_the_test_set_is_installed_only_for_the_tests(workbook, steps):
    workbook.stamp("test").unlink()
    workbook.set_up("lab")
    assert steps == []
    workbook.set_up("lab", "test")
    assert steps == ["test"]


def delete_stamp(workbook):
    workbook.stamp("venv").unlink()


def delete_python(workbook):
    workbook.PYTHON.unlink()


def delete_base_python(workbook):
    (workbook.VENV / "pyvenv.cfg").write_text(f"home = {workbook.ROOT / 'gone'}\n")


def delete_settings(workbook):
    (workbook.VENV / "pyvenv.cfg").unlink()


def delete_environment(workbook):
    shutil.rmtree(workbook.VENV)


def cut_off_pip(workbook):
    workbook.LOG.write_text("Collecting numpy\nInstalling collected packages: numpy\n")


@pytest.mark.parametrize(
    "damage",
    [
        delete_stamp,
        delete_python,
        delete_base_python,
        delete_settings,
        delete_environment,
        cut_off_pip,
    ],
)
def test_a_damaged_environment_is_made_afresh(workbook, steps, damage):
    damage(workbook)
    workbook.set_up("lab", "test")
    assert steps == ["venv", "lab", "test"]


def test_an_environment_without_pip_is_made_afresh(workbook, steps):
    workbook.PYTHON.write_text("#!/bin/sh\nexit 1\n")
    workbook.stamp("test").unlink()
    workbook.set_up("lab", "test")
    assert steps == ["venv", "lab", "test"]


def test_pip_cut_off_while_it_fetched_has_harmed_nothing(workbook, steps):
    workbook.LOG.write_text("Collecting numpy\nDownloading numpy\n")
    workbook.set_up("lab", "test")
    assert steps == []


def test_a_finished_pip_is_not_taken_for_one_cut_off(workbook, steps):
    workbook.LOG.write_text("Installing collected packages: numpy\nSuccessfully installed numpy\n")
    workbook.set_up("lab", "test")
    assert steps == []


# A set-up that runs, with a stand-in for pip.


def test_a_finished_install_leaves_its_stamp_and_pips_log(workbook):
    make_stand_in(workbook, install='echo "$@"')
    workbook.stamp("lab").unlink()
    workbook.set_up("lab")
    assert workbook.is_done("lab")
    assert "-c constraints.txt -r requirements.txt -e ." in workbook.LOG.read_text()


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        ("No matching distribution found for jupyterlab", "connect to the network"),
        ("Retrying after connection broken by NewConnectionError", "connect to the network"),
        ("[Errno 28] No space left on device", "make room"),
        ("[Errno 13] Permission denied", "make this folder your own"),
        ("an unheard-of error", "see its log"),
    ],
)
def test_a_failed_pip_ends_in_one_sentence_that_says_what_to_do(workbook, capsys, error, advice):
    make_stand_in(workbook, install=f"echo 'ERROR: {error}'; exit 1")
    workbook.stamp("lab").unlink()
    assert workbook.main([]) == 1
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert advice in sentence
    assert str(workbook.LOG) in sentence
    assert error in workbook.LOG.read_text()
    assert not workbook.is_done("lab")


def test_ctrl_c_stops_pip_says_so_and_leaves_the_rest_to_the_next_start(
    workbook, monkeypatch, capsys
):
    make_stand_in(workbook, install="echo Installing collected packages; exec sleep 60")
    workbook.stamp("lab").unlink()
    stopped = []

    def interrupt(pip):
        stopped.append(pip)
        while not workbook.is_half_installed():
            time.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr(workbook, "show_life", interrupt)
    assert workbook.main([]) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "Stopped. The next start goes on from here."
    assert stopped[0].returncode == -signal.SIGTERM
    assert not workbook.is_ready("venv", "lab")


def test_a_second_set_up_waits_for_the_pip_of_a_killed_one(workbook):
    make_stand_in(workbook, install="echo Installing collected packages; read line < gate")
    workbook.stamp("lab").unlink()
    gate = workbook.ROOT / "gate"
    os.mkfifo(gate)
    command = [sys.executable, workbook.ROOT / "workbook.py"]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not workbook.is_half_installed():
        assert first.poll() is None
        time.sleep(0.05)
    first.kill()
    first.wait()
    second = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert "waiting" in second.stderr.readline()
    second.kill()
    second.communicate()
    gate.write_text("go\n")  # and the pip left behind ends


# Errors that come before pip.


def test_a_python_without_ensurepip_is_told_what_to_install(workbook, monkeypatch, capsys):
    monkeypatch.setattr(workbook.importlib.util, "find_spec", lambda name: None)
    assert workbook.main([]) == 1
    package = "python{}.{}-venv".format(*sys.version_info)
    assert f"apt install {package}" in capsys.readouterr().err
    assert not workbook.VENV.exists()


def test_an_environment_that_cannot_be_made_ends_in_a_sentence(workbook, capsys):
    workbook.VENV.write_text("a file where the folder should be")
    assert workbook.main([]) == 1
    assert f"could not make {workbook.VENV}" in capsys.readouterr().err


def test_a_missing_requirements_file_is_named(workbook, capsys):
    (workbook.ROOT / "requirements.txt").unlink()
    assert workbook.main([]) == 1
    assert "requirements.txt" in capsys.readouterr().err


def test_python_3_6_can_read_the_file():
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_an_old_python_is_told_which_one_is_needed():
    pretend = "import sys, runpy; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1])"
    result = subprocess.run([sys.executable, "-c", pretend, SCRIPT], capture_output=True, text=True)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, and this one is 3.9" in result.stderr
    assert "Traceback" not in result.stderr


# The command line.


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["test", "--help"]])
def test_help_names_the_commands_and_sets_nothing_up(workbook, arguments):
    result = run_script(workbook.ROOT, *arguments)
    assert result.returncode == 0
    assert "workbook.py lab " in result.stdout
    assert "workbook.py test " in result.stdout
    assert not workbook.VENV.exists()


def test_an_unknown_command_gets_one_line_and_exit_code_2(workbook):
    result = run_script(workbook.ROOT, "tset")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "'tset'" in result.stderr
    assert not workbook.VENV.exists()


@pytest.fixture
def handed_over(workbook, monkeypatch):
    """The parts set up and the command line handed over, noted instead of run."""
    noted = []
    monkeypatch.setattr(workbook, "set_up", lambda *parts: noted.append(parts))
    monkeypatch.setattr(workbook, "hand_over", lambda *command: noted.append(command) or 7)
    return noted


def test_options_alone_go_to_jupyterlab(workbook, handed_over):
    assert workbook.main(["--no-browser", "--port", "8897"]) == 7
    parts, command = handed_over
    assert parts == ("lab",)
    assert command[:2] == ("-m", "jupyterlab")
    assert command[-3:] == ("--no-browser", "--port", "8897")


def test_jupyterlab_serves_this_folder_on_this_machine_and_asks_for_its_token(
    workbook, handed_over
):
    workbook.main([])
    command = handed_over[1]
    assert f"--ServerApp.root_dir={workbook.ROOT}" in command
    assert "--ServerApp.ip=127.0.0.1" in command
    assert not [option for option in command if "token" in option or "password" in option]


def test_options_after_test_go_to_pytest(workbook, handed_over):
    assert workbook.main(["test", "-k", "oracle"]) == 7
    parts, command = handed_over
    assert parts == ("lab", "test")
    assert command[:3] == ("-m", "pytest", "--nbval")
    assert command[-2:] == ("-k", "oracle")


def test_store_runs_the_notebooks_named_wherever_it_is_started(
    workbook, handed_over, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert workbook.main(["store", "a.ipynb"]) == 7
    assert handed_over[1] == ("tests/store_outputs.py", str(tmp_path / "a.ipynb"))


@pytest.mark.parametrize("code", [0, 1, 5])
def test_the_exit_code_is_pytests_and_so_is_the_last_line(workbook, code):
    make_stand_in(workbook, install=f'echo "$1 $2"; exit {code}')
    result = run_script(workbook.ROOT, "test")
    assert (result.returncode, result.stdout) == (code, "-m pytest\n")


def test_settings_of_another_python_do_not_reach_the_environment(workbook):
    make_stand_in(workbook, install='echo "$PYTHONPATH|$PIP_USER|$VIRTUAL_ENV|$PATH"')
    result = run_script(workbook.ROOT, PYTHONPATH=str(workbook.ROOT), PIP_USER="1")
    path, user, environment, programs = result.stdout.strip().split("|")
    assert (path, user) == ("", "")
    assert environment == str(workbook.VENV)
    assert programs.startswith(str(workbook.PYTHON.parent) + os.pathsep)
