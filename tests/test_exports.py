"""The exports: what a file must hold, and what no program that opens it may do with it."""

import csv
import io
import json
import os
import struct
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from oracle import fixed_cases
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import Kind, Request, Tutorial, simulate, workloads
from schedlib.command_line.report import as_json
from schedlib.exports import (
    artifact_json,
    chrome_trace,
    chrome_trace_json,
    events_csv,
    iterations_csv,
    requests_csv,
    workload_csv,
)
from schedlib.exports.files import KINDS, run_file
from schedlib.exports.images import png, svg
from schedlib.exports.trace_records import ITERATION
from schedlib.reading import parse_requests
from schedlib.reading.spreadsheet_text import harmless, restored

IN_CI = bool(os.environ.get("CI"))
GOLDEN = Path(__file__).parent / "golden"

many_runs = settings(max_examples=60, deadline=None, derandomize=IN_CI)


def baseline(**knobs):
    return simulate(workloads.six_requests(), Tutorial(**knobs))


def run_of(case):
    rows, policy, _ = case
    return simulate([Request(**row) for row in rows], Tutorial(**policy))


# --- JSON ----------------------------------------------------------------------------------------


def test_the_artifact_is_the_recorded_one():
    assert json.loads(artifact_json(baseline())) == json.loads(
        (GOLDEN / "baseline.json").read_text(encoding="utf-8")
    )


def test_the_artifact_is_the_text_that_the_command_prints():
    assert artifact_json(baseline()) == as_json(baseline().artifact())


# --- CSV -----------------------------------------------------------------------------------------


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_the_outcomes_of_the_baseline_as_csv():
    rows = {row["id"]: row for row in rows_of(requests_csv(baseline()))}
    assert {id: (row["first_output"], row["completed"]) for id, row in rows.items()} == {
        "A": ("3", "5"),
        "B": ("1", "2"),
        "C": ("1", "1"),
        "D": ("3", "4"),
        "E": ("5", "5"),
        "F": ("", ""),
    }
    assert rows["F"]["result"] == "rejected"


def test_there_is_a_line_for_each_iteration_and_for_each_event():
    trace = baseline()
    assert [row["unused_budget"] for row in rows_of(iterations_csv(trace))] == list("032244")
    assert len(rows_of(events_csv(trace))) == len(trace.events)
    assert [row["kind"] for row in rows_of(events_csv(trace))] == [e.kind for e in trace.events]


@given(requests=random_workloads())
@many_runs
def test_a_workload_saved_as_csv_is_read_back_as_it_was(requests):
    assert parse_requests(workload_csv(requests).encode(), "saved.csv") == requests


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "＝1", '=cmd|"/c calc"!A1']


@pytest.mark.parametrize("id", FORMULAS)
def test_no_cell_of_any_csv_is_a_formula(id):
    requests = [Request(id, 0, 2, 2), Request("b", 0, 1, 1), Request("c", 0, 1, 1)]
    trace = simulate(requests, Tutorial(max_active=1, max_queue=1))
    for text in (
        workload_csv(requests),
        requests_csv(trace),
        iterations_csv(trace),
        events_csv(trace),
    ):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not [cell for cell in cells if cell.lstrip(" ")[:1] in set("=+-@＝＋－＠\t\r")]
        assert [cell for cell in cells if cell.startswith("'") and id in cell]


@pytest.mark.parametrize(
    "id", [*FORMULAS, "'quoted", "plain", "中文", "<script>", '"', "a,b", "a=b"]
)
def test_taking_an_apostrophe_away_restores_a_cell(id):
    cell = harmless(id)
    assert (cell[1:] if cell.startswith("'") else cell) == id
    assert restored(cell) == id


@pytest.mark.parametrize("value", ["A", "中文", "A3 B1", "a-b"])
def test_what_is_harmless_stays_as_it_is(value):
    assert harmless(value) == value


# --- Chrome's trace events -----------------------------------------------------------------------


