"""Random workloads and policies for the tutorial scheduler.

The numbers are small on purpose: a failing example then still fits on a blackboard. They are
also crowded on purpose: most workloads come as a burst, so that there is something to preempt
and something to reject.
"""

from hypothesis import strategies as st

from schedlib import Request, Tutorial

MOSTLY_ENOUGH_ITERATIONS = [200] * 45 + list(range(1, 16))
MOSTLY_ON = [True, True, True, False]


@st.composite
def workloads(draw):
    """One to twelve requests, listed in any order of arrival."""
    count = draw(st.integers(1, 12))
    latest = draw(st.integers(0, 12))  # a small value makes a burst, a large one a trickle
    numbers = st.tuples(
        st.integers(0, latest),
        st.integers(1, 12),
        st.integers(1, 6),
        st.sampled_from(["normal", "high"]),
    )
    rows = draw(st.lists(numbers, min_size=count, max_size=count))
    return [Request(f"R{place}", *row) for place, row in enumerate(rows)]


@st.composite
def policies(draw):
    """Any valid policy with up to four slots, a short or unbounded queue, and a small budget."""
    max_active = draw(st.integers(1, 4))
    return Tutorial(
        max_active=max_active,
        max_queue=draw(st.sampled_from([2, 0, 1, 3, 4, None])),
        token_budget=draw(st.integers(max_active, 12)),
        prefill_chunk=draw(st.integers(1, 8)),
        max_iterations=draw(st.sampled_from(MOSTLY_ENOUGH_ITERATIONS)),
        preemption=draw(st.sampled_from(MOSTLY_ON)),
    )
