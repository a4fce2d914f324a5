"""The homework's checks: what passes, what is said about what does not, and what is never said."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import workloads as any_workload

from schedlib import Kind, Request, Tutorial, simulate
from schedlib import workloads as named
from schedlib.exercises import homework
from schedlib.exercises.homework.answers import REJECTED
from schedlib.exercises.homework.form import Cell
from schedlib.exercises.homework.moments import arrival_moments
from schedlib.exercises.homework.overload_report import ROWS as OVERLOAD_ROWS
from schedlib.exercises.homework.overload_report import right_values as overload_values
from schedlib.exercises.homework.variant_report import right_values
from schedlib.exercises.verdict import NotYet, Verdict
from schedlib.judging.exhibits import exhibits
from schedlib.words import words

VARIANTS = exhibits().variants

# The table of the lesson, written down by hand: the checks compute theirs.
REPORTS = {
    "baseline": {
        **{"A": (3, 5), "B": (1, 2), "C": (1, 1), "D": (3, 4), "E": (5, 5), "F": "rejected"},
        **{"longest queue": 2, "preempted": ["A"], "rejected": ["F"]},
        **{"unused budget": [0, 3, 2, 2, 4, 4], "decode stalls": 0},
    },
    "chunk6": {
        **{"A": (0, 2), "B": (3, 4), "C": (1, 1), "D": (2, 3), "E": (4, 4), "F": "rejected"},
        **{"longest queue": 2, "preempted": ["B"], "rejected": ["F"]},
        **{"unused budget": [0, 3, 1, 1, 4], "decode stalls": 0},
    },
    "no_preemption": {
        **{"A": (1, 3), "B": (1, 2), "C": (3, 3), "D": (5, 6), "E": "rejected", "F": "rejected"},
        **{"longest queue": 2, "preempted": [], "rejected": ["E", "F"]},
        **{"unused budget": [0, 2, 4, 3, 3, 5, 5], "decode stalls": 0},
    },
}
OVERLOAD = {
    **{"iterations": 16, "longest queue": 2, "how many rejected": 18},
    **{"preempted": [], "C": "rejected"},
    "completed": ["A", "B", "X0a", "X0b", "X3a", "X4a", "X7a", "X8a"],
    **{"X0a starts": 11, "X0b starts": 12},
}
REASON = {"served first": "decode", "most decodes": 4, "smallest budget": 4}
EMPTY = dict.fromkeys("ABCDEF", (..., ...)) | dict.fromkeys(list(REPORTS["baseline"])[6:], ...)


def judged(report, variant="baseline"):
    return homework.judge_report(variant, report)


def changed(variant="baseline", **cells):
    named_cells = {name.replace("_", " "): value for name, value in cells.items()}
    return judged(REPORTS[variant] | named_cells, variant)


def said(verdict):
    return "\n".join([verdict.headline, *verdict.findings])


# --- Right, empty, half-filled -------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_of_the_lesson_passes(variant):
    assert judged(REPORTS[variant], variant).passed


def test_the_right_reports_pass_for_the_other_questions_too():
    assert homework.judge_overload(OVERLOAD).passed
    assert homework.judge_no_stall(REASON).passed


@pytest.mark.parametrize("empty", [..., EMPTY], ids=["dots", "form"])
def test_an_untouched_form_is_nothing_yet(empty):
    verdict = judged(empty)
    assert not verdict.passed
    assert verdict.headline.startswith("Nothing is filled in yet")
    assert not verdict.findings


def test_an_untouched_form_says_how_its_cells_are_counted():
    assert "There are 17 cells (two for each request)." in judged(EMPTY).headline
    assert "There are 9 cells (two for C)." in homework.judge_overload(...).headline
    assert "There are 3 cells." in homework.judge_no_stall(...).headline


def test_what_is_open_is_named_and_is_not_wrong():
    verdict = judged(EMPTY | {"A": (3, ...), "preempted": ["A"], "unused budget": [0, ...]})
    assert verdict.headline == (
        "2 of 17 cells (two for each request) are right so far, 0 wrong, 15 still open."
    )
    (still_open,) = verdict.findings
    assert still_open.startswith("Still open: A, completion, B, C, D, E, F, longest queue, rej")


def test_lists_may_be_tuples_and_ids_come_in_any_order():
    assert changed("no_preemption", rejected=("F", "E"), A=[1, 3], F=" Rejected ").passed


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_cell_alone_makes_a_report_fail_and_is_named(variant):
    wrong = {"longest queue": 7, "preempted": ["D"], "rejected": ["D"], "unused budget": [9]}
    wrong |= {"decode stalls": 3} | dict.fromkeys("ABCDEF", (6, 6))
    for row, value in wrong.items():
        verdict = judged(REPORTS[variant] | {row: value}, variant)
        assert not verdict.passed
        assert all(finding.startswith(row) for finding in verdict.findings), verdict.findings
        assert verdict.findings


# --- Rows ----------------------------------------------------------------------------------------


def test_a_misnamed_row_is_told_from_a_missing_and_a_superfluous_one():
    report = REPORTS["baseline"] | {"Longest que": 2, "G": (1, 1), 7: 7}
    del report["longest queue"], report["A"]
    assert judged(report).findings[:4] == (
        "The form has no row 'Longest que'. Did you mean “longest queue”?",
        "The form has no row 'G'.",
        "The form has no row 7.",
        "Rows that are missing from your form: A.",
    )


def test_a_superfluous_row_is_told_and_does_no_harm():
    verdict = judged(REPORTS["baseline"] | {"G": (1, 1)})
    assert verdict.passed
    assert "The form has no row 'G'." in verdict.findings


# --- Known mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_counting_from_one_is_recognised_and_replaces_all_other_findings(variant):
    later = {
        id: tuple(number + 1 for number in pair)
        for id, pair in REPORTS[variant].items()
        if isinstance(pair, tuple)
    }
    (finding,) = judged(REPORTS[variant] | later, variant).findings
    assert "counted from 0" in finding


@pytest.mark.parametrize("asked, given", [p for p in product(VARIANTS, VARIANTS) if len({*p}) == 2])
def test_the_numbers_of_another_run_are_recognised(asked, given):
    (finding,) = judged(REPORTS[given], asked).findings
    assert "the numbers of another run" in finding
    assert words().say(f"homework.run.{given}") in finding


def test_a_pair_the_wrong_way_round_is_recognised():
    assert changed(A=(5, 3)).findings == (
        "A: right iterations, wrong way round. First output comes first, completion second.",
    )


def test_who_took_the_slot_is_told_from_who_lost_it():
    (finding,) = changed(preempted=["C"]).findings
    assert "C is who took a slot" in finding


def test_used_is_told_from_unused():
    (finding,) = changed(unused_budget=[6, 3, 4, 4, 2, 2]).findings
    assert "that were used" in finding


def test_a_slot_without_tokens_before_the_first_one_is_no_decode_stall():
    (finding,) = changed("chunk6", decode_stalls=1).findings
    assert "in iteration 0 B is on a slot and gets nothing" in finding


def test_the_wait_after_a_preemption_is_no_stall():
    (finding,) = changed(decode_stalls=2).findings
    assert "time in the queue after a preemption is no stall" in finding


def test_the_last_iteration_is_not_how_many_there_are():
    (finding,) = homework.judge_overload(OVERLOAD | {"iterations": 15}).findings
    assert "counted from 0" in finding


@pytest.mark.parametrize("count, hint", [(14, "begin with X"), (8, "how many are completed")])
def test_the_wrong_group_of_requests_is_recognised(count, hint):
    (finding,) = homework.judge_overload(OVERLOAD | {"how many rejected": count}).findings
    assert hint in finding


# --- Where to look -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells, hint",
    [
        ({"A": (2, 5)}, "A, first output: look at iteration 2: A waits in the queue there. "
                        "It was sent to the queue in iteration 1."),
        ({"A": (4, 5)}, "Follow its row from iteration 1."),
        ({"A": (3, 4)}, "A, completion: look at iteration 4: A decodes there, but not its last"),
        ({"A": (0, 5)}, "look at iteration 0: A only reads there"),
        ({"D": (3, 3)}, "D, completion: look at iteration 3: D yields its first token there"),
        ({"D": (0, 4)}, "in iteration 0 D is not there yet. It arrives in iteration 2."),
        ({"C": (2, 1)}, "by iteration 2 C has already left its slot"),
        ({"C": (1, 6)}, "the run has no such iteration"),
        ({"C": (-1, 1)}, "the run has no such iteration"),
        ({"D": "rejected"}, "D is not turned away. Look at iteration 2, where it arrives"),
        ({"F": (3, 3)}, "F: look at iteration 2, where it arrives."),
        ({"rejected": []}, "somebody is missing. Look at iteration 2"),
        ({"rejected": ["F", "E"]}, "E is not turned away. Look at iteration 2"),
        ({"rejected": ["F", "Z"]}, "No request of this run is called 'Z'."),
        ({"rejected": ["F", "F"]}, "Named twice: 'F'."),
        ({"preempted": []}, "look at iteration 1, where C arrives with high priority"),
        ({"longest_queue": 3}, "after iteration 2"),
        ({"unused_budget": [0, 3, 2, 5, 4, 5]}, "look at iteration 3, 5."),
        ({"unused_budget": [0, 3, 2]}, "you give 3 numbers"),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_pointed_to_an_iteration(cells, hint):
    assert hint in "\n".join(changed(**cells).findings)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_iteration_of_a_token_is_never_given_away(variant):
    """Not even by a pointer, unless it is that of the request's arrival, which everybody knows."""
    trace = VARIANTS[variant]
    for id, part, wrong in product("ABCDEF", ("first", "done"), range(-1, 9)):
        right = right_values(trace)[Cell(id, part)]
        (arrival,) = (request.arrival for request in trace.workload if request.id == id)
        pair = REPORTS[variant][id]
        if REJECTED in (right, pair) or wrong == right:
            continue
        tried = (wrong, pair[1]) if part == "first" else (pair[0], wrong)
        findings = judged(REPORTS[variant] | {id: tried}, variant).findings
        mentioned = {int(number) for number in re.findall(r"iteration (\d+)", "".join(findings))}
        assert findings
        assert right not in mentioned - {arrival}, findings


