"""A table of measured steps as a clock: what it keeps, what it evens out, how far it reaches."""

import pickle
import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from step_table_samples import FIELDS, formula, noisy, step, table_text, times

from schedlib import InputError, Request, VllmV1, simulate, workloads
from schedlib.clock import (
    Beyond,
    StepTable,
    StepTime,
    StepWork,
    WatchedTable,
    read_step_table,
    work_of_steps,
)
from schedlib.clock.curve import Curve, floor_sum
from schedlib.clock.isotonic import isotonic
from schedlib.ticks import ticks_of

SCRIPT = Path(__file__).parents[2] / "shared" / "tools" / "step_times.py"

FLOAT = 4  # ticks: what is lost where seconds are a float

CLEAN = StepTable(times())
NOISY = StepTable(times(noisy(1)))


def work_of(time):
    return step(time.decode_seqs, time.decode_ctx, time.chunk_tokens, time.chunk_ctx)


def milliseconds(table, *counts):
    return table.seconds(step(*counts)) * 1000


# --- The work of a step, told apart into decodes and chunks ---------------------------------------


def test_tokens_that_come_alone_are_decodes_and_all_others_are_chunks():
    work = StepWork()
    for computed, tokens in [(99, 1), (0, 7), (49, 1), (20, 2)]:
        work.add(computed, tokens)
    assert (work.decodes, work.decode_context) == (2, 150)


def test_where_no_chunk_is_decodes_need_not_be_counted():
    assert StepWork(tokens=3, sampled=3, context=600, attended=600).decodes == 3
    assert StepWork(tokens=3, sampled=3, context=600, attended=600).decode_context == 600
    assert StepWork(tokens=3, sampled=1, context=3, attended=6).decodes == 0
    assert StepWork().decodes == 0


def test_every_run_tells_its_decodes_apart():
    trace = simulate(workloads.six_requests(), VllmV1())
    works = list(work_of_steps(trace.events))
    for row, work in zip(trace.iterations, works, strict=True):
        alone = sum(tokens == 1 for _, tokens in row.prefill)
        assert work.decodes == len(row.decode) + alone
        assert (work.decodes == work.tokens) == (work.attended == work.context)
    assert any(0 < work.decodes < work.tokens for work in works)


# --- What was measured is met ---------------------------------------------------------------------


def missed(table):
    return [
        time
        for time in table.times
        if abs(table.ticks(work_of(time)) - ticks_of(time.seconds)) > FLOAT
    ]


def test_a_time_that_no_other_contradicts_is_met_exactly():
    assert len(CLEAN.times) > 100
    assert missed(CLEAN) == []


def test_a_short_prompt_may_take_less_time_than_a_single_decode():
    prompts_are_faster = StepTable(times(lambda *at: formula(*at) - (0 if at[0] else 1)))
    assert milliseconds(prompts_are_faster, 0, 0, 16, 0) < 4
    assert missed(prompts_are_faster) == []


def test_what_is_filled_in_gives_way_to_what_was_measured():
    steep = {(1, 100, 0, 0): 10, (2, 100, 0, 0): 20, (64, 200, 0, 0): 30, (0, 0, 64, 0): 5}
    table = StepTable(tuple(StepTime(*at, ms / 1000) for at, ms in steep.items()))
    assert missed(table) == []
    assert milliseconds(table, 64, 100, 0, 0) == pytest.approx(30)  # not 640


def test_noise_is_evened_out_and_in_both_directions():
    off = [NOISY.seconds(work_of(time)) / time.seconds - 1 for time in NOISY.times]
    true = [milliseconds(NOISY, *counts(time)) / formula(*counts(time)) - 1 for time in NOISY.times]
    assert any(off) and max(map(abs, off)) < 0.06
    assert abs(sum(true) / len(true)) < 0.005
    assert sum(each**2 for each in true) < sum(
        (time.seconds * 1000 / formula(*counts(time)) - 1) ** 2 for time in NOISY.times
    )


def counts(time):
    return time.decode_seqs, time.decode_ctx, time.chunk_tokens, time.chunk_ctx


@pytest.mark.parametrize("table", [CLEAN, NOISY], ids=["clean", "noisy"])
def test_between_what_was_measured_it_is_near_the_truth(table):
    draw = random.Random(1)
    errors = []
    for _ in range(1000):
        decodes = draw.randint(0, 128)
        context = draw.randint(128, 2048) if decodes else 0
        tokens = draw.randint(2, 2048)
        at = decodes, context, tokens, draw.randint(0, 6000 - tokens)
        errors.append(abs(milliseconds(table, *at) / formula(*at) - 1))
    assert sum(errors) / len(errors) < 0.015


