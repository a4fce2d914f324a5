"""Rules that every run of every engine keeps, each a function that a run must pass.

`RULES` has them all; the oracles' test applies them to the runs that it compares.
"""

import math
from collections import Counter
from typing import NamedTuple

from schedlib import Kind, Trace
from schedlib.measures import flow

PAUSES = {Kind.STALL, Kind.STARVE, Kind.HOLD}


class Run(NamedTuple):
    engine: str
    knobs: dict
    requests: list
    trace: Trace

    @property
    def asynchronous(self):
        return self.knobs.get("async_scheduling", False)

    def events(self, *kinds):
        return [event for event in self.trace.events if event.kind in kinds]


def served(row):
    return row.decode + [id for id, _ in row.prefill]


def tokens(row):
    return len(row.decode) + sum(amount for _, amount in row.prefill)


# --- Limits ---------------------------------------------------------------------------------------


def blocks_are_never_given_twice(run):
    bounds = run.trace.policy.bounds()
    assert len(run.trace.kv) == (0 if bounds.blocks is None else len(run.trace.iterations))
    for holdings in run.trace.kv:
        assert holdings.free >= 0
        assert sum(holdings.held.values()) + holdings.free == bounds.blocks


def every_kv_entry_stands_in_a_block(run):
    size = run.trace.policy.bounds().block_size
    for holdings in run.trace.kv:
        for id, filled in holdings.filled.items():
            assert math.ceil(filled / size) <= holdings.held[id]


def only_those_in_progress_hold_blocks(run):
    for holdings, row in zip(run.trace.kv, run.trace.iterations, strict=False):
        left = [e.request for e in run.events(Kind.LEAVE) if e.iteration == row.iteration]
        assert set(holdings.held) <= {*row.active, *row.completed, *left}


def the_token_budget_is_kept(run):
    budget = run.trace.policy.bounds().tokens
    for row in run.trace.iterations:
        if budget is None:
            assert row.unused_budget is None
        elif run.engine == "Sarathi":  # its decodes may exceed the chunk
            assert tokens(row) <= max(budget, len(row.decode))
            assert row.unused_budget == max(budget - tokens(row), 0)
        else:
            assert row.unused_budget == budget - tokens(row) >= 0


def a_prefill_batch_of_vllm_v0_is_padded_and_runs_alone(run):
    if run.engine == "VllmV0":
        for row in run.trace.iterations:
            lengths = [amount for _, amount in row.prefill]
            longest = max(lengths, default=0)
            assert len(lengths) * longest <= run.knobs["max_num_batched_tokens"]
            assert not (row.decode and row.prefill)


def slots_and_queue_are_kept(run):
    bounds = run.trace.policy.bounds()
    held = Counter(event.iteration for event in run.events(Kind.HOLD))
    for row in run.trace.iterations:
        in_progress = len({*row.active, *row.completed})
        if not run.asynchronous:
            in_progress += held[row.iteration]
        assert in_progress <= bounds.slots
        assert bounds.queue is None or len(row.queue) <= bounds.queue


# --- Everybody is accounted for, in every iteration -----------------------------------------------


def who_runs_has_arrived_and_runs_once(run):
    arrival = {request.id: request.arrival for request in run.requests}
    for row in run.trace.iterations:
        ids = served(row)
        assert len(ids) == len(set(ids))
        assert all(arrival[id] <= row.iteration for id in ids)


def whoever_is_in_progress_without_a_token_has_one_event_that_says_so(run):
    told = Counter((e.iteration, e.request) for e in run.events(*PAUSES))
    expected = Counter()
    for row in run.trace.iterations:
        idle = {*row.active} - {*served(row)}
        expected.update((row.iteration, id) for id in idle)
    expected.update(ended_but_on_a_slot(run))
    assert told == expected


def ended_but_on_a_slot(run):
    """(iteration, id) of all who hold a slot after their last token."""
    if run.engine in ("Static", "RequestDynamic"):
        batches = {}
        for event in run.events(Kind.REFILL):
            batches.setdefault(event.iteration, []).append(event.request)
        completed = {id: outcome.completed for id, outcome in run.trace.requests.items()}
        for batch in batches.values():
            over = max(completed[id] for id in batch)
            for id in batch:
                yield from ((now, id) for now in range(completed[id] + 1, over + 1))
    evicted = {(event.iteration, event.request) for event in run.events(Kind.PREEMPT)}
    for event in run.events(Kind.LEAVE):
        if (event.iteration, event.request) not in evicted:
            yield event.iteration, event.request


def the_event_of_a_pause_says_what_the_request_was_doing(run):
    decoding, ended = set(), set()
    for event in run.trace.events:
        match event.kind:
            case Kind.FIRST_TOKEN | Kind.NEXT_TOKEN:
                decoding.add(event.request)
            case Kind.PREEMPT if not event.because["rule"].startswith("swapped"):
                decoding.discard(event.request)
            case Kind.COMPLETE:
                ended.add(event.request)
            case Kind.STALL:
                assert event.request in decoding - ended
            case Kind.STARVE:
                assert event.request not in decoding | ended
            case Kind.HOLD:
                assert event.request in ended