def test_the_start_of_a_waiting_request_is_never_given_away():
    right = overload_values(exhibits().overload)
    for row, wrong in product(("X0a starts", "X0b starts"), range(-1, 20)):
        if wrong == right[Cell(row)]:
            continue
        (finding,) = homework.judge_overload(OVERLOAD | {row: wrong}).findings
        mentioned = {int(number) for number in re.findall(r"iteration (\d+)", finding)}
        assert right[Cell(row)] not in mentioned


def test_a_waiting_request_is_shown_who_overtakes_it():
    (finding,) = homework.judge_overload(OVERLOAD | {"X0a starts": 5}).findings
    assert "Look at iteration 4: X4a takes a free slot ahead of it." in finding


def test_a_right_report_is_told_why():
    assert "A 2, B 6" in said(judged(REPORTS["chunk6"], "chunk6"))
    assert "no room for a victim (2 of 2)" in said(homework.judge_overload(OVERLOAD))


# --- Nonsense ------------------------------------------------------------------------------------


class Chameleon:
    """Equal to everything, and without a repr."""

    def __eq__(self, other):
        return True

    __hash__ = None

    def __repr__(self):
        raise RuntimeError


class Dictish(dict):
    pass


ENDLESS = []
ENDLESS.append(ENDLESS)