def test_several_prompts_attend_to_themselves_alone():
    work = StepWork()
    for _ in range(8):
        work.add(0, 256)
    spared = formula(0, 0, 2048, 0) - formula(0, 0, 2048, -(2048 - 256) // 2)
    assert spared > 2  # ms
    assert CLEAN.seconds(work) * 1000 == pytest.approx(formula(0, 0, 2048, 0) - spared)


def test_several_chunks_count_as_one_with_as_many_pairs_of_attention():
    work = StepWork()
    work.add(2048, 512)
    work.add(3072, 512)
    pairs = 512 * (2048 + 3072) + 2 * 512 * 513 // 2
    before = (pairs - 1024 * 1025 // 2) / 1024
    assert CLEAN.seconds(work) * 1000 == pytest.approx(formula(0, 0, 1024, before), rel=1e-3)


def test_of_one_step_measured_several_times_the_shortest_counts():
    point = (32, 512, 0, 0)
    slower, faster = (StepTime(*point, formula(*point) / 1000 + off) for off in (1e-5, -1e-5))
    table = StepTable((slower, *times(), faster))
    assert table.ticks(step(*point)) == ticks_of(faster.seconds)


def test_without_work_no_time_passes():
    assert CLEAN.ticks(StepWork()) == CLEAN.decode_ticks(0, 0, 5) == 0
    assert CLEAN.decode_ticks(5, 500, 0) == 0


# --- More work never takes less time --------------------------------------------------------------

sizes = st.one_of(st.integers(0, 40), st.integers(0, 10**4), st.integers(0, 10**9))


@cache
def all_sweeps(seed, spread):
    return StepTable(times(noisy(seed, spread)))


@st.composite
def tables(draw):
    """All sweeps, with noise, or a few steps, with times that have little to do with them."""
    if draw(st.booleans()):
        return all_sweeps(draw(st.integers(0, 4)), draw(st.sampled_from([0.02, 0.9])))
    few = st.sampled_from([0, 1, 2, 5, 8, 30, 64, 500])
    points = {(2, 8, 0, 0), (0, 0, 8, 0)}
    for n, context, tokens, before in draw(st.lists(st.tuples(few, few, few, few), max_size=25)):
        if n or tokens:
            points.add((n, (context or 1) if n else 0, tokens, before if tokens else 0))
    number = st.integers(1, 10**6)
    return StepTable(tuple(StepTime(*each, draw(number) / 10**6) for each in sorted(points)))


@settings(max_examples=300, deadline=None)
@given(table=tables(), less=st.tuples(sizes, sizes, sizes, sizes), data=st.data())
def test_more_of_anything_never_takes_less_time(table, less, data):
    assume(less[2] != 1)  # a chunk of one token is a decode
    which = data.draw(st.integers(0, 3))
    more = list(less)
    more[which] += data.draw(sizes)
    assume(more[2] != 1)
    assert table.ticks(step(*more)) >= table.ticks(step(*less)) >= 0


@pytest.mark.parametrize("column", range(4))
def test_a_table_that_falls_is_evened_out_in_every_column(column):
    """The rule above is not kept by never changing: times do grow, and by much."""
    low, high = ([32, 512, 512, 512] for _ in range(2))
    high[column] *= 4
    assert NOISY.ticks(step(*high)) > 1.05 * NOISY.ticks(step(*low))


# --- Steps in which the same requests decode ------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    table=tables(),
    requests=st.integers(1, 700),
    context=st.integers(0, 10**6),
    steps=st.integers(0, 300),
)
def test_a_leap_takes_as_long_as_its_steps(table, requests, context, steps):
    reads = (context + requests * step for step in range(steps))
    alone = sum(table.ticks(StepWork(requests, requests, read, read)) for read in reads)
    assert table.decode_ticks(requests, context, steps) == alone


def test_a_leap_can_be_taken_in_parts():
    whole = NOISY.decode_ticks(37, 37 * 100, 10**9)
    first = NOISY.decode_ticks(37, 37 * 100, 1234)
    assert first + NOISY.decode_ticks(37, 37 * (100 + 1234), 10**9 - 1234) == whole


numbers = st.one_of(st.integers(0, 50), st.integers(0, 10**18))


@given(count=st.integers(0, 200), first=numbers, by=numbers, divisor=numbers)
def test_whole_points_under_a_line_are_counted_one_by_one(count, first, by, divisor):
    assume(divisor)
    plain = sum((first + by * i) // divisor for i in range(count))
    assert floor_sum(count, first, by, divisor) == plain


def test_a_curve_is_straight_between_its_knots_and_beyond_them():
    curve = Curve((0, 10, 30), (5, 5, 105))
    assert [curve.at(x) for x in (0, 9, 10, 20, 30, 50)] == [5, 5, 5, 55, 105, 205]
    assert curve.at(31, 2) == 5 + (31 - 20) * 100 // 40


@pytest.mark.parametrize("record", ["full", "summary"])
def test_a_table_is_the_clock_of_a_run(record):
    requests = [Request(f"r{n}", n / 100, 300 + 40 * n, 50 + n) for n in range(30)]
    run = simulate(requests, VllmV1(), clock=NOISY, record=record)
    trace = simulate(requests, VllmV1(), clock=NOISY)
    by_hand = sum(NOISY.ticks(work) for work in work_of_steps(trace.events))
    assert sum(span.end - span.start for span in trace.spans) == by_hand
    makespan = trace.ends[-1] if record == "full" else run.counters.makespan
    assert makespan == trace.ends[-1] > 0.5


# --- Isotonic regression --------------------------------------------------------------------------

values = st.integers(0, 1000)
spots = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(measured=st.dictionaries(spots, values, max_size=20))
def test_evened_values_never_fall_and_leave_alone_what_nothing_contradicts(measured):
    found = isotonic(measured)
    for one in measured:
        above = [other for other in measured if one[0] <= other[0] and one[1] <= other[1]]
        below = [other for other in measured if one[0] >= other[0] and one[1] >= other[1]]
        assert all(found[one] <= found[other] for other in above)
        if max(measured[p] for p in below) == measured[one] == min(measured[p] for p in above):
            assert found[one] == measured[one]
        assert min(map(measured.get, measured)) <= found[one] <= max(map(measured.get, measured))


@given(line=st.lists(values, min_size=1, max_size=9))
def test_on_a_line_it_is_the_regression_by_least_squares(line):
    blocks = []  # pool adjacent violators
    for value in line:
        blocks.append([value])
        while len(blocks) > 1 and mean(blocks[-2]) > mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    pooled = [int(mean(block)) for block in blocks for _ in block]
    scaled = isotonic({(x, 0): value * 2520 for x, value in enumerate(line)})
    assert [found // 2520 for found in scaled.values()] == pooled


def mean(block):
    return sum(block) / len(block)


# --- Beyond what was measured ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((32, 512, 512, 512), None),
        ((1, 128, 0, 0), None),
        ((384, 2048, 0, 0), None),
        ((0, 0, 2, 0), None),
        ((513, 512, 0, 0), "decode_seqs 513 > 512"),
        ((400, 600, 0, 0), "decode_seqs 400 > 384"),
        ((32, 2049, 0, 0), "decode_ctx 2,049 > 2,048"),
        ((32, 127, 0, 0), "decode_ctx 127 < 128"),
        ((0, 0, 8193, 0), "chunk_tokens 8,193 > 8,192"),
        ((32, 512, 6001, 0), "chunk_tokens 6,001 > 6,000"),
        ((32, 512, 512, 5121), "chunk_ctx 5,121 > 5,120"),
        ((32, 512, 2049, 10), "chunk_tokens 2,049 > 2,048"),
        (
            (200, 3000, 512, 9000),
            "decode_ctx 3,000 > 2,048, decode_seqs 200 > 128, chunk_ctx 9,000 > 5,120",
        ),
    ],
)
def test_what_is_outside_is_named_with_its_bound(at, said):
    assert CLEAN.reach(step(*at)) == said


def test_it_goes_on_as_its_outer_half_and_not_as_its_last_cell():
    line = {100: 10, 200: 20, 204: 22}
    decodes = tuple(StepTime(n, 50, 0, 0, ms / 1000) for n, ms in line.items())
    table = StepTable((*decodes, StepTime(0, 0, 64, 0, 0.005)))
    assert milliseconds(table, 308, 50, 0, 0) == pytest.approx(22 + 12)


def test_a_mean_just_outside_is_outside():
    work = StepWork(2, 2, 4097, 4097)
    assert CLEAN.beyond(work) == (Beyond("decode_ctx", 2049, 128, 2048),)


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ((512, 512, 0, 0), (2048, 512, 0, 0)),
        ((64, 2048, 0, 0), (64, 32768, 0, 0)),
        ((32, 512, 512, 5120), (32, 512, 512, 30000)),
        ((64, 128, 0, 0), (64, 0, 0, 0)),
        ((0, 0, 8192, 0), (0, 0, 9000, 0)),
    ],
)
def test_outside_it_goes_on_as_it_did_inside(inside, outside):
    """The truth is straight there, but for the last, which bends upwards."""
    assert milliseconds(CLEAN, *outside) == pytest.approx(formula(*outside), rel=0.02)
    assert milliseconds(CLEAN, *outside) != pytest.approx(milliseconds(CLEAN, *inside), rel=0.01)


