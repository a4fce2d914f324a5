"""What holds for every engine, whatever its rules: limits kept, tokens conserved, an end reached.

Whether each engine follows its own rules is for the oracles to say, in `test_engine_oracles.py`.
"""

import json
import math
import os
import re
from collections import Counter

import pytest
from engine_oracles import ORACLES, feasible, first_refusal
from engine_rules import RULES, Run, served
from engine_strategies import cases, policy_of
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import Event, InputError, Kind, Request, Trace, Tutorial, simulate, workloads

IN_CI = bool(os.environ.get("CI"))

hundreds_of_runs = settings(max_examples=200, deadline=None, derandomize=IN_CI)
a_hundred_runs = settings(max_examples=100, deadline=None, derandomize=IN_CI)

ENGINES = list(ORACLES)


def run(engine, requests, knobs):
    return Run(engine, knobs, requests, simulate(requests, policy_of(engine, knobs)))


def the_events_alone_give_the_artifact(run):
    """Written down and read again, they give the same run."""
    text = json.dumps(run.trace.events)
    events = tuple(
        Event(now, step, Kind(kind), *rest) for now, step, kind, *rest in json.loads(text)
    )
    again = Trace(tuple(run.requests), run.trace.policy, events, run.trace.termination)
    assert json.dumps(again.artifact()) == json.dumps(run.trace.artifact())


@pytest.mark.parametrize("engine", ENGINES)
def test_the_events_written_down_and_read_again_are_the_same_run(engine):
    @hundreds_of_runs
    @given(case=cases(engine))
    def in_every_run(case):
        the_events_alone_give_the_artifact(run(engine, *case))

    in_every_run()


# --- What can never run is refused, and what just fits comes to its end ---------------------------

# The knobs of each engine that make a request infeasible when they are too small.
LIMITS = {
    "Orca": ["num_blocks", "max_model_len"],
    "VllmV0": ["num_blocks", "max_num_batched_tokens"],
    "Sarathi": ["num_blocks"],
    "VllmV1": ["num_gpu_blocks", "max_num_batched_tokens"],
    "TensorRtLlm": ["num_blocks", "max_num_tokens"],
}


def least_that_fits(engine, requests, knobs, limit):
    least = 1
    while not feasible(engine, requests, knobs | {limit: least}):
        least += 1
    return least


def smallest_valid(engine, knobs, limit):
    if engine != "VllmV1":
        return 1
    return 2 if limit == "num_gpu_blocks" else knobs["max_num_seqs"]


@pytest.mark.parametrize(("engine", "limit"), [(e, limit) for e in LIMITS for limit in LIMITS[e]])
def test_what_just_fits_ends_and_one_less_is_refused(engine, limit):
    refused = Counter()

    @a_hundred_runs
    @given(case=cases(engine))
    def at_the_limit(case):
        requests, knobs = case
        valid = smallest_valid(engine, knobs, limit)
        least = max(least_that_fits(engine, requests, knobs, limit), valid)
        this = run(engine, requests, knobs | {limit: least})
        for rule in RULES:
            rule(this)
        if least > valid:
            less = knobs | {limit: least - 1}
            id, needs, has = first_refusal(engine, requests, less)
            with pytest.raises(InputError) as refusal:
                simulate(requests, policy_of(engine, less))
            assert repr(id) in str(refusal.value)
            assert re.findall(rf"\b{needs}\b.*\b{has}\b", str(refusal.value))
            refused[id] += 1

    at_the_limit()
    assert sum(refused.values()) >= 10


def lone(prompt, output):
    return [Request("L", 0, prompt, output)]


