"""Policies of one's own: the arena, what is measured there, the scoreboard, and the check."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from nbformat import read as read_notebook

from schedlib import InputError, Kind, Request, Tutorial, narrate, simulate, workloads
from schedlib.exercises import design
from schedlib.exercises.design.ranking import MEASURES, best_of
from schedlib.exercises.design.scoreboard import play, scoreboard
from schedlib.exercises.design.scores import alone, charge, deadline, fairness, scores, users_of
from schedlib.exercises.verdict import NotYet
from schedlib.figures.picture import Picture
from schedlib.narration import VARIANT
from schedlib.own import OwnScheduler, Steps
from schedlib.own import library_steps as library
from schedlib.own.recording import record
from schedlib.trace import Trace
from schedlib.words import words

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "solutions" / "source" / "05_design_a_policy.ipynb"


def own(**steps):
    return OwnScheduler(steps=Steps(**steps))


def here(policy, requests):
    """Run a policy in this process: the rules are checked all the same."""
    workload = tuple(requests)
    told, drains = record(policy, policy.steps, workload)
    events = tuple(event for iteration in told for event in iteration)
    return Trace(workload, policy, events, "all_terminal" if drains else "iteration_limit")


# --- Policies that do unusual things --------------------------------------------------------------


def slot_or_preempt_the_longest(board, arrival):
    if board.slot_free:
        board.active.append(arrival)
        return True
    longest = max(board.active, key=lambda s: s.remaining)
    if board.queue_full or longest.remaining <= arrival.remaining:
        return False
    board.active.remove(longest)
    board.waiting.insert(0, longest)
    board.active.append(arrival)
    return True


def waiting_before_arrivals(board, arrival):
    library.refill(board)
    if board.slot_free:
        board.active.append(arrival)
        return True
    return False


def never_at_once(board, arrival):
    return board.iteration < 0


def shortest_comes_back(board):
    board.waiting.sort(key=lambda s: s.remaining)
    while board.waiting and board.slot_free:
        board.active.append(board.waiting.pop(0))


def swap_the_longest_for_the_shortest(board):
    library.refill(board)
    if board.waiting:
        longest = max(board.active, key=lambda s: s.remaining)
        shortest = min(board.waiting, key=lambda s: s.remaining)
        if shortest.remaining < longest.remaining:
            board.active[board.active.index(longest)] = shortest
            board.waiting[board.waiting.index(shortest)] = longest


def send_the_first_away_now_and_then(board):
    library.refill(board)
    if board.iteration % 3 == 2 and len(board.active) == 2 and not board.queue_full:
        board.waiting.append(board.active.pop(0))


def prefill_the_last_first(board):
    board.active.reverse()
    library.prefill_with_the_rest(board)


def spare_the_budget(board):
    for sequence in board.active:
        if (
            sequence.prompt_left
            and board.budget_left
            and (board.iteration + sequence.remaining) % 2
        ):
            sequence.prompt_left -= 1
            board.budget_left -= 1


def refill_in_even_iterations(board):
    if board.iteration % 2 == 0:
        library.refill(board)


def turn_everybody_away(board, arrival):
    board.rejected.append(arrival)


ODD = {
    "the longest goes": own(slot_or_preempt=slot_or_preempt_the_longest),
    "shortest first": own(slot_or_preempt=slot_or_preempt_the_longest, refill=shortest_comes_back),
    "waiting before arrivals": own(slot_or_preempt=waiting_before_arrivals),
    "all through the queue": own(slot_or_preempt=never_at_once),
    "a swap in step 4": own(refill=swap_the_longest_for_the_shortest),
    "sent away for nobody": own(refill=send_the_first_away_now_and_then),
    "the last first": own(prefill_with_the_rest=prefill_the_last_first),
    "budget spared": own(prefill_with_the_rest=spare_the_budget),
    "now and then a refill": own(refill=refill_in_even_iterations),
    "everybody turned away": own(
        slot_or_preempt=never_at_once, queue_or_reject=turn_everybody_away
    ),
}


# --- What is told of them -------------------------------------------------------------------------


def boards(trace):
    """Yield each event with the lists as the events before it leave them."""
    active, waiting = [], []
    for event in trace.events:
        yield event, active.copy(), waiting.copy()
        match event.kind:
            case Kind.SLOT:
                active.append(event.request)
            case Kind.REFILL:
                waiting.remove(event.request)
                active.append(event.request)
            case Kind.ENQUEUE:
                waiting.append(event.request)
            case Kind.PREEMPT:
                active.remove(event.request)
                waiting.insert(0, event.request)
            case Kind.COMPLETE:
                active.remove(event.request)
            case Kind.REORDER:
                {"active": active, "waiting": waiting}[event.because["list"]][:] = event.because[
                    "order"
                ]


def false_claims(trace):
    """Return what sentences claim that is not so."""
    knobs = trace.policy
    asked = {request.id: request for request in trace.workload}
    for event, active, waiting in boards(trace):
        variant = VARIANT[event.kind](event)
        because = event.because
        full = len(active) >= knobs.max_active
        if event.kind is Kind.PREEMPT and variant in ("most", "tie", "only"):
            if not full or asked[because["by"]].priority != "high":
                yield event, "no slot is free and it has high priority"
            if max(because["remaining"], key=because["remaining"].get) != event.request:
                yield event, "of those with the most left it is the first"
        if event.kind is Kind.SLOT:
            if because["active"] > knobs.max_active:
                yield event, "in use"
            if because["overtaken"] != [id for id in waiting if id != because["victim"]]:
                yield event, "ahead of those who wait"
        if event.kind is Kind.ENQUEUE:
            if (variant == "own") == full:
                yield event, "finds no slot"
            if because["queue"] > knobs.max_queue:
                yield event, "places in use"
        if event.kind is Kind.REJECT:
            if variant in ("full", "no_queue") and not full:
                yield event, "no slot is free"
            if variant in ("full", "full_own") and len(waiting) < knobs.max_queue:
                yield event, "the queue is full"
        if event.kind is Kind.END and variant == "idle" and (active or waiting):
            yield event, "nothing to do"


WORKLOADS = {
    **{name: requests for name, requests in design.arena().items() if name != "mixed_day"},
    "six in one": tuple(
        Request(id, 0, 2 + n, 1 + n % 3, "high" if n % 2 else "normal")
        for n, id in enumerate("ABCDEF")
    ),
}


@cache
def odd_runs(name):
    return [here(ODD[name], requests) for requests in WORKLOADS.values()]


@pytest.mark.parametrize("name", ODD)
def test_no_sentence_claims_what_is_not_so(name):
    for trace in odd_runs(name):
        assert list(false_claims(trace)) == []
        assert all(
            sentence.strip() and "None" not in sentence for sentence in narrate(trace.events)
        )


def test_a_false_claim_would_be_found():
    trace = simulate(workloads.six_requests())
    at = next(n for n, e in enumerate(trace.events) if e.kind is Kind.REJECT)
    early = trace.events[at]._replace(iteration=0)
    lying = Trace(trace.workload, trace.policy, (early, *trace.events), trace.termination)
    assert [claim for _, claim in false_claims(lying)] == ["no slot is free", "the queue is full"]


def told(policy, requests, kind):
    trace = here(policy, requests)
    return [narrate([event])[0] for event in trace.events if event.kind is kind]


def test_who_is_preempted_for_one_that_waited_is_told_so():
    three = [Request("A", 0, 6, 3), Request("B", 0, 6, 3), Request("C", 0, 1, 1)]
    said = told(ODD["a swap in step 4"], three, Kind.PREEMPT)
    assert said == ["A is preempted for C. Left to do: A 9, B 9."]


def test_who_is_preempted_for_nobody_is_told_so():
    two = [Request("A", 0, 6, 3), Request("B", 0, 6, 3)]
    said = told(ODD["sent away for nobody"], two, Kind.PREEMPT)
    assert said == ["A is preempted, and nobody takes its slot. Left to do: A 2, B 2."]


def test_a_full_queue_beside_a_free_slot_is_told_so():
    crowd = [Request(id, 0, 1, 1) for id in "ABC"]
    said = told(ODD["all through the queue"], crowd, Kind.REJECT)
    assert said == ["C is rejected: the queue is full (2 of 2), though a slot is free."]


def test_whoever_goes_ahead_of_the_queue_is_not_told_to_overtake_those_who_came_in_first():
    trace = here(ODD["waiting before arrivals"], workloads.overload())
    overtaken = [e.because["overtaken"] for e in trace.events if e.kind is Kind.SLOT]
    assert overtaken and not any(overtaken)


def test_somebody_who_gets_nothing_beside_a_spent_budget_is_not_told_that_there_was_some():
    two = [Request("A", 0, 6, 1), Request("B", 0, 6, 1)]
    policy = OwnScheduler(
        steps=Steps(prefill_with_the_rest=prefill_the_last_first), token_budget=3, prefill_chunk=3
    )
    said = told(policy, two, Kind.STARVE)
    assert said and all("the budget is used up" in sentence for sentence in said)


def test_an_iteration_without_tokens_is_not_told_to_have_nothing_to_do():
    said = told(ODD["now and then a refill"], [Request("A", 0, 1, 1)] * 1, Kind.END)
    assert said[0].startswith("Budget left unused")
    policy = own(slot_or_preempt=never_at_once, refill=refill_in_even_iterations)
    said = told(policy, [Request("A", 1, 1, 1)], Kind.END)
    assert said[1] == "Nobody gets a token, though somebody is there. Budget left unused: 6 of 6."


@pytest.mark.parametrize("name", ["shortest first", "sent away for nobody", "the last first"])
def test_they_can_be_drawn(name):
    trace = here(ODD[name], workloads.six_requests())
    assert Picture(trace).svg().startswith("<svg")


# --- The arena ------------------------------------------------------------------------------------


def test_the_arena_is_the_same_every_time():
    assert design.arena() == design.arena()
    assert len(design.arena()) >= 5


@pytest.mark.parametrize("name", design.arena())
def test_each_workload_has_a_reason(name):
    assert words().say(f"design.why.{name}")
    assert design.workload(name) == design.arena()[name]


@pytest.mark.parametrize("name", design.arena())
def test_the_tutorial_scheduler_drains_each_workload(name):
    assert simulate(design.workload(name)).drained


@pytest.mark.parametrize("name", ["nowhere", None, 3, ["overload"]])
def test_a_workload_that_is_not_there_is_refused(name):
    with pytest.raises(InputError, match="workload of the arena"):
        design.workload(name)


def test_the_long_one_among_short_ones_can_be_in_time():
    table = design.deadline_table(simulate(design.workload("long_among_short")))
    assert list(table.loc["L"].astype(str)) == ["0", "7", "20", "6", ""]
    assert table.loc["S3", "completed"] == "rejected" and table.loc["S3", "late?"] == "late"


# --- Measures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("prompt, output", [(1, 1), (3, 1), (4, 1), (6, 3), (12, 8), (7, 1)])
def test_alone_a_request_takes_an_iteration_for_each_chunk_and_each_further_token(prompt, output):
    request = Request("A", 5, prompt, output)
    chunks = -(-prompt // 3)
    assert alone(request) == chunks + output - 1
    assert deadline(request) == 5 + 3 * alone(request) - 1


def test_the_index_of_fairness_is_that_of_jain_chiu_and_hawe():
    assert fairness([1, 1, 1]) == 1
    assert fairness([0.25, 0.25]) == 1
    assert fairness([1, 1, 0, 0, 0]) == pytest.approx(2 / 5)
    assert fairness([0, 0]) == 0
    x = [Fraction(1), Fraction(1, 2), Fraction(1, 4)]
    assert fairness([float(each) for each in x]) == pytest.approx(
        float(sum(x) ** 2 / (3 * sum(each**2 for each in x)))
    )


def test_the_measures_of_the_six_requests():
    got = scores([simulate(workloads.six_requests())])
    # TTFT 4 2 1 2 4 as in the completion table; F, rejected in 2, would come back in iteration 6.
    assert got.ttft_mean == pytest.approx((4 + 2 + 1 + 2 + 4 + 5) / 6)
    assert got.ttft_mean_unserved == pytest.approx(5 / 6)
    assert (got.ttft_high, got.ttft_high_unserved) == (1, 0)
    assert (got.ttft_worst, got.itl_worst, got.rejected, got.unfinished) == (4, 1, 1, 0)
    # E2E 6 3 1 3 4 against 4 3 1 3 1 alone: E took four times as long, F never came.
    assert got.late == 2
    assert got.fairness == pytest.approx(fairness([4 / 6, 1, 1, 1, 1 / 4, 0]))


def test_several_runs_are_measured_as_one_crowd():
    runs = [simulate(requests) for requests in design.arena().values()]
    apart, together = [scores([run]) for run in runs], scores(runs)
    for name in ("requests", "rejected", "late", "unfinished"):
        assert getattr(together, name) == sum(getattr(each, name) for each in apart)
    assert together.ttft_worst == max(each.ttft_worst for each in apart)
    weighted = sum(each.ttft_mean * each.requests for each in apart)
    assert together.ttft_mean == pytest.approx(weighted / together.requests)


@pytest.mark.parametrize("name", ODD)
def test_nobody_served_would_have_counted_less_unserved(name):
    for trace in odd_runs(name):
        for user in users_of(trace):
            assert user.got.ttft is None or user.got.ttft < user.charge


def test_turning_everybody_away_looks_bad():
    lazy = scores(odd_runs("everybody turned away"))
    tutorial = scores(simulate(requests) for requests in WORKLOADS.values())
    assert lazy.ttft_mean > tutorial.ttft_mean
    assert lazy.ttft_mean == lazy.ttft_mean_unserved
    assert lazy.late == lazy.rejected == lazy.requests
    assert lazy.fairness == 0
    assert lazy.ttft_worst is lazy.itl_worst is None
    assert best_of({"tutorial": tutorial, "lazy": lazy})["lazy"] == set()


def test_a_run_that_was_cut_counts_its_unfinished_requests():
    trace = simulate(workloads.six_requests(), Tutorial(max_iterations=5))
    got = scores([trace])
    assert got.unfinished == 2  # A has its first token; E still waits
    assert got.ttft_mean_unserved == pytest.approx((5 + 5) / 6)
    assert charge(trace, trace.workload[4]) == 6 - 2 + 1


# --- The scoreboard -------------------------------------------------------------------------------


def measured(**changes):
    return scores([simulate(workloads.six_requests())])._replace(**changes)


def test_the_best_of_each_column_are_marked_and_ties_share():
    best = best_of({"a": measured(late=3), "b": measured(late=1), "c": measured(late=1)})
    assert best == {"a": set(), "b": {"late"}, "c": {"late"}}


def test_more_fairness_is_better():
    best = best_of({"a": measured(fairness=0.5), "b": measured(fairness=0.6)})
    assert best == {"a": set(), "b": {"fairness"}}


def test_what_is_written_alike_is_alike():
    best = best_of({"a": measured(fairness=0.501), "b": measured(fairness=0.499)})
    assert best == {"a": set(), "b": set()}


@pytest.mark.parametrize("measure", [name for name in MEASURES if MEASURES[name].of_the_served])
def test_a_short_worst_case_is_not_the_best_if_it_is_bought_with_rejections(measure):
    first = measured(**{measure: 9})
    assert best_of({"a": first, "b": measured(**{measure: 2})})["b"] == {measure}
    bought = best_of({"a": first, "b": measured(**{measure: 2}, rejected=2)})
    assert bought["b"] == set() and measure not in bought["a"]


def test_a_policy_that_does_not_come_to_its_end_is_never_the_best():
    best = best_of({"a": measured(), "b": measured(late=0, ttft_worst=1, unfinished=1)})
    assert best["b"] == set()


def test_the_scoreboard_takes_whatever_can_be_run():
    class Engine:
        """Not one of ours, as far as the board can tell."""

        max_iterations = 200

        def __init__(self):
            self.inside = Tutorial(max_active=4, token_budget=8)

        def limits(self):
            return {}

        def start(self, workload):
            return self.inside.start(workload)

        def iterate(self, state):
            self.inside.iterate(state)

    picture = scoreboard({"tutorial": Tutorial(), "engine": Engine()}, "overload")
    title, first, second = picture.description.splitlines()
    assert title == "overload, 26 requests: too much for anybody: who is turned away?"
    assert first.startswith("tutorial: mean TTFT 10.4, urgent TTFT 16.0, worst TTFT 14,")
    assert second.startswith("engine: ") and "rejected 12 (best)" in second


def texts(picture):
    return [record["text"] for record in picture.chart.datasets["texts"]]


def test_every_number_of_the_board_is_in_the_picture_and_in_its_words():
    picture = scoreboard({"tutorial": Tutorial(), "chunk 6": Tutorial(prefill_chunk=6)})
    for name, traces in play({"chunk 6": Tutorial(prefill_chunk=6)}, design.arena()).items():
        got = scores(traces.values())
        for key, measure in MEASURES.items():
            text = f"{getattr(got, key):.{measure.digits}f}"
            assert text in texts(picture)
            line = next(e for e in picture.description.splitlines() if e.startswith(f"{name}: "))
            assert f"{words().say(f'scoreboard.{key}')} {text}" in line


def test_bars_of_a_column_share_a_scale_and_the_line_stands_at_the_first_rows_end():
    policies = {"a": Tutorial(), "b": Tutorial(max_queue=4)}
    chart = scoreboard(policies, "overload").chart
    late = [scores([simulate(workloads.overload(), policy)]).late for policy in policies.values()]
    solid = [cell for cell in chart.datasets["cells"] if cell["kind"] == "waits"]
    rows = sorted({cell["y"] for cell in solid})
    bars = [[cell for cell in solid if cell["y"] == row][-2] for row in rows]  # last: fairness
    length = [bar["x2"] - bar["x"] for bar in bars]
    assert length[0] / length[1] == pytest.approx(late[0] / late[1])
    ends = [line["x"] for line in chart.datasets["lines"] if line["kind"] == "limit"]
    assert any(end == pytest.approx(bars[0]["x2"]) for end in ends)


def test_a_run_that_was_cut_is_said_on_the_board():
    runs = {"tutorial": Tutorial(), "short": Tutorial(max_iterations=10)}
    said = "Cut at the limit of iterations, not drained: overload."
    picture = scoreboard(runs, "overload")
    assert picture.description.splitlines()[2].endswith(said)
    assert said in texts(picture)
    assert "not drained: 5 of 6 workloads" in scoreboard(runs).description


def test_the_table_holds_every_workload_and_all_together():
    table = design.table({"tutorial": Tutorial(), "no queue": Tutorial(max_queue=0)})
    assert len(table) == 2 * (len(design.arena()) + 1)
    board = scoreboard({"tutorial": Tutorial(), "no queue": Tutorial(max_queue=0)})
    for name in ("tutorial", "no queue"):
        line = next(e for e in board.description.splitlines() if e.startswith(f"{name}: "))
        for measure, text in table.loc[("all together", name)].items():
            number = text.removeprefix("*")
            assert f"{measure} {number}{' (best)' if text != number else ''}" in line


def test_the_reasons_fit_into_a_table_of_pandas():
    assert all(len(why) < 50 for why in design.arena_table()["why it is there"])


@pytest.mark.parametrize("policies", [{}, None, [Tutorial()], "aging"])
def test_a_board_without_policies_is_refused(policies):
    with pytest.raises(InputError, match="by name"):
        scoreboard(policies)


def test_what_cannot_be_run_has_a_row_that_says_so():
    picture = scoreboard({"tutorial": Tutorial(), "mine": ...}, "overload")
    said = "This is nothing that can be run: Ellipsis."
    assert picture.description.splitlines()[2].endswith(f"fairness –. {said}")
    assert said in texts(picture)
    assert (design.table({"mine": ...}) == "–").all(axis=None)


def failing_in_iteration_two(board):
    library.refill(board)
    if board.iteration == 2:
        raise ValueError("enough")


def test_a_fault_of_one_policy_leaves_the_others_on_the_board():
    policies = {
        "tutorial": Tutorial(),
        "mine": own(refill=failing_in_iteration_two),
        "chunk 6": Tutorial(prefill_chunk=6),
    }
    _, *lines = scoreboard(policies).description.splitlines()
    assert "In refill, iteration 2: it raised ValueError: enough" in lines[1]
    del policies["mine"]
    assert scoreboard(policies).description.splitlines()[1:] == [lines[0], lines[2]]


# --- The check ------------------------------------------------------------------------------------


def stub(board):
    """Do what step 4 does."""


def lose_somebody(board):
    if board.waiting:
        board.waiting.pop()


def forget_the_queue(board):
    len(board.waiting)


def hang_in_iteration_one(board):
    library.refill(board)
    while board.iteration == 1:
        pass


def the_same_again(board):
    library.refill(board)


class Unshowable:
    def __repr__(self):
        raise RuntimeError("not me")

    def __eq__(self, other):
        return True


WRONG = {
    "nothing": (None, "Nothing is filled in yet"),
    "dots": (..., "Nothing is filled in yet"),
    "a number": (3, "and this is 3"),
    "control characters": ("\x00\n", r"and this is '\x00\n'"),
    "a list in itself": ([[[[]]]] * 999, "A policy must be"),
    "equal to everything": (Unshowable(), "and this is <Unshowable"),
    "the class": (OwnScheduler, "A policy must be OwnScheduler(steps=Steps(...))"),
    "the library's": (Tutorial(), "A policy must be OwnScheduler(steps=Steps(...))"),
    "other knobs": (
        OwnScheduler(max_queue=None, steps=Steps(refill=shortest_comes_back)),
        "other knobs than everybody else (max_queue no limit)",
    ),
    "nothing of one's own": (own(), "every step is still the library's own"),
    "a stub": (own(refill=stub), "Nothing is written in stub yet (step 4, refill)"),
    "no function": (own(refill=3), "it must be a function, and is 3"),
    "somebody lost": (own(refill=lose_somebody), "In refill, iteration 1: A is lost"),
    "an error": (own(refill=failing_in_iteration_two), "it raised ValueError: enough"),
    "no end": (own(refill=forget_the_queue), "the run was cut after 200 iterations"),
    "the same again": (own(refill=the_same_again), "exactly what the tutorial scheduler does"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_sound_policy_of_ones_own_is_told_why(name):
    policy, why = WRONG[name]
    verdict = design.judge(policy)
    assert not verdict.passed
    assert why in repr(verdict)


@pytest.mark.parametrize(
    "name, where",
    [
        ("somebody lost", "before: arriving C* 2+1; on slots A 3+3, B 1+2; budget left 6 of 6"),
        ("no end", "after: waiting A 3+3, E 1+1; rejected F; completed C, B, D;"),
    ],
)
def test_a_failure_shows_the_board(name, where):
    assert where in design.judge(WRONG[name][0]).picture.description


def test_a_run_without_an_end_says_who_is_left_and_since_when():
    said = repr(design.judge(own(refill=forget_the_queue)))
    assert "Unfinished: A, E." in said
    assert "Nobody got a token any more after iteration 4." in said


def test_a_loop_without_an_end_is_stopped_and_the_board_is_shown(monkeypatch):
    monkeypatch.setattr("schedlib.own.bench.SECONDS", 0.5)
    verdict = design.judge(own(refill=hang_in_iteration_one))
    assert "look for a loop that never ends" in repr(verdict)
    assert "the start of iteration 1" in repr(verdict)
    assert verdict.picture.description.startswith("before: arriving C* 2+1;")


@pytest.mark.parametrize("name", ["the longest goes", "shortest first", "waiting before arrivals"])
def test_a_policy_of_ones_own_passes(name):
    verdict = design.judge(ODD[name])
    assert verdict.passed, verdict
    assert "It first leaves the way of the tutorial scheduler on" in repr(verdict)


def test_a_bad_policy_passes_too_for_the_ranking_is_not_graded():
    assert design.judge(ODD["everybody turned away"]).passed


def test_a_policy_must_differ_from_the_others_that_are_named():
    shortest = ODD["shortest first"]
    verdict = design.judge(shortest, unlike={"shortest": shortest})
    assert not verdict.passed
    assert "exactly what shortest does" in verdict.headline
    others = {"broken": own(refill=lose_somebody), "open": ..., "longest": ODD["the longest goes"]}
    assert design.judge(shortest, unlike=others).passed


def test_turning_everybody_away_does_not_leave_fewer_late():
    verdict = design.judge(ODD["everybody turned away"], fewer_late_on="urgent_stream")
    assert not verdict.passed
    assert verdict.headline == (
        "On urgent_stream it leaves 12 requests late, and the tutorial scheduler 2: "
        "fewer are asked for."
    )
    assert "deadline_table(simulate(design.workload('urgent_stream'), ...))" in repr(verdict)


@pytest.mark.parametrize("policy", [None, own(), own(refill=stub), own(refill=the_same_again)])
def test_who_is_late_is_not_asked_of_what_is_no_policy_of_ones_own(policy):
    asked = design.judge(policy, fewer_late_on="overload")
    assert not asked.passed and repr(asked) == repr(design.judge(policy))


@pytest.mark.parametrize("name", ["nowhere", 3, ["overload"]])
def test_nobody_can_be_late_on_a_workload_that_is_not_there(name):
    with pytest.raises(InputError, match="workload of the arena"):
        design.judge(ODD["shortest first"], fewer_late_on=name)


def test_the_check_shows_the_verdict_and_raises(capsys):
    with pytest.raises(NotYet, match="Nothing is yours yet"):
        design.check(own())
    assert design.check(ODD["shortest first"]) is None
    assert capsys.readouterr().err == ""


# --- The notebook ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def key():
    """The policies of the key."""
    if not SOURCE.is_file():
        pytest.skip("solutions/source is not here")
    names = {"Tutorial": Tutorial, "OwnScheduler": OwnScheduler, "Steps": Steps}
    for cell in read_notebook(SOURCE, as_version=4).cells:
        if cell.metadata.get("nbgrader", {}).get("solution") and cell.cell_type == "code":
            exec(cell.source, names)
    policies = {name: names[name] for name in ("aging", "shortest", "deadlines", "mine")}
    return {"tutorial": Tutorial(), **policies}


@pytest.fixture(scope="module")
def by_key(key):
    def run(policy, requests):
        return here(policy, requests) if type(policy) is OwnScheduler else simulate(requests)

    return {
        name: {of: run(policy, requests) for of, requests in design.arena().items()}
        for name, policy in key.items()
    }


def test_no_policy_of_the_key_wins_everything(by_key):
    best = best_of({name: scores(runs.values()) for name, runs in by_key.items()})
    assert best["tutorial"] and best["aging"] and best["shortest"] and best["deadlines"]
    assert all(len(stars) < len(MEASURES) for stars in best.values())


LAZY = [ODD["everybody turned away"], own(queue_or_reject=turn_everybody_away)]
STARTS = {
    "aging": "urgent_stream",
    "shortest": "short_behind_long",
    "deadlines": "long_among_short",
}


def test_the_key_leaves_fewer_late_and_turning_away_does_not(key, by_key):
    for name, workload in STARTS.items():
        before, late = (scores([by_key[of][workload]]).late for of in ("tutorial", name))
        assert late < before
        verdict = design.judge(key[name], fewer_late_on=workload)
        requests = f"{late} request{'s' * (late != 1)}"
        said = f"On {workload} it leaves {requests} late, and the tutorial scheduler {before}."
        assert verdict.passed and said in repr(verdict)
        for lazy in LAZY:
            assert not design.judge(lazy, fewer_late_on=workload).passed


def test_the_checks_of_the_starts_ask_for_that():
    if not SOURCE.is_file():
        pytest.skip("solutions/source is not here")
    cells = [cell.source for cell in read_notebook(SOURCE, as_version=4).cells]
    for name, workload in STARTS.items():
        (check,) = [cell for cell in cells if f"design.check({name}" in cell]
        assert check.endswith(f'design.check({name}, fewer_late_on="{workload}")')
        asked = f"fewer late requests in `{workload}`"
        before = "\n".join(cells[: cells.index(check)])
        assert asked in before


def shortest_first_with_aging(board):
    waited = {s.id: board.iteration - s.request.arrival for s in board.waiting}
    board.waiting.sort(key=lambda s: s.remaining - waited[s.id])
    library.refill(board)


def streams_stay(board, arrival):
    if board.slot_free:
        board.active.append(arrival)
        return True
    normal = [s for s in board.active if s.request.priority == "normal" and not s.prefilled]
    if board.queue_full or arrival.request.priority == "normal" or not normal:
        return False
    victim = max(normal, key=lambda s: s.remaining)
    board.active.remove(victim)
    board.waiting.insert(0, victim)
    board.active.append(arrival)
    return True


def no_long_ones(board, arrival):
    if arrival.remaining > 8 or board.queue_full:
        board.rejected.append(arrival)
    else:
        board.waiting.append(arrival)


def last_place_for_high(board, arrival):
    places = board.policy.max_queue - (arrival.request.priority == "normal")
    (board.waiting if len(board.waiting) < places else board.rejected).append(arrival)


IDEAS = {  # that the notebook names; deadlines by priority are the key's own
    "shortest first, but with aging": own(refill=shortest_first_with_aging),
    "no preemption of anybody who already streams": own(slot_or_preempt=streams_stay),
    "nobody walks past the queue": ODD["waiting before arrivals"],
    "turn away whoever has more than 8 tokens to do": own(queue_or_reject=no_long_ones),
    "keep the last place in the queue for high priority": own(queue_or_reject=last_place_for_high),
}


@pytest.mark.parametrize("idea", IDEAS)
def test_each_idea_that_is_named_makes_a_policy_of_its_own(idea, by_key):
    text = read_notebook(SOURCE, as_version=4)
    assert any(idea in cell.source for cell in text.cells)
    runs = {of: here(IDEAS[idea], requests) for of, requests in design.arena().items()}
    assert all(trace.drained for trace in runs.values())
    for name in ("tutorial", "aging", "shortest", "deadlines"):
        assert any(runs[of].iterations != by_key[name][of].iterations for of in runs), name


def test_in_the_arena_the_budget_never_runs_short():
    policy = Tutorial()
    assert policy.max_active * policy.prefill_chunk <= policy.token_budget


def test_every_policy_turns_away_as_many_in_the_overload(by_key):
    four = [by_key[name]["overload"] for name in ("tutorial", "aging", "shortest", "deadlines")]
    assert {scores([run]).rejected for run in four} == {18}


def test_aging_ends_starvation_and_has_a_price(by_key):
    before, after = by_key["tutorial"]["urgent_stream"], by_key["aging"]["urgent_stream"]
    was, now = scores([before]), scores([after])
    assert now.ttft_worst < was.ttft_worst / 2
    assert now.ttft_high > was.ttft_high and now.rejected > was.rejected
    for starved in ("X0a", "X0b"):
        waited = by_key["aging"]["overload"].requests[starved].first_output
        assert waited < by_key["tutorial"]["overload"].requests[starved].first_output


def test_shortest_first_serves_the_short_ones_and_starves_the_long_one(by_key):
    was, now = (scores([by_key[n]["short_behind_long"]]) for n in ("tutorial", "shortest"))
    assert now.ttft_mean < was.ttft_mean / 2 and now.rejected == 0 < was.rejected
    assert now.ttft_worst > was.ttft_worst
    starving = users_of(by_key["shortest"]["long_among_short"])
    assert max(starving, key=lambda user: user.got.ttft).request.id == "L"


def test_only_deadlines_first_has_everybody_in_time(by_key):
    late = {name: scores([runs["long_among_short"]]).late for name, runs in by_key.items()}
    assert late["deadlines"] == 0 < late["shortest"] < late["tutorial"]
    assert scores([by_key["deadlines"]["long_among_short"]]).itl_worst > 1


def test_the_model_answer_says_what_is_so(by_key):
    mine, tutorial = by_key["mine"], by_key["tutorial"]
    assert scores(mine.values()).itl_worst == 1 and scores(tutorial.values()).itl_worst == 10
    urgent = [scores([runs["urgent_stream"]]).ttft_high for runs in (mine, tutorial)]
    assert [f"{ttft:.1f}" for ttft in urgent] == ["2.0", "1.0"]
    mine_all, tutorial_all, deadlines_all = (
        scores(by_key[name].values()) for name in ("mine", "tutorial", "deadlines")
    )
    assert [of.rejected for of in (mine_all, tutorial_all, deadlines_all)] == [22, 27, 22]
    means = [f"{of.ttft_mean:.1f}" for of in (mine_all, tutorial_all, deadlines_all)]
    assert means == ["5.8", "6.2", "5.2"]
    worst = max(users_of(mine["long_among_short"]), key=lambda user: user.got.ttft)
    assert (worst.request.id, worst.got.ttft) == ("L", 15)
    (a,) = (user for user in users_of(mine["urgent_stream"]) if user.request.id == "A")
    assert a.got.ttft == 12
