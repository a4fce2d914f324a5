"""The engines against oracles that repeat their rules naively, iteration by iteration."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from engine_oracles import ORACLES
from engine_strategies import cases, policy_of
from hypothesis import given, settings

from schedlib import Kind, Request, simulate

IN_CI = bool(os.environ.get("CI"))

thousands_of_runs = settings(max_examples=2000, deadline=None, derandomize=IN_CI)

GOLDEN = Path(__file__).parent / "golden"
V1 = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("vllm_v1/*.json"))}
VIDUR = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("vidur/*.json"))}


# --- Before the oracles may judge the library, they have to reproduce every recorded run ---------


def test_all_recorded_runs_are_there():
    assert len(V1) == 22
    assert len(VIDUR) == 27


@pytest.mark.parametrize("name", V1)
def test_the_oracle_does_what_the_scheduler_of_vllm_v1_did(name):
    golden = V1[name]
    config = golden["config"]
    rows = ORACLES["VllmV1"]([Request(**row) for row in golden["workload"]], **config)
    leaves_late = config.get("async_scheduling", False)
    leaving = []
    for row, step in zip(rows, golden["trace"], strict=True):
        ran = [(id, tokens) for id, tokens, _ in row["ran"]]
        assert ran == [(each["id"], each["tokens"]) for each in step["scheduled"]]
        assert row["evicted"] == [each["preempt"] for each in step["preempted"]]
        assert row["waiting"] == step["waiting_after"]
        assert row["completed"] == step["finished"]
        gone = leaving if leaves_late else step["finished"]
        assert row["running"] == [id for id in step["running_after"] if id not in gone]
        assert row["blocks"].items() >= {(each["id"], each["blocks"]) for each in step["scheduled"]}
        usable = config["num_gpu_blocks"] - 1
        assert usable - sum(row["blocks"].values()) == step["free_blocks_after_schedule"]
        leaving = step["finished"]


VIDUR_ENGINES = {
    "faster_transformer": "RequestDynamic",
    "orca": "Orca",
    "sarathi": "Sarathi",
    "vllm": "VllmV0",
}


def vidur_knobs(golden):
    config = golden["config"]
    cap = config["batch_size_cap"]
    pool = {name: config[name] for name in ("num_blocks", "block_size")}
    watermark = {"watermark": config["watermark"]}
    match golden["scheduler"]:
        case "faster_transformer":
            return {"max_batch_size": cap}
        case "orca":
            length = config["max_model_len"]
            reserve = {"reservation": "max_model_len", "max_model_len": length}
            return {"max_batch_size": cap} | reserve | pool
        case "sarathi":
            return {"chunk_size": config["chunk_size"], "max_num_seqs": cap} | pool | watermark
        case "vllm":
            limit = {"max_num_batched_tokens": config["max_tokens_in_batch"]}
            return {"max_num_seqs": cap} | limit | pool | watermark


@pytest.mark.parametrize("name", VIDUR)
def test_the_oracle_does_what_vidur_did(name):
    golden = VIDUR[name]
    oracle = ORACLES[VIDUR_ENGINES[golden["scheduler"]]]
    rows = oracle([Request(**row) for row in golden["workload"]], **vidur_knobs(golden))
    for row, step in zip(rows, golden["iterations"], strict=True):
        assert row["ran"] == [tuple(each) for each in step["batch"]]
        assert row["evicted"] == step["preempted"]
        assert row["waiting"] == step["waiting"]
        assert row["completed"] == step["completed"]


# --- Library and oracle, on random workloads ----------------------------------------------------


def seen(trace):
    """What the library did, in the form in which an oracle tells it."""
    ran = [[] for _ in trace.iterations]
    for event in trace.events:
        if event.kind in (Kind.PREFILL, Kind.DECODE):
            ran[event.iteration].append((event.request, event.amount, str(event.kind)))
    return [
        {
            "ran": ran[row.iteration],
            "evicted": row.preempted,
            "rejected": row.rejected,
            "completed": row.completed,
            "waiting": row.queue,
            "running": row.active,
            "blocks": trace.kv[row.iteration].held if trace.kv else {},
        }
        for row in trace.iterations
    ]


def expected(engine, requests, knobs):
    rows = ORACLES[engine](requests, **knobs)
    if knobs.get("num_blocks", knobs.get("num_gpu_blocks")) is None:
        for row in rows:
            row["blocks"] = {}  # the library counts no blocks of an unlimited pool
    return rows


@pytest.mark.parametrize("engine", ORACLES)
def test_the_library_does_what_the_oracle_does(engine):
    @thousands_of_runs
    @given(case=cases(engine))
    def in_every_iteration(case):
        requests, knobs = case
        told = seen(simulate(requests, policy_of(engine, knobs)))
        rows = expected(engine, requests, knobs)
        for now, (mine, theirs) in enumerate(zip(told, rows, strict=False)):
            assert mine == theirs, f"iteration {now}"
        assert len(told) == len(rows)

    in_every_iteration()


# --- The random runs are worth comparing --------------------------------------------------------

a_fixed_thousand = settings(max_examples=1000, deadline=None, derandomize=True, database=None)


def corners(trace):
    """Which of the delicate cases one run contains."""
    found = Counter()
    evictions = Counter()
    for event in trace.events:
        because = event.because
        match event.kind:
            case Kind.REJECT:
                found["rejected"] += 1
            case Kind.BLOCKED:
                found[f"blocked: {because['rule']}"] += 1
            case Kind.PREEMPT:
                evictions[event.request] += 1
                found["evicted"] += 1
                found["swapped out"] += because["rule"].startswith("swapped")
                found["evicted itself"] += because["by"] == event.request
                found["tokens taken back"] += because["taken_back"] > 0
                found["in mid-prefill"] += 0 < because["lost"] < because["to_prefill"] - 1
                found["had ended"] += trace.requests[event.request].completed < event.iteration
            case Kind.PREFILL:
                found["a recompute of one token"] += bool(because["again"] and event.amount == 1)
    found["evicted twice"] += max(evictions.values(), default=0) > 1
    found["idle in between"] += any(
        not (row.active or row.queue or row.completed) for row in trace.iterations
    )
    return [name for name, times in found.items() if times]


MUST_OCCUR = {
    "Static": ["blocked: forming", "blocked: batch", "idle in between"],
    "RequestDynamic": ["rejected", "blocked: forming", "blocked: batch", "idle in between"],
    "Orca": ["blocked: blocks", "blocked: slots"],
}


@pytest.mark.parametrize("engine", ORACLES)
def test_corners(engine):
    total = Counter()

    @a_fixed_thousand
    @given(case=cases(engine))
    def look(case):
        requests, knobs = case
        total.update(corners(simulate(requests, policy_of(engine, knobs))))

    look()
    print(engine, total)
