"""Slot arithmetic: what is useful and what is not, under both ways of batching, and its figure."""

from itertools import product
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedlib import InputError, Request, Tutorial, simulate, workloads
from schedlib.figures.slots_figure import Ways, slots_scene
from schedlib.figures.slots_picture import SlotsPicture, describe_slots
from schedlib.generators.lengths import READINGS, truncated_exponential
from schedlib.slots import Count, Stay, count, refilled, tied
from schedlib.widgets.length_entry import read_lengths
from schedlib.widgets.slot_pages import slot_pages
from schedlib.widgets.slots_stage import MOST_ROUNDS, SlotsStage

EIGHT = [request.output for request in workloads.eight_outputs()]

some_lengths = st.lists(st.integers(1, 30), min_size=1, max_size=25)
some_slots = st.integers(1, 10)
WAYS = (tied, refilled)


# --- The numbers of the lesson -------------------------------------------------------------------


def test_the_eight_lengths_are_those_of_the_lesson():
    assert EIGHT == [20, 45, 80, 120, 150, 90, 60, 200]


def test_eight_requests_in_one_tied_batch_waste_835_of_1600_slots():
    counted = count(tied(EIGHT, 8), 8)
    assert counted == Count(rounds=200, total=1600, useful=765)
    assert (counted.wasted, f"{counted.share:.2%}") == (835, "52.19%")


def test_the_first_round_is_prefill_and_199_are_decode():
    longest = tied(EIGHT, 8)[-1]
    assert (longest.first, longest.last, longest.tokens) == (1, 200, 200)


def test_with_a_line_at_the_door_refilled_slots_reach_the_bound_of_1600():
    assert count(refilled(EIGHT * 3, 8), 8, rounds=200) == Count(200, 1600, 1600)
    assert count(tied(EIGHT * 3, 8), 8, rounds=200) == Count(200, 1600, 765)


# --- Tied ----------------------------------------------------------------------------------------


def test_more_requests_than_slots_form_further_batches_in_order():
    assert tied([3, 1, 2], slots=2) == [
        Stay(request=1, slot=1, first=1, last=3, until=3),
        Stay(request=2, slot=2, first=1, last=1, until=3),
        Stay(request=3, slot=1, first=4, last=5, until=5),
    ]


@given(some_lengths, some_slots)
def test_a_tied_batch_is_held_by_all_until_its_longest_ends(lengths, slots):
    stays = tied(lengths, slots)
    rounds = 0
    for start in range(0, len(lengths), slots):
        batch = stays[start : start + slots]
        assert {(stay.first, stay.until) for stay in batch} == {
            (rounds + 1, rounds + max(lengths[start : start + slots]))
        }
        rounds = batch[0].until
    assert count(stays, slots).rounds == rounds


# --- Refilled ------------------------------------------------------------------------------------


def test_a_freed_slot_takes_the_next_request_in_the_next_round():
    assert refilled([3, 1, 2, 1], slots=2) == [
        Stay(request=1, slot=1, first=1, last=3, until=3),
        Stay(request=2, slot=2, first=1, last=1, until=1),
        Stay(request=3, slot=2, first=2, last=3, until=3),
        Stay(request=4, slot=1, first=4, last=4, until=4),
    ]


@given(some_lengths, some_slots)
def test_no_slot_is_empty_while_somebody_waits(lengths, slots):
    stays = refilled(lengths, slots)
    last_start = max(stay.first for stay in stays)
    if last_start > 1:  # until the round before, somebody waited
        assert count(stays, slots, rounds=last_start - 1).wasted == 0


@settings(max_examples=40, deadline=None)
@given(some_lengths, some_slots)
def test_the_tutorial_scheduler_agrees_if_prompts_cost_nothing(lengths, slots):
    requests = [Request(f"R{n}", 0, 1, length) for n, length in enumerate(lengths, start=1)]
    policy = Tutorial(max_active=slots, max_queue=None, token_budget=slots, max_iterations=1000)
    outcomes = simulate(requests, policy).requests.values()
    stays = refilled(lengths, slots)
    assert [(o.first_output + 1, o.completed + 1) for o in outcomes] == [
        (stay.first, stay.last) for stay in stays
    ]