# Engine, knobs that just suffice, the knob that then is one less, and what is said.
EXACT = [
    ("Orca", {"max_batch_size": 1, "num_blocks": 3, "block_size": 4}, "num_blocks", (3, 2)),
    (
        "Orca",
        {
            "max_batch_size": 1,
            "num_blocks": 4,
            "block_size": 4,
            "reservation": "power_of_two",
        },
        "num_blocks",
        (4, 3),
    ),
    ("Orca", {"max_batch_size": 1, "max_model_len": 11}, "max_model_len", (11, 10)),
    (
        "VllmV0",
        {
            "max_num_seqs": 1,
            "max_num_batched_tokens": 10,
            "num_blocks": 5,
            "block_size": 2,
            "watermark": 0.0,
        },
        "num_blocks",
        (5, 4),
    ),
    (
        "VllmV0",
        {
            "max_num_seqs": 1,
            "max_num_batched_tokens": 10,
            "num_blocks": 9,
            "block_size": 2,
            "watermark": 0.5,
        },
        "num_blocks",
        (9, 8),
    ),
    (
        "VllmV0",
        {
            "max_num_seqs": 1,
            "max_num_batched_tokens": 6,
            "num_blocks": 6,
            "block_size": 2,
            "watermark": 0.0,
            "preemption_mode": "swap",
        },
        "num_blocks",
        (6, 5),
    ),
    ("VllmV0", {"max_num_seqs": 1, "max_num_batched_tokens": 6}, "max_num_batched_tokens", (6, 5)),
    (
        "VllmV0",
        {"max_num_seqs": 1, "max_num_batched_tokens": 10, "num_blocks": 50},
        "max_num_batched_tokens",
        (10, 9),
    ),
    (
        "Sarathi",
        {"chunk_size": 1, "max_num_seqs": 1, "num_blocks": 5, "block_size": 2, "watermark": 0.0},
        "num_blocks",
        (5, 4),
    ),
    ("VllmV1", {"num_gpu_blocks": 6, "block_size": 2}, "num_gpu_blocks", (5, 4)),
    (
        "VllmV1",
        {"max_num_seqs": 1, "max_num_batched_tokens": 6, "enable_chunked_prefill": False},
        "max_num_batched_tokens",
        (6, 5),
    ),
    (
        "VllmV1",
        {
            "max_num_seqs": 1,
            "max_num_batched_tokens": 10,
            "enable_chunked_prefill": False,
            "num_gpu_blocks": 50,
            "long_prefill_token_threshold": 3,
        },
        "max_num_batched_tokens",
        (10, 9),
    ),
    (
        "TensorRtLlm",
        {"max_batch_size": 1, "max_num_tokens": 6, "num_blocks": 11, "block_size": 1},
        "num_blocks",
        (11, 10),
    ),
    (
        "TensorRtLlm",
        {
            "max_batch_size": 1,
            "max_num_tokens": 10,
            "num_blocks": 10,
            "block_size": 1,
            "capacity_scheduler_policy": "MAX_UTILIZATION",
        },
        "num_blocks",
        (10, 9),
    ),
    (
        "TensorRtLlm",
        {"max_batch_size": 1, "max_num_tokens": 6, "num_blocks": 50},
        "max_num_tokens",
        (6, 5),
    ),
    (
        "TensorRtLlm",
        {
            "max_batch_size": 1,
            "max_num_tokens": 10,
            "num_blocks": 50,
            "capacity_scheduler_policy": "MAX_UTILIZATION",
        },
        "max_num_tokens",
        (10, 9),
    ),
]


@pytest.mark.parametrize(("engine", "knobs", "limit", "numbers"), EXACT)
def test_a_lone_request_of_6_and_5_tokens_needs_exactly_so_much(engine, knobs, limit, numbers):
    this = run(engine, lone(6, 5), knobs)
    assert this.trace.requests["L"].result == "completed"
    with pytest.raises(InputError) as refusal:
        simulate(lone(6, 5), policy_of(engine, knobs | {limit: knobs[limit] - 1}))
    needs, has = numbers
    said = str(refusal.value)
    assert re.search(rf"'L'.*needs {needs}\b.*, and .*\b{has}\b", said)
    assert limit in said


# --- What the rules say of particular workloads ---------------------------------------------------


def ran(trace):
    """Of each iteration: id and tokens of all who ran, as "A6 B4"."""
    rows = [[] for _ in trace.iterations]
    for event in trace.events:
        if event.kind in (Kind.PREFILL, Kind.DECODE):
            rows[event.iteration].append(f"{event.request}{event.amount}")
    return [" ".join(row) for row in rows]


FIVE = [Request("R1-", 0, 5, 2)] + [Request(f"R{n}-", 0, 5, 4) for n in range(2, 6)]
WALKTHROUGH = {
    False: [
        "R1-5 R2-5",
        "R1-1 R2-1 R3-5 R4-5",
        "R2-1 R3-1 R4-1 R5-5",
        "R2-1 R3-1 R4-1 R5-1",
        "R3-1 R4-1 R5-1",
        "R5-1",
    ],
    True: [
        "R1-5 R2-5 R3-2",
        "R1-1 R2-1 R3-3 R4-5",
        "R2-1 R3-1 R4-1 R5-5",
        "R2-1 R3-1 R4-1 R5-1",
        "R3-1 R4-1 R5-1",
        "R5-1",
    ],
}


