"""Percentiles: by hand, as numpy has them, and of counted values as of the whole list."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedlib import InputError
from schedlib.metrics.percentiles import (
    Spread,
    counted,
    percentile,
    percentile_of_counts,
    spread,
    spread_of_counts,
)

NUMBERS = st.floats(-1e6, 1e6)
PERCENTS = st.one_of(st.sampled_from([0, 1, 50, 90, 99, 99.9, 100]), st.floats(0, 100))
FEW = st.sampled_from([0.0, 0.5, 1.0, 1.5, 7.25])  # so that many are alike
PAIRS = st.lists(st.tuples(FEW, st.integers(0, 40)), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([3], 99, 3),
        ([1, 2], 50, 1.5),  # the median of two is their mean
        ([4, 1, 3, 2], 50, 2.5),
        ([10, 20, 30, 40, 50], 90, 46),  # place 4 * 0.9 = 3.6
        (range(101), 99, 99),
        ([0, 0, 0, 100], 99, 97),
    ],
)
def test_a_percentile_stands_on_the_line_between_two_of_the_sorted_values(
    values, percent, expected
):
    assert percentile(values, percent) == pytest.approx(expected, rel=1e-12)


@given(values=st.lists(NUMBERS, min_size=1, max_size=150), percent=PERCENTS)
def test_percentiles_are_those_of_numpys_default(values, percent):
    expected = numpy.percentile(values, percent)
    assert percentile(values, percent) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(values=st.lists(NUMBERS, min_size=1, max_size=60), some=PERCENTS, more=PERCENTS)
def test_a_higher_percentile_is_never_lower_nor_beyond_the_largest_value(values, some, more):
    low, high = sorted((some, more))
    assert min(values) <= percentile(values, low) <= percentile(values, high) <= max(values)


@given(pairs=PAIRS, percent=PERCENTS)
def test_the_percentile_of_counted_values_is_exactly_that_of_the_list(pairs, percent):
    expanded = [value for value, many in pairs for _ in range(many)]
    if not expanded:
        assert spread_of_counts(counted(pairs)) is None
        return
    counts = counted(pairs)
    assert counts.total == len(expanded)
    assert percentile_of_counts(counts, percent) == percentile(expanded, percent)
    assert spread_of_counts(counts)[1:] == spread(expanded)[1:]
    assert spread_of_counts(counts).mean == pytest.approx(spread(expanded).mean, rel=1e-12)


@given(pairs=PAIRS, limit=st.one_of(FEW, NUMBERS))
def test_counted_values_say_how_many_are_within_a_limit(pairs, limit):
    assert counted(pairs).up_to(limit) == sum(many for value, many in pairs if value <= limit)


def test_counted_values_take_room_for_each_value_once():
    counts = counted([(1.0, 10**15), (2.0, 10**15), (1.0, 10**15)])
    assert counts == ([1.0, 2.0], [2 * 10**15, 3 * 10**15])
    assert spread_of_counts(counts) == Spread(pytest.approx(4 / 3), 1, 2, 2, 2)


def test_a_spread_has_mean_median_p90_p99_and_the_largest():
    assert spread([5, 1, 3]) == Spread(3, 3, pytest.approx(4.6), pytest.approx(4.96), 5)
    assert spread([]) is None


@pytest.mark.parametrize("wrong", [-1, 100.5, float("nan")])
def test_a_percentile_beyond_the_list_is_refused(wrong):
    with pytest.raises(InputError, match=r"^percent must be from 0 to 100, not"):
        percentile([1, 2], wrong)


def test_nothing_has_no_percentile():
    with pytest.raises(InputError, match="needs at least one value"):
        percentile([], 50)