NONSENSE = [
    *(None, True, False, 3.0, 10**6000, -1, "", "A\n\x1b[31m\ud800", b"A", {}, set(), object),
    *([], [[]], [None], ["A", 1], [True], [1.0], [10**6000], {"A": 1}, ENDLESS, Chameleon()),
    *((1,), (1, 2, 3), ("rejected", 1), [[[]]], Dictish(), iter([1]), (Chameleon(), 1)),
]


@pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_gets_a_sentence_and_nothing_else(value):
    for row in REPORTS["baseline"]:
        verdict = judged(REPORTS["baseline"] | {row: value})
        assert isinstance(verdict, Verdict)
        assert not verdict.passed
        assert verdict.findings
        assert all(finding.isprintable() for finding in verdict.findings)
    for row in OVERLOAD_ROWS:
        assert homework.judge_overload(OVERLOAD | {row: value}).passed is (
            row == "preempted" and value == [] and type(value) is list
        )
    for row in REASON:
        assert not homework.judge_no_stall(REASON | {row: value}).passed
    for judge in (judged, homework.judge_overload, homework.judge_no_stall):
        assert not judge(value).passed
    for judge in (homework.judge_full_house, homework.judge_nobody_to_preempt):
        assert not judge(value).passed
        assert not judge([value]).passed
    assert homework.side_by_side({"mine": value, "other": {"A": value}}) is not None


@pytest.mark.parametrize("value", [True, 2.0, "2"])
def test_a_number_is_judged_by_its_exact_type(value):
    (finding,) = changed(longest_queue=value).findings
    assert "a whole number is asked for" in finding


@pytest.mark.parametrize(
    "value, hint", [("A", "even for one id"), (1, "not how many"), ([1], "a list of ids")]
)
def test_a_list_of_ids_says_what_it_needs(value, hint):
    (finding,) = changed(preempted=value).findings
    assert hint in finding