@pytest.mark.parametrize("policy", ["GUARANTEED_NO_EVICT", "MAX_UTILIZATION"])
@pytest.mark.parametrize("chunked", WALKTHROUGH)
def test_tensorrt_llm_runs_the_walkthrough_of_its_tuning_guide(policy, chunked):
    trace = simulate(FIVE, policy_of("TensorRtLlm", walkthrough_knobs(policy, chunked)))
    assert ran(trace) == WALKTHROUGH[chunked]
    assert trace.iterations[1].queue == ["R5-"]
    assert trace.requests["R1-"].completed == 1


def walkthrough_knobs(policy, chunked):
    return {
        "max_batch_size": 4,
        "max_num_tokens": 12,
        "capacity_scheduler_policy": policy,
        "enable_chunked_context": chunked,
    }


@pytest.mark.parametrize("policy", ["fcfs", "priority"])
def test_in_vllm_v1_an_urgent_arrival_waits_for_a_slot(policy):
    knobs = {
        "max_num_seqs": 2,
        "max_num_batched_tokens": 6,
        "long_prefill_token_threshold": 3,
        "policy": policy,
    }
    trace = simulate(workloads.six_requests(), policy_of("VllmV1", knobs))
    runs = [row.iteration for row in trace.iterations if "C" in served(row)]
    assert runs[0] == 3
    assert not any(row.preempted for row in trace.iterations)


def test_the_tutorial_scheduler_preempts_for_the_same_arrival():
    assert simulate(workloads.six_requests()).iterations[1].preempted == ["A"]


@pytest.mark.parametrize(
    ("engine", "knobs"), [("Static", {"batch_size": 8}), ("RequestDynamic", {"max_batch_size": 8})]
)
def test_a_tied_batch_wastes_835_of_1600_slots(engine, knobs):
    lengths = [20, 45, 80, 120, 150, 90, 60, 200]
    this = run(engine, [Request(f"R{n}", 0, 1, length) for n, length in enumerate(lengths)], knobs)
    wasted = Counter(event.request for event in this.events(Kind.HOLD))
    useful = sum(len(served(row)) for row in this.trace.iterations)
    assert len(this.trace.iterations) == 200
    assert useful == 765
    assert sum(wasted.values()) == 835
    assert wasted == Counter({f"R{n}": 200 - length for n, length in enumerate(lengths)})
    assert useful + sum(wasted.values()) == 8 * 200 == 1600


# --- Knobs ----------------------------------------------------------------------------------------

VALID = {
    "Static": {"batch_size": 4},
    "RequestDynamic": {"max_batch_size": 4},
    "Orca": {"max_batch_size": 4},
    "VllmV0": {"max_num_seqs": 4, "max_num_batched_tokens": 8},
    "Sarathi": {"chunk_size": 8, "max_num_seqs": 4},
    "VllmV1": {"max_num_seqs": 4, "max_num_batched_tokens": 8},
    "TensorRtLlm": {"max_batch_size": 4, "max_num_tokens": 8},
}

COUNTS = {  # knobs that are whole numbers, and the least of each
    "Static": {"batch_size": 1},
    "RequestDynamic": {"max_batch_size": 1, "max_queue_size": 0},
    "Orca": {"max_batch_size": 1, "block_size": 1, "num_blocks": 1, "max_model_len": 1},
    "VllmV0": {
        "max_num_seqs": 1,
        "max_num_batched_tokens": 1,
        "block_size": 1,
        "num_blocks": 1,
    },
    "Sarathi": {"chunk_size": 1, "max_num_seqs": 1, "block_size": 1, "num_blocks": 1},
    "VllmV1": {
        "max_num_seqs": 1,
        "max_num_batched_tokens": 1,
        "long_prefill_token_threshold": 0,
        "num_gpu_blocks": 2,
        "block_size": 1,
    },
    "TensorRtLlm": {"max_batch_size": 1, "max_num_tokens": 1, "block_size": 1, "num_blocks": 1},
}
NONE_IS_NO_LIMIT = {"num_blocks", "num_gpu_blocks", "max_model_len", "max_iterations"}
WORDS = [
    ("Orca", "reservation"),
    ("VllmV0", "preemption_mode"),
    ("VllmV1", "policy"),
    ("TensorRtLlm", "capacity_scheduler_policy"),
]
SWITCHES = [
    ("VllmV1", "enable_chunked_prefill"),
    ("VllmV1", "scheduler_reserve_full_isl"),
    ("VllmV1", "async_scheduling"),
    ("TensorRtLlm", "enable_chunked_context"),
]
SHARES = [(engine, "watermark") for engine in ("VllmV0", "Sarathi", "VllmV1")]

