"""The stepper without a browser: its pages, its cursor, and the script that it brings along."""

import errno
import json
import os
import re
from pathlib import Path

import pytest
import traitlets
from hypothesis import given, settings
from strategies import policies
from strategies import workloads as random_workloads

from schedlib import Kind, Request, Static, Tutorial, VllmV1, narrate, simulate, workloads
from schedlib.narration import narrate_by_step
from schedlib.widgets import Stepper, vega
from schedlib.widgets.pages import step_pages
from schedlib.words import words

IN_CI = bool(os.environ.get("CI"))

hundreds_of_runs = settings(max_examples=200, deadline=None, derandomize=IN_CI)

STEPS = list(words().section("steps.tutorial").values())


def baseline(**knobs):
    return simulate(workloads.six_requests(), Tutorial(**knobs))


def texts(value):
    """Every string in nested lists and dicts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


# --- The pages -----------------------------------------------------------------------------------


def told(page):
    """The sentences of a page by the title of their step."""
    return {part["title"]: part["sentences"] for part in page["parts"]}


def test_a_page_has_the_seven_steps_in_order():
    for page in Stepper(baseline())._pages:
        assert [part["title"] for part in page["parts"]] == STEPS
        assert page["numbered"]


def test_a_step_without_a_decision_is_empty():
    first, *_ = Stepper(baseline())._pages
    idle = [step for step, sentences in told(first).items() if not sentences]
    assert idle == ["Bounded queue or reject", "Refill", "Decode first"]


def test_the_page_of_iteration_1_says_why_a_is_preempted():
    sentences = told(Stepper(baseline())._pages[1])["Slot or preempt"]
    assert len(sentences) == 2
    assert "A is preempted" in sentences[0]
    assert "(A 6, B 3)" in sentences[0]


def test_the_places_after_every_iteration_of_the_baseline():
    shown = [page["places"] for page in Stepper(baseline())._pages]
    assert [[id for id, _ in places["active"]] for places in shown] == [
        ["A", "B"],
        ["B"],
        ["D"],
        ["D", "A"],
        ["A"],
        [],
    ]
    assert [[id for id, _ in places["queue"]] for places in shown] == [
        [],
        ["A"],
        ["A", "E"],
        ["E"],
        ["E"],
        [],
    ]
    assert shown[1]["active"] == [["B", "0+1 left"]]
    assert shown[1]["queue"] == [["A", "3+3 left"]]
    assert [places["pending"] for places in shown][:3] == [list("CDEF"), list("DEF"), []]
    assert shown[5]["completed"] == ["C", "B", "D", "A", "E"]
    assert [places["rejected"] for places in shown] == [[], [], ["F"], ["F"], ["F"], ["F"]]


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_the_places_of_a_random_run_are_those_of_its_trace(requests, policy):
    trace = simulate(requests, policy)
    shown = [page["places"] for page in Stepper(trace)._pages]
    assert len(shown) == len(trace.iterations)
    for places, row in zip(shown, trace.iterations, strict=True):
        assert [id for id, _ in places["active"]] == row.active
        assert [id for id, _ in places["queue"]] == row.queue
    for id, outcome in trace.requests.items():
        last = [name for name, ids in shown[-1].items() if id in ids or id in dict_of(ids)]
        queue = {"waiting": "queue"}.get(outcome.result, outcome.result)
        assert last == [queue]


def dict_of(pairs):
    return {pair[0] for pair in pairs if isinstance(pair, list)}


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_everybody_is_in_exactly_one_place_on_every_page(requests, policy):
    for page in Stepper(simulate(requests, policy))._pages:
        places = page["places"]
        held = [id for name in ("active", "queue") for id, _ in places[name]]
        gone = [id for name in ("completed", "rejected", "pending") for id in places[name]]
        assert sorted(held + gone) == sorted(request.id for request in requests)


@hundreds_of_runs
@given(requests=random_workloads(), policy=policies())
def test_the_pages_of_a_random_run_tell_every_decision_once(requests, policy):
    trace = simulate(requests, policy)
    for at, page in enumerate(Stepper(trace)._pages):
        now = [event for event in trace.events if event.iteration == at]
        story = narrate_by_step(now)
        assert list(told(page).values()) == [story.get(n, []) for n in range(1, len(STEPS) + 1)]
        assert all(sentence in page["spoken"] for sentence in narrate(now))


@pytest.mark.parametrize(
    "knobs", [{}, {"max_iterations": 3}, {"max_queue": 0}], ids=["all", "cut", "no queue"]
)
def test_a_page_is_headed_by_its_iteration_and_the_last_one(knobs):
    trace = baseline(**knobs)
    last = len(trace.iterations) - 1
    titles = [page["title"] for page in Stepper(trace)._pages]
    assert titles == [f"Iteration {at} (last: {last})" for at in range(last + 1)]


# --- The cursor ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "cursor"), [(-5, 0), (-1, 0), (0, 0), (3, 3), (5, 5), (6, 5), (10**9, 5)]
)
def test_the_cursor_stays_on_the_axis(wish, cursor):
    stepper = Stepper(baseline())
    stepper.cursor = wish
    assert stepper.cursor == cursor
    assert Stepper(baseline(), cursor=wish).cursor == cursor


@pytest.mark.parametrize("nonsense", ["3", None, 2.5, [1], float("nan")])
def test_a_cursor_that_is_no_whole_number_is_refused(nonsense):
    stepper = Stepper(baseline(), cursor=2)
    with pytest.raises(traitlets.TraitError):
        stepper.cursor = nonsense
    assert stepper.cursor == 2
    with pytest.raises(traitlets.TraitError):
        Stepper(baseline(), cursor=nonsense)


def test_whoever_observes_the_cursor_hears_of_every_step():
    stepper, seen = Stepper(baseline()), []
    stepper.observe(lambda change: seen.append(change["new"]), "cursor")
    for cursor in (1, 2, 2, 99):
        stepper.cursor = cursor
    assert seen == [1, 2, 5]


# --- Another run ---------------------------------------------------------------------------------


def test_show_replaces_the_run():
    stepper = Stepper(baseline())
    other = baseline(prefill_chunk=6)
    stepper.show(other)
    fresh = Stepper(other)
    assert stepper.trace is other
    for name in ("_pages", "_figure", "_limits", "_warning"):
        assert getattr(stepper, name) == getattr(fresh, name)
    assert repr(stepper) == repr(fresh)


@pytest.mark.parametrize(("before", "after"), [(2, 2), (5, 2), (0, 0)])
def test_show_keeps_the_cursor_where_the_shorter_run_has_room(before, after):
    stepper = Stepper(baseline(), cursor=before)
    stepper.show(baseline(max_iterations=3))
    assert stepper.cursor == after


def test_after_show_the_cursor_reaches_the_end_of_a_longer_run():
    stepper = Stepper(baseline(max_iterations=3), cursor=2)
    stepper.show(baseline())
    stepper.cursor = 99
    assert stepper.cursor == 5


def test_a_run_that_was_cut_comes_with_a_warning():
    stepper = Stepper(baseline(max_iterations=3))
    assert stepper._warning == (
        "The run was cut after 3 iterations, the limit max_iterations: "
        "it did not drain, and 3 requests are unfinished."
    )
    stepper.show(baseline())
    assert stepper._warning == ""


def test_free_slots_can_be_counted_in_the_browser():
    assert Stepper(baseline(max_queue=None))._limits == {"slots": 2, "queue": None}
    assert Stepper(simulate(workloads.six_requests(), VllmV1(4)))._limits["slots"] == 4


# --- What is stored and what is sent -------------------------------------------------------------


def test_the_line_that_a_notebook_stores_is_short_and_the_same_in_every_run():
    line = repr(Stepper(baseline()))
    assert line == "Stepper: 6 requests, 6 iterations. Run the cell to see it."
    assert not re.search("0x|object at", line)


def test_the_line_counts_in_the_singular():
    assert repr(Stepper(simulate([Request("A", 0, 1, 1)]))).startswith(
        "Stepper: 1 request, 1 iteration."
    )


def ended_but_on_a_slot(trace):
    """Of each page: who has ended and is shown on a slot all the same."""
    return [
        [id for id, left in page["places"]["active"] if left == "ended, slot held"]
        for page in step_pages(trace)
    ]


def test_whoever_has_ended_and_keeps_a_slot_is_shown_on_it_wherever_the_run_is_cut():
    requests = [Request("A", 0, 2, 4), Request("B", 0, 2, 2)]
    assert ended_but_on_a_slot(simulate(requests, Static(2))) == [[], ["B"], ["B"], []]
    assert ended_but_on_a_slot(simulate(requests, Static(2, max_iterations=2)))[-1] == ["B"]
    late = VllmV1(max_num_seqs=2, async_scheduling=True)
    assert ended_but_on_a_slot(simulate(requests, late))[1:3] == [["B"], []]
    late = VllmV1(max_num_seqs=2, async_scheduling=True, max_iterations=2)
    assert ended_but_on_a_slot(simulate(requests, late))[-1] == ["B"]


def test_whoever_has_ended_is_shown_on_its_slot_until_it_is_evicted():
    requests = [Request("A", 0, 1, 3, priority=0), Request("B", 0, 1, 2, priority=2)]
    policy = VllmV1(
        8,
        8,
        num_gpu_blocks=5,
        block_size=1,
        policy="priority",
        watermark=0.3,
        async_scheduling=True,
    )
    trace = simulate(requests, policy)
    assert ended_but_on_a_slot(trace)[1] == ["B"]
    assert trace.iterations[2].preempted == ["B"]
    assert trace.requests["B"].result == "completed"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_that_is_sent_is_plain_json(theme):
    sent = {
        name: value
        for name, value in Stepper(baseline()).get_state().items()
        if name in ("cursor", "_figure", "_pages", "_limits", "_words", "_warning", "_specs")
    }
    assert json.loads(json.dumps(sent, allow_nan=False)) == sent
    assert sent["_specs"][theme]["layer"]


def test_the_figure_that_is_sent_knows_all_datasets_of_the_chart():
    stepper = Stepper(baseline())
    named = set()
    for layer in stepper._specs["light"]["layer"]:
        named.add(layer["data"]["name"])
    assert named <= set(stepper._figure["datasets"])


def test_every_decision_of_a_run_reaches_the_browser():
    trace = baseline()
    sent = set(texts(Stepper(trace)._pages))
    decided = [e for e in trace.events if e.kind is not Kind.END]
    assert set(narrate(decided)) <= sent


# --- The drawing script --------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache folder of its own, and bundling that is noted instead of done."""
    folder = tmp_path / "cache"
    bundled = []

    def bundle(snippet, **options):
        bundled.append(options)
        return f"// bundle\n{snippet}"

    monkeypatch.setattr(vega, "user_cache_path", lambda *names: folder)
    monkeypatch.setattr(vega.vl_convert, "javascript_bundle", bundle)
    vega.vega_bundle.cache_clear()
    yield folder, bundled
    vega.vega_bundle.cache_clear()