# --- Both ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@given(lengths=some_lengths, slots=some_slots)
def test_every_request_gets_its_tokens_and_no_slot_is_held_twice(way, lengths, slots):
    stays = way(lengths, slots)
    assert [stay.tokens for stay in stays] == lengths
    held = [(stay.slot, at) for stay in stays for at in range(stay.first, stay.until + 1)]
    assert len(held) == len(set(held))
    assert all(1 <= stay.slot <= slots for stay in stays)


@pytest.mark.parametrize("way", WAYS)
@given(lengths=some_lengths, slots=some_slots)
def test_useful_and_wasted_make_up_all_slots(way, lengths, slots):
    counted = count(way(lengths, slots), slots)
    assert counted.useful == sum(lengths)
    assert counted.useful + counted.wasted == counted.total == slots * counted.rounds
    assert 0 <= counted.share < 1


@given(some_lengths, some_slots)
def test_refilling_never_takes_more_rounds(lengths, slots):
    both = [count(way(lengths, slots), slots).rounds for way in WAYS]
    assert both[1] <= both[0]


@given(st.integers(1, 30), st.integers(1, 4), some_slots)
def test_full_batches_of_equal_lengths_waste_nothing(length, batches, slots):
    for way in WAYS:
        assert count(way([length] * slots * batches, slots), slots).wasted == 0


def test_a_count_of_some_rounds_cuts_stays_that_go_on():
    assert [count(tied([4, 1], 2), 2, rounds).useful for rounds in (1, 2, 4, 6)] == [2, 3, 5, 5]


# --- Invalid input -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "lengths, slots, message",
    [
        ([], 2, "outputs must hold at least one length"),
        ([3, 0], 2, "outputs: length 2 must be a whole number of at least 1, not 0"),
        ([3.5], 2, "outputs: length 1 must be a whole number of at least 1, not 3.5"),
        ([True], 2, "outputs: length 1 must be a whole number of at least 1, not True"),
        (["3"], 2, "outputs: length 1 must be a whole number of at least 1, not '3'"),
        ([3], 0, "slots must be a whole number of at least 1, not 0"),
        ([3], None, "slots must be a whole number of at least 1, not None"),
    ],
)
def test_invalid_lengths_and_slots_are_refused(way, lengths, slots, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        way(lengths, slots)


@pytest.mark.parametrize(
    "stays, slots, rounds, message",
    [
        ([], 1, None, "stays must hold"),
        (tied([1, 1], 2), 1, None, "slots must be a whole number of at least 2, not 1"),
        (tied([1, 1], 2), 2, 0, "rounds must be a whole number of at least 1, not 0"),
    ],
)
def test_a_count_refuses_what_does_not_fit(stays, slots, rounds, message):
    with pytest.raises(InputError, match=message):
        count(stays, slots, rounds)


# --- Lengths at random ---------------------------------------------------------------------------


@pytest.mark.parametrize("reading, longest", [*product(READINGS, [1, 32, 512])])
def test_lengths_are_whole_tokens_within_the_limit(reading, longest):
    lengths = truncated_exponential(1000, 128, longest, seed=7, reading=reading)
    assert len(lengths) == 1000
    assert all(type(length) is int and 1 <= length <= longest for length in lengths)


def test_the_seed_decides():
    assert truncated_exponential(50, 128, 512, seed=1) == truncated_exponential(50, 128, 512, 1)
    assert truncated_exponential(50, 128, 512, seed=1) != truncated_exponential(50, 128, 512, 2)


def test_clipping_heaps_up_at_the_limit_as_often_as_the_distribution_exceeds_it():
    lengths = truncated_exponential(20_000, 128, 128, seed=1)
    assert lengths.count(128) / 20_000 == pytest.approx(exp(-127 / 128), abs=0.01)


def test_resampling_leaves_the_longest_as_rare_as_its_neighbours():
    lengths = truncated_exponential(20_000, 128, 128, seed=1, reading="resampled")
    neighbours = lengths.count(127) + lengths.count(128)
    assert 0 < neighbours / 20_000 < 0.02


def test_resampling_draws_from_the_part_below_the_limit():
    """The mean of an exponential below L is m - L/(e^(L/m) - 1); rounding up adds about a half."""
    lengths = truncated_exponential(50_000, 128, 128, seed=1, reading="resampled")
    expected = 128 - 128 / (exp(1) - 1) + 0.5
    assert sum(lengths) / 50_000 == pytest.approx(expected, rel=0.01)


def test_far_below_the_limit_the_mean_is_the_one_asked_for():
    for reading in READINGS:
        lengths = truncated_exponential(50_000, 128, 10**6, seed=3, reading=reading)
        assert sum(lengths) / 50_000 == pytest.approx(128.5, rel=0.02)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"n": 0}, "n must be"),
        ({"mean": 0}, "mean must be"),
        ({"longest": 2.5}, "longest must be"),
        ({"seed": -1}, "seed must be"),
        ({"reading": "cut"}, "reading must be 'clipped' or 'resampled', not 'cut'"),
    ],
)
def test_an_invalid_distribution_is_refused(change, message):
    with pytest.raises(InputError, match=message):
        truncated_exponential(**({"n": 1, "mean": 128, "longest": 512, "seed": 1} | change))


