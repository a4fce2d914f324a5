"""The engines on the command line: the list of them, and runs with their knobs."""

import json
import re

import pytest

from schedlib import (
    Orca,
    Request,
    RequestDynamic,
    Sarathi,
    Static,
    TensorRtLlm,
    Tutorial,
    VllmV0,
    VllmV1,
    simulate,
    workloads,
)
from schedlib.command_line.command import COMMANDS, Parser, main
from schedlib.engines.registry import REQUIRED, SCHEDULERS, knobs
from schedlib.words import words

SUMMARY = "request_summary.json"

# The least that each scheduler has to be told, and the same in Python.
LEAST = {
    "tutorial": ("", Tutorial()),
    "static": ("--batch-size 2", Static(2)),
    "request-dynamic": ("--max-batch-size 2", RequestDynamic(2)),
    "orca": ("--max-batch-size 2", Orca(2)),
    "vllm-v0": ("--max-num-seqs 2 --max-num-batched-tokens 12", VllmV0(2, 12)),
    "sarathi": ("--chunk-size 6 --max-num-seqs 2", Sarathi(6, 2)),
    "vllm-v1": ("", VllmV1()),
    "tensorrt-llm": ("--max-batch-size 2 --max-num-tokens 8", TensorRtLlm(2, 8)),
}

# Every knob with a value that is nobody's default: as an option, and in the artifact.
GIVEN = {
    "max_active": ("--max-active 3", 3),
    "max_queue": ("--max-queue none", None),
    "token_budget": ("--token-budget 9", 9),
    "prefill_chunk": ("--prefill-chunk 2", 2),
    "preemption": ("--no-preemption", False),
    "max_iterations": ("--max-iterations 99", 99),
    "batch_size": ("--batch-size 3", 3),
    "max_batch_size": ("--max-batch-size 3", 3),
    "max_queue_delay": ("--max-queue-delay 1", 1),
    "preferred_batch_sizes": ("--preferred-batch-sizes 1,2", [1, 2]),
    "max_queue_size": ("--max-queue-size 5", 5),
    "reservation": ("--reservation power_of_two", "power_of_two"),
    "max_model_len": ("--max-model-len 100", 100),
    "num_blocks": ("--num-blocks 50", 50),
    "block_size": ("--block-size 4", 4),
    "max_num_seqs": ("--max-num-seqs 3", 3),
    "max_num_batched_tokens": ("--max-num-batched-tokens 200", 200),
    "watermark": ("--watermark 0.1", 0.1),
    "preemption_mode": ("--preemption-mode swap", "swap"),
    "chunk_size": ("--chunk-size 5", 5),
    "long_prefill_token_threshold": ("--long-prefill-token-threshold 3", 3),
    "num_gpu_blocks": ("--num-gpu-blocks 60", 60),
    "enable_chunked_prefill": ("--no-enable-chunked-prefill", False),
    "policy": ("--policy priority", "priority"),
    "scheduler_reserve_full_isl": ("--no-scheduler-reserve-full-isl", False),
    "async_scheduling": ("--async-scheduling", True),
    "max_num_tokens": ("--max-num-tokens 11", 11),
    "capacity_scheduler_policy": ("--capacity-scheduler-policy MAX_UTILIZATION", "MAX_UTILIZATION"),
    "enable_chunked_context": ("--enable-chunked-context", True),
}
NOT_IN_THE_ARTIFACT = {"max_iterations", "preemption"}

