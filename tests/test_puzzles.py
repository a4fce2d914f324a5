"""Exercise 04: right steps pass, and each of many wrong ones is caught where its fault is."""

import functools
import importlib
import random
import sys
import time
from dataclasses import replace

import pytest

from schedlib import InputError, simulate
from schedlib.exercises.puzzles import check, judge_assembled, judge_step, picture
from schedlib.exercises.verdict import NotYet
from schedlib.own import OwnScheduler, Steps, library_steps
from schedlib.own.bench import Bench
from schedlib.own.snapshot import Snapshot
from schedlib.own.steps import NAMES
from schedlib.trials import step_trials
from schedlib.trials.cases import CASES, cases, size
from schedlib.trials.shrinking import could_be, shrunk
from schedlib.trials.trial import try_step
from schedlib.workloads import six_requests

# --- The eight functions, written as a student would ---------------------------------------------


def arrivals(board):
    arrived = [s for s in board.pending if s.request.arrival == board.iteration]
    board.pending = [s for s in board.pending if s not in arrived]
    return arrived


def slot_or_preempt(board, arrival):
    if not board.slot_free:
        victims = [s for s in board.active if s.request.priority == "normal"]
        urgent = arrival.request.priority == "high" and board.policy.preemption
        if not urgent or not victims or board.queue_full:
            return False
        victim = max(victims, key=lambda s: s.remaining)
        board.active.remove(victim)
        board.waiting.insert(0, victim)
    board.active.append(arrival)
    return True


def queue_or_reject(board, arrival):
    (board.rejected if board.queue_full else board.waiting).append(arrival)


def refill(board):
    while board.slot_free and board.waiting:
        board.active.append(board.waiting.pop(0))


def decode_first(board):
    for sequence in board.active:
        if board.budget_left and not sequence.prompt_left:
            sequence.output_left -= 1
            board.budget_left -= 1


def prefill_with_the_rest(board):
    for sequence in board.active:
        chunk = min(board.policy.prefill_chunk, board.budget_left, sequence.prompt_left)
        sequence.prompt_left -= chunk
        board.budget_left -= chunk


def first_tokens_and_completions(board):
    for sequence in list(board.active):
        if not sequence.prompt_left and sequence.output_left == sequence.request.output:
            sequence.output_left -= 1
        if not sequence.remaining:
            board.active.remove(sequence)
            board.completed.append(sequence)


def iterate(board, steps):
    board.budget_left = board.policy.token_budget
    for arrival in steps.arrivals(board):
        steps.slot_or_preempt(board, arrival) or steps.queue_or_reject(board, arrival)
    steps.refill(board)
    steps.decode_first(board)
    steps.prefill_with_the_rest(board)
    steps.first_tokens_and_completions(board)
    board.iteration += 1


RIGHT = Steps(
    arrivals,
    slot_or_preempt,
    queue_or_reject,
    refill,
    decode_first,
    prefill_with_the_rest,
    first_tokens_and_completions,
    iterate,
)

# --- The wrong ones ------------------------------------------------------------------------------


def left(sequence):
    return sequence.remaining


def to_the_front(waiting, victim):
    waiting.insert(0, victim)


def step_2(
    choose=lambda victims: max(victims, key=left), put=to_the_front, needs_room=True, overtakes=True
):
    """The second step, with another choice of the victim, another place for it, or less care."""

    def slot_or_preempt(board, arrival):
        if board.slot_free and board.waiting and not overtakes:
            return False
        if not board.slot_free:
            victims = [s for s in board.active if s.request.priority == "normal"]
            urgent = arrival.request.priority == "high" and board.policy.preemption
            if not urgent or not victims or (needs_room and board.queue_full):
                return False
            victim = choose(victims)
            board.active.remove(victim)
            put(board.waiting, victim)
        board.active.append(arrival)
        return True

    return slot_or_preempt


def to_the_back(waiting, victim):
    waiting.append(victim)


