"""Single values: which numbers are taken, and how a message or a table shows them."""

from fractions import Fraction
from math import inf, nan

import pytest

from schedlib import InputError, Request, Tutorial, VllmV1, simulate, workloads
from schedlib.errors import shown
from schedlib.fields import LARGEST, whole_number, whole_or_text
from schedlib.rows import chunk_text


@pytest.mark.parametrize("value, number", [(0, 0), (3.0, 3), (LARGEST, LARGEST), (1e18, LARGEST)])
def test_whole_numbers_are_taken_up_to_the_limit(value, number):
    taken = whole_number("it", value, at_least=0)
    assert (taken, type(taken)) == (number, int)


@pytest.mark.parametrize(
    "value, seen",
    [
        (LARGEST + 1, "1000000000000000001"),
        (2e18, r"2e\+18"),
        (10**100, "10{58}…"),
        (10**5000, "<int too large to show>"),
    ],
    ids=["one more", "a float", "cut", "beyond Python's own limit"],
)
def test_a_larger_number_is_refused_with_field_value_and_rule(value, seen):
    message = f"prompt must be at most 1,000,000,000,000,000,000, not {seen}$"
    with pytest.raises(InputError, match=f"^{message}"):
        whole_number("prompt", value, at_least=1)


def test_requests_and_policies_keep_the_limit():
    with pytest.raises(InputError, match="request 'A': output must be at most 1,000,"):
        Request("A", 0, 1, LARGEST + 1)
    with pytest.raises(InputError, match="token_budget must be at most 1,000,"):
        Tutorial(token_budget=LARGEST + 1)


@pytest.mark.parametrize("text, value", [("007", 7), ("-2.0", -2), ("9" * 100, 10**100 - 1)])
def test_plain_digits_are_a_number(text, value):
    assert whole_or_text(text) == value


@pytest.mark.parametrize("text", ["9" * 5000, "-" + "9" * 5000])
def test_a_number_too_long_for_python_is_told_by_its_length(text):
    assert shown(whole_or_text(text)) == "a number of 5,000 digits"


class Page:
    def __repr__(self):
        return "line 1\n" * 1000


def test_what_a_message_shows_is_one_short_line():
    assert shown(Page(), limit=20) == r"line 1\nline 1\nlin…"


@pytest.mark.parametrize(
    "id, tokens, text",
    [("A", 3, "A3"), ("é", 3, "é3"), ("1", 3, "1 3"), ("R1", 3, "R1 3"), ("X4a", 3, "X4a 3")],
)
def test_a_chunk_never_runs_into_its_id(id, tokens, text):
    assert chunk_text(id, tokens) == text
    trace = simulate([Request(id, 0, tokens, 1)])
    assert trace.iterations_frame()["prefill"][0] == text


def test_a_column_has_one_type_whatever_the_run_holds():
    frames = [
        (run.requests_frame(), run.events_frame())
        for run in (
            simulate([Request("A", 0, 1, 1)]),
            simulate([Request("A", 500, 1, 1)], Tutorial(max_iterations=2)),
        )
    ]
    for full, empty in zip(*frames, strict=True):
        assert list(full.dtypes) == list(empty.dtypes)


@pytest.mark.parametrize(
    ("value", "stored"), [(0, 0.0), (0.25, 0.25), (Fraction(1, 4), 0.25), (-0.0, 0.0)]
)
def test_a_share_is_stored_as_a_plain_number(value, stored):
    policy = VllmV1(watermark=value)
    assert type(policy.watermark) is float
    assert policy.watermark == stored


@pytest.mark.parametrize("value", [1, 1.0, -0.1, nan, inf, 10**400, True, "0.1", None, [0.1]])
def test_what_is_no_share_is_refused_with_field_value_and_rule(value):
    with pytest.raises(InputError, match=r"^watermark must be a number from 0 up to 1"):
        VllmV1(watermark=value)


def test_a_policy_without_its_knobs_is_told_so():
    with pytest.raises(InputError, match=r"policy must be made with its knobs, VllmV1\(\.\.\.\)"):
        simulate(workloads.six_requests(), VllmV1)