def test_a_check_that_is_not_passed_raises_and_one_that_is_does_not(capsys):
    with pytest.raises(NotYet, match="Nothing is filled in yet"):
        homework.check_report("baseline", EMPTY)
    for check in (homework.check_overload, homework.check_no_stall):
        with pytest.raises(NotYet):
            check(...)
    homework.check_report("baseline", REPORTS["baseline"])
    assert not capsys.readouterr().err


# --- Why nothing stalls --------------------------------------------------------------------------


def test_a_word_counts_in_any_case():
    assert homework.judge_no_stall(REASON | {"served first": " Decode"}).passed
    (finding,) = homework.judge_no_stall(REASON | {"served first": "PREFILL"}).findings
    assert "look at iteration 2 of the baseline" in finding


@pytest.mark.parametrize(
    "wrong, hint",
    [
        ({"served first": "prefill"}, "look at iteration 2 of the baseline"),
        ({"served first": "Prefill!"}, 'write "decode" or "prefill"'),
        ({"most decodes": 8}, "Think of every slot"),
        ({"smallest budget": 3}, "refused: max_active must be at most token_budget (3), not 4"),
        ({"smallest budget": 5}, "accepted, and so is a smaller one"),
    ],
)
def test_a_wrong_reason_is_met_with_a_trial(wrong, hint):
    (finding,) = homework.judge_no_stall(REASON | wrong).findings
    assert hint in finding


# --- The moment of an arrival --------------------------------------------------------------------


def normal(*ids, arrival=0):
    return [Request(id, arrival, prompt=6, output=3) for id in ids]


def urgent(*ids, arrival=0):
    return [Request(id, arrival, prompt=6, output=3, priority="high") for id in ids]


def test_each_arrival_sees_what_the_one_before_left():
    trace = simulate([*normal("A", "B", "C"), *urgent("H")])
    assert [(m.request.id, m.active, m.queue) for m in arrival_moments(trace)] == [
        ("A", (), ()),
        ("B", ("A",), ()),
        ("C", ("A", "B"), ()),
        ("H", ("A", "B"), ("C",)),
    ]


@settings(max_examples=60)
@given(any_workload())
def test_a_moment_is_what_the_scheduler_itself_recorded(requests):
    trace = simulate(requests, Tutorial(max_iterations=60))
    moments = arrival_moments(trace)
    assert len(moments) == sum(event.kind is Kind.ARRIVE for event in trace.events)
    for moment in moments:
        assert {event.iteration for event in moment.events} == {moment.iteration}
        for event in moment.events:
            if event.kind in (Kind.REJECT, Kind.NO_VICTIM):
                assert event.because["queue"] == len(moment.queue)
                assert len(moment.active) == 2


# --- The full house ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "requests",
    [
        named.overload(),
        [*normal("A", "B", "C", "D"), *urgent("H")],
        [*normal("A", "B", "C", "D"), *urgent("H", arrival=2)],
        [*urgent("H", arrival=1), *normal("D", "C", "B", "A")],
        [*urgent("G", "H"), *normal("A", "B"), *urgent("I")],
        (*normal("A", "B", "C", "D"), *urgent("H", "I", arrival=1)),
    ],
    ids=["overload", "at once", "later", "listed first", "high on slots", "two of them"],
)
def test_any_workload_with_a_full_house_passes_and_hears_what_follows(requests):
    verdict = homework.judge_full_house(requests)
    assert verdict.passed
    assert "is rejected: no slot is free and the queue is full (2 of 2)." in said(verdict)


def test_a_full_house_is_explained_by_the_reason_that_applied():
    """Where all on slots have high priority, it is not the queue alone that forbids it."""
    bounded = homework.judge_full_house([*normal("A", "B", "C", "D"), *urgent("H")])
    assert "the queue has no room for a victim (2 of 2)" in said(bounded)
    assert "it takes a place in the queue for the victim" in bounded.findings[-1]
    both = homework.judge_full_house(urgent("A", "B", "C", "D", "E"))
    assert both.passed
    assert "there is nobody to preempt" in said(both)
    assert both.findings[-1].startswith("Here two reasons forbid it: nobody on a slot may be pre")