class Opened:
    """A trace file as a viewer sees it."""

    def __init__(self, trace):
        self.file = json.loads(chrome_trace_json(trace))
        self.records = self.file["traceEvents"]
        self.names = {
            (r["pid"], r["tid"]): r["args"]["name"]
            for r in self.records
            if r["name"] == "thread_name"
        }
        self.groups = {
            r["pid"]: r["args"]["name"] for r in self.records if r["name"] == "process_name"
        }

    def of(self, phase, **values):
        return [
            r
            for r in self.records
            if r["ph"] == phase and all(r.get(name) == value for name, value in values.items())
        ]

    def by_track(self, *phases):
        tracks = defaultdict(list)
        for record in self.records:
            if record["ph"] in phases:
                tracks[record["pid"], record["tid"]].append(record)
        return tracks

    def track(self, record):
        return self.names[record["pid"], record["tid"]]


def covers(record, iteration):
    return record["ts"] <= iteration * ITERATION < record["ts"] + record["dur"]


@given(requests=random_workloads(), policy=policies())
@many_runs
def test_every_record_has_what_the_format_asks_for(requests, policy):
    opened = Opened(simulate(requests, policy))
    for record in opened.records:
        assert record["ph"] in {"X", "i", "C", "M"}
        assert isinstance(record["name"], str)
        assert record["name"]
        assert all(isinstance(record[name], int) for name in ("ts", "pid", "tid"))
        assert isinstance(record["args"], dict)
        assert record["pid"] in opened.groups
        if record["ph"] == "X":
            assert isinstance(record["dur"], int)
            assert record["dur"] > 0
        if record["ph"] == "i":
            assert record["s"] == "t"
        if record["ph"] == "C":
            assert all(isinstance(value, int) and value >= 0 for value in record["args"].values())
        if record["ph"] in "Xi":
            assert (record["pid"], record["tid"]) in opened.names


@given(requests=random_workloads(), policy=policies())
@many_runs
def test_time_never_goes_back_and_no_two_slices_of_a_track_overlap(requests, policy):
    trace = simulate(requests, policy)
    opened = Opened(trace)
    end = len(trace.iterations) * ITERATION
    for records in opened.by_track("X", "i", "C").values():
        times = [record["ts"] for record in records]
        assert times == sorted(times)
        assert 0 <= times[0] <= times[-1] <= end
    for slices in opened.by_track("X").values():
        for one, other in pairwise(slices):
            assert one["ts"] + one["dur"] <= other["ts"]
        assert slices[-1]["ts"] + slices[-1]["dur"] <= end


@given(requests=random_workloads(), policy=policies())
@many_runs
def test_the_tracks_say_who_holds_a_slot_and_who_waits_in_every_iteration(requests, policy):
    trace = simulate(requests, policy)
    opened = Opened(trace)
    on_slots, waiting = opened.of("X", cat="slot"), opened.of("X", cat="waiting")
    for row in trace.iterations:
        held = [record["name"] for record in on_slots if covers(record, row.iteration)]
        assert sorted(held) == sorted(row.active + row.completed)
        waits = [opened.track(record) for record in waiting if covers(record, row.iteration)]
        assert sorted(name.removesuffix(" (high priority)") for name in waits) == sorted(row.queue)
    assert len({record["tid"] for record in on_slots}) <= policy.max_active


