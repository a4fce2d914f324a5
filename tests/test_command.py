"""The command line: what it prints and writes, and how it ends."""

import json
import re

import pytest
from oracle import GOLDEN, as_text, fixed_cases

from schedlib.command_line.command import main

CASES = fixed_cases()
SUMMARY = "request_summary.json"
CUT = ["run", "--max-iterations", "5"]  # the baseline needs six


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The working folder of each test: an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def options_of(policy):
    """A policy as it is written on the command line."""
    knobs = {name: value for name, value in policy.items() if name != "preemption"}
    words = [
        word
        for name, value in knobs.items()
        for word in (f"--{name.replace('_', '-')}", "none" if value is None else str(value))
    ]
    return words if policy["preemption"] else [*words, "--no-preemption"]


# --- What a run prints and writes ------------------------------------------------------------


def test_without_options_it_is_the_baseline(capsys):
    assert main(["run"]) == 0
    printed = capsys.readouterr()
    assert as_text(json.loads(printed.out)) == as_text(CASES["baseline"][2])
    assert printed.err == ""


@pytest.mark.parametrize("name", CASES)
def test_every_recorded_run_can_be_made_with_options_and_a_file(name, folder, capsys):
    requests, policy, artifact = CASES[name]
    (folder / "requests.json").write_text(json.dumps(requests))
    code = main(["run", "--requests", "requests.json", *options_of(policy)])
    assert as_text(json.loads(capsys.readouterr().out)) == as_text(artifact)
    assert code == (0 if artifact["termination"] == "all_terminal" else 3)


@pytest.mark.parametrize("name", ["overload_requests.json", "no_such_file.json"])
def test_the_summary_is_written_if_there_is_a_run(name, folder, capsys):
    main(["run", "--requests", str(GOLDEN / name)])
    printed = capsys.readouterr().out
    assert (folder / SUMMARY).exists() == bool(printed)
    if printed:
        summary = json.dumps(json.loads(printed)["requests"], indent=2) + "\n"
        assert (folder / SUMMARY).read_text() == summary


def test_the_summary_goes_where_it_is_sent(folder, capsys):
    main(["run", "--summary", "other.json"])
    assert [path.name for path in folder.iterdir()] == ["other.json"]


def test_the_queue_can_be_unbounded(capsys):
    main(["run", "--max-queue", "none"])
    assert json.loads(capsys.readouterr().out)["policy"]["max_queue"] is None


def test_the_table_is_the_trace_of_the_lesson(capsys):
    assert main(["run", "--format", "table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == [*"1-", "B1", "C2", *"BCA-CAB3"]
    assert "A        3             5          1            completed" in lines
    assert lines[-1] == "The run drained in 6 iterations: 5 requests completed, 1 rejected."


def test_the_narration_names_each_step_that_did_something(capsys):
    assert main(["run", "--format", "narration"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines.index("Iteration 2") < lines.index("  3. Bounded queue or reject")
    assert any("A is preempted" in line and "(A 6, B 3)" in line for line in lines)


@pytest.mark.parametrize("form", ["json", "table", "narration"])
def test_a_run_that_was_cut_says_so(form, folder, capsys):
    assert main([*CUT, "--format", form]) == 3
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert "warning" in printed.err and "did not drain" in printed.err
    assert ("iteration_limit" if form == "json" else "did not drain") in printed.out
    assert (folder / SUMMARY).exists()


def test_check_passes_all_nine_items(folder, capsys):
    assert main(["check"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line[:8] for line in printed if line[:4] in ("pass", "FAIL")] == [
        f"pass  {number}." for number in range(1, 10)
    ]
    assert not list(folder.iterdir())


def test_the_version_and_the_help_are_told(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "schedlib 0.1.0\n"
    assert main(["run", "--help"]) == 0
    assert "(default: 6)" in capsys.readouterr().out


# --- Errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, words",
    [
        ("", "{run,replay,sweep,calibrate,export,engines,check}"),
        ("jump", "'jump'"),
        ("run --max-act 1", "--max-act 1; did you mean --max-active.$"),  # no abbreviations
        ("run --max-activ=1 --sumary x", "--max-active.; did you mean --summary.$"),
        ("run --no-premption", "did you mean --no-preemption.$"),
        ("engines --formt json", "--formt; did you mean --format.$"),
        ("check --halp", "--halp; did you mean --help.$"),
        ("run --colour red", "unrecognized arguments: --colour red$"),
        ("run jump", "jump"),
        ("run --max-active", "--max-active: expected one argument"),
        ("run --max-active abc", "--max-active: it must be a whole number .*, not 'abc'"),
        ("run --max-active 1_0", "--max-active: it must be a whole number .*, not '1_0'"),
        ("run --max-active 0", "--max-active: it must be .* at least 1, not 0"),
        ("run --max-active 7", "max_active must be at most token_budget .6., not 7"),
        ("run --max-queue -1", "--max-queue: it must be .* at least 0, not -1; or none"),
        ("run --token-budget 2.5", "--token-budget: .* not '2.5'"),
        ("run --prefill-chunk 0", "--prefill-chunk: .* at least 1, not 0"),
        (f"run --max-iterations {'9' * 5000}", "not a number of 5,000 digits"),
        (f"run --max-iterations {10**18 + 1}", "at most 1,000,.*, not 1000000000000000001"),
        ("run --format poem", "--format: .*'poem'"),
        ("run --requests none.csv", "none.csv.*No such file"),
        ("run --requests .", "directory|Permission"),
        ("run --summary no/folder.json", "cannot write 'no/folder.json'"),
        ("run --summary .", "cannot write '.'"),
        ("run --\n\x1b[1m", r"--\\n\\x1b"),
        ("check 7", "7"),
    ],
)
def test_an_error_is_one_line_and_nothing_else(arguments, words, folder, capsys):
    assert main(arguments.split(" ") if arguments else []) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("\n") and printed.err[:-1].isprintable()
    assert re.match(f"schedlib( [a-z]+)?: error: .*{words}", printed.err)
    assert not list(folder.iterdir())


@pytest.mark.parametrize("command", ["run", "engines", "check"])
def test_an_option_that_nobody_has_is_the_fault_of_the_command(command, capsys):
    assert main([command, "--colour"]) == 2
    said = capsys.readouterr().err
    assert said == f"schedlib {command}: error: unrecognized arguments: --colour\n"


@pytest.mark.parametrize(
    "option", ["--format=--", "--requests=--", "--summary=--", "--max-active=--"]
)
def test_two_dashes_are_no_value(option, capsys):
    assert main(["run", option]) == 2
    assert capsys.readouterr().err.count("\n") == 1
