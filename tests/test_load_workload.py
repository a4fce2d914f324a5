"""From a log to requests in seconds, and to the times that were measured."""

import gzip
import json
from pathlib import Path
from statistics import fmean

import pytest
from log_samples import AZURE_2024, BURSTGPT_6, OURS_JSON, SAMPLES, VLLM, as_lines

from schedlib import InputError, Request
from schedlib.logs import read_log
from schedlib.logs.measured import measured_timings, queued_requests
from schedlib.logs.workload import LeftOut, load_workload, logged_requests
from schedlib.metrics.percentiles import percentile
from schedlib.timing import Timing

REAL = Path(__file__).parents[2] / "shared" / "data"
NOT_MEASURED = {name: text for name, (format, text) in SAMPLES.items() if format != "vllm"}
FAILED = BURSTGPT_6 + "120,GPT-4,417,0,417,API log\n" + "121,GPT-4,417,0,417,API log\n"


@pytest.fixture
def kept(tmp_path):
    """Keep a log in a file, and return its path."""

    def keep(content):
        path = tmp_path / "log"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return keep


# --- Requests ------------------------------------------------------------------------------------


@pytest.mark.parametrize("format, sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("written", [str.encode, lambda text: gzip.compress(text.encode())])
def test_every_request_of_a_log_comes_with_its_seconds(kept, format, sample, written):
    path = kept(written(sample))
    requests = load_workload(path)
    assert [(r.id, r.arrival, r.prompt, r.output, r.priority) for r in requests] == [
        (e.id, e.seconds, e.prompt, e.output, e.priority) for e in read_log(path).entries
    ]
    assert all(type(request) is Request for request in requests)
    assert min(request.arrival for request in requests) == 0


def test_fractions_and_priorities_arrive(kept):
    assert load_workload(kept(OURS_JSON)) == [
        Request("A", 1.5, 6, 3),
        Request("B", 0, 4, 2, "high"),
        Request("C", 1.75, 2, 1, 3),
    ]
    assert [request.arrival for request in load_workload(str(kept(AZURE_2024)))] == [
        0,
        0.007405,
        0.99007,
        2.49007,
    ]


def test_a_bad_line_stops_the_loading(kept):
    with pytest.raises(InputError, match=r"log': line 5: the request failed: it has 0 response"):
        load_workload(kept(FAILED))


def test_what_is_left_out_is_counted_aloud(kept):
    message = r"log': left out are 2 of 5 requests; the first is in line 5: the request failed: it"
    with pytest.warns(LeftOut, match=message) as warned:
        requests = load_workload(kept(FAILED), skip_bad=True)
    assert requests == load_workload(kept(BURSTGPT_6))
    assert [warning.filename for warning in warned] == [__file__]  # it points at the caller


def test_nothing_left_out_is_no_warning(kept):
    assert len(load_workload(kept(BURSTGPT_6), skip_bad=True)) == 3


# --- What was measured ---------------------------------------------------------------------------


def test_on_the_engines_clock_the_first_request_arrives_when_it_is_queued(kept):
    log = read_log(kept(VLLM))
    assert [request.arrival for request in logged_requests(log)] == [0, 1, 2, 3]
    assert queued_requests(log) == [
        Request("bench-0", 0, 100, 10),
        Request("bench-1", 0.875, 200, 10),
        Request("bench-2", 2.25, 300, 10),
        Request("bench-3", 3.125, 400, 10),
    ]


def test_the_times_of_a_measured_log_count_from_its_first_queued_request(kept):
    log = read_log(kept(VLLM))
    timings = measured_timings(log)
    assert timings[:2] == [
        Timing("bench-0", 100, 10, 0, 0.5, 0.75, 2.75),
        Timing("bench-1", 200, 10, 0.875, 1.375, 1.625, 3.625),
    ]
    assert [timing.arrival for timing in timings] == [r.arrival for r in queued_requests(log)]
    assert {(t.queueing, t.ttft, t.latency, t.tpot, t.normalised_latency) for t in timings} == {
        (0.5, 0.75, 2.75, 2 / 9, 0.275)
    }


def test_the_first_in_the_queue_need_not_be_the_first_in_the_file(kept):
    backwards = "\n".join(reversed(VLLM.splitlines()))
    log = read_log(kept(backwards))
    assert [request.id for request in queued_requests(log)] == [f"bench-{n}" for n in (3, 2, 1, 0)]
    assert [timing.arrival for timing in measured_timings(log)] == [3.125, 2.25, 0.875, 0]


def test_the_delay_of_the_client_is_in_no_measured_time(kept):
    rows = [json.loads(line) for line in VLLM.splitlines()]
    for row in rows[1:]:
        row["arrival_time"] -= 0.5
    later = read_log(kept(as_lines(rows)))
    assert logged_requests(later) != logged_requests(read_log(kept(VLLM)))
    assert measured_timings(later) == measured_timings(read_log(kept(VLLM)))


@pytest.mark.parametrize("sample", NOT_MEASURED.values(), ids=NOT_MEASURED)
@pytest.mark.parametrize("asked", [measured_timings, queued_requests])
def test_a_log_that_was_not_measured_has_no_times(kept, sample, asked):
    log = read_log(kept(sample))
    with pytest.raises(InputError, match=f"^the log must say when .* the format {log.format} does"):
        asked(log)


# --- The real files ------------------------------------------------------------------------------


def real(name):
    path = REAL / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand: it is public data, and not part of this project")
    return path


@pytest.mark.parametrize(
    "name, count, last, prompts, outputs",
    [
        ("azure_llm_2023_conv.csv", 19_366, 3501.721937, 22_361_870, 4_088_665),
        ("azure_llm_2023_code_2000.csv", 2_000, 853.079347, 3_973_157, 59_024),
        ("mooncake_synthetic_500.jsonl", 500, 139.272, 6_403_130, 97_659),
        ("vllm019_rtxpro6000_llama31_8b_requests.jsonl", 300, 29.12119317, 257_239, 195_753),
    ],
)
def test_every_request_of_a_real_log(name, count, last, prompts, outputs):
    requests = load_workload(real(name))
    assert len(requests) == count
    assert min(request.arrival for request in requests) == 0
    assert max(request.arrival for request in requests) == pytest.approx(last, abs=1e-7)
    assert sum(request.prompt for request in requests) == prompts
    assert sum(request.output for request in requests) == outputs


@pytest.mark.parametrize(
    "figure, digits, mean, median, p99",
    [
        ("ttft", 2, 7.10, 9.44, 19.76),
        ("tpot", 4, 0.0325, 0.0334, 0.0373),
        ("latency", 1, 28.2, 29.6, 37.6),
    ],
)
def test_a_real_run_gives_its_published_figures(figure, digits, mean, median, p99):
    log = read_log(real("vllm019_rtxpro6000_llama31_8b_requests.jsonl"))
    values = [getattr(timing, figure) for timing in measured_timings(log)]
    assert len(values) == 300
    assert round(fmean(values), digits) == mean
    assert round(percentile(values, 50), digits) == median
    assert round(percentile(values, 99), digits) == p99


def test_a_real_run_takes_as_long_as_published():
    log = read_log(real("vllm019_rtxpro6000_llama31_8b_requests.jsonl"))
    assert round(max(timing.last_token for timing in measured_timings(log)), 1) == 65.9
    arrivals = [request.arrival for request in queued_requests(log)]
    assert (min(arrivals), len(arrivals)) == (0, 300)