def as_in_a_new_kernel():
    vega.vega_bundle.cache_clear()
    return vega.vega_bundle()


def test_the_script_is_bundled_once_and_then_read_from_the_cache(cache):
    folder, bundled = cache
    first = as_in_a_new_kernel()
    assert [path.read_bytes() for path in folder.iterdir()] == [first]
    assert as_in_a_new_kernel() == first
    assert len(bundled) == 1


def test_one_kernel_reads_the_script_once(cache):
    folder, bundled = cache
    first = vega.vega_bundle()
    for path in folder.iterdir():
        path.unlink()
    assert vega.vega_bundle() is first
    assert len(bundled) == 1


def test_the_name_in_the_cache_tells_the_versions_apart(cache, monkeypatch):
    folder, bundled = cache
    as_in_a_new_kernel()
    monkeypatch.setattr(vega, "version", lambda package: "0.0.1")
    as_in_a_new_kernel()
    assert len(list(folder.iterdir())) == len(bundled) == 2


def test_without_a_writable_cache_the_script_is_bundled_again(cache, tmp_path, monkeypatch):
    _, bundled = cache
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    monkeypatch.setattr(vega, "user_cache_path", lambda *names: in_the_way / "schedlib")
    assert as_in_a_new_kernel() == as_in_a_new_kernel()
    assert len(bundled) == 2
    assert in_the_way.read_text() == "no folder"