def test_a_run_is_watched_for_what_is_outside():
    watched = WatchedTable(CLEAN)
    requests = [Request("A", 0, 2000, 100), Request("B", 0, 40, 3000)]
    long = simulate(requests, VllmV1(), clock=watched, record="summary")
    assert long.timings == simulate(requests, VllmV1(), clock=CLEAN, record="summary").timings
    assert [str(each) for each in watched.farthest] == ["decode_ctx 3,039 > 2,048"]


def test_a_watched_leap_is_seen_at_both_ends():
    watched = WatchedTable(CLEAN)
    assert watched.decode_ticks(2, 2 * 100, 3000) == CLEAN.decode_ticks(2, 2 * 100, 3000)
    assert [str(each) for each in watched.farthest] == [
        "decode_ctx 100 < 128",
        "decode_ctx 3,099 > 2,048",
    ]
    assert watched.decode_ticks(2, 0, 0) == 0 and len(watched.farthest) == 2


def test_a_measurement_that_was_cut_short_says_what_it_lacks():
    points = {(n, 512, 0, 0) for n in (1, 8, 64)} | {(0, 0, n, 0) for n in (64, 512)}
    table = StepTable(times(points=points))
    assert table.ticks(step(8, 512, 0, 0)) == table.ticks(step(8, 4000, 0, 0))
    assert table.reach(step(8, 4000, 0, 0)) == "decode_ctx 4,000 > 512"
    assert table.reach(step(0, 0, 64, 9)) == "chunk_ctx 9 > 0"
    assert table.reach(step(8, 512, 64, 0)) == "decode_seqs 8 > 0"
    assert milliseconds(table, 8, 512, 512, 0) > milliseconds(table, 0, 0, 512, 0)