def to_the_front_with_nothing_done(waiting, victim):
    victim.prompt_left, victim.output_left = victim.request.prompt, victim.request.output
    waiting.insert(0, victim)


def breaks_ties_by(key):
    return step_2(choose=lambda victims: max(victims, key=lambda s: (left(s), key(s))))


TIE_BREAKERS = {
    "the later arrival": lambda s: s.request.arrival,
    "the earlier arrival": lambda s: -s.request.arrival,
    "the first name": lambda s: -ord(s.id),
    "the last name": lambda s: ord(s.id),
    "the longer prompt": lambda s: s.request.prompt,
    "the shorter prompt": lambda s: -s.request.prompt,
    "who decodes": lambda s: s.prefilled,
    "who prefills": lambda s: s.prompt_left,
}


def high_priority_first(board):
    return sorted(arrivals(board), key=lambda s: s.request.priority != "high")


def in_order_of_names(board):
    return sorted(arrivals(board), key=lambda s: s.id)


def rejected_comes_again(board, arrival):
    (board.pending if board.queue_full else board.waiting).append(arrival)


def begun_ones_first(board):
    while board.slot_free and board.waiting:
        begun = [s for s in board.waiting if s.prompt_left < s.request.prompt]
        sequence = (begun or board.waiting)[0]
        board.waiting.remove(sequence)
        board.active.append(sequence)


def chunk_without_limit(board):
    for sequence in board.active:
        chunk = min(board.budget_left, sequence.prompt_left)
        sequence.prompt_left -= chunk
        board.budget_left -= chunk


def first_token_costs_budget(board):
    for sequence in board.active:
        if sequence.prefilled and sequence.output_left == sequence.request.output:
            board.budget_left -= 1
    first_tokens_and_completions(board)


def completed_one_iteration_late(board):
    done = [s for s in board.active if not s.remaining]
    for sequence in board.active:
        if sequence.prefilled and sequence.output_left == sequence.request.output:
            sequence.output_left -= 1
    board.completed += done
    board.active = [s for s in board.active if s not in done]


def one_by_one(board, steps, arrived):
    for arrival in arrived:
        if not steps.slot_or_preempt(board, arrival):
            steps.queue_or_reject(board, arrival)


def in_two_passes(board, steps, arrived):
    for arrival in [a for a in arrived if not steps.slot_or_preempt(board, a)]:
        steps.queue_or_reject(board, arrival)


def urgent_ones_first(board, steps, arrived):
    one_by_one(board, steps, sorted(arrived, key=lambda s: s.request.priority != "high"))


def loop(place=one_by_one, then=NAMES[3:]):
    """The iteration, with arrivals placed in another way, or other steps after them."""

    def iterate(board, steps):
        board.budget_left = board.policy.token_budget
        place(board, steps, steps.arrivals(board))
        for name in then:
            getattr(steps, name)(board)
        board.iteration += 1

    return iterate


PREFILL_FIRST = (
    "refill",
    "prefill_with_the_rest",
    "decode_first",
    "first_tokens_and_completions",
)
LAST_OF_TIES = step_2(choose=lambda victims: max(reversed(victims), key=left))

