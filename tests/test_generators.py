"""Workloads at random: what is drawn follows the theory, and the seed decides."""

import doctest
from itertools import pairwise
from math import exp, inf, log, nan, sqrt
from statistics import NormalDist, fmean, median, pstdev

import pytest

from schedlib import InputError, Request
from schedlib.generators import synthetic
from schedlib.generators.arrivals import burst, bursty, evenly, poisson
from schedlib.generators.draws import MOST
from schedlib.generators.lengths import READINGS, lognormal, truncated_exponential
from schedlib.generators.synthetic import requests_of

MANY = 20_000


def gaps(arrivals):
    return [later - earlier for earlier, later in pairwise(arrivals)]


def variation(values):
    return pstdev(values) / fmean(values)


def skewness(values):
    middle, width = fmean(values), pstdev(values)
    return fmean(((value - middle) / width) ** 3 for value in values)


# --- Arrivals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arrivals",
    [poisson(50, 2, 1), bursty(50, 2, 1, 4), bursty(50, 2, 1, 0.2), evenly(50, 2)],
    ids=["poisson", "bursty", "more equal", "evenly"],
)
def test_the_first_arrives_at_0_and_the_others_in_order(arrivals):
    assert len(arrivals) == 50
    assert arrivals[0] == 0
    assert arrivals == sorted(arrivals)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("cv", [0.1, 0.5, 1, 2, 4])
@pytest.mark.parametrize("rate", [0.25, 40])
def test_gaps_are_gamma_distributed_with_the_mean_and_the_variation_asked_for(rate, cv, seed):
    """The mean of so many gaps has a standard error of cv / sqrt(MANY); four of them are allowed.

    A gamma distribution has a skewness of 2 cv. (A lognormal one has 3 cv + cv³.)
    """
    found = gaps(bursty(MANY, rate, seed, cv))
    assert fmean(found) * rate == pytest.approx(1, abs=4 * cv / sqrt(MANY))
    assert variation(found) == pytest.approx(cv, rel=0.06)
    assert skewness(found) == pytest.approx(2 * cv, rel=0.3)


@pytest.mark.parametrize("seed", range(3))
def test_of_exponential_gaps_the_right_share_is_longer_than_any_time(seed):
    found = gaps(poisson(MANY, 5, seed))
    for time in (0.01, 0.2, 0.6):
        share = sum(gap > time for gap in found) / len(found)
        assert share == pytest.approx(exp(-5 * time), abs=4 * 0.5 / sqrt(MANY))


@pytest.mark.parametrize("seed", range(3))
def test_gaps_know_nothing_of_each_other(seed):
    found = gaps(poisson(MANY, 1, seed))
    together = fmean((one - 1) * (next - 1) for one, next in pairwise(found))
    assert together == pytest.approx(0, abs=4 / sqrt(MANY))


def test_a_burst_is_one_moment_and_clockwork_has_equal_gaps():
    assert burst(3) == [0, 0, 0]
    assert burst(2, at=1.5) == [1.5, 1.5]
    assert evenly(5, 4) == [0, 0.25, 0.5, 0.75, 1]


def test_a_poisson_process_is_as_bursty_as_a_variation_of_1():
    assert poisson(100, 3, 7) == bursty(100, 3, 7, 1)


def test_the_same_seed_at_twice_the_rate_is_the_same_twice_as_fast():
    assert poisson(100, 6, 7) == [time / 2 for time in poisson(100, 3, 7)]
    assert bursty(100, 6, 7, 3) == [time / 2 for time in bursty(100, 3, 7, 3)]


def test_more_arrivals_begin_with_the_fewer():
    assert poisson(100, 3, 7)[:20] == poisson(20, 3, 7)


def test_the_seed_decides_when_requests_arrive():
    assert poisson(20, 3, 7) == poisson(20, 3, 7) != poisson(20, 3, 8)
    assert bursty(20, 3, 7, 2) == bursty(20, 3, 7, 2) != bursty(20, 3, 8, 2)


# --- Lognormal lengths ---------------------------------------------------------------------------

FAR = 10**9


@pytest.mark.parametrize("reading, longest", [(r, n) for r in READINGS for n in (1, 32, 2048)])
def test_lognormal_lengths_are_whole_tokens_within_the_limit(reading, longest):
    lengths = lognormal(1000, 250, 1.2, longest, seed=7, reading=reading)
    assert len(lengths) == 1000
    assert all(type(length) is int and 1 <= length <= longest for length in lengths)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spread", [0.3, 0.95, 1.2])