# --- Reading a table ------------------------------------------------------------------------------


@pytest.fixture
def table_in(tmp_path):
    def read(text, mode=None):
        path = tmp_path / "steps.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_step_table(path, mode)

    return read


def test_the_columns_are_those_that_the_measurement_writes():
    if not SCRIPT.exists():
        pytest.skip(f"{SCRIPT} is not here")
    written = re.search(r"FIELDS = \[(.*?)\]", SCRIPT.read_text(), re.DOTALL)[1]
    assert re.findall(r'"(\w+)"', written) == FIELDS


def test_each_mode_has_its_own_times(table_in):
    text = table_text(eager=lambda *at: formula(*at) + (3 if at[2] else -1))
    at, prompt = (32, 512, 0, 0), (0, 0, 4096, 0)
    graph, eager, best = (table_in(text, mode) for mode in ("graph", "eager", None))
    for table, step_ms, prompt_ms in [
        (graph, formula(*at), formula(*prompt)),
        (eager, formula(*at) - 1, formula(*prompt) + 3),
        (best, formula(*at) - 1, formula(*prompt)),
    ]:
        assert milliseconds(table, *at) == pytest.approx(step_ms, abs=1e-4)
        assert milliseconds(table, *prompt) == pytest.approx(prompt_ms, abs=1e-4)


def test_what_was_read_is_what_was_measured(table_in):
    read = table_in(table_text(), "graph")
    assert sorted(set(map(counts, read.times))) == sorted(map(counts, CLEAN.times))
    for time in read.times:
        assert time.seconds * 1000 == pytest.approx(formula(*counts(time)), abs=1e-4)


def test_copies_are_no_steps_and_failed_points_are_left_out(table_in):
    lost = {(32, 512, 0, 0), (32, 512, 512, 1024)}
    table = table_in(table_text(failed=lost))
    assert not lost & set(map(counts, table.times)) and len(table.times) > 200
    assert min(time.seconds for time in table.times) > 0.004  # the copies take 1 µs
    assert milliseconds(table, 32, 512, 0, 0) == pytest.approx(formula(32, 512, 0, 0), rel=0.01)


