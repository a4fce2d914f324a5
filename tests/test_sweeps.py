"""Sweeps: a row for each point, whatever runs it, whatever fails and whenever it is stopped."""

import doctest
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import util
from io import StringIO
from multiprocessing import get_context
from pathlib import Path

import numpy
import pandas
import pytest
from odd_clocks import Odd, at_once, at_rate
from pandas.testing import assert_frame_equal
from step_table_samples import DECODES

from schedlib import InputError, Orca, Sarathi, VllmV1, simulate, sweeps, workloads
from schedlib.clock import StepClock, StepTable, StepTime, hardware, model
from schedlib.generators.synthetic import requests_of
from schedlib.metrics import metrics_of
from schedlib.metrics.record import metrics_record
from schedlib.metrics.slo import SLO
from schedlib.summaries.summarise import summarise
from schedlib.sweeps import Interrupted, job, sweep
from schedlib.sweeps.fingerprint import fingerprint_of, fingerprint_of_requests
from schedlib.sweeps.saved_points import SavedPoints

CLOCK = StepClock(hardware("h100-sxm"), model("llama-3-8b"))
SIX = workloads.six_requests()
SEATS = {"max_num_seqs": [1, 2, 4]}
SLO_OF_ALL = SLO(ttft=0.02, itl=0.02, tpot=0.02)


# --- The table -----------------------------------------------------------------------------------


def by_hand(requests, policy, clock, slo=None):
    trace = simulate(requests, policy, clock=clock)
    record = metrics_record(metrics_of(summarise(trace), slo))
    return {
        f"{key}_{part}" if part else key: number
        for key, value in record.items()
        if key != "unit"
        for part, number in (value.items() if isinstance(value, dict) else [("", value)])
    }


def test_every_point_is_a_row_in_the_order_of_the_grid_with_the_metrics_of_its_run():
    axes = {"rate": [50, 10], "max_num_seqs": [2, 64], "clock.e_mem": [0.5, 0.9]}
    policy = VllmV1(num_gpu_blocks=60)
    frame = sweep(at_rate, axes, policy, clock=CLOCK, slo=SLO_OF_ALL, progress=False)
    rows = frame.to_dict("records")
    points = [(row["rate"], row["max_num_seqs"], row["clock.e_mem"]) for row in rows]
    assert points == [(rate, n, e) for rate in (50, 10) for n in (2, 64) for e in (0.5, 0.9)]
    for (rate, seats, e_mem), row in zip(points, rows, strict=True):
        clock = replace(CLOCK, e_mem=e_mem)
        expected = by_hand(at_rate(rate), replace(policy, max_num_seqs=seats), clock, SLO_OF_ALL)
        assert {name: row[name] for name in expected} == pytest.approx(expected, rel=1e-9)
    assert list(frame.columns) == [*axes, *expected, "drained", "error"]
    assert len({row["ttft_s_p99"] for row in rows}) == len(rows)
    assert frame.drained.all() and frame.error.isna().all()


def test_without_a_clock_times_are_in_iterations():
    frame = sweep(SIX, SEATS, progress=False)
    expected = by_hand(SIX, VllmV1(max_num_seqs=2), None)
    row = frame.astype(object).where(frame.notna(), None).loc[1]
    assert {name: row[name] for name in expected} == pytest.approx(expected)
    assert "ttft_iterations_p99" in frame.columns and "ttft_s_p99" not in frame.columns


def test_a_workload_is_made_once_for_all_points_that_have_it():
    made = []

    def noted(n, gap=1):
        made.append((n, gap))
        return requests_of([0.0] * n, prompts=gap, outputs=1)

    frame = sweep(noted, {"max_num_seqs": [1, 2], "n": [3, 4]}, progress=False)
    assert made == [(3, 1), (4, 1)]
    assert frame.requests.tolist() == [3, 4, 3, 4]