KNOBS = {name: {knob.name: knob for knob in knobs(each)} for name, each in SCHEDULERS.items()}
EVERY_KNOB = [(name, knob) for name, own in KNOBS.items() for knob in own]
NUMBERS = [
    Request("A", arrival=0, prompt=4, output=3, priority=5),
    Request("B", arrival=0, prompt=4, output=3, priority=-1),
    Request("C", arrival=1, prompt=2, output=2),
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The working folder of each test: an empty one; and a terminal of a common width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def run(capsys):
    """Run an engine with options in one line of text: exit code, standard output and error."""

    def run_it(engine, *options):
        words = " ".join(["run --engine", engine, *options]).split()
        code = main(words)
        return code, *capsys.readouterr()

    return run_it


def option(knob):
    return f"--{knob.replace('_', '-')}"


def as_read(trace):
    """A trace's artifact as a reader of its JSON sees it."""
    return json.loads(json.dumps(trace.artifact()))


# --- Runs ------------------------------------------------------------------------------------


def test_the_tables_of_these_tests_hold_every_scheduler_and_every_knob():
    assert list(LEAST) == list(SCHEDULERS)
    assert {name for _, name in EVERY_KNOB} == set(GIVEN)


@pytest.mark.parametrize("name", LEAST)
def test_every_scheduler_runs_by_its_name_as_it_does_in_python(name, run, folder):
    options, policy = LEAST[name]
    code, out, err = run(name, options)
    assert (code, err) == (0, "")
    artifact = json.loads(out)
    assert artifact == as_read(simulate(workloads.six_requests(), policy))
    assert json.loads((folder / SUMMARY).read_text()) == artifact["requests"]


def test_a_run_under_pressure_equals_the_one_in_python(run, folder):
    rows = [{"id": f"R{n}", "arrival": n % 3, "prompt": 9, "output": 6} for n in range(6)]
    (folder / "r.json").write_text(json.dumps(rows))
    code, out, _ = run(
        "vllm-v1",
        "--requests r.json --max-num-seqs 4 --max-num-batched-tokens 16 --num-gpu-blocks 13",
        "--block-size 3 --policy priority --watermark 0.1 --long-prefill-token-threshold 5",
        "--no-scheduler-reserve-full-isl",
    )
    policy = VllmV1(
        max_num_seqs=4,
        max_num_batched_tokens=16,
        num_gpu_blocks=13,
        block_size=3,
        policy="priority",
        watermark=0.1,
        long_prefill_token_threshold=5,
        scheduler_reserve_full_isl=False,
    )
    trace = simulate([Request(**row) for row in rows], policy)
    assert any(row.preempted for row in trace.iterations)
    assert (code, json.loads(out)) == (0, as_read(trace))


@pytest.mark.parametrize("name, knob", EVERY_KNOB)
def test_every_knob_can_be_set_and_shows_in_the_artifact(name, knob, run):
    text, value = GIVEN[knob]
    assert value != KNOBS[name][knob].default
    code, out, err = run(name, LEAST[name][0], text)
    assert (code, err) == (0, "")
    shown = json.loads(out)["policy"]
    assert (knob in shown) == (knob not in NOT_IN_THE_ARTIFACT)
    assert shown.get(knob, value) == value


@pytest.mark.parametrize("switch", ["preemption", "enable_chunked_prefill", "async_scheduling"])
def test_of_a_switch_said_twice_the_last_word_counts(switch, run):
    name = next(name for name, knob in EVERY_KNOB if knob == switch)
    on, off = option(switch), option(f"no_{switch}")
    assert run(name, off, on) == run(name, on) != run(name, on, off) == run(name, off)


@pytest.mark.parametrize("name, pool", [("orca", "num_blocks"), ("vllm-v1", "num_gpu_blocks")])
def test_a_pool_can_be_unlimited_and_no_size_preferred(name, pool, run):
    unlimited = run(name, LEAST[name][0], option(pool), "none")
    assert unlimited == run(name, LEAST[name][0])
    assert json.loads(unlimited[1])["policy"][pool] is None
    out = run("request-dynamic", "--max-batch-size 2 --preferred-batch-sizes none")[1]
    assert json.loads(out)["policy"]["preferred_batch_sizes"] == []


@pytest.mark.parametrize("form", ["json", "table", "narration"])
@pytest.mark.parametrize("name", LEAST)
def test_every_run_can_be_cut_and_says_so(name, form, run, folder):
    code, out, err = run(name, LEAST[name][0], "--max-iterations 2 --format", form)
    assert code == 3
    assert err.count("\n") == 1 and "did not drain" in err
    assert ("iteration_limit" if form == "json" else "did not drain") in out
    assert (folder / SUMMARY).exists()


# --- For people ------------------------------------------------------------------------------


@pytest.mark.parametrize("pool", ["", "--num-blocks 60 --block-size 1"])
@pytest.mark.parametrize("name", LEAST)
def test_the_table_has_a_value_in_every_column(name, pool, run):
    if pool and "num_blocks" not in KNOBS[name]:
        pool = "--num-gpu-blocks 60 --block-size 1" if name == "vllm-v1" else ""
    _, out, _ = run(name, LEAST[name][0], pool, "--format table")
    header, *rows = (re.split(" {2,}", line) for line in out.split("\n\n")[0].splitlines())
    assert rows and {len(row) for row in rows} == {len(header)}
    assert ("free blocks" in header) == bool(pool)
    free = {row[-1] for row in rows} if pool else {"60"}
    assert all(each.isdigit() and int(each) <= 60 for each in free)
    unused = {row[header.index("unused")] for row in rows}
    budget = LEAST[name][1].bounds().tokens is not None
    assert all(each.isdigit() for each in unused) if budget else unused == {"-"}


def test_what_a_recompute_yields_is_not_called_a_first_token(run):
    _, roomy, _ = run("vllm-v1", "--max-num-seqs 2 --format table")
    _, tight, _ = run(
        "vllm-v1", "--max-num-seqs 2 --num-gpu-blocks 5 --block-size 3 --format table"
    )
    first, tight_rows = (
        [re.split(" {2,}", line) for line in out.split("\n\n")[0].splitlines()]
        for out in (roomy, tight)
    )
    assert "first tokens" in first[0] and "prefill yields" not in first[0]
    assert "first tokens" not in tight_rows[0]
    column = tight_rows[0].index("prefill yields")
    assert sum("B" in row[column] for row in tight_rows) == 2  # at first, and after its eviction


@pytest.mark.parametrize("name", LEAST)
def test_the_narration_names_the_steps_of_the_engine(name, run):
    code, out, _ = run(name, LEAST[name][0], "--format narration")
    assert code == 0
    titles = words().section(f"steps.{name}")
    told = re.findall(r"^  (\d)\. (.*)$", out, re.MULTILINE)
    assert {"1", "4"} <= {number for number, _ in told}
    assert all(titles[number] == title for number, title in told)


# --- Requests --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEAST)
def test_engines_take_priorities_as_numbers_and_the_tutorial_does_not(name, run, folder):
    lines = [f"{r.id},{r.arrival},{r.prompt},{r.output},{r.priority}" for r in NUMBERS]
    (folder / "r.csv").write_text("\n".join(["id,arrival,prompt,output,priority", *lines]))
    code, out, err = run(name, LEAST[name][0], "--requests r.csv")
    if name == "tutorial":
        assert (code, out) == (2, "") and not (folder / SUMMARY).exists()
        assert err.endswith(
            "request 'A': priority must be 'normal' or 'high' under the tutorial scheduler, not 5\n"
        )
    else:
        assert (code, json.loads(out)) == (0, as_read(simulate(NUMBERS, LEAST[name][1])))


def test_the_number_decides_who_is_admitted_first(run, folder):
    rows = [
        {"id": r.id, "arrival": 0, "prompt": 4, "output": 3, "priority": r.urgency} for r in NUMBERS
    ]
    (folder / "r.json").write_text(json.dumps(rows))
    first = {
        policy: json.loads(
            run("vllm-v1", "--requests r.json --max-num-seqs 1 --policy", policy)[1]
        )["trace"][0]["active"]
        for policy in ("fcfs", "priority")
    }
    assert first == {"fcfs": ["A"], "priority": ["B"]}


@pytest.mark.parametrize(
    "name, options, needs",
    [
        ("vllm-v1", "--num-gpu-blocks 3 --block-size 2",
         "4 KV blocks (for prompt 6 + output 3 - 1 = 8 tokens in blocks of 2), "
         "and 2 can be had (num_gpu_blocks 3, one of which nobody gets)"),
        ("vllm-v1", "--no-enable-chunked-prefill --max-num-seqs 2 --max-num-batched-tokens 5",
         "6 tokens in one prefill (prompts are not cut: enable_chunked_prefill is off), "
         "and max_num_batched_tokens is 5"),
        ("vllm-v1", "--no-enable-chunked-prefill --max-num-seqs 2 --max-num-batched-tokens 7 "
         "--num-gpu-blocks 50",
         "8 tokens in one prefill (prompt 6 + output 3 - 1, after an eviction; "
         "prompts are not cut: enable_chunked_prefill is off), and max_num_batched_tokens is 7"),
        ("vllm-v0", "--max-num-seqs 2 --max-num-batched-tokens 5",
         "6 tokens in one prefill (prompts are never cut), and max_num_batched_tokens is 5"),
        ("vllm-v0", "--max-num-seqs 2 --max-num-batched-tokens 50 --num-blocks 4 --block-size 2 "
         "--watermark 0.5",
         "6 KV blocks (4 for prompt 6 + output 3 - 1 = 8 tokens in blocks of 2, "
         "and 2 to stay free: watermark is 0.5), and num_blocks is 4"),
        ("vllm-v0", "--max-num-seqs 2 --max-num-batched-tokens 50 --num-blocks 4 --block-size 2 "
         "--preemption-mode swap",
         "5 KV blocks (4 for prompt 6 + output 3 - 1 = 8 tokens in blocks of 2, "
         "and 1 to swap it in again: preemption_mode is 'swap'), and num_blocks is 4"),
        ("orca", "--max-batch-size 2 --num-blocks 8 --block-size 1",
         "9 KV blocks (to reserve 9 tokens in blocks of 1: reservation is 'true_length'), "
         "and num_blocks is 8"),
        ("orca", "--max-batch-size 2 --max-model-len 8",
         "9 tokens (prompt 6 + output 3), and max_model_len is 8"),
        ("sarathi", "--chunk-size 4 --max-num-seqs 2 --num-blocks 3 --block-size 2",
         "4 KV blocks (for prompt 6 + output 3 - 1 = 8 tokens in blocks of 2), "
         "and num_blocks is 3"),
        ("tensorrt-llm", "--max-batch-size 2 --max-num-tokens 5",
         "6 tokens in one prefill (prompts are not cut: enable_chunked_context is off), "
         "and max_num_tokens is 5"),
        ("tensorrt-llm", "--max-batch-size 2 --max-num-tokens 6 --num-blocks 4 --block-size 2",
         "5 KV blocks (for prompt 6 + output 3 = 9 tokens in blocks of 2: "
         "capacity_scheduler_policy is 'GUARANTEED_NO_EVICT'), and num_blocks is 4"),
    ],
)  # fmt: skip
def test_a_request_that_could_never_run_is_refused_with_what_its_numbers_are_made_of(
    name, options, needs, run, folder
):
    code, out, err = run(name, options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"request 'A' can never run under {name}: it needs {needs}\n")
    assert not list(folder.iterdir())


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEAST)
def test_a_knob_of_another_is_refused_with_the_engine_and_its_own(name, run, folder):
    foreign = [knob for knob in GIVEN if knob not in KNOBS[name]]
    assert foreign
    own = ", ".join(map(option, KNOBS[name]))
    for knob in foreign:
        code, out, err = run(name, LEAST[name][0], GIVEN[knob][0])
        assert (code, out) == (2, "")
        assert err == (f"schedlib run: error: {name} has no {option(knob)}; its knobs are {own}\n")
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "name, knob", [(n, k) for n, k in EVERY_KNOB if KNOBS[n][k].default is REQUIRED]
)
def test_a_knob_that_is_missing_is_named(name, knob, run, folder):
    rest = re.sub(f"{option(knob)} \\d+", "", LEAST[name][0])
    assert rest != LEAST[name][0]
    code, out, err = run(name, rest)
    own = ", ".join(map(option, KNOBS[name]))
    assert (code, out) == (2, "")
    assert err == f"schedlib run: error: {name} needs {option(knob)}; its knobs are {own}\n"
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "name, options, complaint",
    [
        ("vllm-v1", "--max-num-seqs 0", "--max-num-seqs must be .* at least 1, not 0"),
        ("vllm-v1", "--max-num-seqs 2.5", "--max-num-seqs must be a whole number .*, not '2.5'"),
        ("vllm-v1", "--max-num-seqs none", "--max-num-seqs must be .* number .*, not 'none'"),
        ("vllm-v1", f"--max-num-seqs {'9' * 5000}", "--max-num-seqs .* of 5,000 digits"),
        ("vllm-v1", "--max-num-seqs", "--max-num-seqs: expected one argument"),
        ("vllm-v1", "--max-num-seqs=--", "--max-num-seqs: expected one argument"),
        ("vllm-v1", "--policy=--", "--policy: expected one argument"),
        ("vllm-v1", "--num-gpu-blocks 1", "--num-gpu-blocks .* at least 2, not 1; or none for .*"),
        ("vllm-v1", "--num-gpu-blocks many", "--num-gpu-blocks .*, not 'many'; or none for .*"),
        ("vllm-v1", "--max-num-batched-tokens 9",
         r"--max-num-batched-tokens must be at least --max-num-seqs \(128\), not 9"),
        ("vllm-v1", "--watermark 1", "--watermark must be a number from 0 up to 1, .*, not 1.0"),
        ("vllm-v1", "--watermark nan", "--watermark must be .*, not 'nan'"),
        ("vllm-v1", "--watermark 0_1", "--watermark must be .*, not '0_1'"),
        ("vllm-v1", "--policy lifo", "--policy: .*'lifo'.*fcfs.*priority.*"),
        ("vllm-v1", "--async-scheduling=yes", "--async-scheduling.*'yes'"),
        ("vllm-v1", "--max-iterations 0", "--max-iterations: it must be .* at least 1, not 0"),
        ("orca", "--max-batch-size 2 --reservation max_model_len",
         "--max-model-len must be given where --reservation is 'max_model_len'"),
        ("request-dynamic", "--max-batch-size 2 --preferred-batch-sizes 4",
         r"--preferred-batch-sizes must be at most --max-batch-size \(2\), not 4"),
        ("request-dynamic", "--max-batch-size 2 --preferred-batch-sizes 1,,2",
         "--preferred-batch-sizes must be a whole number of at least 1, not ''"),
        ("nanobatch", "", "--engine: it must be one of tutorial.*tensorrt-llm, not 'nanobatch'"),
        ("vllm", "", "--engine: .*, not 'vllm'; did you mean vllm-v0 or vllm-v1."),
        ("vLLM_V1", "", "--engine: .*, not 'vLLM_V1'; did you mean vllm-v1."),
        ("orca", "--max-batch-siz 8",
         "unrecognized arguments: --max-batch-siz 8; did you mean --max-batch-size."),
        ("vllm-v1", "--max-batch-siz=8",
         r"unrecognized arguments: --max-batch-siz=8; did you mean --max-batch-size "
         r"\(of request-dynamic, orca, tensorrt-llm\)."),
        ("vllm-v1", "--enable-prefix-caching",
         "unrecognized arguments: --enable-prefix-caching; prefix caching is not modelled here"),
        ("vllm-v1", "--num-gpu-blocks-override 8",
         "unrecognized .* 8; vLLM's --num-gpu-blocks-override is --num-gpu-blocks here"),
        ("vllm-v1", "--scheduling-policy priority",
         "unrecognized .* priority; vLLM's --scheduling-policy is --policy here"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_one_line_with_option_value_and_rule(
    name, options, complaint, run, folder
):
    code, out, err = run(name, options)
    assert (code, out) == (2, "")
    assert re.fullmatch(f"schedlib( run)?: error: (argument )?{complaint}\n", err)
    assert not list(folder.iterdir())


# --- The list and the help -------------------------------------------------------------------


def listed(capsys, *options):
    assert main(["engines", *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_list_has_every_scheduler_its_knobs_and_its_source(capsys, folder):
    text = listed(capsys)
    starts = [re.search(f"^{name}: ", text, re.MULTILINE).start() for name in SCHEDULERS]
    assert starts == sorted(starts)
    for name, start, end in zip(SCHEDULERS, starts, [*starts[1:], None], strict=True):
        part = text[start:end]
        assert re.findall(r"^  (--[a-z-]+)", part, re.MULTILINE) == [*map(option, KNOBS[name])]
        assert part.count("required)") == sum(k.default is REQUIRED for k in KNOBS[name].values())
        flat = " ".join(part.split())
        assert words().say(f"engine.{name}.summary") in flat
        assert f"Source: {words().say(f'engine.{name}.source')}" in flat
    assert max(map(len, text.splitlines())) <= 80
    assert not list(folder.iterdir())


def test_the_list_can_be_of_some_in_the_order_asked_for(capsys):
    records = json.loads(listed(capsys, "--format", "json"))
    asked = ["vllm-v1", "orca"]
    some = json.loads(listed(capsys, *asked, "--format", "json"))
    assert some == [each for name in asked for each in records if each["name"] == name]
    assert listed(capsys, *asked) == "\n".join(listed(capsys, name) for name in asked)


@pytest.mark.parametrize(
    "name, hint", [("nanobatch", ""), ("tensorrt", "; did you mean tensorrt-llm?")]
)
def test_a_name_that_the_list_has_not_is_one_line_with_the_known_ones(name, hint, capsys):
    assert main(["engines", "orca", name]) == 2
    out, err = capsys.readouterr()
    known = ", ".join(SCHEDULERS)
    assert out == ""
    assert err == (f"schedlib engines: error: engine must be one of {known}, not {name!r}{hint}\n")


def test_the_list_as_json_is_the_registry_with_words(capsys):
    records = json.loads(listed(capsys, "--format", "json"))
    assert [record["name"] for record in records] == list(SCHEDULERS)
    for record in records:
        assert list(record) == ["name", "summary", "source", "knobs"]
        assert record["summary"].endswith(".") and record["source"].endswith(".")
        own = KNOBS[record["name"]]
        assert [each["name"] for each in record["knobs"]] == list(own)
        for each in record["knobs"]:
            knob = own[each["name"]]
            required = knob.default is REQUIRED
            default = None if required else json.loads(json.dumps(knob.default))
            assert each == {
                "name": knob.name,
                "kind": knob.kind,
                "default": default,
                "required": required,
                "choices": list(knob.choices),
                "help": each["help"],
            }
            assert each["help"]


def test_what_a_model_was_checked_against_is_said(capsys):
    source = {each["name"]: each["source"] for each in json.loads(listed(capsys, "--format=json"))}
    modelled = {name for name, text in source.items() if "modelled by Vidur, a published" in text}
    assert modelled == {"request-dynamic", "orca", "vllm-v0", "sarathi"}
    assert "swap mode is not in that model, and unchecked" in source["vllm-v0"]
    assert (
        "Equal to vLLM 0.33.0's own scheduler in synchronous mode, step by step; "
        "asynchronous mode checked on one trace."
    ) in source["vllm-v1"]
    assert "tuning guide" in source["tensorrt-llm"] and "slot arithmetic" in source["static"]


@pytest.mark.parametrize("name, knob", EVERY_KNOB)
def test_every_knob_has_its_words(name, knob):
    said = words()
    assert said.say(f"knob.{knob}.help")
    kind = KNOBS[name][knob].kind
    assert (f"knob.{knob}.unit" in said.table) == (kind not in ("switch", "choice"))


def test_no_word_is_left_of_a_knob_or_an_engine_that_is_gone():
    for key in words().section("knob"):
        *scheduler, knob, _ = key.split(".")
        assert knob in KNOBS[scheduler[0]] if scheduler else knob in GIVEN
    assert {key.split(".")[0] for key in words().section("engine")} == set(SCHEDULERS)


def test_one_name_may_mean_different_things(capsys):
    helps = {
        record["name"]: knob["help"]
        for record in json.loads(listed(capsys, "--format=json"))
        for knob in record["knobs"]
        if knob["name"] == "max_batch_size"
    }
    assert len(helps) == 3 == len(set(helps.values()))
    assert main(["run", "--help"]) == 0
    help = " ".join(capsys.readouterr().out.split())
    assert all(f"{text} ({name}: required)" in help for name, text in helps.items())


def test_the_help_of_run_has_every_option_once_in_lines_of_a_terminal(capsys):
    assert main(["run", "--help"]) == 0
    text = capsys.readouterr().out
    found = re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)
    others = ["--engine", "--requests", "--summary", "--format"]
    assert sorted(found) == sorted([*map(option, GIVEN), *others])
    assert max(map(len, text.splitlines())) <= 82  # a choice of long words stands alone
    for name in SCHEDULERS:
        assert f"\nknobs of {name} alone:\n  {words().say(f'engine.{name}.summary')}\n" in text


@pytest.mark.parametrize("asked", [["--engine", "{}", "--help"], ["--help", "--engine={}"]])
@pytest.mark.parametrize("name", SCHEDULERS)
def test_the_help_of_run_with_an_engine_has_its_knobs_alone(name, asked, capsys):
    assert main(["run", *(word.format(name) for word in asked)]) == 0
    text = capsys.readouterr().out
    found = re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE)
    common = ["--engine", "--requests", "--summary", "--format"]
    assert sorted(found) == sorted([*map(option, KNOBS[name]), *common])
    assert f"\nknobs of {name}:\n  {words().say(f'engine.{name}.summary')}\n" in text
    assert text.count("required)") == sum(k.default is REQUIRED for k in KNOBS[name].values())
    assert max(map(len, text.splitlines())) <= 82


def options_of(name):
    """The options of a command."""
    (command,) = (each for each in COMMANDS if each.name == name)
    parser = Parser()
    command.module.add_options(parser, None)
    return parser.option_names


def test_every_option_of_run_can_be_hinted_at(capsys):
    assert main(["run", "--help"]) == 0
    told = re.findall(r"(?:^  |, )(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)
    assert {*told, "--help"} == set(options_of("run"))
