"""`schedlib replay` and `schedlib export` on a clock: what they print, and what they refuse."""

import gzip
import json
import re

import pytest

from schedlib import VllmV1, simulate
from schedlib.calibration.stand_in import stand_in_log
from schedlib.clock import StepClock, hardware, model
from schedlib.command_line.command import main
from schedlib.logs.workload import load_workload
from schedlib.metrics import metrics_of
from schedlib.metrics.record import metrics_record
from schedlib.metrics.slo import SLO

A100 = "--hardware a100-80gb --model llama-3-8b"
TRACE = """\
TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.6805900,374,44
2023-11-16 18:15:50.9951690,396,109
2023-11-16 18:15:51.2225670,879,55
"""
SPOILED = TRACE.replace("396,109", "396,many")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trace.csv").write_text(TRACE)
    (tmp_path / "spoiled.csv").write_text(SPOILED)
    return tmp_path


def said(capsys, line, code=0):
    """What a command line prints, and its complaints."""
    assert main(line.split()) == code
    printed = capsys.readouterr()
    return printed.out, printed.err


def replayed(capsys, line, code=0):
    out, err = said(capsys, f"replay {line} {A100} --format json", code)
    return json.loads(out), err


def test_it_prints_the_metrics_of_a_run_on_that_clock(folder, capsys):
    clock = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
    summary = simulate(load_workload("trace.csv"), VllmV1(), clock=clock, record="summary")
    found, complaints = replayed(capsys, "trace.csv")
    assert found == metrics_record(metrics_of(summary)) | {"drained": True}
    assert not complaints
    assert found["requests"] == 3
    assert found["preemptions"] == 0
    for latency in ("ttft_s", "tpot_s", "latency_s"):
        assert {"mean", "median", "p90", "p99"} < set(found[latency])
    assert found["makespan_s"] > 4.5
    assert found["output_tokens_per_s"] == pytest.approx((44 + 109 + 55) / found["makespan_s"])


def test_engine_knobs_and_clock_are_those_of_the_options(folder, capsys):
    slow, _ = replayed(capsys, "trace.csv --e-mem 0.4 --e-compute 0.3 --overhead-ms 9")
    quick, _ = replayed(capsys, "trace.csv")
    alone, _ = replayed(capsys, "trace.csv --engine static --batch-size 1")
    assert slow["tpot_s"]["mean"] > 2 * quick["tpot_s"]["mean"]
    assert alone["queueing_s"]["max"] > quick["queueing_s"]["max"]


def test_hardware_and_model_can_be_given_by_their_numbers(folder, capsys):
    shape = (
        "--layers 32 --hidden 4096 --heads 32 --kv-heads 8 --head-dim 128 --intermediate 14336 "
        "--vocabulary 128256"
    )
    line = f"replay trace.csv --bandwidth-gb-s 2039 --peak-tflops 312 {shape} --format json"
    own, _ = said(capsys, line)
    assert json.loads(own) == replayed(capsys, "trace.csv")[0]


def test_an_slo_brings_goodput(folder, capsys):
    found, _ = replayed(capsys, "trace.csv --slo-ttft 1 --slo-tpot 0.0115 --slo-itl 0.012")
    clock = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
    summary = simulate(load_workload("trace.csv"), VllmV1(), clock=clock, record="summary")
    wanted = metrics_record(metrics_of(summary, SLO(1, 0.012, 0.0115)))["goodput"]
    assert found["goodput"] == wanted
    assert 0 < wanted["requests"] < 3
    assert "goodput" not in replayed(capsys, "trace.csv")[0]


def test_the_table_is_for_people(folder, capsys):
    out, _ = said(capsys, f"replay trace.csv {A100}")
    lines = out.splitlines()
    assert lines[0].split() == ["metric", "mean", "median", "p90", "p99", "max"]
    assert lines[1].startswith("TTFT [s] ")
    assert re.search(r"^requests +3$", out, re.MULTILINE)


def test_gzip_and_first_are_read(folder, capsys):
    (folder / "trace.csv.gz").write_bytes(gzip.compress(TRACE.encode()))
    assert replayed(capsys, "trace.csv.gz")[0] == replayed(capsys, "trace.csv")[0]
    assert replayed(capsys, "trace.csv --first 2")[0]["requests"] == 2


def test_a_bad_line_stops_it_or_is_listed(folder, capsys):
    reason = "GeneratedTokens must be a whole number of at least 1, not 'many'"
    out, err = said(capsys, f"replay spoiled.csv {A100}", code=2)
    assert (out, err) == ("", f"schedlib replay: error: 'spoiled.csv': line 3: {reason}\n")
    found, err = replayed(capsys, "spoiled.csv --skip-bad")
    assert found["requests"] == 2
    assert found["skipped"] == [{"line": 3, "reason": reason}]
    assert err == f"schedlib: warning: line 3 is left out: {reason}\n"


def test_a_run_that_is_cut_says_so(folder, capsys):
    found, err = replayed(capsys, "trace.csv --max-iterations 60", code=3)
    assert (found["drained"], found["completed"]) == (False, 1)
    assert "cut after 60 iterations" in err