def test_engines_go_by_name_or_as_policies_with_names():
    axes = {"engine": {"one seat": VllmV1(max_num_seqs=1), "Orca": Orca(max_batch_size=2)}}
    frame = sweep(SIX, axes, progress=False)
    assert frame.engine.tolist() == ["one seat", "Orca"]
    assert (
        frame.makespan_iterations[0]
        == by_hand(SIX, VllmV1(max_num_seqs=1), None)["makespan_iterations"]
    )
    named = {"engine": ["sarathi", "orca"], "chunk_size": [4], "max_num_seqs": [2]}
    frame = sweep(SIX, named, progress=False)
    sarathi = by_hand(SIX, Sarathi(chunk_size=4, max_num_seqs=2), None)
    assert frame.makespan_iterations[0] == sarathi["makespan_iterations"]
    assert frame.error[1].startswith("orca has no chunk_size, max_num_seqs; its knobs are ")
    frame = sweep(SIX, {"engine": ["orca", "tutorial"]}, progress=False)
    assert frame.error.tolist()[0] == "orca needs max_batch_size"
    assert frame.makespan_iterations[1] == 6


def test_a_clock_is_swept_whole_or_by_field_and_by_name():
    frame = sweep(
        at_rate(4), {"clock.hardware": ["a100-80gb", "h100-sxm"]}, clock=CLOCK, progress=False
    )
    whole = {"clock": {"slow": replace(CLOCK, hardware=hardware("a100-80gb")), "fast": CLOCK}}
    assert (
        frame["tpot_s_mean"].tolist()
        == sweep(at_rate(4), whole, progress=False)["tpot_s_mean"].tolist()
    )
    assert frame["tpot_s_mean"].is_monotonic_decreasing


def test_numbers_that_can_be_missing_stay_whole_and_no_limit_is_missing():
    frame = sweep(SIX, {"num_gpu_blocks": [None, 64, numpy.int64(9)]}, progress=False)
    assert frame.num_gpu_blocks.dtype == "Int64"
    assert frame.num_gpu_blocks.fillna(0).tolist() == [0, 64, 9]
    assert (frame.requests.dtype, frame.drained.dtype) == ("Int64", "boolean")


def test_what_was_beyond_a_table_of_step_times_is_told():
    times = [StepTime(n, 512, 0, 0, 0.01 + n / 1000) for n in DECODES]
    times += [StepTime(0, 0, n, 0, n / 10_000) for n in (1, 64, 512)]
    frame = sweep(at_rate, {"rate": [1], "n": [1, 20]}, clock=StepTable(times), progress=False)
    assert frame.columns[-2] == "beyond"
    assert "decode_ctx 301 < 512" in frame.beyond[0]
    within = sweep(requests_of([0], 511, 1), {}, clock=StepTable(times), progress=False)
    assert within.beyond.isna().all()


def test_a_run_that_was_cut_says_so():
    frame = sweep(SIX, {"max_iterations": [3, 100]}, progress=False)
    assert frame.drained.tolist() == [False, True]


def test_the_example_of_the_package_is_right():
    result = doctest.testmod(sweeps)
    assert result.attempted and not result.failed


# --- Points that fail ----------------------------------------------------------------------------


def test_a_point_that_fails_is_a_row_with_its_error():
    def made(n):
        if n == 0:
            raise ZeroDivisionError
        return at_once(n)

    axes = {"n": [2, 1, 0], "max_num_seqs": [0, 3], "clock": {"odd": Odd("fail")}}
    frame = sweep(made, axes, progress=False)
    seats = "max_num_seqs must be a whole number of at least 1, not 0"
    assert frame.error.fillna("").tolist() == [
        *(seats, r"Unpicklable: 1 and\n2"),
        *(seats, ""),
        *(seats, "ZeroDivisionError"),
    ]
    assert frame.drop(columns=[*axes, "error"])[frame.error.notna()].isna().all(axis=None)
    fine = sweep(made, axes | {"n": [1], "max_num_seqs": [3]}, progress=False)
    assert_frame_equal(fine, frame[3:4].reset_index(drop=True))


