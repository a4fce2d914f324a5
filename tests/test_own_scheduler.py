"""A scheduler of one's own: told in the library's events, kept within the rules, run anywhere."""

import os
import subprocess
import sys
import textwrap
from contextlib import suppress

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from strategies import policies, workloads

from schedlib import InputError, Kind, Request, Tutorial, narrate, simulate
from schedlib.figures.gantt import gantt_scene
from schedlib.own import OwnScheduler, Steps, bench, library_steps
from schedlib.own.bench import Stopped, run_apart
from schedlib.own.faults import Fault
from schedlib.own.recording import record
from schedlib.own.unwritten import is_unwritten
from schedlib.widgets import Compare, Playground, Stepper, WhatIf
from schedlib.workloads import overload, six_requests, urgent_stream


def own(**steps):
    return OwnScheduler(steps=Steps(**steps))


# --- The same events -----------------------------------------------------------------------------


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(workloads(), policies())
def test_with_the_librarys_steps_the_events_are_the_librarys(requests, policy):
    trace = simulate(requests, policy)
    iterations, drained = record(policy, Steps(), tuple(requests))
    assert tuple(event for events in iterations for event in events) == trace.events
    assert drained == trace.drained


@pytest.mark.parametrize("knobs", [{}, {"prefill_chunk": 6}, {"preemption": False}])
@pytest.mark.parametrize("requests", [six_requests(), overload(), urgent_stream()])
def test_run_apart_it_is_the_same_run(requests, knobs):
    mine = simulate(requests, OwnScheduler(**knobs))
    theirs = simulate(requests, Tutorial(**knobs))
    assert mine.events == theirs.events
    assert mine.artifact() == theirs.artifact()


def test_a_run_that_is_cut_is_cut():
    trace = simulate(six_requests(), OwnScheduler(max_iterations=5))
    assert trace.termination == "iteration_limit"
    assert len(trace.iterations) == 5


# --- Other policies are told truly ---------------------------------------------------------------


def queue_first(board, arrival):
    return False


def shortest_first(board):
    board.waiting.sort(key=lambda sequence: sequence.remaining)
    library_steps.refill(board)


def victim_to_the_back(board, arrival):
    waiting = list(board.waiting)
    placed = library_steps.slot_or_preempt(board, arrival)
    if board.waiting != waiting and placed:
        board.waiting.append(board.waiting.pop(0))
    return placed


def test_another_order_is_an_event_and_the_lists_follow_it():
    sizes = {"A": 4, "B": 5, "C": 9, "D": 7, "E": 1}
    requests = [Request(id, arrival=0, prompt=size, output=1) for id, size in sizes.items()]
    trace = simulate(requests, OwnScheduler(max_queue=None, steps=Steps(refill=shortest_first)))
    reorders = [event for event in trace.events if event.kind is Kind.REORDER]
    assert narrate(reorders) == ["The waiting queue now stands in this order: E, D, C."]
    assert trace.iterations[0].queue == ["E", "D", "C"]
    done = sorted("CDE", key=lambda id: trace.requests[id].completed)
    assert done == ["E", "D", "C"]


def test_who_queues_beside_a_free_slot_is_not_said_to_find_none():
    trace = simulate(six_requests(), own(slot_or_preempt=queue_first))
    first = narrate(event for event in trace.events if event.kind is Kind.ENQUEUE)[0]
    assert first == "A waits in place 1 of the queue, though a slot is free."


def test_a_victim_at_the_back_stands_at_the_back():
    requests = [Request(id, arrival=0, prompt=9, output=9) for id in "ABC"]
    urgent = Request("H", arrival=1, prompt=1, output=1, priority="high")
    trace = simulate([*requests, urgent], own(slot_or_preempt=victim_to_the_back))
    (row,) = [row for row in trace.iterations if row.preempted]
    assert row.preempted == ["A"]
    assert row.queue == ["C", "A"]


def test_a_wrong_victim_is_not_said_to_have_most_left():
    def least_left(board, arrival):
        if board.slot_free or arrival.request.priority != "high":
            return library_steps.slot_or_preempt(board, arrival)
        victim = min(board.active, key=lambda sequence: sequence.remaining)
        board.active.remove(victim)
        board.waiting.insert(0, victim)
        board.active.append(arrival)
        return True

    trace = simulate(six_requests(), own(slot_or_preempt=least_left))
    (told,) = narrate(event for event in trace.events if event.kind is Kind.PREEMPT)
    assert told.startswith("B is preempted for C. ")
    assert told.endswith("Left to do: A 6, B 3.")


