"""`schedlib sweep`: a line for each point, whatever fails, and what is refused."""

import csv
import io
import json

import pytest

from schedlib.clock import StepClock, hardware, model
from schedlib.command_line import sweep_command
from schedlib.command_line.command import main
from schedlib.logs.workload import load_workload
from schedlib.metrics.slo import SLO
from schedlib.sweeps import sweep_table

H100 = "--hardware h100-sxm --model llama-3-8b"
CLOCK = StepClock(hardware("h100-sxm"), model("llama-3-8b"))
TRACE = """\
TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.6805900,374,44
2023-11-16 18:15:46.9951690,396,109
2023-11-16 18:15:47.2225670,879,55
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trace.csv").write_text(TRACE)
    (tmp_path / "spoiled.csv").write_text(TRACE.replace("396,109", "396,many"))
    return tmp_path


def said(capsys, line, code=0):
    """What a command line prints, and its complaints."""
    assert main(["sweep", *line.split()]) == code
    printed = capsys.readouterr()
    return printed.out, printed.err


def swept(capsys, line, code=0):
    out, err = said(capsys, f"{line} --format json", code)
    return json.loads(out), err


def test_it_prints_the_rows_of_the_sweep_in_python(capsys):
    rows, complaints = swept(
        capsys, f"trace.csv --sweep max-num-seqs=1,2 --sweep e-mem=.5,1 --slo-ttft 0.1 {H100}"
    )
    axes = {"max_num_seqs": [1, 2], "clock.e_mem": [0.5, 1]}
    table = sweep_table(load_workload("trace.csv"), axes, clock=CLOCK, slo=SLO(ttft=0.1))
    assert rows == list(table.rows)
    assert not complaints
    assert [row["goodput_requests"] for row in rows] == [1, 2, 3, 3]


def test_csv_is_the_same_and_the_table_has_a_line_for_each_point(capsys):
    line = f"trace.csv --sweep max-num-seqs=1,2 --sweep enable-chunked-prefill=on,off {H100}"
    rows, _ = swept(capsys, line)
    text, _ = said(capsys, f"{line} --format csv")
    assert [float(row["ttft_s_p99"]) for row in csv.DictReader(io.StringIO(text))] == [
        row["ttft_s_p99"] for row in rows
    ]
    head, *lines = said(capsys, line)[0].splitlines()
    assert head.split("  ")[:2] == ["max_num_seqs", "enable_chunked_prefill"]
    assert "TTFT p99 [s]" in head and "preemptions" in head
    assert [each.split()[:2] for each in lines] == [
        [seats, chunked] for seats in "12" for chunked in ("on", "off")
    ]


@pytest.mark.parametrize(
    "written, values",
    [
        ("speed=1,0.5", {"speed": [1, 0.5]}),
        ("num-gpu-blocks=none,900", {"num_gpu_blocks": [None, 900]}),
        ("policy=fcfs,priority", {"policy": ["fcfs", "priority"]}),
        ("watermark=0,.5", {"watermark": [0, 0.5]}),
        ("hardware=a100-40gb,h100-sxm", {"clock.hardware": ["a100-40gb", "h100-sxm"]}),
        ("overhead-ms=1,2.5", {"clock.overhead": [0.001, 0.0025]}),
        ("overhead=0.5", {"clock.overhead": [0.5]}),
        ("tensor_parallel=1", {"clock.tensor_parallel": [1]}),
    ],
)
def test_keys_and_values_are_written_like_options(written, values, capsys):
    rows, _ = swept(capsys, f"trace.csv --sweep {written} {H100}")
    (key,) = values
    assert [row[key] for row in rows] == values[key]
    assert all(row["error"] is None for row in rows)


def test_twice_as_fast_is_with_half_the_time_between_arrivals(capsys):
    rows, _ = swept(capsys, f"trace.csv --sweep speed=0.001,0.002 {H100}")
    assert rows[0]["makespan_s"] == pytest.approx(2 * rows[1]["makespan_s"], rel=0.01)


def test_what_is_swept_need_not_be_given_too(capsys):
    line = "trace.csv --engine orca --sweep max-batch-size=1,2 --sweep hardware=h100-sxm"
    rows, _ = swept(capsys, f"{line} --model llama-3-8b")
    assert [row["clock.hardware"] for row in rows] == ["h100-sxm"] * 2
    assert rows[0]["ttft_s_p99"] > rows[1]["ttft_s_p99"]


def test_engines_can_be_swept_with_knobs_that_are_swept(capsys):
    line = f"trace.csv --sweep engine=vllm-v1,orca --sweep max-num-seqs=2 {H100}"
    rows, complaints = swept(capsys, line, code=1)
    assert [row["error"] is None for row in rows] == [True, False]
    assert (
        "1 point of 2 failed; the first at engine orca, max_num_seqs 2: orca has no" in complaints
    )
    _, complaints = said(capsys, f"{line} --block-size 8", code=2)
    assert "--block-size must go into --sweep, where engines are swept" in complaints


def test_runs_that_were_cut_are_told(capsys):
    rows, complaints = swept(capsys, f"trace.csv --sweep max-iterations=2,none {H100}", code=3)
    assert [row["drained"] for row in rows] == [False, True]
    assert "1 run of 2 did not drain" in complaints


def test_it_goes_on_from_a_file_with_any_number_of_jobs(folder, capsys):
    line = f"trace.csv --save saved.csv {H100} --sweep max-num-seqs="
    first, _ = swept(capsys, f"{line}1,2")
    both, _ = swept(capsys, f"{line}1,2,3 --jobs 2")
    assert both[:2] == first
    assert len((folder / "saved.csv").read_text().splitlines()) == 4
    _, complaints = said(capsys, f"{line}1", code=2)
    assert "'saved.csv' holds another sweep" in complaints


def test_an_interrupted_sweep_prints_what_is_done(monkeypatch, capsys):
    def interrupted(*arguments, **settings):
        table = sweep_table(*arguments, **settings)
        raise sweep_command.Interrupted(table, points=9, saved=settings["save"] is not None)

    monkeypatch.setattr(sweep_command, "sweep_table", interrupted)
    line = f"trace.csv --sweep max-num-seqs=1,2 {H100}"
    rows, complaints = swept(capsys, line, code=130)
    assert len(rows) == 2
    assert "interrupted: 2 of 9 points were done; with --save" in complaints
    _, complaints = swept(capsys, f"{line} --save saved.csv", code=130)
    assert "the same command goes on from there" in complaints


def test_lines_that_are_left_out_are_told(capsys):
    rows, complaints = swept(
        capsys, f"spoiled.csv --skip-bad --sweep max-num-seqs=1 --first 1 {H100}"
    )
    assert rows[0]["requests"] == 1
    assert "line 3 is left out" in complaints


@pytest.mark.parametrize(
    "line, message",
    [
        ("--sweep max-num-seqs", r"--sweep must be KEY=VALUE,VALUE, not 'max-num-seqs'"),
        ("--sweep =3", r"--sweep must be KEY=VALUE,VALUE, not '=3'"),
        ("--sweep max-num-seqs=", r"--sweep must be KEY=VALUE,VALUE, not 'max-num-seqs='"),
        ("--sweep speed=1 --sweep speed=2", r"each key once, and speed occurs twice"),
        ("--sweep speed=1,1", r"speed has two values that look alike, 1"),
        ("--sweep max-num-seq=1", r"'max_num_seq' cannot be swept (did you mean max_num_seqs?)"),
        ("--sweep speed=1 --save x.txt", r"--save must end in .csv or .parquet, not 'x.txt'"),
        ("--sweep speed=1 --jobs 0", r"--jobs: it must be a whole number of at least 1, not 0"),
        ("--engine orca --sweep speed=1", r"orca needs --max-batch-size"),
        ("--engine orca --sweep chunk-size=1 --max-batch-size 3", r"'chunk_size' cannot be swept"),
        ("", r"the following arguments are required: --sweep"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(line, message, capsys):
    out, complaints = said(capsys, f"trace.csv {line} {H100}", code=2)
    assert (out, complaints.count("\n")) == ("", 1)
    assert message in complaints