@pytest.mark.parametrize(
    "requests, hints",
    [
        (normal("A", "B"), ["Nobody in your workload has high priority"]),
        (normal("A", "B", "C", "D", "E"), ["Nobody", "in the queue: C, D (2 of 2)", "a normal"]),
        (urgent("H"), ["H comes nearest, in iteration 0", "a slot is still free", "(0 of 2)"]),
        (named.six_requests(), ["C comes nearest, in iteration 1", "still has room", "(0 of 2)"]),
        ([*normal("A", "B", "C"), *urgent("H")], ["in the queue: C (1 of 2)", "still has room"]),
        (
            [*normal("A", "B"), *urgent("H"), *normal("C", "D")],
            ["H comes nearest", "still has room", "in the order in which they are listed"],
        ),
        (
            [*urgent("H"), *normal("A", "B", "C", "D", arrival=1)],
            ["D arrives in iteration 1", "That was the right moment, but this is a normal request"],
        ),
        ([*normal("A"), *urgent("H", arrival=900)], ["never arrives", "after 200 iterations"]),
    ],
)
def test_the_nearest_miss_is_named(requests, hints):
    if requests[-1].arrival == 900:
        requests[0] = Request("A", 0, prompt=6, output=900)
    verdict = homework.judge_full_house(requests)
    assert not verdict.passed
    assert [hint for hint in hints if hint not in said(verdict)] == []


def test_a_free_slot_beside_a_full_queue_is_no_full_house():
    """Slots are freed at the end of an iteration, and arrivals come before the refill."""
    short = [Request("A", 0, 1, 1), *normal("B", "C", "D"), *urgent("H", arrival=1)]
    verdict = homework.judge_full_house(short)
    assert not verdict.passed
    assert "on slots: B (1 of 2); in the queue: C, D (2 of 2)" in said(verdict)
    assert verdict.findings[-1] == "What is missing: a slot is still free."


@settings(max_examples=60)
@given(any_workload())
def test_the_verdict_on_a_workload_agrees_with_the_scheduler_s_own_record(requests):
    trace = simulate(requests, Tutorial())
    high = {request.id for request in requests if request.priority == "high"}
    rejected = {e.request for e in trace.events if e.kind is Kind.REJECT}
    alone = {
        event.request
        for event in trace.events
        if event.kind is Kind.NO_VICTIM and event.because["obstacle"] == "no_normal_active"
    }
    assert homework.judge_full_house(requests).passed is bool(high & rejected)
    assert homework.judge_nobody_to_preempt(requests).passed is bool(alone - rejected)


@pytest.mark.parametrize(
    "requests, hint",
    [
        (..., "Nothing is filled in yet"),
        ([...], "Nothing is filled in yet"),
        ([*normal("A"), ...], "There are still dots in the list"),
        ([], "cannot be run: a workload must hold at least one request"),
        (normal("A", "A"), "cannot be run: ids must be unique"),
        (normal("A")[0], "A workload is a list of requests"),
        ([*normal("A"), "B"], "nothing but requests, and 'B' is none"),
    ],
)
def test_what_is_no_workload_is_told(requests, hint):
    for judge in (homework.judge_full_house, homework.judge_nobody_to_preempt):
        verdict = judge(requests)
        assert not verdict.passed
        assert hint in verdict.headline
    assert hint in homework.step_through(requests).headline


def test_a_workload_can_be_stepped_through():
    assert repr(homework.step_through(normal("A"))).startswith("Stepper: 1 request")


# --- Nobody to preempt ---------------------------------------------------------------------------


def test_high_priority_cannot_preempt_its_like():
    verdict = homework.judge_nobody_to_preempt([*urgent("G", "H"), *urgent("I", arrival=1)])
    assert verdict.passed
    assert "I finds no slot and waits in place 1 of the queue" in said(verdict)


@pytest.mark.parametrize(
    "requests, lacks",
    [
        (urgent("H"), ["a slot is still free"]),
        ([*urgent("G"), *normal("A"), *urgent("H")], ["a normal request is on a slot"]),
        ([*urgent("G", "H"), *normal("A", "B"), *urgent("I")], ["a free place in the queue"]),
        (normal("A", "B"), ["Nobody in your workload has high priority"]),
    ],
)
def test_what_is_missing_is_named(requests, lacks):
    verdict = homework.judge_nobody_to_preempt(requests)
    assert not verdict.passed
    assert [lack for lack in lacks if lack not in said(verdict)] == []


# --- Side by side --------------------------------------------------------------------------------


def test_reports_stand_side_by_side_as_they_were_filled_in():
    table = homework.side_by_side({"mine": EMPTY | {"A": (9, ...), "preempted": []}, "none": ...})
    assert list(table.index) == list(EMPTY)
    assert table["mine"][["A", "B", "preempted"]].tolist() == ["9, …", "…", "-"]
    assert set(table["none"]) == {"…"}


@settings(max_examples=40)
@given(st.dictionaries(st.text(), st.none() | st.text() | st.lists(st.integers())))
def test_any_report_gets_a_verdict(report):
    assert not judged(report).passed