def test_if_all_points_fail_the_columns_are_the_same():
    frame = sweep(SIX, {"max_num_seqs": [0]}, slo=SLO_OF_ALL, progress=False)
    fine = sweep(SIX, {"max_num_seqs": [1]}, slo=SLO_OF_ALL, progress=False)
    assert frame.dtypes.to_dict() == fine.dtypes.to_dict()


@pytest.mark.parametrize(
    "axes, given, message",
    [
        (
            {"max_num_seq": [1]},
            {},
            r"'max_num_seq' cannot be swept \(did you mean max_num_seqs\?\)",
        ),
        (
            {"max_num_seq": [1]},
            {},
            r"block_size, .*\(of the scheduler\); engine, clock \(of the grid",
        ),
        ({"clock.e_mem": [1]}, {}, r"'clock.e_mem' cannot be swept"),
        ({"clock.memory": [1]}, {"clock": CLOCK}, r"clock.e_mem, .*\(of the clock\)"),
        ({"rate": [1]}, {}, r"'rate' cannot be swept"),
        ({"n": [1]}, {"workload": at_rate}, r"the grid must have rate, which the workload needs"),
        ({"max_num_seqs": []}, {}, r"max_num_seqs must have at least one value"),
        ({"max_num_seqs": 3}, {}, r"max_num_seqs must have a list of values, not 3"),
        ({"policy": "fcfs"}, {}, r"policy must have a list of values, not 'fcfs'"),
        ({"max_num_seqs": [1, 1]}, {}, r"two values that look alike, 1; give each a name"),
        ({3: [1]}, {}, r"a key of the grid must be text, not 3"),
        (
            {"max_num_seqs": range(1001), "block_size": range(1000)},
            {},
            r"at most 1,000,000 points, and this one has 1,001,000",
        ),
        ([1], {}, r"grid must be {knob: values}, not \[1\]"),
        ({"engine": ["vllm"]}, {}, r"engine must be one of tutorial, .*, not 'vllm'"),
        ({"engine": [3]}, {}, r"engine must be a scheduler, not 3"),
        ({"engine": ["orca"]}, {"policy": VllmV1()}, r"policy must be left out where"),
        ({}, {"policy": "orca"}, r"policy must be a scheduler, not 'orca'"),
        ({"clock": [None]}, {}, r"clock must be a clock, not None"),
        ({}, {"clock": 3}, r"clock must be a clock, not 3"),
        ({}, {"workload": []}, r"a workload must hold at least one request"),
        ({}, {"executor": 3}, r"executor must be one of concurrent.futures, not 3"),
        (
            {"block_size": [1]},
            {"workload": lambda block_size: SIX},
            r"give the parameter .* another",
        ),
        ({"requests": [1]}, {"workload": lambda requests: SIX}, r"requests is a column"),
        ({}, {"save": "x.txt"}, r"save must end in .csv or .parquet, not 'x.txt'"),
        ({}, {"save": 3}, r"save must be a path, not 3"),
    ],
)
def test_what_is_wrong_with_all_points_is_refused_before_anything_is_run(axes, given, message):
    given = {"workload": SIX} | given
    with pytest.raises(InputError, match=message):
        sweep(given.pop("workload"), axes, **given)


# --- Executors -----------------------------------------------------------------------------------

POINTS = {"rate": [2, 50], "max_num_seqs": [0, 2, 64], "engine": ["vllm-v1"]}


def swept_by(executor, axes=POINTS, workload=at_rate, **given):
    given = {"clock": CLOCK, "progress": False} | given
    return sweep(workload, axes, executor=executor, **given)


@pytest.fixture(scope="module")
def cluster():
    """A real cluster of dask on this machine, with two worker processes."""
    import dask  # here, so that tests are collected without it
    from dask.distributed import Client, LocalCluster

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def expected():
    return swept_by(None)