def nobody_is_made_or_lost(run):
    for row, counts in zip(run.trace.iterations, flow(run.trace), strict=True):
        ended = {id for id in row.active if run.trace.requests[id].completed == row.iteration}
        assert run.asynchronous or not ended
        in_progress = len(row.active) - len(ended)
        assert counts.arrived == (counts.completed + in_progress + counts.waiting + counts.rejected)
        assert len({*row.active, *row.queue}) == len(row.active) + len(row.queue)


def nobody_waits_while_nothing_happens(run):
    """But for a batch that is being formed, there is always a token, an eviction or a leave."""
    if run.engine not in ("Static", "RequestDynamic"):
        happens = {e.iteration for e in run.events(Kind.PREEMPT, Kind.LEAVE)}
        for row in run.trace.iterations:
            assert served(row) or row.iteration in happens or not (row.queue or row.active)


# --- The whole run --------------------------------------------------------------------------------


def everybody_ends_once(run):
    assert run.trace.termination == "all_terminal"
    ends = Counter(event.request for event in run.events(Kind.COMPLETE, Kind.REJECT))
    assert ends == Counter(request.id for request in run.requests)
    assert bool(run.knobs.get("max_queue_size")) or not run.events(Kind.REJECT)
    last = run.trace.iterations[-1]
    assert not (last.active or last.queue)


def every_output_token_is_given_once(run):
    """Decoded tokens + those that prefills yielded = output."""
    for request in completed(run):
        decoded, _, yielded, _ = account(run)[request.id]
        assert decoded + yielded == request.output


def every_prefilled_token_has_its_reason(run):
    """Prefilled = prompt + what is computed again + one for each recompute that came through.

    That one is the last token before the eviction: it was sampled, but had no KV entry yet.
    """
    for request in completed(run):
        _, prefilled, yielded, again = account(run)[request.id]
        assert prefilled == request.prompt + again + (yielded - 1)


def what_is_lost_is_computed_again_and_nothing_else_is(run):
    lost = Counter()
    for event in run.events(Kind.PREEMPT):
        if event.iteration <= run.trace.requests[event.request].completed:
            lost[event.request] += event.because["lost"]
    for request in completed(run):
        assert account(run)[request.id][3] == lost[request.id]


def completed(run):
    results = run.trace.requests
    return [request for request in run.requests if results[request.id].result == "completed"]


def account(run):
    """By id: tokens decoded, prefilled, yielded by a prefill, and prefilled again."""
    sums = {request.id: [0, 0, 0, 0] for request in run.requests}
    for event in run.trace.events:
        match event.kind:
            case Kind.DECODE:
                sums[event.request][0] += event.amount
            case Kind.PREFILL:
                sums[event.request][1] += event.amount
                sums[event.request][3] += event.because["again"]
            case Kind.FIRST_TOKEN | Kind.NEXT_TOKEN:
                sums[event.request][2] += event.amount
    return sums


def who_reserves_never_evicts(run):
    on_demand = run.knobs.get("capacity_scheduler_policy") == "MAX_UTILIZATION"
    if run.engine not in ("VllmV0", "VllmV1", "Sarathi") and not on_demand:
        assert not run.events(Kind.PREEMPT)


def without_a_limit_on_memory_nobody_is_evicted(run):
    if run.trace.policy.bounds().blocks is None:
        assert not run.events(Kind.PREEMPT)


def the_outcomes_are_those_of_the_iterations(run):
    for id, outcome in run.trace.requests.items():
        rows = run.trace.iterations
        first = [row.iteration for row in rows if id in row.prefill_emitted]
        ended = [row.iteration for row in rows if id in row.completed]
        assert outcome.first_output == min(first, default=None)
        assert [outcome.completed] == (ended or [None])
        assert outcome.preemptions == sum(row.preempted.count(id) for row in rows)


def no_decode_waits_for_want_of_budget(run):
    """Whoever is behind was admitted with what those in front left over, and they ask for no more.

    Decodes of vLLM V0 wait for prompts, and for nothing else.
    """
    assert {event.because["rule"] for event in run.events(Kind.STALL)} <= {"prefill_first"}


RULES = [
    blocks_are_never_given_twice,
    every_kv_entry_stands_in_a_block,
    only_those_in_progress_hold_blocks,
    the_token_budget_is_kept,
    a_prefill_batch_of_vllm_v0_is_padded_and_runs_alone,
    slots_and_queue_are_kept,
    who_runs_has_arrived_and_runs_once,
    whoever_is_in_progress_without_a_token_has_one_event_that_says_so,
    the_event_of_a_pause_says_what_the_request_was_doing,
    nobody_is_made_or_lost,
    nobody_waits_while_nothing_happens,
    everybody_ends_once,
    every_output_token_is_given_once,
    every_prefilled_token_has_its_reason,
    what_is_lost_is_computed_again_and_nothing_else_is,
    who_reserves_never_evicts,
    without_a_limit_on_memory_nobody_is_evicted,
    the_outcomes_are_those_of_the_iterations,
    no_decode_waits_for_want_of_budget,
]
