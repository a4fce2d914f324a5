"""Measured runs beside predicted ones: the stand-in, the recorded run, and a log of one's own."""

from dataclasses import replace
from pathlib import Path

import log_samples
import pytest

from schedlib import InputError, VllmV1, simulate
from schedlib.calibration import calibrate, recorded, stand_in, statistics_of
from schedlib.calibration.stand_in import ENGINE, HIDDEN, NoisyClock, stand_in_log, stand_in_run
from schedlib.clock import StepClock, hardware
from schedlib.figures.measured_and_predicted import latency_figure
from schedlib.figures.measured_table import measured_table
from schedlib.logs import parse_log, read_log
from schedlib.logs.measured import measured_timings, queued_requests
from schedlib.step_work import StepWork
from schedlib.widgets import log_drop
from schedlib.widgets.log_drop import LogDrop
from schedlib.words import words

REAL = Path(__file__).parents[2] / "shared" / "data" / recorded.LOG
GUESS = StepClock(HIDDEN.hardware, HIDDEN.model)


@pytest.fixture(scope="module")
def log():
    return parse_log(stand_in_log(), "the stand-in")


@pytest.fixture(scope="module")
def found(log):
    return calibrate(measured_timings(log)[:20], ENGINE, GUESS, fit_first=10)


# --- Reading bytes -------------------------------------------------------------------------------