def test_small_chunks_and_people_passed_over_are_not_blamed_on_the_budget():
    def one_token_for_the_first(board):
        for sequence in board.active:
            if not sequence.prefilled:
                sequence.prompt_left -= 1
                board.budget_left -= 1
                return

    trace = simulate(six_requests(), own(prefill_with_the_rest=one_token_for_the_first))
    told = narrate(trace.events)
    assert "A prefills 1 of its 6 prompt tokens left." in told
    assert any("gets nothing, though 5 tokens of the budget" in sentence for sentence in told)


def test_a_rejection_beside_a_queue_with_room_says_so():
    def reject(board, arrival):
        board.rejected.append(arrival)

    told = narrate(simulate(six_requests(), own(queue_or_reject=reject)).events)
    assert any(sentence.endswith("is rejected, though the queue has room.") for sentence in told)


# --- The rules -----------------------------------------------------------------------------------


def loses(board):
    library_steps.refill(board)
    del board.active[:1]


def doubles(board):
    board.active.extend(board.active[:1])


def brings_back(board):
    board.active += board.completed
    board.completed = []


def decodes_twice(board):
    for sequence in board.active:
        if sequence.prefilled:
            board.budget_left -= min(2, sequence.output_left)
            sequence.output_left -= min(2, sequence.output_left)


def decodes_for_nothing(board):
    for sequence in board.active:
        if sequence.prefilled and sequence.output_left:
            sequence.output_left -= 1


def undoes(board):
    for sequence in board.active:
        sequence.prompt_left = sequence.request.prompt


def without_limit(board):
    for sequence in board.active:
        board.budget_left -= sequence.prompt_left
        sequence.prompt_left = 0


def no_first_tokens(board):
    board.completed += [s for s in board.active if not s.remaining]
    board.active = [s for s in board.active if s.remaining]


def keeps_them(board):
    for sequence in board.active:
        if sequence.prefilled and sequence.output_left == sequence.request.output:
            sequence.output_left -= 1


def overfills(board, arrival):
    board.waiting.append(arrival)


def crowds(board, arrival):
    board.active.append(arrival)
    return True


def forgets(board, arrival):
    pass


def catches_everything(board, steps):
    try:
        library_steps.iterate(board, steps)
    except Exception:
        board.iteration += 1


def works_on_its_own(board, steps):
    library_steps.iterate(board, library_steps)


BROKEN = {
    "lost": {"refill": loses},
    "twice": {"refill": doubles},
    "move": {"refill": brings_back},
    "two_tokens": {"decode_first": decodes_twice},
    "budget_left": {"decode_first": decodes_for_nothing},
    "undone": {"refill": undoes},
    "chunk": {"prefill_with_the_rest": without_limit},
    "no_first_token": {"first_tokens_and_completions": no_first_tokens},
    "not_completed": {"first_tokens_and_completions": keeps_them},
    "queue": {"queue_or_reject": overfills},
    "slots": {"slot_or_preempt": crowds},
    "left_over": {"queue_or_reject": forgets},
    "result.arrivals": {"arrivals": lambda board: None},
    "overdue": {"arrivals": lambda board: []},
    "result.slot_or_preempt": {"slot_or_preempt": lambda board, arrival: 1},
    "raised_at": {"refill": lambda board: board.nobody},
    "iteration": {"iterate": lambda board, steps: None},
    "call": {"iterate": lambda board, steps: steps.refill()},
    "no_arrival": {"iterate": lambda board, steps: steps.queue_or_reject(board, "A")},
    "not_a_function": {"refill": 3},
}


@pytest.mark.parametrize("key", BROKEN)
def test_a_broken_rule_is_told_by_its_name(key):
    with pytest.raises(Fault) as caught:
        record(Tutorial(), Steps(**BROKEN[key]), tuple(overload()))
    assert caught.value.key == key
    assert caught.value.iteration is not None
    assert f"iteration {caught.value.iteration}" in str(caught.value)