def test_the_script_appears_in_the_cache_all_at_once(cache, monkeypatch):
    folder, _ = cache
    moves = []
    replace = Path.replace

    def watched(source, target):
        moves.append((source.read_bytes(), Path(target).exists()))
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", watched)
    script = as_in_a_new_kernel()
    assert moves == [(script, False)]
    assert len(list(folder.iterdir())) == 1


def test_a_script_that_cannot_be_kept_leaves_nothing_behind(cache, monkeypatch):
    folder, _ = cache

    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert as_in_a_new_kernel().startswith(b"// bundle")
    assert list(folder.iterdir()) == []


def test_the_bundled_script_exports_embed_and_asks_for_no_network():
    script = vega.vega_bundle().decode()
    assert re.search(r"export\s*\{[^}]*\bas embed\b", script)
    assert not re.search(r"""(import|from)\s*\(?["']https?:""", script)


def test_a_page_that_asks_gets_the_script(cache, monkeypatch):
    stepper, sent = Stepper(baseline()), []
    monkeypatch.setattr(stepper, "send", lambda *message: sent.append(message))
    stepper._handle_custom_msg("vega", [])
    stepper._handle_custom_msg("something else", [])
    assert sent == [("vega", [vega.vega_bundle()])]


def test_a_long_list_of_names_ends_in_a_number():
    crowd = [Request(f"r{n}", 0, 1, 1) for n in range(30)]
    (page,) = step_pages(simulate(crowd, Tutorial(max_active=1, max_queue=0, max_iterations=1)))
    assert page["places"]["rejected"] == [*(f"r{n}" for n in range(1, 9)), "and 21 more"]
