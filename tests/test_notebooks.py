"""The notebooks as they are stored: executed, small, and compared for what matters."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("notebooks", "solutions")  # exercises hold no outputs: see test_exercises
NOTEBOOKS = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.ipynb"))
NAMES = [path.relative_to(ROOT).as_posix() for path in NOTEBOOKS]

SEVEN_STEPS = ROOT / "notebooks" / "02_seven_steps.ipynb"

# What the compared outputs of each notebook must hold (any white space counts as one space).
MUST_HOLD = {
    "notebooks/00_start_here.ipynb": [
        "A 1 3 2 4 0 completed",
        "B 1 2 2 3 0 completed",
        "C 3 4 3 4 0 completed",
        "A 1 - 0 + 1 = 2 3 - 0 + 1 = 4 ok",
        "C 3 - 1 + 1 = 3 4 - 1 + 1 = 4 ok",
    ],
    "notebooks/01_why_batch.ipynb": [
        "output tokens: 20 45 80 120 150 90 60 200",
        "200 rounds = 1 prefill + 199 decode",
        "8 x 200 = 1,600 output slots",
        "765 useful, 835 wasted: 52.19 %",
        "refilled 1,600 of 1,600 output slots useful",
        "8 requests, tied 200 1600 765 835 52.19 %",
        "24 requests, refilled, first 200 200 1600 1600 0 0.00 %",
        "prompts of 1 tokens: 16 requests completed",
        "prompts of 400 tokens: 10 requests completed",
    ],
    "notebooks/02_seven_steps.ipynb": [
        "A 3 5 4 6 1 completed",
        "B 1 2 2 3 0 completed",
        "C 1 1 1 1 0 completed",
        "D 3 4 2 3 0 completed",
        "E 5 5 4 4 0 completed",
        "F - - - - 0 rejected",
        "A is preempted, since of the normal requests on slots it has the most left to do",
        "(A 6, B 3)",
        "pass 9.",
    ],
    "notebooks/03_chunked_prefill.ipynb": [
        "B is preempted, since of the normal requests on slots it has the most left to do "
        "(A 2, B 6)",
        "chunk 3: E2E of all together 17, iterations spent in the queue 5",
        "chunk 6: E2E of all together 14, iterations spent in the queue 4",
        "A 0 2 1 3 0 completed",
        "B 3 4 4 5 1 completed",
        "C 1 1 1 1 0 completed",
        "D 2 3 1 2 0 completed",
        "E 4 4 3 3 0 completed",
        "F - - - - 0 rejected",
        "preempted: B unused budget: 0 3 1 1 4",
        "S1 after the first: 2 6002 2 2 2 2 2 2 2 2 2 2 2 2 2",
        "S1 after the first: 2 514 514 514 514 514 514 514 514 514 514 514 370 2 2",
        "S2 the same: True, peak: 6,002",
        "S2 the same: True, peak: 514",
        "stalls of S1 and S2: 0",
        "64 66 94 6,028",
        "6000 6,002 1 6,002",
    ],
    "notebooks/04_preemption.ipynb": [
        "A 1 3 2 4 0 completed",
        "B 1 2 2 3 0 completed",
        "C 3 3 3 3 0 completed",
        "D 5 6 4 5 0 completed",
        "E - - - - 0 rejected",
        "F - - - - 0 rejected",
        "on A F 0 3 2 2 4 4",
        "off - E F 0 2 4 3 3 5 5",
        "A is preempted. Of the normal requests on slots it ties for the most left to do "
        "(A 6, B 6)",
        "N is preempted, the only normal request on a slot",
        "queue after iteration 1: B A",
        "there is nobody to preempt",
        "the queue has no room for a victim (0 of 0)",
        "iteration 8: A would lose 14 tokens (12 prompt + 2 output)",
        "work of the run: 46 tokens",
        "with what a recomputing engine would do again: 88 tokens",
        "40 44 42 40 41",
        "decode stalls: 0",
        "C 1, 1 3, 3",
    ],
    "notebooks/05_backpressure.ipynb": [
        "26 requests ask for 182 tokens",
        "iterations: 16",
        "longest queue: 2",
        "preemptions: 0",
        "completed: A B X0a X0b X3a X4a X7a X8a",
        "rejected: 18 of 26 C X1a X1b D E F X2a X2b",
        "C has high priority and no slot is free, but the queue has no room for a victim (2 of 2).",
        "C is rejected: no slot is free and the queue is full (2 of 2).",
        "iteration 8: X8a takes a slot ahead of X0a X0b",
        "iteration 11: X0a leaves the queue for a slot, after waiting since iteration 0",
        "iteration 12: X0b leaves the queue for a slot, after waiting since iteration 0",
        "queue after each iteration: 6 12 18 24 30 36 42 48 54 60",
        "had to wait: 60 of these served: 0",
        "termination: iteration_limit",
        "80 arrived = 20 completed + 0 on a slot + 60 waiting + 0 rejected",
        "80 arrived = 20 completed + 0 on a slot + 2 waiting + 58 rejected",
        "rejected 1 18 58 0",
    ],
    "notebooks/06_compare_variants.ipynb": [
        "A: first, done 3, 5 0, 2 1, 3",
        "B: first, done 1, 2 3, 4 1, 2",
        "C: first, done 1, 1 1, 1 3, 3",
        "D: first, done 3, 4 2, 3 5, 6",
        "E: first, done 5, 5 4, 4 -",
        "F: first, done - - -",
        "longest queue 2 2 2",
        "preemptions 1 (A) 1 (B) 0",
        "rejections 1 1 2",
        "unused budget 0 3 2 2 4 4 0 3 1 1 4 0 2 4 3 3 5 5",
        "decode stalls 0 0 0",
        "tokens processed 21 21 20",
        "1248 settings tried, 0 with a stall",
        "max_active must be at most token_budget (6), not 7",
    ],
    "notebooks/07_broken_on_purpose.ipynb": [
        "queue after each iteration: 4 8 12 16 20 24 28 32 36 40 44 48",
        "queue after each iteration: 6 12 18 24 30 36 42 48 54 60 66 72",
        "had to wait: 72 of these served: 0",
        "termination: iteration_limit",
        "rejected: 70 served: 24",
        "most work between tokens 6002 514",
        "chunked: first token of L in 5, tokens processed 4032",
        "first token of L 2 13",
        "tokens processed 6032 6032",
        "3 8 A 12 2 14",
        "tokens again 3 42",
        "tokens processed: 34, with what is computed again: 61",
        "accounted work 24 88",
    ],
    "notebooks/08_reading_claims.ipynb": [
        "36.9x Orca Model GPT-3 architecture, 175B parameters, FP16 Hardware 16 A100-40GB",
        "the same median end-to-end latency, 190 ms per generated token: 6.81 against 0.185",
        "8x implementations of continuous batching Model OPT-13B Hardware one A100-40GB",
        "23x vLLM Model OPT-13B Hardware one A100-40GB",
        "Compared with Hugging Face Pipelines with naive static batching",
        "a burst of 1,000 requests, 512 input tokens each, output lengths from a truncated "
        "exponential distribution",
        "6.81 / 0.185 = 36.8",
        "32 clipped 28.3 780 4000 11.47 % 3556 0.41 % 1.12",
        "1536 clipped 131.2 0 43696 62.47 % 16570 1.02 % 2.64",
        "pass 8.",
        "pass 9.",
        "shares isolated: no",
    ],
    "notebooks/09_playground.ipynb": [
        "{'max_queue': 3} F is completed (before: rejected).",
        "{'token_budget': 64} Nothing changes for anybody.",
        "5 slots: 5 iterations, waited: nobody",
        "max_queue 2: rejected 18, longest queue 2, 16 iterations",
        "max_queue 19: rejected 0, longest queue 19, 47 iterations, longest TTFT 36 "
        "the last first token comes in iteration 44",
        "A 3 5 4 6 1 completed",
        "B 1 2 2 3 0 completed",
        "C 1 1 1 1 0 completed",
        "D 3 4 2 3 0 completed",
        "E 5 5 4 4 0 completed",
        "F - - - - 0 rejected",
        "'mine.csv': line 3: request 'B': arrival must be a whole number of at least 0, not 'soon'",
        '"A",0,6,3,"normal",3,5,1,"completed",4,6',
        "six requests: 26 slices, 18 instants, 13 counter values, 24 names; 43 events in the run",
        "slot 2: A, iterations 3 to 5",
    ],
    "notebooks/10_engines.ipynb": [
        "TTFT, mean 2.60 2.50 2.50 1.83 2.33 2.50 2.50",
        "priority: C has its first token in iteration 3",
        "fcfs: C has its first token in iteration 3",
        "fcfs {'A': 0, 'B': 4, 'C': 6}",
        "priority {'A': 0, 'B': 6, 'C': 4}",
        "static first tokens {'A': 1, 'B': 1, 'C': 1, 'D': 6, 'E': 6}, slots wasted 3",
        "dynamic first tokens {'A': 0, 'B': 0, 'C': 4, 'D': 7, 'E': 7}, slots wasted 2",
        "3: S1 D, L P10, S2 P3",
        "3: S1 D, L P8, S2 D",
        "V1, threshold 8 1 0 5 2",
        "vLLM V0 ITL at worst 6, 10 stalls, TTFT mean 1.00",
        "Sarathi, chunk size 8 ITL at worst 1, 0 stalls, TTFT mean 2.00",
        "Sarathi, chunk size 10 ITL at worst 1, 0 stalls, TTFT mean 1.00",
        "0: R1 P5, R2 P5, R3 P2",
        "1: BIG is not admitted: it needs 4 KV blocks, and 3 are free.",
        "{'X': 0, 'BIG': 12, 'SMALL': 13}",
        "chunks of L: 16 16 4 4 4 4 4 8",
        "vLLM V0: 4 evictions, 22 tokens computed twice",
        "vLLM V1: 0 evictions, 0 tokens computed twice",
        "held 100% of the pool, filled 7%",
        "static 200 iterations, 835 slots wasted",
        "async_scheduling=True 9 iterations, 6 slots held for nothing",
        "async_scheduling=True 334 iterations",
    ],
    "notebooks/11_memory_and_eviction.ipynb": [
        "Orca, true length who runs: 2 2 2 2 2 2 2 2 2 2 2 2",
        "vLLM V1 who runs: 4 4 3 3 2 2 2 2 1 1",
        "power_of_two 11 tokens reserved, 1.00 requests in an iteration, 24 iterations",
        "2: No KV blocks are left for G3: G4 is evicted and loses 4 computed tokens.",
        "max utilization 10 2 10 2.40",
        "Orca, model's maximum: 6.89 (published: 7.00)",
        "Orca, power of two: 15.38 (published: 9.81)",
        "Orca, true length: 20.02 (published: 13.62)",
        "vLLM V1: 28.72 (published: 30.42)",
        "GUARANTEED_NO_EVICT 20.02, 0 evictions",
        "166 of 282 evictions: not one token since the admission",
        "the first chunk 282 15972 18.8 1558",
        "swap 2 evictions, 0 tokens computed twice, 5 blocks moved out, 5 moved back",
        "recompute 2 evictions, 10 tokens computed twice",
        "40 2.52x 1.72x 1.72x",
    ],
    "notebooks/12_milliseconds.ipynb": [
        "15.0 GB / (2,039 GB/s x 0.8) = 9.2 ms",
        "= 0.08 ms reading takes 115 times as long",
        "1 9.2 0.1 11.2 89",
        "32 10.5 2.6 12.5 2,556",
        "256 19.7 20.9 22.9 11,183 512 30.3 41.8 43.8 11,693",
        "Computing takes longer than reading from 228 on.",
        "8,192 11.9 32.3 never 14 60",
        "h100-sxm 295 7.6 293 159",
        "H100 / A100: peak 3.2, bandwidth 1.6",
        "64 9.2 4.8 11.2 5,711 memory-bound 128 9.2 9.6 11.6 11,060 compute-bound",
        "8,192 500.1 11.3 11.7 509.5 1,877.6",
        "512 47.8 11.3 47.1 527.6 1,771.9",
        "L's first token comes 18.1 ms later",
        "the longest gap between two tokens is 500.1 ms, the median 11.3 ms.",
        "Up to 47.8 ms: L prefills 6,000 tokens, in 12 steps.",
        "64 94 1,411 36.7 888 498 188 1,076",
        "512 12 180 4.4 114 498 24 522",
        "These sizes keep the limits: 160 to 512.",
        "50 579 528 49.5 528.8",
        "h100-sxm keep both limits: 96 to 1,536",
        "e_compute 0.4 11.2 70.7 1,147 775 none",
        "overhead 10 ms 19.2 55.8 1,954 635 none",
    ],
    "notebooks/13_replay_a_real_engine.ipynb": [
        '"queued_ts": 4715.863919',
        "180 requests in 9.0 s, format vllm",
        "fitted to the first 60 parameter found hidden off by e_mem",
        "mean absolute error over the rest: 0.51 %",
        "TTFT, p99 2.272 s 2.258 s -0.6 %",
        "recorded, not computed here: vLLM 0.19.0, Llama-3.1-8B in bf16, one RTX PRO 6000",
        "300 requests, {'max_num_seqs': 128, 'max_num_batched_tokens': 2048}",
        "about 2 % of the prompt tokens were in the prefix cache",
        "fit to first 100: mean absolute error 1.18 %",
        "fit to all: mean absolute error 0.33 %",
        "on the same run: 0.0 to 8.6 % off",
        "TTFT, p99 19.755 s 19.180 s -2.9 %",
        "TPOT, median 33.43 ms 33.51 ms +0.2 %",
        "E2E latency, p99 37.639 s 37.515 s -0.3 %",
        "--hardware rtx-pro-6000 --model llama-3-8b --fit-first 100",
        "error on the first 100: 3.64 %, on the other 200: 1.03 %",
        "first 100 0.811 6.6 31.9 17.0",
        "64 2.25 2.27 14.46 14.55",
    ],
    "notebooks/14_capacity.ipynb": [
        "at 4 requests/s: mean 0.15 s",
        "at 8 requests/s: mean 0.36 s",
        "at 9 requests/s: mean 2.03 s",
        "at 10 requests/s: mean 5.75 s",
        "400 0.19 s 2.61 s",
        "1,600 0.20 s 12.50 s",
        "clockwork: mean TTFT 0.15 s, 98 % in time",
        "in bursts: mean TTFT 0.63 s, 62 % in time",
        "vLLM V1: most in time: 6.4/s, at 7/s, 90 % in time up to 7/s",
        "vLLM V1 at 10/s: 7.4 requests/s are served, and 6 of 800 requests are in time",
        "vLLM V1, budget 512 8/s 96 0 0.2 %",
        "the same times for all 800 requests: True",
        "512 0.431 0.032 0.880",
        "90 % in time up to 7.",
        "At 190 ms: 5.08/s against 2.96/s = 1.7x",
        "1,600 40/s 13.3/s 649 ms",
        "30 ms 5.3x 11.5x 19.5x 3.5x",
        "190 ms 1.7x 1.7x 17.3x 1.1x",
        "request-level, 1 -> 1.0x Orca, 1 -> 17.3x Orca, 32: 17.3x",
    ],
    "solutions/01_extraction.ipynb": [
        "R1 writes its last token in round 2. Beside it R2 goes on until round 7.",
        "✓ That is the order. - R1 to R6 take slots in the order of the line",
        "✓ It is 0. - Requests of one length end together",
        "✓ c) holds. - A slot that reads a chunk weighs far more than a slot that writes",
        "✓ It is 9. - A chunk adds an entry for each of its tokens, a decode step adds one.",
        "4 sequences as before, and 23 tokens",
        "The peak is 503 tokens of work instead of 4,003.",
        "✓ It is 803.",
        "16 passes instead of 1, and 30,000 earlier prompt tokens read again",
        "✓ It is 100. - Arrivals minus service, in every iteration",
        "60 arrived in both runs and 36 were completed. Of the 24 who would wait, 22 were told no",
        "In iteration 4 H takes the slot of Q, which comes back in iteration 6.",
        "✓ It is 9. - The prompt, and what had been written",
        "23x vLLM Model OPT-13B Hardware one A100-40GB",
        "The figure does not tell them apart.",
        "✓ a) holds. - Even 23 / 8 has no single cause.",
    ],
    "solutions/02_homework.ipynb": [
        "A 3, 5 0, 2 1, 3",
        "B 1, 2 3, 4 1, 2",
        "C 1, 1 1, 1 3, 3",
        "D 3, 4 2, 3 5, 6",
        "E 5, 5 4, 4 rejected",
        "F rejected rejected rejected",
        "longest queue 2 2 2",
        "preempted A B -",
        "rejected F F E, F",
        "unused budget 0, 3, 2, 2, 4, 4 0, 3, 1, 1, 4 0, 2, 4, 3, 3, 5, 5",
        "decode stalls 0 0 0",
        "✓ All 17 cells are right.",
        "✓ All 3 cells are right.",
        "✓ All 9 cells are right.",
        "The run drained in 16 iterations: 8 requests completed, 18 rejected.",
        "✓ A full house: in iteration 1 H finds slots and queue full.",
        "H is rejected: no slot is free and the queue is full (2 of 2).",
        "✓ There it is: in iteration 1 H3 finds nobody whom it may preempt.",
    ],
    "solutions/03_predict.ipynb": [
        "Step 6 (Prefill with the rest): C prefills the rest of its prompt (1 token). D prefills "
        "3 of its 8 prompt tokens left: the chunk is limited to 3.",
        "D prefills 1 of its 6 prompt tokens left: the budget has no more to give.",
        "C is on a slot and gets nothing: the budget is used up (8 prompt tokens left).",
        "E takes a free slot (3 of 3 in use), ahead of those who wait: D.",
        "G is rejected: no slot is free and the queue is full (3 of 3).",
        "D leaves the queue for a free slot (3 of 3 in use).",
        "it ties for the most left to do (B 2, C 2)",
        "G has high priority and no slot is free, but the queue has no room for a victim (3 of 3).",
        "B comes back from the queue with its progress: 0 prompt tokens and 3 output tokens left.",
    ],
    "solutions/04_build_the_scheduler.ipynb": [
        "✓ Step 1, arrivals: it does what the rule says, in each of 300 random states.",
        "✓ Step 2, slot_or_preempt: it does",
        "✓ Step 3, queue_or_reject: it does",
        "✓ Step 4, refill: it does",
        "✓ Step 5, decode_first: it does",
        "✓ Step 6, prefill_with_the_rest: it does",
        "✓ Step 7, first_tokens_and_completions: it does",
        "✓ The assembled scheduler runs 204 workloads as the library does",
        "0 A 3 5 completed 1 B 1 2 completed 2 C 1 1 completed",
        "3 D 3 4 completed 4 E 5 5 completed 5 F <NA> <NA> rejected",
    ],
    "solutions/05_design_a_policy.ipynb": [
        "All 6 workloads together, 89 requests tutorial: mean TTFT 6.2, urgent TTFT 2.6 (best), "
        "worst TTFT 15, worst ITL 10, rejected 27, late 39, fairness 0.61.",
        "aging: mean TTFT 6.4, urgent TTFT 3.4, worst TTFT 11 (best), worst ITL 6, rejected 27, "
        "late 31, fairness 0.60.",
        "shortest: mean TTFT 5.8, urgent TTFT 3.6, worst TTFT 17, worst ITL 1 (best), "
        "rejected 21 (best), late 23, fairness 0.71 (best).",
        "deadlines: mean TTFT 5.2 (best), urgent TTFT 3.4, worst TTFT 15, worst ITL 7, "
        "rejected 22, late 22 (best), fairness 0.70.",
        "✓ A policy of your own: it keeps every rule, and all 6 runs drain.",
        "It first leaves the way of deadlines on urgent_stream, in iteration 2.",
        "On long_among_short it leaves 0 requests late, and the tutorial scheduler 3.",
        "S2 2 3 10 18 late",
    ],
}

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOT_COMPARED = {WIDGET_VIEW, "image/png", "image/jpeg", "text/latex"}
SWITCHES_COMPARING_OFF = re.compile("nbval[-_](ignore|skip|raises)", re.IGNORECASE)

FORBIDDEN = {
    "a folder of one machine": r"/(home|root|Users|tmp|work)/|[A-Z]:\\",
    "an installation": r"\bpip3?\s+install|\bconda\s+install|%pip|%conda",
    "a command of the shell": r"(?m)^\s*!|%%(bash|sh)|\b(get_ipython|os\.system|subprocess)\b",
    "a fetch from the network": r"\burlopen\b|\burlretrieve\b|\brequests\.get\b|\bwget\b|\bcurl\b",
}


@pytest.fixture(params=NOTEBOOKS, ids=NAMES)
def path(request):
    return request.param


@pytest.fixture
def cells(path):
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def compared_outputs(cells):
    """The stored outputs that nbval compares, as texts."""
    for cell in cells:
        off = [cell.source, *cell.metadata.get("tags", [])]
        if any(SWITCHES_COMPARING_OFF.search(text) for text in off):
            continue
        for output in cell.outputs:
            if output.get("name") == "stdout":
                yield output.text
            for kind, data in output.get("data", {}).items():
                if kind not in NOT_COMPARED:
                    yield data


def squeezed(text):
    return " ".join(str(text).split())


def test_the_seven_steps_are_among_the_notebooks():
    assert SEVEN_STEPS in NOTEBOOKS


def test_a_notebook_is_valid(path):
    nbformat.validate(nbformat.read(path, as_version=4))


def test_all_cells_were_run_from_top_to_bottom(cells):
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))


def test_no_cell_ended_in_an_error_or_a_warning(cells):
    for cell in cells:
        assert not [o for o in cell.outputs if o.output_type == "error"]
        assert not [o for o in cell.outputs if o.get("name") == "stderr"]


def test_no_widget_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    assert "widgets" not in notebook.metadata
    assert WIDGET_VIEW not in path.read_text(encoding="utf-8")


def test_a_notebook_is_small(path):
    assert path.stat().st_size < 300_000


def test_nothing_of_the_machine_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata.keys() <= {"kernelspec", "language_info", "schedlib"}
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.language_info == {"name": "python"}
    assert not [cell for cell in notebook.cells if "execution" in cell.metadata]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_cell_holds(what, cells):
    for cell in cells:
        assert not re.search(FORBIDDEN[what], cell.source), cell.source


def test_no_output_holds_an_address_or_a_folder_of_the_machine(cells):
    for text in compared_outputs(cells):
        assert not re.search(r"\bat 0x[0-9a-f]+", str(text))
        assert not re.search(FORBIDDEN["a folder of one machine"], str(text))


def test_the_compared_outputs_hold_what_they_must(path, cells):
    outputs = [squeezed(text) for text in compared_outputs(cells)]
    assert outputs
    expected = MUST_HOLD[path.relative_to(ROOT).as_posix()]
    assert expected
    assert [text for text in expected if not any(text in output for output in outputs)] == []


def test_an_output_that_is_not_compared_is_noticed():
    def cell(source, tags=()):
        shown = nbformat.v4.new_output("stream", name="stdout", text="5")
        return nbformat.v4.new_code_cell(source, outputs=[shown], metadata={"tags": list(tags)})

    assert list(compared_outputs([cell("tell(1)")])) == ["5"]
    assert not list(compared_outputs([cell("# NBVAL_IGNORE_OUTPUT\ntell(1)")]))
    assert not list(compared_outputs([cell("tell(1)", tags=["nbval-skip"])]))


# --- Running a copy ------------------------------------------------------------------------------


def compare(notebook):
    """Run nbval on a notebook, in a process of its own."""
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "-p", "no:cacheprovider", "-q", notebook.name],
        cwd=notebook.parent,
        env=outside,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_an_untouched_copy_passes(tmp_path):
    copy = tmp_path / SEVEN_STEPS.name
    copy.write_bytes(SEVEN_STEPS.read_bytes())
    run = compare(copy)
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_one_wrong_number_in_the_completion_table_turns_the_run_red(tmp_path):
    stored = json.loads(SEVEN_STEPS.read_text(encoding="utf-8"))
    tables = [
        output["data"]
        for cell in stored["cells"]
        for output in cell.get("outputs", [])
        if "first output" in "".join(output.get("data", {}).get("text/plain", ""))
    ]
    (table,) = tables
    text = "".join(table["text/plain"])
    wrong = re.sub(r"(?m)^(A\s+3\s+)5", r"\g<1>6", text)
    assert wrong != text
    table["text/plain"] = wrong
    copy = tmp_path / SEVEN_STEPS.name
    copy.write_text(json.dumps(stored), encoding="utf-8")
    run = compare(copy)
    assert run.returncode == 1, run.stdout
    assert "1 failed" in run.stdout