# --- The figure ----------------------------------------------------------------------------------


def rounds_of(scene, *kinds):
    """How many rounds the cells of some kinds in the panels cover, by request or None."""
    end = scene.geometry.columns - 0.5
    return [
        (cell.get("request"), round(cell["x2"] - cell["x"]))
        for cell in scene.cells
        if cell["kind"] in kinds and cell["x"] < end
    ]


def texts(scene):
    return [text["text"] for text in scene.texts]


def test_a_bar_is_as_long_as_its_request_and_what_is_wasted_after_it():
    scene = slots_scene(Ways.of(EIGHT, 8), 8)
    lengths = list(enumerate(EIGHT, start=1))
    assert rounds_of(scene, "decode") == lengths * 2  # tied above, refilled below
    assert [n for _, n in rounds_of(scene, "held")] == [180, 155, 120, 80, 50, 110, 140]
    assert [n for _, n in rounds_of(scene, "vacant")] == [180, 155, 120, 80, 50, 110, 140]


def test_the_numbers_stand_in_the_bars_and_beside_them():
    said = texts(slots_scene(Ways.of(EIGHT, 8), 8))
    for text in ("180 wasted", "R8", "200 tokens", "1,600 output slots", "765"):
        assert text in said
    assert [text for text in said if text == "835" or "%" in text] == ["835", "= 52.19 %"] * 2


@settings(max_examples=60, deadline=None)
@given(some_lengths, some_slots, st.none() | st.integers(1, 60))
def test_the_cells_add_up_to_the_count(lengths, slots, rounds):
    ways = Ways.of(lengths, slots)
    scene = slots_scene(ways, slots, rounds=rounds)
    both = [count(stays, slots, rounds) for stays in ways]
    useful = sum(n for _, n in rounds_of(scene, "decode"))
    blank = sum(n for _, n in rounds_of(scene, "held", "vacant"))
    assert useful == sum(counted.useful for counted in both)
    assert blank == sum(counted.wasted for counted in both)


@settings(max_examples=30, deadline=None)
@given(some_lengths, some_slots)
def test_nothing_lies_outside_the_picture(lengths, slots):
    scene = slots_scene(Ways.of(lengths, slots), slots)
    geometry = scene.geometry
    right = geometry.columns - 0.5 + scene.right / geometry.cell
    for record in [*scene.cells, *scene.texts]:
        assert -0.5 - scene.left / geometry.cell <= record["x"] <= right
        assert 0 <= record["y"] <= scene.height


def test_a_picture_of_many_rounds_is_no_wider_than_one_of_few():
    widths = [slots_scene(Ways.of([n], 1), 1).geometry.width for n in (200, 2000, 10**6)]
    assert widths == pytest.approx([760] * 3)


def test_many_slots_are_counted_and_not_named():
    said = texts(slots_scene(Ways.of([5] * 64, 64), 64))
    assert said.count("64 slots") == 2
    assert "slot 1" not in said


def test_a_cut_picture_counts_the_rounds_that_it_shows():
    said = texts(slots_scene(Ways.of(EIGHT * 3, 8), 8, rounds=200))
    assert said.count("first 200 rounds") == 2
    assert ("765" in said, "1,600" in said) == (True, True)