def test_a_log_is_the_same_from_a_file_and_from_its_bytes(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(log_samples.VLLM)
    assert parse_log(log_samples.VLLM.encode(), "run.jsonl") == read_log(path)


def test_what_is_wrong_with_bytes_is_told_under_their_name():
    broken = log_samples.VLLM + '{"request_id": "x"}\n'
    with pytest.raises(InputError, match=r"'mine\.jsonl': line 5: .*missing"):
        parse_log(broken.encode(), "mine.jsonl")
    assert [line for line, _ in parse_log(broken.encode(), "mine.jsonl", True).skipped] == [5]


# --- The stand-in --------------------------------------------------------------------------------


def test_the_stand_in_is_written_as_vllm_logs_are_and_always_the_same(log):
    assert log.format == "vllm"
    assert stand_in_log() == stand_in_log()
    assert len(log.entries) == stand_in.REQUESTS
    assert log.clock_shift != 0  # it has two clocks, as real ones do


def test_its_times_follow_one_another(log):
    for entry in log.entries:
        assert entry.seconds <= entry.queued <= entry.scheduled < entry.first_token
        assert entry.first_token <= entry.last_token


def test_the_log_says_what_the_run_was(log):
    for logged, true in zip(measured_timings(log), stand_in_run(ENGINE), strict=True):
        assert logged[:3] == true[:3]
        assert logged[3:7] == pytest.approx(true[3:7], abs=3e-6)


def test_a_noisy_clock_is_off_in_every_step_and_right_on_average():
    noisy = NoisyClock(HIDDEN, noise=0.1, seed=1)
    works = [StepWork(8, 8, context, context) for context in range(1000, 3000, 8)]
    factors = [noisy.ticks(work) / HIDDEN.ticks(work) for work in works]
    assert 1 not in factors
    assert sum(factors) / len(factors) == pytest.approx(1, abs=0.03)
    assert 0.6 < min(factors) < 0.85 < 1.15 < max(factors) < 1.5


def test_a_noisy_clock_takes_no_time_where_there_is_no_work():
    assert NoisyClock(HIDDEN, noise=0.1, seed=1).ticks(StepWork()) == 0


def test_many_decodes_together_take_what_they_take_one_by_one(log):
    noisy, requests = NoisyClock(HIDDEN, noise=0.1, seed=1), queued_requests(log)[:30]
    works = [StepWork(3, 3, context, context) for context in (600, 603, 606, 609)]
    assert noisy.decode_ticks(3, 600, 4) == sum(map(noisy.ticks, works))
    leapt = simulate(requests, ENGINE, clock=noisy, record="summary").timings
    stepped = simulate(requests, ENGINE, clock=noisy, record="full")
    assert max(timing.last_token for timing in leapt) == stepped.ends[-1]


# --- The recorded run ----------------------------------------------------------------------------


def test_the_recorded_errors_are_those_of_the_recorded_figures():
    for fit in recorded.FITS:
        errors = [
            abs(fit.predicted[latency][name] / value - 1)
            for latency, values in recorded.MEASURED.items()
            for name, value in values.items()
        ]
        assert len(errors) == 12
        assert 100 * sum(errors) / 12 == pytest.approx(fit.mean_abs_error_pct, abs=0.006)


def test_the_command_says_how_it_was_run():
    told = recorded.command(recorded.FIRST)
    assert told.split("calibrate ")[1].split() == [
        *(recorded.LOG, "\\", "--engine", "vllm-v1"),
        *("--max-num-seqs", "128", "--max-num-batched-tokens", "2048", "\\"),
        *("--hardware", "rtx-pro-6000", "--model", "llama-3-8b", "--fit-first", "100"),
    ]
    assert "--fit-first" not in recorded.command(None)


@pytest.mark.skipif(not REAL.exists(), reason=f"{recorded.LOG} is not in ../shared/data")
@pytest.mark.parametrize("fit", recorded.FITS, ids=lambda fit: fit.name)
def test_the_recorded_figures_are_what_a_calibration_finds(fit):
    clock = recorded.FITS[0].clock()
    calibrated = calibrate(read_log(REAL), VllmV1(**recorded.KNOBS), clock, fit.fit_first)
    for latency, values in recorded.MEASURED.items():
        assert calibrated.measured[latency] == pytest.approx(values, rel=1e-3)
        assert calibrated.predicted[latency] == pytest.approx(fit.predicted[latency], rel=1e-3)
    assert calibrated.parameters == pytest.approx(fit.parameters, rel=1e-3)
    for name in ("mean_abs_error_pct", "fit_error_pct", "rest_error_pct"):
        told = getattr(fit, name)
        assert getattr(calibrated, name) == (told and pytest.approx(told, abs=0.006))
    if fit.fit_first is not None:
        both = calibrated.measured_timings, calibrated.predicted_timings
        slow = [statistics_of(each[: fit.fit_first])["ttft"]["p90"] for each in both]
        assert slow == pytest.approx(recorded.FIRST_TTFT, abs=6e-5)


# --- Table and figure ----------------------------------------------------------------------------


def test_the_table_says_how_far_off_a_prediction_is():
    measured = {"ttft": {"mean": 2.0, "p99": 0.0}, "tpot": {"mean": 0.0125}}
    predicted = {"ttft": {"mean": 2.1, "p99": 1.0}, "tpot": {"mean": 0.0125}}
    table = measured_table(measured, {"predicted": predicted})
    assert table.loc["TTFT, mean"].tolist() == ["2.000 s", "2.100 s", "+5.0 %"]
    assert table.loc["TTFT, p99"].tolist()[-1] == "-"
    assert table.loc["TPOT, mean"].tolist() == ["12.50 ms", "12.50 ms", "0.0 %"]
    two = measured_table(measured, {"one": predicted, "two": measured})
    assert two.columns.tolist() == ["measured", "one", "one: off", "two", "two: off"]


def test_the_figure_reads_off_the_median_and_the_p99(found):
    figure = latency_figure(found.measured_timings, found.predicted_timings)
    texts = {text["text"] for text in figure.chart.datasets["texts"]}
    statistics = statistics_of(found.measured_timings)
    for name in ("median", "p99"):
        assert f"{statistics['ttft'][name]:.2f} s" in texts
        assert f"{1000 * statistics['tpot'][name]:.2f} ms" in texts
        assert f"{statistics['latency'][name]:.3f} s" in figure.description


def test_a_run_beside_itself_is_drawn_on_one_curve(found):
    same = latency_figure(found.measured_timings, found.measured_timings)
    drawn = same.chart.datasets["lines"]
    sample = next((line["x"], line["y"]) for line in drawn if line["kind"] == "predicted")
    starts = {
        kind: {(line["x"], line["y"]) for line in drawn if line["kind"] == kind}
        for kind in ("measured", "predicted")
    }
    assert len(starts["predicted"]) > 100
    assert starts["predicted"] <= starts["measured"] | {sample}


def test_a_latency_that_nobody_has_gets_no_plot(found):
    single = [timing._replace(output=1) for timing in found.measured_timings]
    assert "TPOT" not in latency_figure(single, single).description
    with pytest.raises(InputError, match="must both hold a request that was answered"):
        latency_figure([], [])


# --- A log of one's own --------------------------------------------------------------------------


class Quick:
    """Stands for the figure, which takes its time to be drawn."""

    def __init__(self, measured, predicted, language):
        self.requests = len(measured)

    def svg(self):
        return f"<svg>{self.requests}</svg>"


@pytest.fixture
def drop(found, monkeypatch):
    monkeypatch.setattr(log_drop, "latency_figure", Quick)
    return LogDrop(found, ENGINE)


@pytest.fixture
def asked(monkeypatch, found):
    """What is to be calibrated; a calibration of all comes back at once, to save its time."""
    asked = []
    whole = replace(found, fit_first=None, rest_error_pct=None)
    monkeypatch.setattr(log_drop, "calibrate", lambda *what: asked.append(what) or whole)
    return asked


def vllm_log(number):
    return b"".join(stand_in_log().splitlines(keepends=True)[:number])


def said(widget):
    return widget._error.value


def test_the_widget_begins_with_what_is_known(found):
    drop = LogDrop(found, ENGINE)
    assert drop.found is found
    assert "<svg" in drop._picture.value
    assert "The other 10 are predicted" in drop._line.value
    assert repr(drop) == words().say("log_drop.repr")


def test_a_log_is_read_and_then_fitted_as_the_controls_say(drop, found, asked):
    before = drop._picture.value
    drop.read(vllm_log(24), "mine.jsonl")
    assert "mine.jsonl: 24 requests." in drop._which.value
    assert (drop._picture.value, asked) == (before, [])  # until the button is pressed
    drop.settings._percent.value = 50
    drop.settings._gpu.value = hardware("h200-sxm")
    drop.settings._knobs["max_num_seqs"].value = 48
    drop._button.click()
    ((timings, policy, clock, fit_first),) = asked
    assert [timing.id for timing in timings] == [f"req-{number}" for number in range(1, 25)]
    assert policy == replace(ENGINE, max_num_seqs=48)
    assert (clock.hardware, clock.model) == (hardware("h200-sxm"), HIDDEN.model)
    assert fit_first == 12
    assert drop._picture.value != before
    assert not said(drop)
    assert not drop._button.disabled


def test_all_of_a_log_can_be_fitted(drop, asked):
    drop.settings._percent.value = 100
    drop.calibrate()
    assert asked[0][-1] is None
    assert "Over all requests" in drop._line.value


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the log is empty"),
        (b"nonsense", "unknown format"),
        (log_samples.AZURE_2023.encode(), "must say when each request was queued"),
        (log_samples.VLLM.encode(), "at least 5 requests"),
    ],
)
def test_a_file_that_cannot_be_used_leaves_all_as_it_was(drop, data, why):
    before = drop._picture.value
    drop.read(data, "<b>.jsonl")
    assert why in said(drop)
    assert "<b>" not in said(drop)
    assert drop._picture.value == before