def processes():
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def test_worker_processes_give_the_same_table_and_one_that_dies_loses_no_row(expected):
    with processes() as executor:
        assert_frame_equal(swept_by(executor), expected)
        axes = {"n": [1, 2], "clock": {"fine": CLOCK, "deadly": Odd("die")}}
        frame = swept_by(executor, axes, at_once, clock=None)
        assert frame.error[3].startswith("BrokenProcessPool: A ")
        frame = swept_by(executor, {"rate": [1, 2]})  # it takes no more
        assert frame.error.str.startswith("BrokenProcessPool: A ").tolist() == [True, True]


def test_a_cluster_of_dask_gives_the_same_table(expected, cluster):
    assert_frame_equal(swept_by(cluster.get_executor()), expected)
    with pytest.raises(InputError, match=r"client.get_executor\(\)"):
        swept_by(cluster)


def test_a_worker_of_dask_that_dies_loses_no_row(cluster):
    axes = {"n": [1, 2], "clock": {"fine": CLOCK, "deadly": Odd("die")}}
    frame = swept_by(cluster.get_executor(), axes, at_once, clock=None)
    assert frame.error[3].startswith("KilledWorker: ")
    assert frame.n.tolist() == [1, 1, 2, 2]


def test_threads_give_the_same_table(expected):
    with ThreadPoolExecutor(2) as executor:
        assert_frame_equal(swept_by(executor), expected)


