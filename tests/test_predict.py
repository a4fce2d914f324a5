"""Predict the next iteration: puzzles, what they hide, and how a prediction is judged."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ipywidgets import HBox

from schedlib import InputError, Kind, simulate
from schedlib.exercises import predict
from schedlib.exercises.predict import Prediction, Puzzle, Trainer, judge
from schedlib.exercises.predict.comparison import Status, compare, outcome
from schedlib.exercises.predict.drafts import Drafts
from schedlib.exercises.predict.feedback import listed
from schedlib.exercises.predict.grading import solved
from schedlib.exercises.predict.implied import imply
from schedlib.exercises.predict.moments import WANTED, traps
from schedlib.exercises.predict.prediction import ASKED, read
from schedlib.exercises.predict.puzzle import what_happens
from schedlib.exercises.verdict import NotYet
from schedlib.words import words

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "solutions" / "source" / "03_predict.ipynb"
SAID = words("en")
MANY = [Puzzle(level, seed) for level in ASKED for seed in range(25)]


def right(puzzle, **changed):
    """Return the right prediction of a puzzle, or one that differs from it in some fields."""
    fields = {
        name: dict(value) if name == "prefill" else sorted(value)
        for name, value in vars(outcome(puzzle)).items()
    }
    return Prediction(**fields | changed)


def statuses(puzzle, prediction):
    expected, problems = read(puzzle, prediction, SAID)
    assert not problems
    return {step.number: step.status for step in compare(puzzle, expected, SAID)}


def finding(puzzle, prediction, step):
    """What is told about a step that differs."""
    told = judge(puzzle, prediction).findings
    (found,) = [each for each in told if each.startswith(f"Step {step} (")]
    return found


def now(puzzle):
    return [e for e in what_happens(puzzle).events if e.iteration == puzzle.iteration]


# Puzzles.


def test_the_same_seed_gives_the_same_puzzle_and_another_seed_another():
    for level in ASKED:
        boards = [repr(Puzzle(level, seed).board) for seed in range(40)]
        assert boards == [repr(Puzzle(level, seed).board) for seed in range(40)]
        assert len(set(boards)) == 40


def test_a_seed_means_the_same_everywhere():
    """Stored text: another platform or Python that draws otherwise turns this red."""
    assert repr(Puzzle(1, 0).board) == EXPECTED_BOARDS[0]
    assert repr(Puzzle(3, 10**18).board) == EXPECTED_BOARDS[1]


EXPECTED_BOARDS = (
    """\
Before iteration 3
  max_active 4, max_queue 2, token_budget 7, prefill_chunk 3, preemption on
  on slots           A 0+1 left, C 0+2 left, D 2+1 left, E 7+4 left
  queue, head first  free, free
  arriving now       nobody""",
    """\
