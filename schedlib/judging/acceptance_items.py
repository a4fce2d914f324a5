"""The nine items of the acceptance list.

An item is a function from the exhibits to a verdict and the numbers that it rests on. It takes
the exhibits as an argument so that a test can hand it forged ones and see it fail.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields

from ..events import Kind
from ..rows import iteration_rows
from ..tutorial import Tutorial
from ..words import words
from .evidence import (
    Span,
    events_of,
    keeps_limit,
    numbers,
    pairs,
    progress,
    progress_text,
    queue_peaks,
    spans,
    spans_text,
    tokens,
)
from .exhibits import Exhibits

# First output and completion of every request; None: rejected.
EXPECTED: Mapping[str, Mapping[str, Span]] = {
    "baseline": {"A": (3, 5), "B": (1, 2), "C": (1, 1), "D": (3, 4), "E": (5, 5), "F": None},
    "chunk6": {"A": (0, 2), "B": (3, 4), "C": (1, 1), "D": (2, 3), "E": (4, 4), "F": None},
    "no_preemption": {"A": (1, 3), "B": (1, 2), "C": (3, 3), "D": (5, 6), "E": None, "F": None},
}

CHUNK_IN_THE_BASELINE = 3
PLACES_IN_THE_QUEUE = 2
FIGURES = ["23x", "36.9x", "8x"]
CONDITIONS = ("model", "hardware", "baseline", "metric", "denominator", "not_shown", "source")

Evidence = Mapping[str, str]
Verdict = tuple[bool, Evidence]


def everything_is_listed(judged: Exhibits) -> Verdict:
    """Item 1: the requests, all knobs of the policy, and the steps that every event names."""
    trace, steps = judged.baseline, words().section("steps.tutorial")
    policy = vars(trace.policy)
    passed = (
        len(trace.workload) > 0
        and set(policy) == {knob.name for knob in fields(Tutorial)}
        and list(steps) == list("1234567")
        and {str(event.step) for event in trace.events} <= set(steps)
    )
    evidence = {
        request.id: f"arrival={request.arrival} prompt={request.prompt} "
        f"output={request.output} priority={request.priority}"
        for request in trace.workload
    }
    evidence["policy"] = pairs(policy)
    return passed, evidence | {f"step {number}": title for number, title in steps.items()}


def budget_is_kept(judged: Exhibits) -> Verdict:
    """Item 2: decode + prefill tokens of every iteration, against the run's own budget."""
    used = {name: list(map(tokens, run.iterations)) for name, run in judged.runs.items()}
    passed = all(keeps_limit(run, "token_budget", used[name]) for name, run in judged.runs.items())
    return passed, {name: numbers(each) for name, each in used.items()}


def chunks_are_short(judged: Exhibits) -> Verdict:
    """Item 3: the prefill chunks of the baseline."""
    rows = judged.baseline.iterations
    chunks = [chunk for row in rows for _, chunk in row.prefill]
    passed = 0 < max(chunks, default=0) <= CHUNK_IN_THE_BASELINE
    return passed, {
        f"iteration {row['iteration']}": row["prefill"] or "-" for row in iteration_rows(rows)
    }


def a_keeps_its_progress(judged: Exhibits) -> Verdict:
    """Item 4: what A had done when it was preempted, when it came back, and in all."""
    run = judged.baseline
    [a] = (request for request in run.workload if request.id == "A")
    left, back = events_of(run, "A", Kind.PREEMPT), events_of(run, "A", Kind.REFILL)
    chunks = [event.amount for event in events_of(run, "A", Kind.PREFILL)]
    passed = (
        len(left) == len(back) == 1
        and left[0].iteration < back[0].iteration
        and progress(left[0]) == progress(back[0])
        and sum(chunks) == a.prompt
        and run.requests["A"].result == "completed"
    )
    return passed, {
        "preempted": progress_text(left),
        "resumed": progress_text(back),
        "prefilled": f"{numbers(chunks)} of {a.prompt}",
        "result": run.requests["A"].result,
    }


def f_is_rejected(judged: Exhibits) -> Verdict:
    """Item 5: the queue that F met, and the longest queue while each iteration was composed."""
    refusals = events_of(judged.baseline, "F", Kind.REJECT)
    peaks = {name: queue_peaks(run) for name, run in judged.runs.items()}
    passed = (
        [event.because["queue"] for event in refusals] == [PLACES_IN_THE_QUEUE]
        and judged.baseline.requests["F"].result == "rejected"
        and all(keeps_limit(run, "max_queue", peaks[name]) for name, run in judged.runs.items())
    )
    met = ", ".join(f"iteration={event.iteration} {pairs(event.because)}" for event in refusals)
    longest = {f"queue, {name}": numbers(each) for name, each in peaks.items()}
    return passed, {"F rejected": met} | longest


def table_is_met(judged: Exhibits) -> Verdict:
    """Item 6: first output and completion of every request in the three variants."""
    found = {name: spans(run) for name, run in judged.variants.items()}
    evidence = {name: spans_text(each) for name, each in found.items()}
    evidence |= {f"{name}, expected": spans_text(each) for name, each in EXPECTED.items()}
    return found == EXPECTED, evidence


def queue_stays_short(judged: Exhibits) -> Verdict:
    """Item 7: the longest queue of every overloaded iteration, and what was rejected instead."""
    peaks = queue_peaks(judged.overload)
    rejected = [id for row in judged.overload.iterations for id in row.rejected]
    passed = max(peaks) <= PLACES_IN_THE_QUEUE and len(rejected) > 0
    return passed, {"queue": numbers(peaks), "rejected": " ".join(rejected) or "-"}


def figures_carry_their_conditions(judged: Exhibits) -> Verdict:
    """Item 8: one record for each figure, with no condition left empty."""
    evidence = {
        f"{claim.figure}, {name}": getattr(claim, name)
        for claim in judged.claims
        for name in CONDITIONS
    }
    one_each = sorted(claim.figure for claim in judged.claims) == FIGURES
    return one_each and all(text.strip() for text in evidence.values()), evidence


def lead_has_several_causes(judged: Exhibits) -> Verdict:
    """Item 9: what the 23x measures together, and whether any share of it was isolated."""
    records = [claim for claim in judged.claims if claim.figure == "23x"]
    passed = len(records) == 1 and all(
        len(claim.measured_together) > 1 and not claim.isolated for claim in records
    )
    return passed, {
        "measured together": "; ".join(part for each in records for part in each.measured_together),
        "shares isolated": ", ".join("yes" if claim.isolated else "no" for claim in records),
        "not shown": "; ".join(claim.not_shown for claim in records),
    }


ITEMS: tuple[Callable[[Exhibits], Verdict], ...] = (
    everything_is_listed,
    budget_is_kept,
    chunks_are_short,
    a_keeps_its_progress,
    f_is_rejected,
    table_is_met,
    queue_stays_short,
    figures_carry_their_conditions,
    lead_has_several_causes,
)