class Backwards:
    """An executor that does nothing until it is closed, and then the last job first."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, *arguments):
        future = Future()
        self.waiting.append((future, function, arguments))
        return future

    def work(self, fail=None):
        while self.waiting:
            future, function, arguments = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(function(*arguments))


def test_results_come_in_any_order_and_rows_stay_in_that_of_the_grid(expected, tmp_path):
    backwards = Backwards()
    path = tmp_path / "saved.csv"
    with ThreadPoolExecutor(1) as other:
        coming = other.submit(swept_by, backwards, save=path)
        while len(backwards.waiting) < 4:
            time.sleep(0.01)
        packed = [arguments[0] for _, _, arguments in backwards.waiting]
        assert packed[0] is packed[1] and packed[2] is packed[3]  # of one workload, packed once
        backwards.work()
        assert_frame_equal(coming.result(), expected)
    assert pandas.read_csv(path).max_num_seqs.tolist() == expected.max_num_seqs.tolist()


def test_a_process_unpacks_a_workload_once_for_jobs_in_a_row():
    job._unpacked.cache_clear()
    workload, others = job.packed(tuple(SIX)), job.packed((VllmV1(), None, None))
    outcomes = [job.measured_apart(bytes(bytearray(workload)), others) for _ in range(3)]
    assert outcomes[0].values["requests"] == 6 and outcomes[0] == outcomes[2]
    assert job._unpacked.cache_info().misses == 1


def test_what_cannot_be_sent_is_a_row_with_its_error():
    lock = Odd("wait", sys.stderr)
    with ThreadPoolExecutor(1) as executor:
        frame = swept_by(executor, {"rate": [1], "clock": {"fine": CLOCK, "lock": lock}})
    assert frame.error.isna().tolist() == [True, False]
    assert "pickle" in frame.error[1]


# --- Interruption --------------------------------------------------------------------------------

THREE = {"n": [1, 2, 3], "clock": {"x": Odd("interrupt")}}


def test_an_interrupted_sweep_is_no_shorter_frame_but_has_what_is_done():
    with pytest.raises(
        Interrupted, match=r"1 of 3 points are done; .* sys.last_value.frame"
    ) as stop:
        swept_by(None, THREE, at_once, clock=None)
    assert isinstance(stop.value, KeyboardInterrupt)
    assert stop.value.frame.n.tolist() == [1]
    assert stop.value.frame.completed.tolist() == [1]
    assert stop.value._render_traceback_() == [f"Interrupted: {stop.value}"]


def test_jobs_that_have_not_begun_are_cancelled():
    class Interrupting(Backwards):
        def submit(self, *job):
            future = super().submit(*job)
            if len(self.waiting) == 3:
                self.waiting[0][0].set_result(self.waiting[0][1](*self.waiting[0][2]))
                self.waiting[1][0].set_exception(KeyboardInterrupt())
            return future

    executor = Interrupting()
    with pytest.raises(Interrupted):
        swept_by(executor, {"rate": [1, 2, 3]})
    assert executor.waiting[2][0].cancelled()


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it may be ignored
from odd_clocks import Odd, at_once
from schedlib.sweeps import sweep
print("ready", flush=True)
axes = {"outputs": range(9, 99), "n": [2]}
sweep(at_once, axes, clock=Odd("wait", 0.02), save=sys.argv[1], progress=False)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_whatever_stops_a_process_what_it_has_finished_is_in_the_file(name, tmp_path):
    path = tmp_path / "saved.csv"
    command = [sys.executable, "-c", PROGRAM, str(path)]
    with subprocess.Popen(command, cwd=Path(__file__).parent, stderr=subprocess.PIPE) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 4:
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.02)
        process.send_signal(getattr(signal, name))
        complaint = process.stderr.read().decode()
    assert ("points are done and saved; the same call goes on" in complaint) == (name == "SIGINT")
    done = path.read_bytes().count(b"\n") - 1
    assert done >= 3
    clock, axes = Odd("wait", 0.02), {"outputs": range(9, 99), "n": [2]}
    with pytest.raises(Interrupted) as stop:  # the same sweep, which does not get beyond them
        sweep(at_once, axes, clock=clock, save=path, executor=Stop())
    assert len(stop.value.frame) == done
    expected = sweep(at_once, axes | {"outputs": range(9, done + 9)}, clock=clock, progress=False)
    assert_frame_equal(stop.value.frame, expected)


class Stop:
    """An executor that is interrupted at once."""

    def submit(self, *job):
        raise KeyboardInterrupt


# --- Files ---------------------------------------------------------------------------------------


@pytest.fixture(params=["csv", "parquet"])
def path(request, tmp_path):
    """Where a sweep is saved."""
    return tmp_path / f"saved.{request.param}"


def read(path):
    return pandas.read_csv(path) if path.suffix == ".csv" else pandas.read_parquet(path)


def test_a_sweep_that_goes_on_runs_only_what_is_missing(path, tmp_path):
    runs = tmp_path / "runs"
    clock = Odd("count", str(runs))

    def counted(outputs):
        before = len(runs.read_text()) if runs.exists() else 0
        axes = {"outputs": outputs, "n": [2]}
        frame = sweep(at_once, axes, clock=clock, save=path, progress=False)
        return frame, len(runs.read_text()) - before

    first, one = counted([5])
    assert one > 0
    assert counted([5])[1] == 0
    grown, more = counted([4, 5, 6])
    assert more > 0
    assert_frame_equal(grown[1:2].reset_index(drop=True), first)
    again, none = counted([4, 5, 6])
    assert none == 0
    assert_frame_equal(again, grown)
    fresh = sweep(at_once, {"outputs": [4, 5, 6], "n": [2]}, clock=clock, progress=False)
    assert_frame_equal(again, fresh)


def test_a_file_is_the_table_and_a_fingerprint(path):
    axes = {"rate": [5, 2.5], "num_gpu_blocks": [None, 1, 9000], "policy": ["fcfs", "priority"]}
    frame = swept_by(None, axes, save=path)
    assert frame.error.notna().sum() == 4
    saved = read(path)
    marks = saved.pop("fingerprint").dropna()
    assert marks.is_unique and len(marks) == 8
    assert_frame_equal(saved.astype(frame.dtypes), frame)


def test_mixed_values_of_a_key_can_be_saved(path):
    axes = {"rate": {"slow": 1, 3: 30}}
    frame = swept_by(None, axes, save=path)
    assert frame.rate.tolist() == ["slow", 3]
    assert read(path).rate.tolist() == ["slow", "3"]
    assert_frame_equal(swept_by(None, axes, save=path), frame)


def test_points_that_failed_are_run_again(path, tmp_path):
    whole = tmp_path / "mended"

    def made(n):
        if n == 2 and not whole.exists():
            raise OSError("the disk sleeps")
        return at_once(n)

    def swept():
        return sweep(made, {"n": [1, 2, 3]}, clock=CLOCK, save=path, progress=False)

    assert swept().error.fillna("").tolist() == ["", "OSError: the disk sleeps", ""]
    assert read(path).error.notna().sum() == 1
    whole.touch()
    assert swept().error.isna().all()
    assert read(path).n.tolist() == [1, 2, 3]


OTHERS = {
    "workload": {"workload": at_rate(3)},
    "policy": {"policy": VllmV1(block_size=8)},
    "scheduler": {"policy": Sarathi(chunk_size=8, max_num_seqs=4)},
    "clock": {"clock": replace(CLOCK, overhead=0.003)},
    "slo": {"slo": SLO(ttft=2)},
    "grid": {"grid": {"max_num_seqs": [1, 3]}},
    "keys": {"grid": {"max_num_seqs": [1, 2], "max_iterations": [9]}},
    "unit": {"clock": None, "workload": SIX},
    "columns": {"slo": None},
}


@pytest.mark.parametrize(
    "other, ending", [*((each, "csv") for each in OTHERS), ("clock", "parquet")]
)
def test_a_file_of_another_sweep_is_refused_and_stays_as_it_is(other, ending, tmp_path):
    path = tmp_path / f"saved.{ending}"
    same = {
        "workload": at_rate(2),
        "grid": {"max_num_seqs": [1, 2]},
        "policy": VllmV1(),
        "clock": CLOCK,
        "slo": SLO(ttft=1),
        "save": path,
    }
    sweep(**same, progress=False)
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"holds another sweep|is no file of this sweep: it has"):
        sweep(**same | OTHERS[other], progress=False)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"id,arrival\nA,0\n", b"\xff\xfe\n", b"PAR1", b"notes"])
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(content, path):
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"is no file of this sweep: it "):
        swept_by(None, save=path)
    assert path.read_bytes() == content


def test_wherever_a_csv_was_cut_off_its_whole_lines_are_known(tmp_path):
    path = tmp_path / "saved.csv"
    frame = swept_by(None, {"rate": [1, 2]}, save=path)
    data = path.read_bytes()
    columns = [sweeps.columns.Column(name, "text") for name in frame.columns[1:]]
    marks = set(pandas.read_csv(path).fingerprint)
    found = []
    ends = [
        end for end in range(len(data) + 1) if end % 11 == 0 or b"\n" in data[end - 2 : end + 2]
    ]
    for end in ends:
        path.write_bytes(data[:end])
        found.append(len(SavedPoints(path, ["rate"], columns).load(marks)))
    assert found == [max(data[:end].count(b"\n") - 1, 0) for end in ends]
    assert found[-1] == 2
    path.write_bytes(data[:-3])
    assert_frame_equal(swept_by(None, {"rate": [1, 2]}, save=path), frame)
    assert path.read_bytes() == data


def test_a_damaged_line_is_named(tmp_path):
    path = tmp_path / "saved.csv"
    swept_by(None, {"rate": [1, 2]}, save=path)
    head, first, second = path.read_text().splitlines()
    for spoiled, message in (
        (second.replace(",20,", ",twenty,", 1), r"line 3 cannot be read: .*twenty"),
        (second + ",more", r"line 3 has 52 columns, not 51"),
        (second.replace(",True,", ",yes,"), r"line 3 cannot be read: 'yes'"),
    ):
        path.write_text("\n".join([head, first, spoiled, ""]))
        with pytest.raises(InputError, match=message):
            swept_by(None, {"rate": [1, 2]}, save=path)


def test_a_file_that_somebody_changes_meanwhile_is_not_written_over(path):
    @dataclass(frozen=True)
    class Meddler(Odd):
        def meddle(self):
            path.write_bytes(b"mine")

    with pytest.raises(InputError, match=r"was changed by somebody else during the sweep"):
        swept_by(None, {"n": [2]}, at_once, clock=Meddler("meddle"), save=path)
    assert path.read_bytes() == b"mine"


def test_a_file_that_cannot_be_written_is_told_before_anything_is_run(tmp_path):
    path = tmp_path / "nowhere" / "saved.csv"
    with pytest.raises(InputError, match=r"cannot write .*nowhere"):
        swept_by(None, THREE, at_once, clock=None, save=path)


def test_without_pyarrow_parquet_is_refused(monkeypatch, tmp_path):
    find = util.find_spec
    hidden = "schedlib.sweeps.parquet_rows.find_spec"
    monkeypatch.setattr(hidden, lambda name: None if name == "pyarrow" else find(name))
    with pytest.raises(InputError, match=r"pyarrow, which is not installed; .* save as .csv"):
        swept_by(None, save=tmp_path / "saved.parquet")


def test_a_run_is_known_again_however_its_numbers_are_written_and_whatever_was_computed():
    def mark(seats=4, **changes):
        clock = replace(CLOCK, e_mem=1) if "e_mem" not in changes else replace(CLOCK, **changes)
        made = job.Job(tuple(SIX), VllmV1(max_num_seqs=seats), clock, SLO(ttft=1))
        return fingerprint_of(made, fingerprint_of_requests(SIX))

    used = replace(CLOCK, e_mem=1)
    used.decode_ticks(2, 3, 4)
    same = job.Job(tuple(SIX), VllmV1(max_num_seqs=4.0), used, SLO(ttft=1.0))
    assert mark() == mark(e_mem=1.0) == fingerprint_of(same, fingerprint_of_requests(SIX))
    others = [
        mark(seats=5),
        mark(e_mem=0.9),
        fingerprint_of(same, fingerprint_of_requests(SIX[1:])),
    ]
    assert len({mark(), *others}) == 4


def test_what_cannot_be_known_again_is_not_saved(tmp_path):
    clock = Odd("wait", print)
    with pytest.raises(InputError, match=r"save must be left out here: nobody can tell"):
        swept_by(None, clock=clock, save=tmp_path / "saved.csv")


# --- Progress ------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self):
        return True


def test_a_terminal_has_a_bar_with_what_is_done_and_what_failed(monkeypatch, tmp_path):
    path = tmp_path / "saved.csv"
    swept_by(None, {"rate": [1]}, save=path)
    monkeypatch.setattr(sys, "stderr", Terminal())
    swept_by(None, {"rate": [1, 2, 3, 0]}, save=path, progress=True)
    shown = sys.stderr.getvalue()
    assert "1/4" in shown and "4/4" in shown and "points/s" in shown and "1 failed" in shown


@pytest.mark.parametrize("stream, progress", [(Terminal, False), (StringIO, True)])
def test_elsewhere_or_if_not_wanted_nothing_is_shown(stream, progress, monkeypatch):
    monkeypatch.setattr(sys, "stderr", stream())
    swept_by(None, {"rate": [1, 0]}, progress=progress)
    assert sys.stderr.getvalue() == ""


def test_the_table_needs_the_standard_library_alone(tmp_path):
    program = (
        "import sys; from schedlib import workloads; from schedlib.sweeps import sweep_table\n"
        "table = sweep_table(workloads.six_requests(), {'max_num_seqs': [1, 2]}, save='x.csv')\n"
        "print(len(table.rows), {'pandas', 'numpy', 'cloudpickle', 'pyarrow'} & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "2 set()\n"