Before iteration 2
  max_active 3, max_queue 3, token_budget 5, prefill_chunk 2, preemption on
  on slots           A 3+2 left, B 1+1 left, C (high) 5+1 left
  queue, head first  free, free, free
  arriving now       D (high) 4+3 left, E (high) 2+4 left""",
)


@pytest.mark.parametrize("puzzle", MANY, ids=repr)
def test_every_puzzle_exercises_its_level(puzzle):
    kinds = {event.kind for event in now(puzzle)}
    assert len(traps(puzzle.level, now(puzzle))) >= 2
    if puzzle.level == 1:
        assert not puzzle.arrivals
        assert Kind.REFILL not in kinds
        assert {Kind.DECODE, Kind.PREFILL} <= kinds
    else:
        assert puzzle.arrivals
    if puzzle.level < 3:
        assert {request.priority for request in puzzle.requests} == {"normal"}
    assert puzzle.iteration >= 1
    assert 2 <= len(puzzle.in_play) <= 7


@pytest.mark.parametrize("level", ASKED)
def test_every_trap_of_a_level_occurs(level):
    seen = set().union(*(traps(level, now(p)) for p in MANY if p.level == level))
    assert set(WANTED[level]) <= seen


def test_a_line_of_the_board_is_never_broken_within_a_knob():
    board = Puzzle(3, 0).board
    html = board._repr_html_()
    assert len(board.knobs) == 5
    for knob in board.knobs:
        assert knob.replace(" ", "&nbsp;") in html
        assert knob not in html


def test_the_state_is_the_one_that_the_run_has_then():
    for puzzle in MANY:
        before = puzzle.past.iterations[-1]
        assert [each.id for each in puzzle.slots] == before.active
        assert [each.id for each in puzzle.queue] == before.queue
        whole = simulate(puzzle.requests, puzzle.policy)
        assert puzzle.past.iterations == whole.iterations[: puzzle.iteration]


@pytest.mark.parametrize(
    ("level", "seed", "field"),
    [(0, 1, "level"), (4, 1, "level"), (True, 1, "level"), ("1", 1, "level"), (1, -1, "seed")]
    + [(1, seed, "seed") for seed in (1.5, None, "3", True)],
)
def test_a_level_or_seed_that_does_not_exist_is_refused(level, seed, field):
    with pytest.raises(InputError, match=field):
        Puzzle(level, seed)


# What a puzzle hides.


def test_what_is_shown_does_not_depend_on_what_happens_next(monkeypatch):
    """The picture, the board and the words are made without the library being asked."""

    def forbidden(*_):
        raise AssertionError("the answer was asked for")

    shown = [shown_of(puzzle) for puzzle in MANY[::39]]
    monkeypatch.setattr("schedlib.exercises.predict.puzzle.simulate", forbidden)
    monkeypatch.setattr("schedlib.exercises.predict.puzzle.what_happens", forbidden)
    assert [shown_of(Puzzle(p.level, p.seed)) for p in MANY[::39]] == shown


def shown_of(puzzle):
    picture = puzzle.picture
    return [repr(puzzle.board), puzzle.board._repr_html_(), picture.svg(), picture.description]


def test_no_mark_and_no_event_of_the_iteration_is_in_the_picture():
    for puzzle in MANY:
        assert all(event.iteration < puzzle.iteration for event in puzzle.past.events)
        records = puzzle.picture.scene.datasets()
        marks = [r for name in ("cells", "glyphs") for r in records[name]]
        assert marks
        assert all(mark["since"] < puzzle.iteration for mark in marks)
        late = {r["text"] for r in records["texts"] if r["since"] >= puzzle.iteration}
        assert not late


def test_requests_that_arrive_later_are_not_known():
    assert all(r.arrival <= puzzle.iteration for puzzle in MANY for r in puzzle.requests)


def test_no_attribute_of_a_puzzle_holds_the_iteration():
    for puzzle in MANY[::30]:
        shown_of(puzzle)
        for value in vars(puzzle).values():
            events = getattr(value, "events", value if isinstance(value, tuple) else ())
            assert all(getattr(e, "iteration", -1) < puzzle.iteration for e in events)


# Judging.


@pytest.mark.parametrize("puzzle", MANY, ids=repr)
def test_the_right_prediction_passes_and_tells_the_iteration(puzzle):
    verdict = judge(puzzle, right(puzzle))
    assert verdict.passed
    assert len(verdict.findings) == 7
    assert verdict.picture


def test_only_what_the_level_asks_for_has_to_be_filled_in():
    for puzzle in MANY:
        asked = {name: getattr(right(puzzle), name) for name in ASKED[puzzle.level]}
        assert judge(puzzle, Prediction(**asked)).passed


def test_the_order_within_a_list_does_not_count():
    for puzzle in MANY:
        fields = vars(right(puzzle))
        turned = {
            name: dict(reversed(value.items())) if name == "prefill" else value[::-1]
            for name, value in fields.items()
        }
        assert judge(puzzle, Prediction(**turned)).passed


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_differs_fails_and_every_step_is_told_once(data):
    puzzle = data.draw(st.sampled_from(MANY))
    ids = list(puzzle.in_play)
    who = st.lists(st.sampled_from(ids), unique=True)
    prefill = st.dictionaries(st.sampled_from(ids), st.integers(1, 9))
    fields = {name: prefill if name == "prefill" else who for name in vars(right(puzzle))}
    wrong = data.draw(st.sampled_from(list(fields)))
    prediction = right(puzzle, **{wrong: data.draw(fields[wrong])})
    verdict = judge(puzzle, prediction)
    same = read(puzzle, prediction, SAID) == read(puzzle, right(puzzle), SAID)
    assert verdict.passed == same
    if not same:
        found = statuses(puzzle, prediction)
        order = list(found.values())
        assert Status.DIFFERS in order
        assert Status.FOLLOWS not in order[: order.index(Status.DIFFERS)]
        assert verdict.picture is None
        differing = [step for step, status in found.items() if status is Status.DIFFERS]
        told = [int(each.split()[1]) for each in verdict.findings[: len(differing)]]
        assert told == differing
        groups = {Status.FOLLOWS, Status.AGREES} & {*order}
        assert len(verdict.findings) == len(differing) + len(groups)


def test_the_step_that_differs_first_comes_first_and_the_rest_is_a_line_each():
    verdict = judge(TIE, right(TIE, preempted=["C"], decode=["B"]))
    assert verdict.headline == "The first step that differs is step 2 (Slot or preempt)."
    first, follows, agree = verdict.findings
    assert first.startswith("Step 2 (Slot or preempt): You preempt C.")
    assert follows == (
        "Step 5 differs, but only because of what comes before. Put step 2 right, then look again."
    )
    assert agree == "Steps 1, 3, 4, 6 and 7 agree."


def test_several_steps_that_follow_share_a_line():
    told = judge(TIE, right(TIE, preempted=[], decode=["B", "C"], prefill={})).findings
    assert told[1].startswith("Steps 5 and 6 differ, but only because of what comes before.")


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([7], "7"),
        ([1, 2], "1 and 2"),
        ([1, 2, 3, 4], "1 to 4"),
        ([1, 2, 3, 4, 7], "1 to 4 and 7"),
        ([1, 3, 4, 5, 7], "1, 3 to 5 and 7"),
    ],
)
def test_numbers_in_a_row_are_told_as_a_span(numbers, told):
    assert listed(numbers, SAID) == told


def test_what_the_right_prediction_implies_is_what_happens():
    for puzzle in MANY:
        implied = imply(puzzle, outcome(puzzle))
        happened = [e.request for e in now(puzzle)]
        assert not implied.no_slot
        assert not implied.forgotten
        assert implied.turned_away == outcome(puzzle).rejected
        on_slots = {each.id for each in implied.active}
        served = {e.request for e in now(puzzle) if e.kind in (Kind.DECODE, Kind.PREFILL)}
        assert served <= on_slots <= set(happened)


# Slips, and what follows from them. Each is made on a graded kind of puzzle.


CHUNKS = Puzzle(1, 2025)  # B decodes; C has 1 prompt token left, D 8; budget 5, chunk 3
TIGHT = Puzzle(1, 2088)  # A decodes; B has 3 prompt tokens left, C 8; budget 4, chunk 4
AHEAD = Puzzle(2, 2003)  # one slot is free; D waits, E and F arrive
FULL = Puzzle(2, 2029)  # no slot is free, two places in the queue; E, F and G arrive
TWO_SLOTS = Puzzle(2, 2004)  # two slots are free; D waits, E arrives
TIE = Puzzle(3, 2052)  # B and C tie; E (high), F and G (high) arrive; two places in the queue
RETURN = Puzzle(3, 2023)  # two slots are free; B, D and F (high) wait; G (high) arrives


def test_a_chunk_beyond_the_limit():
    prediction = right(CHUNKS, prefill={"C": 1, "D": 4})
    assert statuses(CHUNKS, prediction)[6] is Status.DIFFERS
    assert "You gave D 4 tokens" in finding(CHUNKS, prediction, 6)
    assert "prefill_chunk is 3" in finding(CHUNKS, prediction, 6)


def test_more_than_the_prompt_tokens_left():
    prediction = right(CHUNKS, prefill={"C": 3, "D": 1})
    assert "You gave C 3 tokens, and it has 1 prompt token left" in finding(CHUNKS, prediction, 6)


def test_more_than_the_budget_has_after_the_decodes():
    prediction = right(TIGHT, prefill={"B": 3, "C": 1})
    assert "left of the budget of 4 after the decodes" in finding(TIGHT, prediction, 6)


def test_a_first_token_is_no_decode():
    prediction = right(CHUNKS, decode=["B", "C"])
    assert statuses(CHUNKS, prediction)[5] is Status.DIFFERS
    assert "C decode, and it has 1 prompt token left" in finding(CHUNKS, prediction, 5)


def test_the_end_that_one_forgets():
    prediction = right(TIGHT, completed=["A"])
    assert list(statuses(TIGHT, prediction).values()) == [Status.AGREES] * 6 + [Status.DIFFERS]


def test_whoever_waits_does_not_come_before_an_arrival():
    prediction = right(AHEAD, prefill={"D": 3})
    found = statuses(AHEAD, prediction)
    assert found[2] is Status.DIFFERS
    assert "E arrives and gets no token" in finding(AHEAD, prediction, 2)
    assert "You give tokens to D, which waits" in finding(AHEAD, prediction, 4)
    assert found[6] is Status.FOLLOWS


def test_a_forgotten_refill_is_told_at_step_4():
    prediction = right(TWO_SLOTS, prefill={"C": 2, "E": 2})
    found = statuses(TWO_SLOTS, prediction)
    assert [found[step] for step in (1, 2, 3, 4)] == [Status.AGREES] * 3 + [Status.DIFFERS]
    assert found[6] is Status.FOLLOWS


def test_a_rejection_while_the_queue_has_room():
    prediction = right(FULL, rejected=["F", "G"])
    assert statuses(FULL, prediction)[3] is Status.DIFFERS
    assert "You reject F." in finding(FULL, prediction, 3)


def test_only_arrivals_are_rejected():
    prediction = right(FULL, rejected=["D", "G"])
    found = statuses(FULL, prediction)
    assert found[1] is Status.DIFFERS
    assert found[3] is Status.AGREES
    assert "You reject D, which does not arrive now" in finding(FULL, prediction, 1)


def test_the_wrong_one_of_two_that_tie_and_all_that_follows_from_it():
    prediction = right(TIE, preempted=["C"], decode=["B"])
    found = statuses(TIE, prediction)
    assert found[2] is Status.DIFFERS
    assert found[5] is Status.FOLLOWS
    assert [found[step] for step in (1, 3, 4, 6, 7)] == [Status.AGREES] * 5
    assert "You preempt C" in finding(TIE, prediction, 2)


def test_no_preemption_and_all_that_follows_from_it():
    """E queues and F takes the last place, so G is turned away all the same."""
    prediction = right(TIE, preempted=[], decode=["B", "C"], prefill={})
    found = statuses(TIE, prediction)
    assert found[2] is Status.DIFFERS
    assert (found[3], found[5], found[6]) == (Status.AGREES, Status.FOLLOWS, Status.FOLLOWS)


def test_a_victim_does_not_return_in_the_same_iteration():
    prediction = right(TIE, decode=["B", "C"])
    assert "You preempt B and give it tokens too" in finding(TIE, prediction, 2)


def test_priority_is_of_no_use_to_whoever_waits():
    prediction = right(RETURN, decode=[], prefill={"F": 4})
    found = statuses(RETURN, prediction)
    assert found[4] is Status.DIFFERS
    assert "You give tokens to F, which waits" in finding(RETURN, prediction, 4)


def named_in(prediction):
    return {id for value in vars(prediction).values() for id in value}


def test_feedback_names_only_whom_the_reader_named():
    """Whoever is missing from a prediction stays to be found; an arrival is on the board anyway."""
    gaps = 0  # "A" is left out: it is an English word, too
    for puzzle in MANY:
        for name in vars(right(puzzle)):
            prediction = right(puzzle, **{name: {} if name == "prefill" else []})
            missing = {*puzzle.in_play} - named_in(prediction)
            missing -= {each.id for each in puzzle.arrivals}
            verdict = judge(puzzle, prediction)
            told = " ".join(verdict.findings)
            if not verdict.passed:
                gaps += len(missing)
                assert not [id for id in missing if re.search(rf"\b{id}\b", told) and id != "A"]
    assert gaps > 100


# The form.


def test_an_untouched_form_says_so():
    for untouched in (Prediction(), ...):
        verdict = judge(CHUNKS, untouched)
        assert not verdict.passed
        assert verdict.headline.startswith("Nothing is filled in yet")


def test_each_field_that_is_missing_is_named():
    verdict = judge(CHUNKS, Prediction(decode=["B"], prefill={"C": 1}))
    assert [told.split()[0] for told in verdict.findings] == ["first_tokens", "completed"]


NONSENSE = [
    None,
    "A",
    b"A",
    7,
    3.5,
    True,
    {"A": 1},
    [["A"]],
    [None],
    ["Z"],
    ["B", "B"],
    [7],
    [{}],
    ["\x00\n<b>"],
    [10**5000],
    object(),
    type("Same", (), {"__eq__": lambda *_: True, "__hash__": lambda _: 1})(),
    type("Sub", (list,), {})(["B"]),
]


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: type(value).__name__)
def test_nonsense_in_a_list_is_told_in_a_sentence(value):
    verdict = judge(CHUNKS, right(CHUNKS, decode=value))
    assert not verdict.passed
    assert verdict.findings
    assert all(told.startswith("decode") and told.isprintable() for told in verdict.findings)


@pytest.mark.parametrize(
    "value",
    [
        None,
        ["C"],
        {"C"},
        {"C": "1"},
        {"C": True, "D": 3},
        {"C": 1.0, "D": 3},
        {"C": 1, "D": 3, "B": 0},
        {"C": -1},
        {"C": [1]},
        {"Z": 1},
        {7: 1},
        {"C": None},
        {None: None},
        "C1",
    ],
    ids=repr,
)
def test_nonsense_in_prefill_is_told_in_a_sentence(value):
    verdict = judge(CHUNKS, right(CHUNKS, prefill=value))
    assert not verdict.passed
    assert all(told.startswith("prefill") for told in verdict.findings)


@pytest.mark.parametrize("value", [None, 3, {"decode": []}, Prediction, "x" * 10**6, [[[]]]])
def test_what_is_no_prediction_is_told_in_a_sentence(value):
    verdict = judge(CHUNKS, value)
    assert not verdict.passed
    assert "Prediction(...)" in verdict.findings[0]


def test_a_huge_chunk_is_judged_like_any_other():
    assert "You gave D" in finding(CHUNKS, right(CHUNKS, prefill={"C": 1, "D": 10**30}), 6)


def test_a_check_shows_its_verdict_and_raises_until_it_passes(capsys):
    with pytest.raises(NotYet, match="step 5"):
        predict.check(CHUNKS, right(CHUNKS, decode=[]))
    predict.check(CHUNKS, right(CHUNKS))
    assert "Steps 1 to 4, 6 and 7 agree." in capsys.readouterr().out


# The graded notebook.

handed_out = pytest.mark.skipif(not SOURCE.is_file(), reason="solutions/ was not handed out")


def graded():
    cells = json.loads(SOURCE.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if "nbgrader" in cell["metadata"]]


def graded_puzzles():
    checks = [source for source in graded() if "predict.check" in source]
    return [
        eval(source[source.index("Puzzle") : source.index(", prediction_")], {"Puzzle": Puzzle})
        for source in checks
    ]


@handed_out
def test_three_puzzles_a_level_cover_the_traps():
    puzzles = graded_puzzles()
    assert [puzzle.level for puzzle in puzzles] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    met = {level: set() for level in ASKED}
    for puzzle in puzzles:
        met[puzzle.level] |= traps(puzzle.level, now(puzzle))
    assert met[1] >= set(WANTED[1])
    assert met[2] >= set(WANTED[2])
    assert met[3] >= {
        "the most work left",
        "a tie",
        "two victims",
        "no room for a victim",
        "a victim comes back",
    }


@handed_out
def test_the_key_answers_each_puzzle():
    answers = [source for source in graded() if "BEGIN SOLUTION" in source]
    for source, puzzle in zip(answers, graded_puzzles(), strict=True):
        kept = {"predict": predict}
        exec(source, kept)
        (prediction,) = (v for v in kept.values() if isinstance(v, Prediction))
        assert judge(puzzle, prediction).passed


# The trainer.


@pytest.fixture
def undrawn(monkeypatch):
    """Leave the pictures out, for speed, where a test is about something else."""
    monkeypatch.setattr("schedlib.exercises.predict.trainer._image", lambda of: "")


def fill(trainer, prediction):
    for name in ASKED[trainer.puzzle.level]:
        for id, row in trainer.form.rows.items():
            if name == "prefill":
                row[name].value = prediction.prefill.get(id, 0)
            else:
                row[name].value = id in getattr(prediction, name)


@pytest.mark.parametrize("level", ASKED)
def test_what_is_clicked_is_judged_like_what_is_written(level, undrawn):
    trainer = Trainer(level, drafts=Drafts())
    for _ in range(2):
        fill(trainer, right(trainer.puzzle))
        assert judge(trainer.puzzle, trainer.form.prediction()).passed
        trainer._next.click()


def test_what_was_entered_is_kept_with_its_puzzle(undrawn):
    drafts = Drafts()
    trainer = Trainer(3, drafts=drafts)
    id = next(iter(trainer.form.rows))
    trainer.form.rows[id]["decode"].value = True
    trainer.form.rows[id]["prefill"].value = 4
    trainer._next.click()
    trainer._level.value = 1
    trainer._level.value = 3
    assert trainer.puzzle.seed == 1
    again = Trainer(drafts=drafts)
    again._back.click()
    assert (again.puzzle.level, again.puzzle.seed) == (3, 0)
    assert (again.form.rows[id]["decode"].value, again.form.rows[id]["prefill"].value) == (True, 4)


def test_the_old_result_goes_first_and_all_else_changes_together(monkeypatch):
    """Drawing takes a moment: while it lasts, board and form are still those of one puzzle."""
    seen = []
    trainer = Trainer(3, drafts=Drafts())

    def shown():
        return [trainer._title.value, trainer._shown.value, trainer._grid.children]

    trainer.check()
    before = shown()
    assert trainer._told.value

    def drawing(of):
        seen.append((trainer._told.value, shown()))
        return ""

    monkeypatch.setattr("schedlib.exercises.predict.trainer._image", drawing)
    trainer._next.click()
    assert seen == [("", before)]
    assert all(new != old for new, old in zip(shown(), before, strict=True))


def test_puzzles_are_counted_from_one(undrawn):
    trainer = Trainer(1, drafts=Drafts())
    assert trainer._title.value == "<b>Puzzle 1</b>"
    trainer._next.click()
    assert trainer._title.value == "<b>Puzzle 2</b>"
    assert trainer.puzzle.seed == 1


def test_a_number_that_cannot_be_is_told_beside_it_and_never_changed_in_silence(undrawn):
    trainer = Trainer(1, drafts=Drafts())
    boxes = [cell.children for cell in trainer._grid.children if isinstance(cell, HBox)]
    number, note = boxes[-1]
    assert number is trainer.form.rows["E"]["prefill"]
    assert note.value == ""
    number.value = -3
    assert "Write 0 or more." in note.value
    trainer.check()
    assert "has -3" in trainer._told.value
    fill(trainer, right(trainer.puzzle))
    number.value = 250
    assert note.value == ""
    trainer.check()
    assert "You gave E 250 tokens, and it has 7 prompt tokens left." in trainer._told.value


def test_the_streak_counts_first_checks_only(undrawn):
    drafts = Drafts()
    trainer = Trainer(1, drafts=drafts)
    for _ in range(2):
        fill(trainer, right(trainer.puzzle))
        trainer.check()
        trainer.check()
        trainer._next.click()
    assert drafts.streak == 2
    trainer.check()  # nothing is entered: wrong
    fill(trainer, right(trainer.puzzle))
    trainer.check()
    assert drafts.streak == 0
    trainer._next.click()
    trainer.show()
    fill(trainer, right(trainer.puzzle))
    trainer.check()
    assert drafts.streak == 0


def test_the_answer_is_sent_to_the_browser_only_when_it_is_asked_for():
    trainer = Trainer(2, drafts=Drafts())
    story = solved(trainer.puzzle, "").findings
    told = next(each for each in story if "Nothing to do" not in each)
    assert told not in trainer._told.value + trainer._shown.value
    trainer.check()
    assert told not in trainer._told.value
    trainer.show()
    assert told in trainer._told.value


def test_every_control_has_a_name_of_its_own_kind(undrawn):
    trainer = Trainer(3, drafts=Drafts())
    for row in trainer.form.rows.values():
        assert len({control.description for control in row.values()}) == len(ASKED[3])


def test_a_level_that_does_not_exist_cannot_be_practised():
    with pytest.raises(InputError, match="level"):
        Trainer(4, drafts=Drafts())
