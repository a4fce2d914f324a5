"""The playground without a browser: its parts work on one run."""

import json
from dataclasses import fields

import pytest
from oracle import fixed_cases

from schedlib import Request, Tutorial, simulate, workloads
from schedlib.exports.files import KINDS
from schedlib.widgets import Playground
from schedlib.widgets.playground import KNOBS, REACH


@pytest.fixture
def playground():
    return Playground()


def turn(playground, **knobs):
    for name, value in knobs.items():
        playground.knobs._knobs[name].value = value


def test_it_starts_with_the_baseline(playground):
    assert playground.trace == simulate(workloads.six_requests())
    assert playground.before is None
    assert playground.stepper.trace is playground.trace
    assert playground.stepper.cursor == len(playground.trace.iterations) - 1


def test_every_knob_of_the_scheduler_is_there(playground):
    assert set(playground.knobs.names) == {field.name for field in fields(Tutorial)} == set(KNOBS)


@pytest.mark.parametrize(
    ("knobs", "told"),
    [
        ({"max_queue": 3}, "F is completed (before: rejected)."),
        ({"prefill_chunk": 6}, "Preempted: B, instead of A."),
        ({"preemption": False}, "No longer preempted: A."),
        ({"max_iterations": 3}, "no longer drains"),
        ({"token_budget": 64}, "Nothing changes for anybody."),
    ],
)
def test_a_knob_runs_the_workload_anew_and_says_what_changed(playground, knobs, told):
    before = playground.trace
    turn(playground, **knobs)
    assert playground.trace == simulate(workloads.six_requests(), Tutorial(**knobs))
    assert playground.before is before
    assert told in playground.changes.value


def test_the_queue_can_be_unbounded_and_bounded_again(playground):
    playground.unbounded.value = True
    assert playground.trace.policy == playground.policy == Tutorial(max_queue=None)
    turn(playground, max_active=3)
    assert playground.trace.policy == Tutorial(max_queue=None, max_active=3)
    playground.unbounded.value = False
    turn(playground, max_queue=0)
    assert playground.trace.policy == playground.policy == Tutorial(max_queue=0, max_active=3)


def test_it_may_start_with_an_unbounded_queue():
    policy = Tutorial(max_queue=None, max_iterations=12)
    playground = Playground(workloads.endless_arrivals(12), policy)
    assert [len(row.queue) for row in playground.trace.iterations] == [*range(6, 78, 6)]
    assert playground.policy == policy
    playground.unbounded.value = False
    assert playground.trace.policy.max_queue == 2


def test_a_setting_that_is_refused_is_told_and_the_picture_stays(playground):
    before = playground.trace
    turn(playground, max_active=8)
    assert playground.trace is before
    assert playground.stepper.trace is before


def test_an_edited_request_is_run_with_the_knobs_as_they_are(playground):
    turn(playground, prefill_chunk=6)
    requests = [Request("A", 0, 9, 3), *workloads.six_requests()[1:]]
    playground.editor.load(requests)
    assert playground.trace == simulate(requests, Tutorial(prefill_chunk=6))
    assert playground.before is not None


def test_nonsense_in_a_cell_leaves_the_picture_as_it_is(playground):
    before = playground.trace
    first, *others = playground.editor._cells
    playground.editor._cells = [["A", "soon", *first[2:]], *others]
    assert playground.trace is before


def test_another_workload_has_no_rails_of_the_one_before(playground):
    playground.editor.start_from("eight_outputs")
    assert playground.before is None
    assert "no run before" in playground.changes.value
    assert not [
        cell for cell in playground.stepper._figure["datasets"]["cells"] if cell.get("rail")
    ]


def test_a_changed_request_keeps_the_rails_of_the_run_before(playground):
    playground.editor.load([Request("A", 0, 9, 3), *workloads.six_requests()[1:]])
    assert [cell for cell in playground.stepper._figure["datasets"]["cells"] if cell.get("rail")]


def test_ids_are_shown_as_text(playground):
    playground.editor.load([Request("<img src=x>", 0, 6, 3), *workloads.six_requests()])
    turn(playground, max_queue=0)
    assert "<img" not in playground.changes.value
    assert "&lt;img" in playground.changes.value


def test_a_run_that_was_cut_is_labelled_at_the_picture_and_at_the_files(playground):
    assert playground.stepper._warning == playground.downloads._warning == ""
    turn(playground, max_iterations=2)
    assert "cut after 2 iterations" in playground.stepper._warning
    assert "cut" in playground.downloads._warning
    turn(playground, max_iterations=200)
    assert playground.stepper._warning == playground.downloads._warning == ""


def test_a_slider_reaches_beyond_the_engine_it_starts_with():
    policy = Tutorial(max_active=64, token_budget=2048, prefill_chunk=512, max_queue=100)
    playground = Playground(workloads.overload(), policy)
    for name in REACH:
        assert playground.knobs._knobs[name].max >= 2 * getattr(policy, name)
    turn(playground, token_budget=4096, max_queue=200)
    assert playground.trace.policy.token_budget == 4096
    assert playground.trace.policy.max_queue == 200


# --- Files ---------------------------------------------------------------------------------------


class Browser:
    """Presses buttons and keeps what is sent."""

    def __init__(self, downloads):
        self.downloads, self.sent = downloads, []
        downloads.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def press(self, kind):
        self.downloads._asked(self.downloads, kind, [])


def test_each_button_sends_one_file_and_says_what_was_saved(playground):
    browser = Browser(playground.downloads)
    assert [kind for kind, _ in playground.downloads._kinds] == list(KINDS)
    for kind in KINDS:
        browser.press(kind)
        told, (content,) = browser.sent[-1]
        assert told["name"] in told["told"]
        assert f"{len(content):,} bytes" in told["told"]
    assert playground.downloads.saved == [told["name"] for told, _ in browser.sent]
    assert len(set(playground.downloads.saved)) == len(KINDS)


def test_the_files_are_those_of_the_run_that_is_shown(playground):
    browser = Browser(playground.downloads)
    turn(playground, prefill_chunk=6)
    browser.press("artifact")
    ((_, (content,)),) = browser.sent
    _, _, expected = fixed_cases()["chunk6"]
    assert json.loads(content) == expected


@pytest.mark.parametrize("asked", ["../secret", "", None, {"kind": "png"}, 3])
def test_nothing_else_can_be_asked_for(playground, asked):
    browser = Browser(playground.downloads)
    browser.press(asked)
    assert browser.sent == []