@given(requests=random_workloads(), policy=policies())
@many_runs
def test_work_and_counters_are_those_of_the_run(requests, policy):
    trace = simulate(requests, policy)
    opened = Opened(trace)
    for kind in (Kind.PREFILL, Kind.DECODE, Kind.STARVE):
        events = [(e.iteration, e.amount) for e in trace.events if e.kind is kind]
        slices = [(r["ts"] // ITERATION, r["args"]["tokens"]) for r in opened.of("X", cat=kind)]
        assert sorted(slices) == sorted(events)
    for kind in (Kind.ARRIVE, Kind.PREEMPT, Kind.REJECT, Kind.FIRST_TOKEN, Kind.COMPLETE):
        assert len(opened.of("i", cat=kind)) == sum(e.kind is kind for e in trace.events)
    tokens = opened.of("C", name="tokens in iteration")
    queue = opened.of("C", name="waiting queue")
    for row, token, length in zip(trace.iterations, tokens[:-1], queue, strict=True):
        assert token["args"] == {
            "decode": len(row.decode),
            "prefill": sum(amount for _, amount in row.prefill),
            "unused": row.unused_budget,
        }
        assert length["args"] == {"requests": len(row.queue)}


def test_the_slots_of_the_baseline():
    held = defaultdict(list)
    for record in Opened(baseline()).of("X", cat="slot"):
        span = record["ts"] // ITERATION, (record["ts"] + record["dur"]) // ITERATION - 1
        held[record["tid"]].append((record["name"], *span))
    assert list(held.values()) == [
        [("A", 0, 0), ("C", 1, 1), ("D", 2, 4), ("E", 5, 5)],
        [("B", 0, 2), ("A", 3, 5)],
    ]


def test_a_decision_carries_its_numbers_and_its_words():
    (preempted,) = Opened(baseline()).of("i", cat="preempt")
    assert preempted["args"]["remaining"] == {"A": 6, "B": 3}
    assert "(A 6, B 3)" in preempted["args"]["why"]
    assert preempted["ts"] == 1 * ITERATION


def test_tokens_appear_at_the_end_of_their_iteration():
    opened = Opened(baseline())
    firsts = {opened.track(r): r["ts"] // ITERATION for r in opened.of("i", cat="first_token")}
    assert firsts == {"A": 4, "B": 2, "C (high priority)": 2, "D": 4, "E": 6}


def test_tracks_have_names_of_their_own_and_numbers_that_are_unique():
    opened = Opened(baseline())
    assert list(opened.groups.values()) == ["engine", "slots", "requests"]
    requests = ["A", "B", "C (high priority)", "D", "E", "F"]
    assert list(opened.names.values()) == ["iterations", "slot 1", "slot 2", *requests]
    tids = [tid for _, tid in opened.names]
    assert len(set(tids)) == len(tids)
    assert not set(tids) & set(opened.groups)


def test_the_file_says_that_an_iteration_is_a_microsecond_count_by_convention():
    other = chrome_trace(baseline())["otherData"]
    assert other["microseconds_per_iteration"] == 1000
    assert "counted, not timed" in other["time"]
    assert other["policy"] == baseline().policy.limits()


def test_a_run_that_was_cut_says_so_in_its_trace():
    cut = Opened(baseline(max_iterations=2))
    assert cut.file["otherData"]["termination"] == "iteration_limit"
    (sign,) = cut.of("i", cat="end")
    assert "cut after 2 iterations" in sign["args"]["why"]
    unfinished = [r for r in cut.of("X") if r["args"].get("finished") is False]
    assert {r["name"] for r in unfinished} == {"B", "waiting"}
    assert not Opened(baseline()).of("i", cat="end")


@pytest.mark.parametrize("case", fixed_cases().values(), ids=fixed_cases().keys())
def test_every_recorded_case_makes_a_trace(case):
    trace = run_of(case)
    assert len(Opened(trace).of("X", cat="iteration")) == len(trace.iterations)


# --- Pictures and files --------------------------------------------------------------------------


def size_of_png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def test_a_png_is_as_large_as_its_scale_says():
    small, large = (size_of_png(png(baseline(), scale=scale)) for scale in (0.5, 1))
    assert min(large) > 400
    assert [2 * length for length in small] == pytest.approx(large, abs=2)


def test_a_picture_of_a_run_that_was_cut_says_so():
    assert "cut after 2 iterations" in svg(baseline(max_iterations=2))
    assert "cut after" not in svg(baseline())


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_can_be_saved_as(kind):
    file = run_file(baseline(), kind)
    assert file.name == f"run{KINDS[kind].ending}"
    assert len(file.content) > 100
    assert file.content.startswith(b"\xef\xbb\xbf") == (file.media_type == "text/csv")


@pytest.mark.parametrize("kind", KINDS)
def test_the_name_of_every_file_of_a_run_that_was_cut_says_so(kind):
    assert run_file(baseline(max_iterations=2), kind).name.startswith("run_cut_after_2_iterations")


def test_no_two_kinds_of_file_share_a_name():
    endings = [kind.ending for kind in KINDS.values()]
    assert len(set(endings)) == len(endings)