def test_a_fault_that_the_code_catches_is_told_all_the_same():
    with pytest.raises(Fault, match="is lost"):
        record(Tutorial(), Steps(refill=loses, iterate=catches_everything), tuple(overload()))


def test_work_past_the_given_steps_is_told():
    with pytest.raises(Fault) as caught:
        record(Tutorial(), Steps(iterate=works_on_its_own), tuple(six_requests()))
    assert caught.value.key == "outside.end"


# --- Wherever the library's scheduler goes -------------------------------------------------------


def test_it_stands_in_every_chart_and_widget():
    mine = own(refill=shortest_first)
    trace = simulate(overload(), mine)
    assert gantt_scene(trace).cells
    assert Stepper(trace).trace is trace
    assert Compare({"library": simulate(overload()), "mine": trace})
    what_if = WhatIf(overload(), mine)
    what_if.knobs.children[0].children[0].value = 5
    assert what_if.trace.policy == OwnScheduler(prefill_chunk=5, steps=mine.steps)
    assert Playground(overload(), mine).trace.events == trace.events


def test_priorities_are_names_as_they_are_for_the_tutorial_scheduler():
    with pytest.raises(InputError, match=r"'A': priority must be 'normal' or 'high'.* not 0"):
        simulate([Request("A", 0, 1, 1, priority=0)], OwnScheduler())


def test_a_fault_is_input_that_breaks_a_rule_so_widgets_can_show_it():
    with pytest.raises(InputError, match="In refill, iteration 0: it raised ZeroDivisionError"):
        simulate(six_requests(), own(refill=lambda board: 1 / 0))


def test_in_a_widget_a_fault_stands_beside_the_knobs_and_the_picture_stays():
    def no_fives(board):
        if board.policy.prefill_chunk == 5:
            raise ValueError("not five")
        library_steps.refill(board)

    what_if = WhatIf(six_requests(), own(refill=no_fives))
    before = what_if.trace
    row, error = what_if.knobs.children
    row.children[0].value = 5
    assert "ValueError: not five" in error.value
    assert ".." not in error.value
    assert what_if.trace is before
    row.children[0].value = 6
    assert error.value == ""
    assert what_if.trace.policy.prefill_chunk == 6


def test_a_scheduler_that_never_ends_is_stopped(monkeypatch):
    def never(board):
        while True:
            pass

    monkeypatch.setattr(bench, "SECONDS", 0.5)
    with pytest.raises(Fault, match=r"still running after 0\.5 seconds"):
        simulate(six_requests(), own(refill=never))
    assert simulate(six_requests(), own()).drained


# --- The bench -----------------------------------------------------------------------------------


def test_a_job_that_cannot_answer_says_so():
    with pytest.raises(Stopped) as caught:
        run_apart(os.getpid, "one argument too many")
    assert caught.value.reason == "unsendable"


def test_the_bench_ends_with_the_process_that_started_it(tmp_path):
    """Killed outright, a kernel tidies nothing up: the bench must see that by itself."""
    script = tmp_path / "start.py"
    script.write_text(
        textwrap.dedent(
            """
            import os
            from schedlib import simulate
            from schedlib.own import OwnScheduler, bench
            from schedlib.workloads import six_requests

            simulate(six_requests(), OwnScheduler())
            print(bench.Bench.waiting.process.pid, flush=True)
            os.kill(os.getpid(), 9)
            """
        )
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    worker = int(run.stdout)
    with suppress(psutil.NoSuchProcess):
        psutil.Process(worker).wait(timeout=20)
    assert not psutil.pid_exists(worker) or psutil.Process(worker).status() == "zombie"


# --- Stubs ---------------------------------------------------------------------------------------


def test_a_stub_is_told_from_what_somebody_wrote():
    def stub(board):
        """Do something (about 2 lines)."""

    def dots(board): ...

    def says_no(board, arrival):
        return False

    assert is_unwritten(stub)
    assert is_unwritten(dots)
    assert not is_unwritten(says_no)
    assert not is_unwritten(shortest_first)
    with pytest.raises(Fault, match="Nothing is written yet in: refill, iterate"):
        simulate(six_requests(), own(refill=stub, iterate=dots))