def test_the_run_before_stands_behind_as_rails():
    scene = slots_scene(Ways.of(EIGHT, 8), 8, before=Ways.of([50] * 8, 8))
    assert rounds_of(scene, "rail_decode") == [(None, 50)] * 16
    assert not rounds_of(slots_scene(Ways.of(EIGHT, 8), 8), "rail_decode")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_still_says_what_it_shows(theme):
    bundle = SlotsPicture(EIGHT, 8, theme=theme)._repr_mimebundle_()
    assert "835 wasted (52.19 %)" in bundle["text/plain"]
    assert "180 wasted" in bundle["image/svg+xml"]


# --- The pages and the widget --------------------------------------------------------------------


def test_there_is_a_page_before_the_first_round_and_one_for_each():
    pages = slot_pages(Ways.of(EIGHT, 8), 8)
    assert len(pages) == 201
    assert "8 requests wait for 8 slots." in pages[0]["spoken"]
    assert "Last token: R1. The slot is held until the batch ends." in pages[20]["spoken"]
    assert "7 of 8 slots yield a token, 1 wasted." in pages[21]["spoken"]
    assert "So far 765 of 1,600 output slots were useful." in pages[200]["spoken"]


def test_the_pages_of_the_shorter_way_say_that_it_is_over():
    pages = slot_pages(Ways.of([1, 3, 3, 1], 2), 2)
    assert "All requests have ended." in pages[-1]["parts"][1]["sentences"]


@pytest.mark.parametrize(
    "text, lengths", [("20, 45", [20, 45]), (" 7 ", [7]), ("1,2,", [1, 2]), ("3.0", [3])]
)
def test_lengths_can_be_typed(text, lengths):
    assert read_lengths(text) == lengths


@pytest.mark.parametrize("text", ["", "20 45", "20,,45", "2.5", "0", "-3", "many"])
def test_what_is_no_list_of_lengths_is_refused(text):
    with pytest.raises(InputError, match=r"length .* must be a whole number of at least 1"):
        read_lengths(text)


@pytest.fixture
def stage():
    return SlotsStage(EIGHT)


def type_in(stage, text):
    stage._entry.field.value = text


def test_a_typed_length_moves_the_picture_and_its_slider(stage):
    type_in(stage, "20, 45, 80, 120, 150, 90, 60, 100")
    assert stage.setting.outputs[-1] == 100
    assert stage._entry.sliders.children[-1].value == 100
    assert "150 rounds, 1,200 output slots" in stage._line.value
    assert "Before: Tied: 200 rounds" in stage._line.value
    assert stage.stage.cursor == 150


def test_a_moved_slider_changes_the_text(stage):
    stage._entry.sliders.children[0].value = 200
    assert stage._entry.field.value.startswith("200, 45")
    assert stage.setting.outputs[0] == 200


@pytest.mark.parametrize("text", ["20, x", f"1, {MOST_ROUNDS + 1}", ", ".join(["1"] * 300)])
def test_an_error_stands_beside_the_entry_and_the_picture_stays(stage, text):
    shown, line = stage.stage._figure, stage._line.value
    type_in(stage, text)
    assert 'role="alert"' in stage._error.value
    assert (stage.stage._figure, stage._line.value) == (shown, line)
    assert stage.setting.outputs == tuple(EIGHT)
    type_in(stage, "20, 20")
    assert stage._error.value == ""
    assert stage.setting.outputs == (20, 20)


def test_all_goes_back_to_the_start_in_one_move(stage):
    start = stage.setting
    stage._slots.value = 4
    stage._times.value = 3
    type_in(stage, "7, 9")
    stage.go_back()
    assert stage.setting == start
    assert (stage._slots.value, stage._times.value) == (8, 1)
    assert "Before: Tied: 14 rounds" not in stage._line.value
    assert "Tied: 200 rounds" in stage._line.value


def test_what_a_notebook_stores_names_what_is_shown(stage):
    assert repr(stage) == "Slots: 8 requests on 8 slots. Run the cell to see it."
    assert describe_slots(stage.ways, 8)[0].endswith("765 useful, 835 wasted (52.19 %).")
