"""Knobs, what-ifs and their errors, without a browser."""

import pytest

from schedlib import InputError, Request, Tutorial, simulate, workloads
from schedlib.widgets import ChunkWhatIf, WhatIf, WorkStage
from schedlib.widgets.knobs import RANGES, Knobs

ALL_KNOBS = ("max_active", "max_queue", "token_budget", "prefill_chunk", "preemption")
SIX = workloads.six_requests()


def knob(widget, name):
    (row, _) = getattr(widget, "knobs", widget).children
    return next(child for child in row.children if child.description == name)


def error(widget):
    (_, line) = getattr(widget, "knobs", widget).children
    return line.value


def changes(what_if):
    return what_if.children[1].value


def press_back(what_if):
    what_if.knobs.children[0].children[-1].click()


def rails(stage):
    return [cell for cell in stage._figure["datasets"]["cells"] if cell.get("rail")]


# --- A what-if -----------------------------------------------------------------------------------


def test_a_what_if_starts_with_the_policy_it_was_given_and_no_run_before():
    what_if = WhatIf(SIX, Tutorial(prefill_chunk=2))
    assert what_if.trace.policy == Tutorial(prefill_chunk=2)
    assert what_if.before is None
    assert rails(what_if.stepper) == []
    assert what_if.stepper.cursor == len(what_if.trace.iterations) - 1


def test_a_moved_knob_runs_the_workload_and_keeps_the_run_before_as_rails():
    what_if = WhatIf(SIX)
    first = what_if.trace
    knob(what_if, "prefill_chunk").value = 6
    assert what_if.trace.artifact() == simulate(SIX, Tutorial(prefill_chunk=6)).artifact()
    assert what_if.before is first
    assert what_if.stepper.trace is what_if.trace
    assert rails(what_if.stepper)


def test_a_moved_knob_says_what_changes():
    what_if = WhatIf(SIX)
    knob(what_if, "preemption").value = False
    assert "C finishes 2 iterations later." in changes(what_if)
    assert "E is rejected (before: completed)." in changes(what_if)


def test_a_knob_that_changes_nothing_says_so():
    what_if = WhatIf(SIX, Tutorial(prefill_chunk=6))
    knob(what_if, "prefill_chunk").value = 12
    assert "Nothing changes for anybody." in changes(what_if)


def test_a_cursor_at_the_end_stays_at_the_end_and_another_one_where_it_is():
    what_if = WhatIf(SIX)
    knob(what_if, "preemption").value = False
    assert what_if.stepper.cursor == 6
    what_if.stepper.cursor = 1
    knob(what_if, "preemption").value = True
    assert what_if.stepper.cursor == 1


def test_a_cursor_beyond_a_shorter_run_is_put_on_its_axis():
    what_if = WhatIf(SIX, Tutorial(token_budget=2, prefill_chunk=1))
    what_if.stepper.cursor = len(what_if.trace.iterations) - 2
    knob(what_if, "token_budget").value = 24
    knob(what_if, "prefill_chunk").value = 12
    assert what_if.stepper.cursor <= len(what_if.stepper._pages) - 1


@pytest.mark.parametrize("name", [name for name in ALL_KNOBS if name in RANGES])
def test_every_slider_works_at_both_of_its_ends(name):
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    for end in RANGES[name]:
        knob(what_if, name).value = end
        valid = name != "max_active" or end <= 6
        valid = valid and (name != "token_budget" or end >= 2)
        assert bool(error(what_if)) is not valid
        if valid:
            assert getattr(what_if.trace.policy, name) == end


def test_an_invalid_combination_stands_beside_the_knob_and_keeps_the_picture():
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    shown, picture = what_if.trace, what_if.stepper._figure
    knob(what_if, "token_budget").value = 1
    assert "max_active must be at most token_budget (1), not 2" in error(what_if)
    assert 'role="alert"' in error(what_if)
    assert what_if.trace is shown
    assert what_if.before is None
    assert what_if.stepper._figure == picture


def test_a_valid_move_takes_the_error_away():
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    knob(what_if, "token_budget").value = 1
    knob(what_if, "max_active").value = 1
    assert error(what_if) == ""
    assert what_if.trace.policy == Tutorial(max_active=1, token_budget=1)


def test_moving_back_to_what_is_shown_takes_the_error_away_without_a_run():
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    shown = what_if.trace
    knob(what_if, "token_budget").value = 1
    knob(what_if, "token_budget").value = 6
    assert error(what_if) == ""
    assert what_if.trace is shown


def test_the_way_back_is_one_move():
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    knob(what_if, "prefill_chunk").value = 6
    knob(what_if, "preemption").value = False
    left = what_if.trace
    press_back(what_if)
    assert what_if.trace.policy == Tutorial()
    assert what_if.before is left
    assert (knob(what_if, "prefill_chunk").value, knob(what_if, "preemption").value) == (3, True)


def test_the_way_back_leads_out_of_an_error():
    what_if = WhatIf(SIX, knobs=ALL_KNOBS)
    knob(what_if, "max_active").value = 8
    assert error(what_if)
    press_back(what_if)
    assert error(what_if) == ""
    assert knob(what_if, "max_active").value == 2


def test_a_run_that_does_not_drain_is_announced():
    what_if = WhatIf(workloads.overload(), Tutorial(max_iterations=5))
    assert "did not drain" in what_if.stepper._warning


def test_an_invalid_workload_is_refused():
    with pytest.raises(InputError, match="unique"):
        WhatIf([Request("A", 0, 1, 1), Request("A", 0, 1, 1)])


def test_a_what_if_says_in_a_notebook_what_it_is():
    assert repr(WhatIf(SIX)).startswith("What if? Knobs: prefill_chunk, token_budget, preemption.")