# Each mutant with the step where its fault is, and words that its feedback must hold.
STEP_MUTANTS = {
    "no queue limit on preemption": (step_2(needs_room=False), 2, "board.waiting should be"),
    "victim at the back of the queue": (step_2(put=to_the_back), 2, "board.waiting should be"),
    "tie broken the other way": (LAST_OF_TIES, 2, "board.waiting should be"),
    "progress lost on preemption": (
        step_2(put=to_the_front_with_nothing_done),
        2,
        "_left has changed, which is not this step's business",
    ),
    "arrivals behind the queue": (
        step_2(overtakes=False),
        2,
        "what it returns should be True, and is False",
    ),
    "rejected request retried": (rejected_comes_again, 3, "board.rejected should be"),
    "chunk limit ignored": (chunk_without_limit, 6, ".prompt_left should be"),
    "first token charged to the budget": (
        first_token_costs_budget,
        7,
        "board.budget_left has changed, which is not this step's business",
    ),
    "completion one iteration late": (
        completed_one_iteration_late,
        7,
        "board.completed should be",
    ),
    "high-priority arrivals taken first": (high_priority_first, 1, "what it returns should be"),
    "arrivals in order of names": (in_order_of_names, 1, "what it returns should be"),
    "begun ones come back first": (begun_ones_first, 4, "board.active should be"),
}
LOOP_MUTANTS = {
    "decode after prefill": (
        loop(then=PREFILL_FIRST),
        "the rule takes step 5, decode_first; yours takes step 6",
    ),
    "arrivals in two passes": (
        loop(place=in_two_passes),
        "the rule takes step 3, queue_or_reject, for",
    ),
    "high-priority arrivals placed first": (
        loop(place=urgent_ones_first),
        "the rule takes step 2, slot_or_preempt, for",
    ),
}


@pytest.mark.parametrize("step", range(1, 8))
def test_a_right_step_passes(step):
    verdict = judge_step(step, getattr(RIGHT, NAMES[step - 1]))
    assert verdict.passed, verdict
    assert str(CASES) in verdict.headline


def test_the_right_scheduler_passes():
    assert judge_assembled(OwnScheduler(steps=RIGHT)).passed


@pytest.mark.parametrize(("mutant", "step", "words"), STEP_MUTANTS.values(), ids=STEP_MUTANTS)
def test_a_wrong_step_is_caught_at_its_step(mutant, step, words):
    verdict = judge_step(step, mutant)
    assert not verdict.passed
    assert f"Step {step}" in verdict.headline
    assert any(words in finding for finding in verdict.findings), verdict
    assert {"before", "expected", "actual"} == set(verdict.picture.boards)
    whole = judge_assembled(OwnScheduler(steps=replace(RIGHT, **{NAMES[step - 1]: mutant})))
    assert f"Step {step}" in whole.headline


@pytest.mark.parametrize(("mutant", "words"), LOOP_MUTANTS.values(), ids=LOOP_MUTANTS)
def test_a_wrong_loop_is_caught_and_told_where_it_forks(mutant, words):
    verdict = judge_assembled(OwnScheduler(steps=replace(RIGHT, iterate=mutant)))
    assert not verdict.passed
    assert any(words in finding for finding in verdict.findings), verdict


@pytest.mark.parametrize(("mutant", "step", "words"), STEP_MUTANTS.values(), ids=STEP_MUTANTS)
def test_no_mutant_is_caught_by_luck(mutant, step, words):
    failing = [case for case in cases(step) if not try_step(step, mutant, case).passed]
    assert len(failing) >= 5


@pytest.mark.parametrize("key", TIE_BREAKERS.values(), ids=TIE_BREAKERS)
def test_every_other_way_to_break_a_tie_is_caught(key):
    assert sum(not try_step(2, breaks_ties_by(key), case).passed for case in cases(2)) >= 5


# --- Small states --------------------------------------------------------------------------------


def test_the_failing_state_is_as_small_as_it_can_be():
    verdict = judge_step(2, LAST_OF_TIES)
    before = verdict.picture.boards["before"]
    assert len(before.active) == 2  # a tie takes two
    assert len({held.remaining for held in before.active}) == 1
    assert all(held.request.prompt + held.request.output <= 4 for held in before.active)
    assert not before.waiting
    assert not before.pending


@pytest.mark.parametrize("step", range(1, 8))
def test_states_are_hundreds_the_same_every_time_and_ones_that_could_be(step):
    states = cases(step)
    assert len(states) == len(set(states)) == CASES >= 300
    assert list(states) == sorted(states, key=size)
    assert cases.__wrapped__(step) == states
    assert all(could_be(state, NAMES[step - 1]) for state in states)