def test_columns_may_stand_in_any_order_and_among_others(table_in):
    rows = [line.split(",") for line in table_text(noisy(3)).splitlines()]
    turned = "\n".join(",".join(["x", *reversed(row)]) for row in rows)
    assert table_in("\ufeff" + turned).times == table_in(table_text(noisy(3))).times


def test_a_table_can_be_sent_to_another_process():
    sent = pickle.loads(pickle.dumps(NOISY))
    assert sent == NOISY and sent.decode_ticks(5, 900, 70) == NOISY.decode_ticks(5, 900, 70)


HEADER = "mode,decode_seqs,decode_ctx,chunk_tokens,chunk_ctx,ms_median"
GOOD = "graph,1,512,0,0,5.0\ngraph,0,0,64,0,5.5\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("graph,1,512,0,0", "6 cells are expected, not 5"),
        ("fast,1,512,0,0,5", "mode must be 'graph' or 'eager' or 'copy', not 'fast'"),
        ("graph,1.5,512,0,0,5", "decode_seqs must be a whole number of at least 0, not '1.5'"),
        ("graph,-1,512,0,0,5", "decode_seqs must be a whole number of at least 0, not -1"),
        ("graph,1,,0,0,5", "decode_ctx must be a whole number of at least 0, not ''"),
        ("graph,1,0,0,0,5", "decode_ctx must be at least 1 where something decodes"),
        ("graph,0,9,64,0,5", "decode_ctx must be at least 1 where something decodes, and else 0"),
        ("graph,0,0,0,0,5", "decode_seqs or chunk_tokens must be at least 1, and both are 0"),
        ("graph,1,512,0,9,5", "chunk_ctx must be 0 without a chunk, not 9"),
        ("graph,1,512,0,0,nan", "ms_median must be a number of at least 0, not nan"),
        ("graph,1,512,0,0,inf", "ms_median must be a number of at least 0, not inf"),
        ("graph,1,512,0,0,-5", "ms_median must be a number of at least 0, not -5"),
        ("graph,1,512,0,0,0.0", "ms_median must be above 0, not '0.0'"),
        ("graph,1,512,0,0,fast", "ms_median must be a number of at least 0, not 'fast'"),
        ("graph,1,512,0,0,1e400", "ms_median must be a number of at least 0, not inf"),
        ('graph,1,512,0,0,"5', "broken CSV"),
    ],
)
def test_a_bad_line_is_refused_by_file_line_and_reason(table_in, line, problem):
    with pytest.raises(InputError) as error:
        table_in(f"{HEADER}\n{GOOD}{line}\n")
    assert re.search(rf"steps\.csv': line 4: {re.escape(problem)}", str(error.value))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: the column mode is missing"),
        (HEADER.replace("_ctx", "_context") + "\n", "line 1: the column decode_ctx is missing"),
        (f"{HEADER},mode\n", "line 1: the column mode is there twice"),
        (f"{HEADER}\n", "no step with a time in ms_median has the mode graph or eager"),
        (f"{HEADER}\ngraph,1,512,0,0,\n", "no step with a time in ms_median has the mode"),
        (f"{HEADER}\ngraph,0,0,64,0,5\n", "a step with chunk_tokens 0 must have been measured"),
        (f"{HEADER}\ngraph,1,9,0,0,5\n", "a step with chunk_tokens above 0 and chunk_ctx 0 must"),
        (f"{HEADER}\n{GOOD}\n".encode() + b"\xff", "line 5: the file must be UTF-8 text"),
        (f"{HEADER}\n{GOOD}\0", "line 4: the file must be text, and holds a NUL character"),
    ],
)
def test_a_file_without_enough_is_refused_by_name(table_in, text, problem):
    with pytest.raises(InputError, match=rf"steps\.csv': {re.escape(problem)}"):
        table_in(text)


def test_a_mode_that_nothing_was_measured_in_is_refused(table_in):
    with pytest.raises(InputError, match="has the mode eager"):
        table_in(f"{HEADER}\n{GOOD}", "eager")
    with pytest.raises(InputError, match="mode must be 'graph' or 'eager', not 'copy'"):
        table_in(f"{HEADER}\n{GOOD}", "copy")


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*none\.csv"):
        read_step_table(tmp_path / "none.csv")


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "5", True, None])
def test_a_step_takes_a_time_above_zero(seconds):
    with pytest.raises(InputError, match=r"^seconds must be"):
        StepTime(1, 512, 0, 0, seconds)