def test_logarithms_are_normal_with_the_spread_and_the_mean_asked_for(spread, seed):
    """The mean of so many has a standard error of sqrt(e^(s²) - 1) / sqrt(MANY) of itself."""
    lengths = lognormal(MANY, 10_000, spread, FAR, seed)
    error = sqrt(exp(spread**2) - 1) / sqrt(MANY)
    assert fmean(lengths) / 10_000 == pytest.approx(1, abs=4 * error)
    assert pstdev(map(log, lengths)) == pytest.approx(spread, rel=0.03)
    assert skewness([log(length) for length in lengths]) == pytest.approx(0, abs=0.1)
    assert log(median(lengths)) == pytest.approx(log(10_000) - spread**2 / 2, abs=0.05)


@pytest.mark.parametrize("longest", [100, 250, 1000])
def test_lognormal_lengths_are_clipped_as_often_as_the_distribution_exceeds_the_limit(longest):
    lengths = lognormal(MANY, 250, 0.95, longest, seed=1)
    beyond = 1 - NormalDist(log(250) - 0.95**2 / 2, 0.95).cdf(log(longest - 1))
    assert lengths.count(longest) / MANY == pytest.approx(beyond, abs=4 * 0.5 / sqrt(MANY))


@pytest.mark.parametrize("longest", [100, 250, 1000])
def test_lognormal_lengths_resampled_come_from_the_part_below_the_limit(longest):
    """The mean of that part is m Φ(z - s) / Φ(z), where the limit is z standard deviations off.

    Rounding up adds about a half.
    """
    lengths = lognormal(MANY, 250, 0.95, longest, seed=1, reading="resampled")
    z = log(longest / 250) / 0.95 + 0.95 / 2
    expected = 250 * NormalDist().cdf(z - 0.95) / NormalDist().cdf(z) + 0.5
    assert fmean(lengths) == pytest.approx(expected, rel=0.02)
    neighbours = lengths.count(longest) + lengths.count(longest - 1)
    assert 0 < neighbours / MANY < 0.03


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("mean", [1, 3, 161, 512, 10**6])
def test_without_spread_all_lengths_are_the_mean_or_the_limit(mean, reading):
    assert set(lognormal(50, mean, 0, FAR, 1, reading)) == {mean}
    assert set(lognormal(50, mean, 0, 2, 1, reading)) == {min(mean, 2)}


@pytest.mark.parametrize("reading", READINGS)
def test_a_limit_far_below_all_lengths_is_the_length_of_all(reading):
    assert set(lognormal(50, 10**9, 0.01, 5, 1, reading)) == {5}


def test_the_seed_decides_how_long_requests_are():
    one, other = (lognormal(50, 250, 1, 2048, seed) for seed in (1, 2))
    assert one == lognormal(50, 250, 1, 2048, seed=1) != other


def test_one_seed_for_arrivals_and_lengths_does_not_tie_them_together():
    found = gaps(poisson(MANY + 1, 1, seed=5))
    for lengths in (
        lognormal(MANY, 10_000, 1, FAR, seed=5),
        truncated_exponential(MANY, 10_000, FAR, seed=5),
    ):
        wide, far = pstdev(found) * pstdev(lengths), fmean(found) * fmean(lengths)
        together = fmean(gap * length for gap, length in zip(found, lengths, strict=True)) - far
        assert together / wide == pytest.approx(0, abs=4 / sqrt(MANY))


# --- Nonsense ------------------------------------------------------------------------------------