@pytest.mark.parametrize("step", range(1, 8))
def test_what_is_made_smaller_could_be_and_is_smaller(step):
    for state in random.Random(step).sample(cases(step), 20):
        for smaller in shrunk(state, step):
            assert size(smaller) < size(state)
            assert could_be(smaller, NAMES[step - 1])
            assert smaller == Snapshot.of(*smaller.board())


# --- Code that misbehaves ------------------------------------------------------------------------


def ends_never(board):
    while True:
        pass


def ends_never_and_will_not_be_stopped(board):
    while True:
        try:
            ends_never(board)
        except BaseException:
            continue


def ends_its_process(board):
    import os

    os._exit(3)


def takes_all_memory(board):
    return [0] * 10**12


def raises(board):
    return board.waiting[99]


def leaves(board):
    raise SystemExit(0)


def makes_a_tuple(board):
    board.active = tuple(board.active)


def holds_an_id(board):
    board.active.append("A")


def counts_in_fractions(board):
    board.budget_left = board.budget_left / 1


def turns_a_knob(board):
    object.__setattr__(board.policy, "max_active", 1000)


def changes_a_request(board):
    for sequence in board.active:
        object.__setattr__(sequence.request, "output", 1000)
    refill(board)


def asks_the_library(board):
    library_steps.refill(board)


def unwritten(board):
    """Do something (about 2 lines)."""


def not_implemented(board):
    raise NotImplementedError


MISBEHAVIOUR = {
    ends_never: "still running after",
    ends_never_and_will_not_be_stopped: "still running after",
    ends_its_process: "ended the process",
    takes_all_memory: "MemoryError",
    raises: "IndexError: list index out of range",
    leaves: "SystemExit",
    makes_a_tuple: "board.active must be of type list",
    holds_an_id: "board.active must hold sequences only, and holds 'A'",
    counts_in_fractions: "board.budget_left must be of type int",
    turns_a_knob: "board.policy was changed",
    changes_a_request: ".request has changed",
    asks_the_library: "calls the library's own refill",
    unwritten: "Nothing is written in refill yet",
    not_implemented: "nothing is written there yet",
}


@pytest.mark.parametrize("code", MISBEHAVIOUR, ids=lambda code: code.__name__)
def test_code_that_misbehaves_is_told_so(code):
    verdict = judge_step(4, code)
    assert not verdict.passed
    assert MISBEHAVIOUR[code] in repr(verdict)


def test_a_raised_error_comes_with_its_line():
    assert "return board.waiting[99]" in repr(judge_step(4, raises))


@pytest.mark.parametrize("nonsense", [None, ..., 5, "refill", []])
def test_what_is_no_function_is_told_so(nonsense):
    assert "must be a function" in repr(judge_step(4, nonsense))
    assert "OwnScheduler" in repr(judge_assembled(nonsense))


def test_a_step_left_to_the_library_does_not_count():
    verdict = judge_assembled(OwnScheduler(steps=replace(RIGHT, refill=Steps().refill)))
    assert not verdict.passed
    assert "refill" in verdict.headline


def test_a_wrong_answer_to_step_2_is_not_taken_for_true_or_false():
    def says_nothing(board, arrival):
        slot_or_preempt(board, arrival)

    verdict = judge_step(2, says_nothing)
    assert "must return True or False, and returned None" in repr(verdict)


def test_what_the_code_printed_is_shown():
    def prints(board):
        print("queue:", len(board.waiting))
        board.budget_left = 0

    assert "It printed: queue:" in repr(judge_step(4, prints))


def test_what_cannot_be_sent_is_told_so():
    import threading

    lock = threading.Lock()

    def locks(board):
        with lock:
            refill(board)

    assert "cannot be sent" in repr(judge_step(4, locks))


def test_a_check_that_fails_is_an_error_for_graders(capsys):
    with pytest.raises(NotYet, match="Nothing is written"):
        check(4, unwritten)