def test_after_such_a_file_the_log_before_is_still_in_force(drop, found, asked):
    drop.read(b"nonsense", "mine.jsonl")
    drop.calibrate()
    assert asked[0][0] == found.measured_timings
    assert not said(drop)


def test_lines_that_are_left_out_are_told(drop):
    drop.read(vllm_log(10) + b"{}\n", "mine.jsonl")
    assert "10 requests" in drop._which.value
    assert "1 line is left out, the first of them line 11" in drop._which.value


def test_a_knob_that_breaks_a_rule_is_told_and_the_picture_stays(drop):
    line, picture = drop._line.value, drop._picture.value
    drop.settings._knobs["max_num_seqs"].value = 0
    drop.calibrate()
    assert "max_num_seqs must be a whole number of at least 1, not 0" in said(drop)
    assert (drop._line.value, drop._picture.value) == (line, picture)


def test_a_pool_in_which_the_run_cannot_have_been_is_told(drop):
    drop.settings._knobs["num_gpu_blocks"].value = 3
    drop.calibrate()
    assert "KV blocks" in said(drop)
    drop.settings._knobs["num_gpu_blocks"].value = 0
    assert drop.settings.setting().policy.num_gpu_blocks is None


def test_a_gpu_of_ones_own_can_be_kept(drop, found):
    clock = replace(found.clock, hardware=hardware("h100-sxm")._replace(bandwidth=1e12))
    other = LogDrop(replace(found, clock=clock), ENGINE)
    assert other.settings.setting().clock.hardware == clock.hardware
    assert drop.settings.setting().clock.hardware == hardware("h100-sxm")