NO_COUNT = [0, -1, 2.5, nan, inf, "3", True, None, MOST + 1, 10**30]
NO_RATE = [0, -1, -inf, nan, inf, 1e-300, 1e300, 10**400, "fast", "3", True, None, [1]]
NO_SEED = [-1, 1.5, nan, "a", True, None, 10**30]
GOOD = {"n": 5, "rate": 2.5, "seed": 1, "cv": 2, "mean": 250, "spread": 1, "longest": 2048}
WRONG = {
    poisson: {"n": NO_COUNT, "rate": NO_RATE, "seed": NO_SEED},
    bursty: {"n": NO_COUNT, "rate": NO_RATE, "seed": NO_SEED, "cv": [*NO_RATE, 0.001, 101]},
    evenly: {"n": NO_COUNT, "rate": NO_RATE},
    burst: {"n": NO_COUNT, "at": [-1, -0.5, nan, inf, 1e300, 10**400, "now", True, None]},
    lognormal: {
        "n": NO_COUNT,
        "mean": [0, -1, 2.5, nan, inf, "3", True, None, 10**30],
        "spread": [-0.1, nan, inf, -inf, 11, 10**400, "wide", True, None],
        "longest": [0, -1, 2.5, nan, inf, "3", True, None, 10**30],
        "seed": NO_SEED,
        "reading": ["cut", None, 1],
    },
    truncated_exponential: {"n": [MOST + 1]},
}
TAKEN = {
    poisson: ("n", "rate", "seed"),
    bursty: ("n", "rate", "seed", "cv"),
    evenly: ("n", "rate"),
    burst: ("n",),
    lognormal: ("n", "mean", "spread", "longest", "seed"),
    truncated_exponential: ("n", "mean", "longest", "seed"),
}


@pytest.mark.parametrize("draw", WRONG, ids=lambda draw: draw.__name__)
def test_nonsense_is_refused_with_field_value_and_rule(draw):
    good = {name: GOOD[name] for name in TAKEN[draw]}
    assert len(draw(**good)) == 5
    for name, values in WRONG[draw].items():
        for value in values:
            with pytest.raises(InputError, match=rf"^{name} must be .*, not .") as error:
                draw(**good | {name: value})
            assert "\n" not in str(error.value)


def test_a_wrong_rate_is_told_the_right_ones():
    with pytest.raises(InputError, match=r"^rate must be a number from 1e-06 to 1,000,000,000, no"):
        poisson(5, 0, 1)


# --- Arrivals and lengths put together -----------------------------------------------------------


def test_requests_take_their_arrivals_and_lengths_in_order():
    assert requests_of([0, 0.5], prompts=[4, 6], outputs=[3, 2]) == [
        Request("R1", 0, 4, 3),
        Request("R2", 0.5, 6, 2),
    ]


def test_one_length_is_that_of_all_requests():
    requests = requests_of(burst(3), 512, outputs=[3, 2, 1])
    assert [(each.prompt, each.output) for each in requests] == [(512, 3), (512, 2), (512, 1)]


def test_two_workloads_run_together_under_two_names():
    chats = requests_of(evenly(2, 1), 50, 100, name="chat-")
    jobs = requests_of(burst(1, at=0.5), 6000, 10, name="job-", priority="high")
    assert [(each.id, each.arrival, each.priority) for each in chats + jobs] == [
        ("chat-1", 0, "normal"),
        ("chat-2", 1, "normal"),
        ("job-1", 0.5, "high"),
    ]


def test_lists_of_arrivals_can_be_put_together_and_any_iterable_will_do():
    arrivals = sorted(burst(2, at=1) + evenly(3, 1))
    requests = requests_of(iter(arrivals), range(1, 6), (n * n for n in range(1, 6)))
    assert [(each.arrival, each.prompt, each.output) for each in requests] == [
        (0, 1, 1),
        (1, 2, 4),
        (1, 3, 9),
        (1, 4, 16),
        (2, 5, 25),
    ]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (([], 1, 1), "^arrivals must hold at least one time, and there is none$"),
        ((5, 1, 1), "^arrivals must be a list of numbers, not 5$"),
        (
            ([0, 1], [1], 1),
            "^prompts must hold one length for each of the 2 arrivals, and holds 1$",
        ),
        (([0], 1, [1, 2]), "^outputs must hold one length for each of the 1 arrivals, and holds 2"),
        (([0], None, 1), "^request 'R1': prompt must be a whole number of at least 1, not None$"),
        (([0], 1, 0), "^request 'R1': output must be a whole number of at least 1, not 0$"),
        (([0, -1], 1, 1), "^request 'R2': arrival must be a number of at least 0, not -1$"),
        (([0, nan], 1, 1), "^request 'R2': arrival must be a number of at least 0, not nan$"),
    ],
)
def test_what_makes_no_requests_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        requests_of(*arguments)


def test_the_example_in_the_docstring_holds():
    result = doctest.testmod(synthetic)
    assert (result.attempted, result.failed) == (5, 0)