def test_after_a_mishap_the_next_check_is_right():
    assert not judge_step(4, ends_its_process).passed
    assert judge_step(4, refill).passed


@pytest.mark.parametrize("step", range(1, 8))
def test_each_step_has_a_picture_in_which_something_happens(step):
    boards = picture(step).boards
    assert boards["before"] != boards["after"]
    assert picture(step).svg().startswith("<svg")


# --- Where and how the code is tried -------------------------------------------------------------


def test_a_file_beside_the_notebook_named_like_a_standard_module_does_no_harm(
    tmp_path, monkeypatch
):
    for name in ("queue", "random", "dis", "json"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not meant to be imported')")
    monkeypatch.chdir(tmp_path)
    if Bench.waiting:
        Bench.waiting.clear()
    assert judge_step(4, refill).passed


def test_a_helper_module_is_used_as_it_is_now(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = tmp_path / "my_helpers.py"
    module.write_text("def full(board):\n    return False\n")
    helpers = importlib.import_module("my_helpers")

    def with_help(board, arrival):
        (board.rejected if helpers.full(board) else board.waiting).append(arrival)

    assert not judge_step(3, with_help).passed
    module.write_text("def full(board):\n    return board.queue_full  # mended\n")
    importlib.reload(helpers)
    assert judge_step(3, with_help).passed


def test_a_cached_helper_can_be_used():
    @functools.cache
    def limit(policy):
        return policy.prefill_chunk

    def prefills(board):
        for sequence in board.active:
            chunk = min(sequence.prompt_left, limit(board.policy), board.budget_left)
            sequence.prompt_left -= chunk
            board.budget_left -= chunk

    assert judge_step(6, prefills).passed


def test_steps_may_be_called_by_the_names_of_their_arguments():
    def by_name(board, steps):
        board.budget_left = board.policy.token_budget
        for arrival in steps.arrivals(board=board):
            if not steps.slot_or_preempt(arrival=arrival, board=board):
                steps.queue_or_reject(board, arrival=arrival)
        steps.refill(board)
        steps.decode_first(board)
        steps.prefill_with_the_rest(board)
        steps.first_tokens_and_completions(board)
        board.iteration += 1

    assert judge_assembled(OwnScheduler(steps=replace(RIGHT, iterate=by_name))).passed


def test_the_library_does_not_answer_by_any_of_its_names():
    def by_steps(board):
        Steps().refill(board)

    def by_simulation(board):
        simulate(six_requests())
        refill(board)

    assert "calls the library's own refill" in repr(judge_step(4, by_steps))
    assert "calls the library's own iterate" in repr(judge_step(4, by_simulation))
    lent = replace(RIGHT, iterate=lambda board, steps: Steps().iterate(board, steps))
    assert "calls the library's own iterate" in repr(judge_assembled(OwnScheduler(steps=lent)))


def test_code_that_is_slow_is_stopped_as_a_whole(monkeypatch):
    monkeypatch.setattr(step_trials, "WITHIN", 1.0)

    def slow(board):
        time.sleep(0.05)
        refill(board)

    assert "stopped after 1 seconds" in repr(judge_step(4, slow))


def test_what_one_piece_of_code_spoils_does_not_spoil_the_next():
    def spoils(board):
        type(board).slot_free = property(lambda self: True)
        del type(board.policy).limits

    assert not judge_step(4, spoils).passed
    assert judge_step(4, refill).passed


def test_code_that_keeps_something_between_calls_is_told_so():
    def keeps(board, arrived=[]):  # noqa: B006 (that is the mistake)
        arrived += arrivals(board)
        return arrived

    assert "keeps something from one call to the next" in repr(judge_step(1, keeps))


@pytest.mark.parametrize("steps", [None, Steps, {"refill": refill}])
def test_steps_of_another_type_are_refused_by_their_name(steps):
    with pytest.raises(InputError, match=r"steps must be Steps\(\.\.\.\), not"):
        OwnScheduler(steps=steps)
