"""The engines against oracles that repeat their rules naively, iteration by iteration."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from engine_oracles import ORACLES
from engine_rules import RULES, Run
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
    assert len(V1) == 24
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


def corners(trace):
    """Which of the delicate cases one run contains."""
    evicted = [event for event in trace.events if event.kind is Kind.PREEMPT]
    names = [event.request for event in evicted]
    reasons = [event.because for event in evicted]
    chunks = [event for event in trace.events if event.kind is Kind.PREFILL]
    blocked = {event.because["rule"] for event in trace.events if event.kind is Kind.BLOCKED}
    found = {
        "rejected": any(event.kind is Kind.REJECT for event in trace.events),
        "nothing to do": any(not (row.active or row.queue) for row in trace.iterations[:-1]),
        "evicted": evicted,
        "evicted twice": len(names) > len(set(names)),
        "evicted for another": any(event.because["by"] != event.request for event in evicted),
        "evicted itself": any(event.because["by"] == event.request for event in evicted),
        "evicted in mid-prefill": any(0 < b["lost"] < b.get("to_prefill", 0) - 1 for b in reasons),
        "evicted after its end": any(
            event.iteration > trace.requests[event.request].completed for event in evicted
        ),
        "tokens taken back": any(because["taken_back"] for because in reasons),
        "swapped out": any(because["rule"].startswith("swapped") for because in reasons),
        "a recompute of one token": any(
            event.amount == 1 and event.because["again"] for event in chunks
        ),
    }
    return {name for name, value in found.items() if value} | {f"blocked by {b}" for b in blocked}


EVICTION = {"evicted twice", "evicted for another", "evicted itself"}
MEMORY = {"blocked by slots", "blocked by blocks"}
MUST_OCCUR = {
    "Static": {"nothing to do", "blocked by forming", "blocked by batch"},
    "RequestDynamic": {"rejected", "nothing to do", "blocked by forming", "blocked by batch"},
    "Orca": {*MEMORY, "nothing to do"},
    "VllmV0": {
        *(MEMORY | EVICTION),
        "swapped out",
        "blocked by padded",
        "blocked by blocks_watermark",
        "blocked by swapped_out",
        "blocked by swapped_out_watermark",
    },
    "Sarathi": {
        *(MEMORY | EVICTION),
        "evicted in mid-prefill",
        "a recompute of one token",
        "blocked by budget",
        "blocked by blocks_watermark",
    },
    "VllmV1": {
        *(MEMORY | EVICTION),
        "evicted in mid-prefill",
        "evicted after its end",
        "tokens taken back",
        "a recompute of one token",
        "blocked by whole",
        "blocked by budget",
        "blocked by blocks_watermark",
    },
    "TensorRtLlm": {
        *(MEMORY | EVICTION),
        "evicted in mid-prefill",
        "blocked by budget",
        "blocked by whole",
        "blocked by generating",
    },
}


@pytest.mark.parametrize("engine", ORACLES)
def test_the_library_does_what_the_oracle_does_and_keeps_every_rule(engine):
    found = Counter()

    @thousands_of_runs
    @given(case=cases(engine))
    def in_every_iteration(case):
        requests, knobs = case
        trace = simulate(requests, policy_of(engine, knobs))
        told, rows = seen(trace), expected(engine, requests, knobs)
        for now, (mine, theirs) in enumerate(zip(told, rows, strict=False)):
            assert mine == theirs, f"iteration {now}"
        assert len(told) == len(rows)
        this = Run(engine, knobs, requests, trace)
        for rule in RULES:
            rule(this)
        found.update(corners(trace))

    in_every_iteration()
    assert found.keys() >= MUST_OCCUR[engine]  # else the runs are not worth comparing
    assert found["evicted"] >= (200 if "evicted itself" in MUST_OCCUR[engine] else 0)
