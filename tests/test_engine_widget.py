"""The comparison of engines: its rows, its knobs, what a move says and what an error leaves."""

import re

import ipywidgets
import pytest

from schedlib import (
    InputError,
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
from schedlib import words as language_tables
from schedlib.bounds import Bounds
from schedlib.engines.knob_words import knob_help
from schedlib.engines.registry import SCHEDULERS, knobs
from schedlib.figures.engine_table import engine_table
from schedlib.figures.variants import variants_scene
from schedlib.widgets import Engines
from schedlib.widgets.engine_knobs import CUTS, EngineKnobs
from schedlib.widgets.engine_starts import first_able
from schedlib.widgets.told import AROUND

SIX = "six requests"
LONG = "a long prompt"
WORKLOADS = {
    SIX: workloads.six_requests(),
    LONG: workloads.long_prompt(prompt=24, stream_output=10),
}
V1 = VllmV1(max_num_seqs=2, max_num_batched_tokens=6)


@pytest.fixture
def engines():
    return Engines(WORKLOADS, {"tutorial": Tutorial(), "V1": V1})


def turn(engines, place, **values):
    for name, value in values.items():
        engines.rows[place].knobs.controls[name].value = value


def error(engines, place):
    return re.sub("<.*?>", "", engines.rows[place]._error.value)


def settings(engines, place):
    return re.sub("<.*?>", "", engines.rows[place]._settings.value)


def is_shown(engines, runs):
    """Whether the picture and the table are those of these runs."""
    return (
        engines.compare.runs == runs
        and engines.compare._figure["datasets"] == variants_scene(runs).datasets()
        and engine_table(runs).to_html() in engines._table.value
    )


# --- What it starts with --------------------------------------------------------------------------


def test_each_engine_is_run_on_the_first_workload_under_its_name(engines):
    assert engines.runs == {
        "tutorial": simulate(WORKLOADS[SIX]),
        "V1": simulate(WORKLOADS[SIX], V1),
    }
    assert is_shown(engines, engines.runs)


def test_it_says_in_a_notebook_what_is_compared(engines):
    assert repr(engines) == "Engines on six requests: tutorial, V1. Run the cell to see it."


def test_it_starts_at_the_end_or_where_it_is_told_to(engines):
    assert engines.compare.cursor == 5 == len(engines.runs["V1"].iterations) - 1
    assert Engines(WORKLOADS, {"V1": V1}, cursor=2).compare.cursor == 2


def test_without_arguments_it_compares_the_tutorial_scheduler_with_vllm_v1():
    engines = Engines()
    assert list(engines.runs) == ["Tutorial scheduler", "vLLM V1"]
    for name in engines._workloads:
        engines.workload.value = name
        assert [error(engines, place) for place in (0, 1)] == ["", ""]
        assert all(trace.drained for trace in engines.runs.values())


REFUSED = {
    "no workload": ({}, {"V1": V1}, "workloads must be one or more, by name"),
    "a workload without a name": (WORKLOADS["six requests"], {"V1": V1}, "workloads must be one"),
    "no engine": (WORKLOADS, {}, "engines must be one or more, by name"),
    "engines without names": (WORKLOADS, [V1], "engines must be one or more, by name"),
    "an engine with a number": (WORKLOADS, {1: V1}, "engines must be one or more, by name"),
    "five engines": (WORKLOADS, dict.fromkeys("abcde", V1), "not 5"),
    "no policy": (WORKLOADS, {"mine": print}, "engine 'mine' must be a policy"),
    "a faulty workload": ({"twice": [Request("A", 0, 1, 1)] * 2}, {"V1": V1}, "'A'"),
    "never to be run": (WORKLOADS, {"V0": VllmV0(2, 4)}, "'A' can never run under vllm-v0"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_compared_is_refused(name):
    given, policies, told = REFUSED[name]
    with pytest.raises(InputError, match=told):
        Engines(given, policies)


def test_another_engine_starts_with_the_slots_of_the_others_whatever_it_needs_for_them():
    engines = Engines(WORKLOADS, {"batches": Static(8), "Orca": Orca(8)})
    for name in SCHEDULERS:
        engines.rows[0].engine.value = name
        assert error(engines, 0) == ""
        trace = next(iter(engines.runs.values()))
        assert trace.policy.name == name
        assert trace.policy.bounds().slots == 8


# --- The knobs ------------------------------------------------------------------------------------

POLICIES = {
    "tutorial": Tutorial(),
    "static": Static(2),
    "request-dynamic": RequestDynamic(4, preferred_batch_sizes=(2, 3)),
    "orca": Orca(2),
    "vllm-v0": VllmV0(2, 6, num_blocks=40),
    "sarathi": Sarathi(6, 2, num_blocks=1_000),
    "vllm-v1": VllmV1(),
    "tensorrt-llm": TensorRtLlm(2, 6),
}


def knobs_of(policy):
    moves = []
    return EngineKnobs(policy, lambda: moves.append(None), language_tables.words()), moves


@pytest.mark.parametrize("name", POLICIES)
def test_every_knob_of_an_engine_has_a_control_and_says_what_it_is(name):
    found, _ = knobs_of(POLICIES[name])
    assert set(POLICIES) == set(SCHEDULERS)
    own = [knob for knob in knobs(SCHEDULERS[name]) if knob.name != CUTS]
    assert list(found.controls) == [knob.name for knob in own]
    for knob in own:
        control = found.controls[knob.name]
        assert control.description == knob.name
        assert control.tooltip == knob_help(name, knob.name, language_tables.words())


@pytest.mark.parametrize("name", POLICIES)
def test_controls_that_are_not_moved_say_the_policy_that_they_started_with(name):
    found, _ = knobs_of(POLICIES[name])
    assert found.policy() == POLICIES[name]


KINDS = {
    "whole": ipywidgets.IntSlider,
    "amount": ipywidgets.IntSlider,  # of iterations
    "optional": ipywidgets.SelectionSlider,
    "switch": ipywidgets.Checkbox,
    "share": ipywidgets.FloatSlider,
    "choice": ipywidgets.Dropdown,
    "sizes": ipywidgets.Text,
}


@pytest.mark.parametrize("name", POLICIES)
def test_the_control_suits_the_kind_of_the_knob(name):
    found, _ = knobs_of(POLICIES[name])
    for knob in knobs(SCHEDULERS[name]):
        if knob.name != CUTS:
            control = found.controls[knob.name]
            assert type(control) is KINDS[knob.kind]
            assert not getattr(control, "continuous_update", False)  # one move is one run


def test_a_pool_can_have_no_limit_and_a_start_beyond_the_range_can_be_reached_again():
    found, _ = knobs_of(POLICIES["sarathi"])
    slider = found.controls["num_blocks"]
    assert slider.label == "1,000"
    assert slider.options[-1][0] == "no limit"
    slider.index = len(slider.options) - 1
    assert found.policy().num_blocks is None
    found.go_back()
    assert found.policy() == POLICIES["sarathi"]
    assert len(slider.options) < 80


def test_sizes_are_read_from_text():
    found, _ = knobs_of(POLICIES["request-dynamic"])
    sizes = found.controls["preferred_batch_sizes"]
    assert sizes.value == "2, 3"
    for text, expected in {"4": (4,), " 2,4 ": (2, 4), "": ()}.items():
        sizes.value = text
        assert found.policy().preferred_batch_sizes == expected
    for text, told in {"two": "whole numbers", "5": "at most max_batch_size"}.items():
        sizes.value = text
        with pytest.raises(InputError, match=told):
            found.policy()


def test_the_way_back_is_one_move():
    found, moves = knobs_of(V1)
    found.controls["max_num_seqs"].value = 1
    found.controls["policy"].value = "priority"
    assert len(moves) == 2
    found.go_back()
    assert len(moves) == 3
    assert found.policy() == V1


# --- A move ---------------------------------------------------------------------------------------


def test_a_knob_changes_its_own_run_and_says_what_changes(engines):
    before = engines.runs["tutorial"]
    turn(engines, 1, max_num_batched_tokens=10)
    name = "vLLM V1: max_num_batched_tokens 10"
    assert engines.runs["tutorial"] is before
    assert engines.runs[name].policy == VllmV1(max_num_seqs=2, max_num_batched_tokens=10)
    assert is_shown(engines, engines.runs)
    assert engines.changes.text.startswith(
        "V1: max_num_batched_tokens from 6 to 10: B finishes 1 iteration earlier."
    )
    assert engines.changes.news


def test_a_move_without_an_effect_says_so(engines):
    turn(engines, 1, max_num_batched_tokens=7)
    assert engines.changes.text.endswith("from 6 to 7: Nothing changes for anybody.")


def test_a_given_name_stands_as_long_as_it_is_true(engines):
    turn(engines, 1, policy="priority")
    assert list(engines.runs) == ["tutorial", "vLLM V1: policy priority"]
    turn(engines, 1, policy="fcfs")
    assert list(engines.runs) == ["tutorial", "V1"]


def test_many_moved_knobs_are_counted(engines):
    turn(engines, 1, max_num_batched_tokens=8, policy="priority", block_size=4)
    assert list(engines.runs)[1] == ("vLLM V1: max_num_batched_tokens 8, block_size 4 and 1 more")


def test_two_runs_of_one_name_are_told_apart():
    engines = Engines(WORKLOADS, {"a": V1, "b": V1})
    turn(engines, 0, policy="priority")
    turn(engines, 1, policy="priority")
    assert list(engines.runs) == ["vLLM V1: policy priority", "vLLM V1: policy priority (2)"]


def test_a_row_says_what_it_runs_with(engines):
    assert settings(engines, 0) == "tutorial: max_active 2, max_queue 2, token_budget 6"
    assert settings(engines, 1) == "V1: max_num_seqs 2, max_num_batched_tokens 6"
    turn(engines, 1, async_scheduling=True)
    assert settings(engines, 1) == ("max_num_seqs 2, max_num_batched_tokens 6, async_scheduling on")


def test_the_cursor_stays_at_the_end_or_where_it_is(engines):
    engines.workload.value = LONG
    assert engines.compare.cursor == max(len(t.iterations) for t in engines.runs.values()) - 1
    engines.compare.cursor = 2
    turn(engines, 1, max_num_batched_tokens=12)
    assert engines.compare.cursor == 2


def test_the_knobs_are_folded_until_they_are_asked_for(engines):
    row = engines.rows[0]
    assert row._panel.layout.display == "none"
    row.unfold.value = True
    assert row._panel.layout.display == ""


def test_the_keys_of_its_controls_are_its_own(engines):
    assert AROUND in engines._dom_classes
    assert engines.changes._around == AROUND


# --- Other engines, more and fewer of them --------------------------------------------------------


def test_another_engine_takes_over_the_slots_tokens_and_memory(engines):
    turn(engines, 1, num_gpu_blocks=9, block_size=4)
    engines.rows[0].engine.value = "sarathi"
    assert engines.rows[0].policy() == Sarathi(6, 2, num_blocks=8, block_size=4)
    assert next(iter(engines.runs)) == "Sarathi-Serve"
    assert engines.changes.text.startswith("Sarathi-Serve in place of Tutorial scheduler: ")
    assert is_shown(engines, engines.runs)


@pytest.mark.parametrize("name", SCHEDULERS)
def test_every_engine_can_be_chosen(engines, name):
    engines.rows[1].engine.value = name
    assert error(engines, 1) == ""
    assert engines.rows[1].trace.policy.name == name
    assert is_shown(engines, engines.runs)


def test_a_row_says_which_it_is_and_what_its_engine_does(engines):
    engines.rows[1].engine.value = "orca"
    summary = language_tables.words().say("engine.orca.summary")
    assert engines.rows[1].engine.tooltip == f"Engine 2. {summary}"
    engines.rows[0].remove.click()
    assert engines.rows[0].engine.tooltip == f"Engine 1. {summary}"
    assert engines.rows[0].remove.tooltip == "Remove engine 1"


def test_engines_can_be_added_up_to_four_and_removed_down_to_one(engines):
    engines.add.click()
    assert engines.changes.text.startswith("Now there is ")
    engines.add.click()
    assert len(engines.runs) == len(engines.rows) == len(engines._list.children) == 4
    assert len({trace.policy.name for trace in engines.runs.values()}) == 4
    assert engines.add.disabled
    engines.rows[0].remove.click()
    assert engines.changes.text == "tutorial is gone."
    assert next(iter(engines.runs)) == "V1"
    assert not engines.add.disabled
    for _ in range(2):
        assert not engines.rows[0].remove.disabled
        engines.rows[0].remove.click()
    assert engines.rows[0].remove.disabled
    assert is_shown(engines, engines.runs)


@pytest.mark.parametrize("workload", [SIX, LONG])
def test_an_engine_that_is_added_can_run_the_workload(workload):
    """Engines that do not cut prompts of 24 tokens are passed over where the limit is 6."""
    engines = Engines(WORKLOADS, {"tutorial": Tutorial()})
    engines.workload.value = workload
    for _ in range(3):
        engines.add.click()
        assert [error(engines, place) for place in range(len(engines.rows))] == [""] * len(
            engines.rows
        )
    assert is_shown(engines, engines.runs)
    added = {trace.policy.name for trace in engines.runs.values()}
    assert ("tensorrt-llm" in added) == (workload == SIX)


def test_where_no_engine_can_run_it_static_batching_is_added():
    requests = tuple(WORKLOADS[LONG])
    assert first_able(["vllm-v0"], Bounds(2, tokens=6), requests) == Static(2)
    assert first_able(["vllm-v0", "sarathi"], Bounds(2, tokens=6), requests) == Sarathi(6, 2)


def test_a_limit_of_the_queue_is_not_handed_on(engines):
    assert engines.rows[0].bounds().queue == 2
    engines.rows[1].engine.value = "request-dynamic"
    assert engines.rows[1].policy() == RequestDynamic(2)
    assert engines.rows[1].policy().bounds().queue is None


def test_notes_below_the_table_say_what_its_rows_count(engines):
    for told in ("Slots wasted:", "Stalls:", "Tokens per iteration, and batched requests"):
        assert told in engines._table.value


def test_another_workload_is_run_under_all_of_them(engines):
    engines.workload.value = LONG
    assert {trace.workload for trace in engines.runs.values()} == {tuple(WORKLOADS[LONG])}
    assert engines.changes.text == "Now with another workload: a long prompt."
    assert repr(engines).startswith("Engines on a long prompt: ")
    assert is_shown(engines, engines.runs)


# --- Errors ---------------------------------------------------------------------------------------


def test_an_invalid_knob_is_told_beside_its_engine_and_the_picture_stays(engines):
    before = engines.runs
    turn(engines, 1, max_num_seqs=7)
    assert error(engines, 1) == (
        "max_num_batched_tokens must be at least max_num_seqs (7), not 6. "
        "The picture shows the last settings that all could run."
    )
    assert error(engines, 0) == ""
    assert engines.runs is before
    assert is_shown(engines, before)
    assert not engines.changes.news


def test_two_knobs_can_be_moved_one_after_the_other_through_an_invalid_place(engines):
    turn(engines, 1, max_num_seqs=7)
    turn(engines, 1, max_num_batched_tokens=8)
    assert error(engines, 1) == ""
    assert list(engines.runs.values())[1].policy.max_num_seqs == 7
    assert "max_num_seqs from 2 to 7, max_num_batched_tokens from 6 to 8:" in engines.changes.text


def test_a_workload_that_an_engine_could_never_run_is_told_beside_it():
    engines = Engines(WORKLOADS, {"V1": V1, "V0": VllmV0(2, 6)})
    before = engines.runs
    engines.workload.value = LONG
    assert "&#x27;L&#x27; can never run under vllm-v0: it needs 24 tokens" in error(engines, 1)
    assert error(engines, 0) == ""
    assert is_shown(engines, before)
    assert repr(engines).startswith("Engines on six requests: ")
    turn(engines, 1, max_num_batched_tokens=24)
    assert error(engines, 1) == ""
    assert engines.changes.text == "Now with another workload: a long prompt."
    assert repr(engines).startswith("Engines on a long prompt: ")


def test_an_engine_that_cannot_run_can_be_taken_away_or_exchanged():
    for mend in (
        lambda engines: engines.rows[1].remove.click(),
        lambda engines: setattr(engines.rows[1].engine, "value", "sarathi"),
    ):
        engines = Engines(WORKLOADS, {"V1": V1, "V0": VllmV0(2, 6)})
        engines.workload.value = LONG
        mend(engines)
        assert {trace.workload for trace in engines.runs.values()} == {tuple(WORKLOADS[LONG])}


def test_names_cannot_inject_markup():
    engines = Engines({"<b>w</b>": WORKLOADS[SIX]}, {"<img src=x>": V1})
    assert "<img" not in engines.rows[0]._settings.value
    assert "<img" not in engines._table.value