# --- Knobs ---------------------------------------------------------------------------------------


def knobs_of(policy=None, names=ALL_KNOBS, **options):
    seen = []
    return Knobs(policy or Tutorial(), names, seen.append, **options), seen


def test_knobs_that_are_not_shown_keep_the_policy_s_values():
    knobs, seen = knobs_of(Tutorial(max_queue=5), names=["prefill_chunk"])
    knob(knobs, "prefill_chunk").value = 4
    assert seen == [Tutorial(max_queue=5, prefill_chunk=4)]


def test_a_start_beyond_a_range_widens_it():
    knobs, _ = knobs_of(Tutorial(prefill_chunk=50, token_budget=60))
    assert (knob(knobs, "prefill_chunk").value, knob(knobs, "prefill_chunk").max) == (50, 50)


def test_other_ranges_can_be_given():
    knobs, _ = knobs_of(ranges={"prefill_chunk": (2, 5)})
    assert (knob(knobs, "prefill_chunk").min, knob(knobs, "prefill_chunk").max) == (2, 5)


def test_a_slider_with_choices_stops_at_them_alone():
    knobs, seen = knobs_of(choices={"prefill_chunk": (3, 64, 6000)})
    slider = knob(knobs, "prefill_chunk")
    assert slider.options == (("3", 3), ("64", 64), ("6,000", 6000))
    slider.value = 6000
    assert seen[-1].prefill_chunk == 6000


def test_a_start_outside_the_choices_is_one_more_choice():
    knobs, _ = knobs_of(choices={"prefill_chunk": (64, 6000)})
    assert [value for _, value in knob(knobs, "prefill_chunk").options] == [3, 64, 6000]


def test_an_unbounded_queue_can_be_chosen_and_left():
    knobs, seen = knobs_of(Tutorial(max_queue=None))
    slider = knob(knobs, "max_queue")
    assert slider.label == slider.options[-1][0] == "unbounded"
    slider.index = 0
    slider.index = len(slider.options) - 1
    assert [policy.max_queue for policy in seen] == [0, None]


def test_the_way_back_can_lead_to_an_unbounded_queue():
    knobs, seen = knobs_of(Tutorial(max_queue=None))
    knob(knobs, "max_queue").index = 0
    knobs.go_back()
    assert seen[-1] == Tutorial(max_queue=None)
    assert knob(knobs, "max_queue").label == "unbounded"


def test_an_error_of_the_listener_is_shown_like_the_knobs_own():
    def refuse(policy):
        raise InputError("not today")

    knobs = Knobs(Tutorial(), ["prefill_chunk"], refuse)
    knob(knobs, "prefill_chunk").value = 4
    assert "not today" in error(knobs)
    assert knobs.policy == Tutorial()


def test_an_error_cannot_inject_markup():
    def refuse(policy):
        raise InputError("<img src=x>")

    knobs = Knobs(Tutorial(), ["prefill_chunk"], refuse)
    knob(knobs, "prefill_chunk").value = 4
    assert "<img" not in error(knobs)


# --- The long prompt -----------------------------------------------------------------------------


def long_prompt():
    policy = Tutorial(max_active=3, prefill_chunk=6000, token_budget=6002)
    return ChunkWhatIf(workloads.long_prompt(), policy)


def texts(stage):
    return [text["text"] for text in stage._figure["datasets"]["texts"]]


def test_a_smaller_chunk_lowers_the_streams_peak_and_delays_the_long_prompt():
    what_if = long_prompt()
    knob(what_if, "prefill_chunk").value = 512
    assert "between two tokens of a stream: 514 (before: 6,002)." in changes(what_if)
    assert "TTFT of L: 12 iterations (before: 1)." in changes(what_if)
    assert texts(what_if.stage).count("514") == 12  # eleven gaps, and its own column of costs
    assert "now: prefill_chunk 512, token_budget 6,002" in texts(what_if.stage)
    assert "before: prefill_chunk 6,000, token_budget 6,002" in texts(what_if.stage)


def test_a_smaller_budget_bounds_the_peak_alone():
    what_if = long_prompt()
    knob(what_if, "token_budget").value = 514
    assert "between two tokens of a stream: 514 (before: 6,002)." in changes(what_if)


def test_a_move_without_an_effect_says_so():
    what_if = long_prompt()
    knob(what_if, "prefill_chunk").value = 512
    knob(what_if, "token_budget").value = 514
    assert "514, as before. TTFT of L: 12 iterations, as before." in changes(what_if)


def test_every_pair_of_chunk_and_budget_has_a_picture():
    what_if = long_prompt()
    for _, chunk in knob(what_if, "prefill_chunk").options:
        knob(what_if, "prefill_chunk").value = chunk
        for _, budget in knob(what_if, "token_budget").options:
            knob(what_if, "token_budget").value = budget
            assert what_if.trace.drained
            assert error(what_if) == ""
            assert len(what_if.stage._pages) == 16


def test_the_pages_tell_the_work_before_each_token():
    policy = Tutorial(max_active=3, prefill_chunk=512, token_budget=514)
    stage = WorkStage({"chunked": simulate(workloads.long_prompt(), policy)})
    assert [page["title"] for page in stage._pages][2] == "Iteration 2 (last: 15)"
    told = [page["parts"][0]["sentences"] for page in stage._pages]
    assert told[0] == ["S1, S2: the first token, so there is no gap yet."]
    assert told[2] == ["S1, S2: a token, after 514 tokens of work (512 prefill + 2 decode)."]


def test_a_stream_that_waits_or_is_done_gets_no_token():
    stage = WorkStage({"run": simulate(workloads.urgent_stream(3))})
    told = [page["parts"][0]["sentences"] for page in stage._pages]
    assert "B: no token." in told[2]
    assert "U1: all tokens are out." in told[-1]