REFUSED = {
    "": "--hardware must be given, one of a100-40gb, .*; or --bandwidth-gb-s and --peak-tflops",
    "--hardware a100 --model opt-13b": "--hardware must be one of a100-40gb, .*, not 'a100'",
    "--bandwidth-gb-s 9 --model opt-13b": "--hardware must be given",
    "--hardware a100-80gb --peak-tflops 9": "hardware must be left out",
    "--hardware a100-80gb": "--model must be given, one of llama-3-8b, .*; or its shape",
    "--hardware a100-80gb --model gpt": "--model must be one of llama-3-8b, .*, not 'gpt'",
    "--hardware a100-80gb --layers 2": "the shape of a model needs --hidden, --heads, ",
    f"{A100} --layers 2": "--model must be left out where its shape is given",
    f"{A100} --e-mem 1.2": "--e-mem must be above 0 and at most 1, not 1.2",
    f"{A100} --e-compute all": "--e-compute must be a finite number, not 'all'",
    f"{A100} --overhead-ms -1": "--overhead-ms: it must be a number of at least 0, not -1.0",
    f"{A100} --peak-tflops nan": "--peak-tflops: it must be a finite number above 0, not 'nan'",
    f"{A100} --tensor-parallel 2": "--link must be given where tensor_parallel is 2",
    f"{A100} --tensor-parallel 2 --link usb": "--link must be one of pcie4, .*, not 'usb'",
    f"{A100} --slo-ttft 0": "--slo-ttft: it must be a finite number above 0, not 0.0",
    f"{A100} --first none": "--first: it must be a whole number of at least 1, not 'none'",
    f"{A100} --modle x": "unrecognized arguments: --modle x; did you mean --model\\?",
    f"{A100} --max-active 2": "vllm-v1 has no --max-active; its knobs are --max-num-seqs, ",
    f"{A100} --num-gpu-blocks 9": "request 'r1' can never run under vllm-v1: it needs 27 KV",
    "--step-times none.csv": "cannot read 'none.csv': No such file or directory",
}


@pytest.mark.parametrize("options", REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line(folder, capsys, options):
    out, err = said(capsys, f"replay trace.csv {options}", code=2)
    assert out == ""
    assert err.count("\n") == 1
    assert re.match(f"schedlib replay: error: (argument )?.*{REFUSED[options]}", err)


# --- Export ---------------------------------------------------------------------------------------


def test_a_run_without_a_clock_is_written_by_convention(folder, capsys):
    assert said(capsys, "export --perfetto six.json") == ("", "")
    content = json.loads((folder / "six.json").read_text())
    assert content["otherData"]["termination"] == "all_terminal"


def test_a_run_on_a_clock_is_written_in_its_time(folder, capsys):
    said(capsys, f"export --perfetto run.json --requests trace.csv --engine vllm-v1 {A100}")
    clock = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
    trace = simulate(load_workload("trace.csv"), VllmV1(), clock=clock)
    events = json.loads((folder / "run.json").read_text())["traceEvents"]
    latest = max(event["ts"] + event.get("dur", 0) for event in events)
    assert latest == pytest.approx(1e6 * trace.ends[-1], abs=2)


def test_standard_output_takes_it_too(folder, capsys):
    out, _ = said(capsys, "export --perfetto -")
    assert json.loads(out)["traceEvents"]
    assert [each.name for each in folder.iterdir() if each.suffix == ".json"] == []


def test_a_run_that_is_cut_is_written_and_says_so(folder, capsys):
    _, err = said(capsys, "export --perfetto six.json --max-iterations 2", code=3)
    assert err.startswith("schedlib: warning: The run was cut after 2 iterations")
    assert (folder / "six.json").exists()


# --- Calibrate ------------------------------------------------------------------------------------


@pytest.fixture
def log(folder):
    """A log of a run with a clock of our own."""
    (folder / "log.jsonl").write_bytes(stand_in_log())
    return folder


SETTING = "--max-num-seqs 64 --max-num-batched-tokens 1024 --hardware h100-sxm --model llama-3-8b"


def test_a_calibration_prints_parameters_and_both_sets_of_figures(log, capsys):
    out, err = said(capsys, f"calibrate log.jsonl {SETTING} --fit-first 60 --format json")
    found = json.loads(out)
    assert set(found["parameters"]) == {"e_mem", "e_compute", "overhead"}
    for figures in (found["measured"], found["predicted"]):
        assert set(figures) == {"ttft_s", "tpot_s", "latency_s"}
        assert {"mean", "median", "p90", "p99"} == set(figures["ttft_s"])
    assert 0 < found["mean_abs_error_pct"] < 5
    assert err.count("\n") == len(found["warnings"])


def test_a_calibration_as_a_table_says_how_far_off_it_is(log, capsys):
    out, _ = said(capsys, f"calibrate log.jsonl {SETTING}")
    assert out.splitlines()[0].split() == ["parameter", "value"]
    assert re.search(r"^ttft_s mean +\d.*%$", out, re.MULTILINE)
    assert re.search(r"^mean absolute error over these 12: \d\.\d\d %$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (f"calibrate trace.csv {A100}", "the log must say when each request was queued"),
        (f"calibrate log.jsonl {A100} --fit-first 4", "--fit-first: .* at least 5, not 4"),
        (f"calibrate log.jsonl {A100} --fit-first 9999", "fit_first"),
        (f"calibrate log.jsonl {A100} --e-mem 0.5", "unrecognized arguments: --e-mem 0.5"),
        (f"calibrate log.jsonl {A100} --num-gpu-blocks 3", "can never run under vllm-v1"),
        ("calibrate log.jsonl", "--hardware must be given"),
    ],
)
def test_a_calibration_that_makes_no_sense_is_refused_in_one_line(log, capsys, line, complaint):
    out, err = said(capsys, line, code=2)
    assert out == ""
    assert err.count("\n") == 1
    assert re.search(complaint, err)


def test_the_first_requests_alone_can_be_exported(folder, capsys):
    line = f"export --perfetto run.json --requests trace.csv --engine vllm-v1 {A100}"
    said(capsys, line)
    whole = len((folder / "run.json").read_text())
    said(capsys, f"{line} --first 1")
    assert len((folder / "run.json").read_text()) < whole / 2
