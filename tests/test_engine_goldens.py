"""The engines against what real schedulers, and a published simulator of them, did."""

import json
from pathlib import Path

import pytest

from schedlib import (
    Kind,
    Orca,
    Request,
    RequestDynamic,
    Sarathi,
    VllmV0,
    VllmV1,
    simulate,
)

GOLDEN = Path(__file__).parent / "golden"
V1 = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("vllm_v1/*.json"))}
VIDUR = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("vidur/*.json"))}


def scheduled(trace):
    """Of each iteration: id, tokens and kind of all who run, in the order of the events."""
    rows = [[] for _ in trace.iterations]
    for event in trace.events:
        if event.kind in (Kind.PREFILL, Kind.DECODE):
            rows[event.iteration].append((event.request, event.amount, str(event.kind)))
    return rows


def outcomes(trace):
    return {id: (outcome.first_output, outcome.completed) for id, outcome in trace.requests.items()}


# --- vLLM V1: what its own scheduler did ---------------------------------------------------------


def run_v1(golden):
    policy = VllmV1(**golden["config"])
    return simulate([Request(**row) for row in golden["workload"]], policy)


def kind_of(row, workload):
    """Whether a scheduled row of vLLM's is a prefill or a decode, by its own numbers."""
    prompt = next(request["prompt"] for request in workload if request["id"] == row["id"])
    return row["computed_before"] < prompt or row["tokens"] > 1


@pytest.mark.parametrize("name", V1)
def test_vllm_v1_schedules_as_its_own_scheduler_did(name):
    golden = V1[name]
    trace = run_v1(golden)
    assert [[(id, tokens) for id, tokens, _ in row] for row in scheduled(trace)] == [
        [(row["id"], row["tokens"]) for row in step["scheduled"]] for step in golden["trace"]
    ]


@pytest.mark.parametrize("name", V1)
def test_vllm_v1_tells_new_resumed_and_running_apart(name):
    golden = V1[name]
    trace = run_v1(golden)
    admitted = {}
    for event in trace.events:
        if event.kind is Kind.REFILL:
            again = event.because["rule"] == "again"
            admitted[event.request, event.iteration] = "resumed" if again else "new"
    told = [
        [admitted.get((id, at), "running") for id, _, _ in row]
        for at, row in enumerate(scheduled(trace))
    ]
    assert told == [[row["kind"] for row in step["scheduled"]] for step in golden["trace"]]


@pytest.mark.parametrize("name", V1)
def test_vllm_v1_evicts_whom_its_own_scheduler_evicted(name):
    golden = V1[name]
    told = [[] for _ in golden["trace"]]
    for event in run_v1(golden).events:
        if event.kind is Kind.PREEMPT:
            lost, kept = event.because["lost"], event.because["output_done"]
            told[event.iteration].append((event.request, lost, kept))
    assert told == [
        [(row["preempt"], row["computed_lost"], row["generated_kept"]) for row in step["preempted"]]
        for step in golden["trace"]
    ]


@pytest.mark.parametrize("name", V1)
def test_vllm_v1_keeps_the_same_lists_and_blocks(name):
    golden = V1[name]
    trace = run_v1(golden)
    ended = [[]] if golden["config"].get("async_scheduling") else None
    for row, holdings, step in zip(trace.iterations, trace.kv, golden["trace"], strict=True):
        gone = step["finished"]
        if ended is not None:  # they leave one step late
            gone = ended.pop()
            ended.append(step["finished"])
        assert row.active == [id for id in step["running_after"] if id not in gone]
        assert row.queue == step["waiting_after"]
        assert row.completed == step["finished"]
        assert holdings.free == step["free_blocks_after_schedule"]
        held = {each["id"]: each["blocks"] for each in step["scheduled"]}
        assert {id: holdings.held[id] for id in held} == held


@pytest.mark.parametrize("name", V1)
def test_vllm_v1_recomputes_as_much(name):
    golden = V1[name]
    trace = run_v1(golden)
    again = dict.fromkeys(golden["requests"], 0)
    for event in trace.events:
        if event.kind is Kind.PREFILL:
            again[event.request] += event.because["again"]
    told = {
        id: (outcome.first_output, outcome.completed, outcome.preemptions, again[id])
        for id, outcome in trace.requests.items()
    }
    assert told == {
        id: (
            row["first_token_step"],
            row["finish_step"],
            len(row["preempted_steps"]),
            row["recomputed_tokens"],
        )
        for id, row in golden["requests"].items()
    }


# --- Vidur's models of Orca, FasterTransformer, Sarathi-Serve and vLLM V0 ------------------------


def policy_of(golden):
    config = golden["config"]
    cap, blocks, size = config["batch_size_cap"], config["num_blocks"], config["block_size"]
    match golden["scheduler"]:
        case "faster_transformer":
            return RequestDynamic(cap)
        case "orca":
            return Orca(cap, "max_model_len", config["max_model_len"], blocks, size)
        case "sarathi":
            return Sarathi(config["chunk_size"], cap, blocks, size, config["watermark"])
        case "vllm":
            limit = config["max_tokens_in_batch"]
            return VllmV0(cap, limit, blocks, size, config["watermark"])


@pytest.mark.parametrize("name", VIDUR)
def test_the_engines_run_as_vidur_models_them(name):
    golden = VIDUR[name]
    trace = simulate([Request(**row) for row in golden["workload"]], policy_of(golden))
    steps = golden["iterations"]
    assert scheduled(trace) == [[tuple(row) for row in step["batch"]] for step in steps]
    assert [row.preempted for row in trace.iterations] == [step["preempted"] for step in steps]
    assert [row.queue for row in trace.iterations] == [step["waiting"] for step in steps]
    assert [row.completed for row in trace.iterations] == [step["completed"] for step in steps]
    assert outcomes(trace) == {
        id: (row["first_output_iter"], row["completed_iter"])
        for id, row in golden["requests"].items()
    }