NO_NUMBER = [True, False, "3", "", b"3", [], [3], {}, (3,), 3j, object, math.nan, math.inf]


def nonsense():
    """Engine, knob and a value that it cannot have."""
    for engine, counts in COUNTS.items():
        for knob, least in (counts | {"max_iterations": 1}).items():
            values = [*NO_NUMBER, 3.5, -1, -math.inf, least - 1, 10**19]
            yield from ((engine, knob, value) for value in values)
            if knob not in NONE_IS_NO_LIMIT:
                yield engine, knob, None
    for engine, knob in WORDS:
        yield from ((engine, knob, v) for v in ["", "FCFS", "no", None, 0, True, [], ["fcfs"]])
    for engine, knob in SWITCHES:
        yield from ((engine, knob, value) for value in [0, 1, None, "True", "yes", [], 1.0])
    for engine, knob in SHARES:
        yield from ((engine, knob, v) for v in [*NO_NUMBER, None, -0.1, 1, 1.0, 1.5])
    for value in [*NO_NUMBER, None, -1, -0.5, -math.inf, 10**19]:
        yield "RequestDynamic", "max_queue_delay", value
    for value in [3, "3", None, True, 3.5]:
        yield "RequestDynamic", "preferred_batch_sizes", value
    for size in [0, -1, 3.5, True, "3", None, math.nan, 5]:
        yield "RequestDynamic", "preferred_batch_sizes", (2, size)


NONSENSE = [
    (engine, knob, [value for *names, value in nonsense() if names == [engine, knob]])
    for engine, knob in dict.fromkeys((engine, knob) for engine, knob, _ in nonsense())
]


@pytest.mark.parametrize(("engine", "knob", "values"), NONSENSE)
def test_a_knob_that_makes_no_sense_is_refused_by_name_and_value(engine, knob, values):
    for value in values:
        with pytest.raises(InputError) as refusal:
            policy_of(engine, VALID[engine] | {knob: value})
        culprit = value[1] if isinstance(value, tuple) and len(value) == 2 else value
        assert knob in str(refusal.value)
        assert repr(culprit) in str(refusal.value)


@pytest.mark.parametrize(
    ("engine", "knob"), [(engine, knob) for engine in COUNTS for knob in COUNTS[engine]]
)
def test_a_whole_number_that_came_as_3_point_0_is_stored_as_3(engine, knob):
    number = 8.0 if knob == "max_num_batched_tokens" else 3.0
    stored = getattr(policy_of(engine, VALID[engine] | {knob: number}), knob)
    assert (type(stored), stored) == (int, number)


def test_preferred_sizes_are_stored_as_whole_numbers():
    sizes = policy_of("RequestDynamic", {"max_batch_size": 4, "preferred_batch_sizes": [2.0, 4]})
    assert repr(sizes.preferred_batch_sizes) == "(2, 4)"


@pytest.mark.parametrize("engine", ENGINES)
def test_every_knob_is_tried(engine):
    tried = {knob for each, knob, _ in nonsense() if each == engine}
    assert tried == {*policy_of(engine, VALID[engine]).limits(), "max_iterations"}


def test_vllm_v1_needs_a_token_for_each_sequence():
    assert policy_of("VllmV1", {"max_num_seqs": 8, "max_num_batched_tokens": 8})
    with pytest.raises(InputError, match=r"max_num_batched_tokens.*max_num_seqs.*8.*7"):
        policy_of("VllmV1", {"max_num_seqs": 8, "max_num_batched_tokens": 7})


def test_orca_cannot_reserve_a_maximum_that_it_does_not_know():
    with pytest.raises(InputError, match="max_model_len"):
        policy_of("Orca", {"max_batch_size": 1, "reservation": "max_model_len"})


@pytest.mark.parametrize("number", [0, 1, -3, 7])
def test_the_tutorial_scheduler_refuses_numbers_as_priorities(number):
    crowd = [Request("A", 0, 1, 1), Request("N", 0, 1, 1, number)]
    with pytest.raises(InputError, match=rf"'N'.*priority.*{number}"):
        simulate(crowd, Tutorial())


@given(st.integers(-(10**6), 10**6))
def test_engines_take_any_whole_number_as_a_priority(number):
    trace = simulate([Request("N", 0, 1, 1, number)], policy_of("VllmV1", {"policy": "priority"}))
    assert trace.drained
