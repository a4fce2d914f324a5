"""Request logs: what is read in each format, and that no line is ever lost in silence."""

import gzip
import json
import re
from pathlib import Path

import pytest
from log_samples import (
    AZURE_2023,
    AZURE_2024,
    BURSTGPT_6,
    BURSTGPT_8,
    MOONCAKE,
    OURS_CSV,
    OURS_JSON,
    SAMPLES,
    SHAREGPT,
    VLLM,
    as_lines,
)

from schedlib import InputError, workloads
from schedlib.logs import Entry, Skipped, read_log
from schedlib.logs.known import FORMATS

REAL = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def log_in(tmp_path):
    """Read a log that holds a text or bytes, under a name that tells nothing."""

    def read(content, skip_bad=False):
        path = tmp_path / "log"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_log(path, skip_bad)

    return read


def refusal(read, content, skip_bad=False):
    with pytest.raises(InputError) as error:
        read(content, skip_bad)
    message = str(error.value)
    assert "log': " in message and "\n" not in message
    return message


def lengths(log):
    return [(entry.id, entry.seconds, entry.prompt, entry.output) for entry in log.entries]


# --- Each format -----------------------------------------------------------------------------


def test_azure_2023_keeps_all_seven_digits(log_in):
    assert lengths(log_in(AZURE_2023)) == [
        ("r1", 0, 374, 44),
        ("r2", 4.314579, 396, 109),
        ("r3", 4.5418771, 879, 55),
        ("r4", 4.710427, 91, 16),
        ("r5", 14.31941, 91, 16),
    ]


def test_azure_2024_has_a_time_zone_and_may_leave_the_fraction_out(log_in):
    assert [entry.seconds for entry in log_in(AZURE_2024).entries] == [
        0,
        0.007405,
        0.99007,
        2.49007,
    ]


@pytest.mark.parametrize("sample", [BURSTGPT_6, BURSTGPT_8])
def test_burstgpt_is_read_by_the_names_of_its_columns(log_in, sample):
    log = log_in(sample)
    expected = {
        BURSTGPT_6: [("r1", 0, 472, 18), ("r2", 40, 1087, 230), ("r3", 113, 417, 276)],
        BURSTGPT_8: [("r1", 0, 906, 446), ("r2", 51.5, 36, 29), ("r3", 82, 120, 1)],
    }
    assert (log.format, lengths(log)) == ("burstgpt", expected[sample])


def test_a_request_that_failed_is_a_bad_line_with_its_own_reason(log_in):
    sample = BURSTGPT_6 + "120,GPT-4,417,0,417,API log\n121,GPT-4,5,2,7,API log\n"
    reason = "the request failed: it has 0 response tokens"
    assert refusal(log_in, sample).endswith(f"line 5: {reason}")
    log = log_in(sample, skip_bad=True)
    assert log.skipped == (Skipped(5, reason),)
    assert lengths(log)[-1] == ("r5", 116, 5, 2)  # the name by place does not move


def test_mooncake_counts_milliseconds(log_in):
    assert lengths(log_in(MOONCAKE)) == [
        ("r1", 0, 100, 5),
        ("r2", 0, 100, 5),
        ("r3", 1.5, 1600, 5),
        ("r4", 3.052, 3152, 5),
    ]


@pytest.mark.parametrize("names", FORMATS[-1].signs, ids="/".join)
@pytest.mark.parametrize("write", [as_lines, lambda objects: json.dumps(list(objects))])
def test_lengths_stand_under_the_usual_names_and_arrive_at_once(log_in, names, write):
    prompt, output = names
    log = log_in(write([{prompt: 25, output: 118}, {prompt: 7, output: 9}]))
    assert (log.format, lengths(log)) == ("lengths", [("r1", 0, 25, 118), ("r2", 0, 7, 9)])


def test_sharegpt_keeps_its_ids(log_in):
    assert [entry.id for entry in log_in(SHAREGPT).entries] == ["QWJhYvA_0", "i6IyJda_0", "r3"]


def test_a_time_in_an_unknown_unit_is_refused_and_not_dropped(log_in):
    sample = as_lines([{"prompt_len": 25, "output_len": 118, "arrival_time": 12}])
    assert "arrival_time has no known unit here" in refusal(log_in, sample)


def test_texts_without_lengths_are_refused_with_what_is_missing(log_in):
    sample = json.dumps([{"id": "a", "conversations": [{"from": "human", "value": "Hello"}]}])
    assert "a tokenizer has to count them first" in refusal(log_in, sample)


def test_the_workbooks_own_files_take_seconds(log_in):
    assert log_in(OURS_JSON).entries == (
        Entry("A", 1.5, 6, 3),
        Entry("B", 0, 4, 2, priority="high"),
        Entry("C", 1.75, 2, 1, priority=3),
    )
    assert [entry.id for entry in log_in(OURS_CSV).entries] == ["007", "B", "C"]


def test_the_six_requests_are_read_as_everywhere_else(log_in):
    six = workloads.six_requests()
    names = ("id", "arrival", "prompt", "output", "priority")
    sample = json.dumps([{name: getattr(each, name) for name in names} for each in six])
    assert log_in(sample).entries == tuple(
        Entry(r.id, r.arrival, r.prompt, r.output, priority=r.priority) for r in six
    )


# --- Two clocks ------------------------------------------------------------------------------


def test_the_request_with_the_smallest_delay_is_queued_as_it_arrives(log_in):
    log = log_in(VLLM)
    assert [entry.seconds for entry in log.entries] == [0, 1, 2, 3]
    assert [entry.queued for entry in log.entries] == [0.125, 1, 2.375, 3.25]
    assert log.entries[0] == Entry("bench-0", 0, 100, 10, 0.125, 0.625, 0.875, 2.875)
    assert log.clock_shift == 1_777_142_838.25 - (479_748.25 + 0.125)


def test_one_clock_is_left_alone(log_in):
    rows = [json.loads(line) for line in VLLM.splitlines()]
    for row in rows:
        row["arrival_time"] -= 1_777_142_838.25 - 479_748.25
    log = log_in(as_lines(rows))
    assert [entry.queued for entry in log.entries] == [0.25, 1.125, 2.5, 3.375]
    assert log.clock_shift == 0


@pytest.mark.parametrize("field", ["arrival_time", "queued_ts"])
def test_one_wrong_clock_does_not_move_all_the_others(log_in, field):
    rows = [json.loads(line) for line in VLLM.splitlines()]
    rows[3][field] /= 10
    sample = as_lines(rows)
    assert "line 4: from arrival to queue it takes" in refusal(log_in, sample)
    log = log_in(sample, skip_bad=True)
    assert log.entries == log_in(VLLM).entries[:3]
    assert [skipped.line for skipped in log.skipped] == [4]


def test_measured_times_follow_one_another(log_in):
    rows = [json.loads(line) for line in VLLM.splitlines()]
    rows[1]["first_token_ts"] = rows[1]["scheduled_ts"] - 0.25
    message = refusal(log_in, as_lines(rows))
    assert "line 2: first_token_ts must not be before scheduled_ts" in message


def test_a_request_that_never_ended_is_reported(log_in):
    message = refusal(log_in, VLLM.replace('"last_token_ts": 479751.25', '"last_token_ts": null'))
    assert message.endswith("line 1: last_token_ts must be a number of at least 0, not None")


# --- Files as people have them ---------------------------------------------------------------


@pytest.mark.parametrize("format, sample", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize(
    "written",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: ("\n \n" + text + "\n\n").encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: gzip.compress(text.encode()) + 600 * b"\0",
        lambda text: gzip.compress(text.encode()[:50]) + gzip.compress(text.encode()[50:]),
    ],
)
def test_the_same_log_however_it_is_written(log_in, format, sample, written):
    log = log_in(written(sample))
    assert log.format == format
    assert log == log_in(sample)


def test_the_earliest_arrival_counts_and_the_order_of_the_file_is_kept(log_in):
    header, *lines = AZURE_2023.splitlines()
    log = log_in("\n".join([header, *reversed(lines)]))
    assert [entry.prompt for entry in log.entries] == [91, 91, 879, 396, 374]
    assert [entry.seconds for entry in log.entries][-1] == 0


@pytest.mark.parametrize(
    "content",
    ["t,running\n1,2\n", '{"a": 1}\n', '[{"a": 1}]', "2023-11-16 18:15:46.6805900,374,44\n"],
)
def test_an_unknown_format_lists_the_known_ones(log_in, content):
    message = refusal(log_in, content)
    assert "line 1: unknown format" in message
    assert all(format.described in message for format in FORMATS)


@pytest.mark.parametrize(
    "line, reason",
    [
        ("2023-11-16 18:15:47,1", "3 cells are expected, not 2"),
        ("2023-11-16 18:15:47,1,2,3", "3 cells are expected, not 4"),
        ("2023-13-16 18:15:47,1,2", "TIMESTAMP must be a time like"),
        ("16/11/2023 18:15,1,2", "TIMESTAMP must be a time like"),
        ("2023-11-16 18:15:47,NaN,2", "ContextTokens must be a whole number of at least 1, not 'N"),
        ("2023-11-16 18:15:47,1,-2", "GeneratedTokens must be a whole number of at least 1, not -"),
        (
            "2023-11-16 18:15:47,1,2.5",
            "GeneratedTokens must be a whole number of at least 1, not 2",
        ),
        ("2023-11-16 18:15:47,1,0", "GeneratedTokens must be a whole number of at least 1, not 0"),
        ("2023-11-16 18:15:47,1,", "GeneratedTokens is missing"),
        ("2023-11-16 18:15:47,1,1e12", "GeneratedTokens must be at most 1,000,000,000 tokens"),
        (
            f"2023-11-16 18:15:47,1,{5000 * '9'}",
            "GeneratedTokens must be a whole number of at least 1, not a number of 5,0",
        ),
        ('2023-11-16 18:15:47,1,"2', "broken CSV"),
        ("2023-11-16 18:15:47,1,\0" + "2", "holds a NUL character"),
        ("2023-11-16 18:15:47,1,2é".encode("latin-1"), "holds bytes that are none"),
        ("TIMESTAMP,ContextTokens,GeneratedTokens", "the header stands here once more"),
    ],
)
def test_a_bad_line_is_named_with_its_reason(log_in, line, reason):
    line = line if isinstance(line, bytes) else line.encode()
    content = AZURE_2023.encode() + line + b"\n" + b"2023-11-16 18:17:00,5,5\n"
    assert f"line 7: {reason}" in refusal(log_in, content).replace(
        "the line must be text, and ", ""
    )
    log = log_in(content, skip_bad=True)
    assert (len(log.entries), [skipped.line for skipped in log.skipped]) == (6, [7])


def test_a_name_given_twice_is_a_bad_line(log_in):
    sample = VLLM + VLLM.splitlines()[0]
    assert refusal(log_in, sample).endswith("line 5: 'bench-0' is used in line 1 already")


def test_a_column_named_twice_is_refused_whatever_is_skipped(log_in):
    sample = AZURE_2023.replace("TIMESTAMP,ContextTokens", "ContextTokens,ContextTokens", 1)
    message = refusal(log_in, sample, skip_bad=True)
    assert message.endswith("line 1: the header names the column 'ContextTokens' twice")


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_an_empty_log_is_refused(log_in, content):
    assert refusal(log_in, content, skip_bad=True).endswith("the log is empty")


def test_nothing_left_is_an_error_that_says_why(log_in):
    sample = BURSTGPT_6.splitlines()[0] + "\n1,G,5,0,5,A\n2,G,5,0,5,A\n"
    message = refusal(log_in, sample, skip_bad=True)
    assert message.endswith(
        "no request is left: line 2: the request failed: it has 0 response tokens, "
        "and so on in 1 more"
    )
    assert "it holds none" in refusal(log_in, BURSTGPT_6.splitlines()[0])


def test_compressed_data_that_break_off_lose_their_last_line_aloud(log_in):
    lines = [AZURE_2023.splitlines()[0]]
    lines += [
        f"2023-11-16 18:{at % 60:02}:{at % 53:02}.{at}00,{at + 7},{at}" for at in range(1, 500)
    ]
    data = gzip.compress("\n".join(lines).encode())[:-2000]
    log = log_in(data, skip_bad=True)
    (skipped,) = log.skipped
    assert 0 < len(log.entries) < 499
    assert skipped.line == len(log.entries) + 2  # after the header and what could be read
    assert "break off here" in skipped.reason
    assert refusal(log_in, data).endswith(f"line {skipped.line}: {skipped.reason}")


def test_damaged_compressed_data_are_refused(log_in):
    data = bytearray(gzip.compress(AZURE_2023.encode()))
    data[-6] ^= 1  # the check sum
    assert "the compressed data are damaged" in refusal(log_in, bytes(data), skip_bad=True)


def test_a_list_that_breaks_off_is_refused_with_its_line(log_in):
    assert re.search(r"line 14: broken JSON in column \d+: ", refusal(log_in, SHAREGPT[:-30], True))


def test_in_a_list_the_item_is_numbered(log_in):
    sample = json.dumps([{"prompt_len": 5, "output_len": output} for output in (3, 0, 2)])
    reason = "item 2: output_len must be a whole number of at least 1, not 0"
    assert log_in(sample, skip_bad=True).skipped == (Skipped(1, reason),)


def test_what_is_no_file_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none", "a\0b"):
        with pytest.raises(InputError, match="cannot read"):
            read_log(path)


# --- The real files --------------------------------------------------------------------------


def real(name):
    path = REAL / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand: it is public data, and not part of this project")
    return read_log(path)


@pytest.mark.parametrize(
    "name, format, count, first, last, prompts, outputs",
    [
        (
            "azure_llm_2023_conv.csv",
            "azure",
            19_366,
            ("r1", 0, 374, 44),
            ("r19366", 3501.721937, 197, 183),
            22_361_870,
            4_088_665,
        ),
        (
            "azure_llm_2023_code_2000.csv",
            "azure",
            2_000,
            ("r1", 0, 4808, 10),
            ("r2000", 853.079347, 1697, 36),
            3_973_157,
            59_024,
        ),
        (
            "mooncake_synthetic_500.jsonl",
            "mooncake",
            500,
            ("r1", 0, 40160, 6),
            ("r500", 139.272, 34, 240),
            6_403_130,
            97_659,
        ),
    ],
)
def test_a_real_trace(name, format, count, first, last, prompts, outputs):
    log = real(name)
    found = lengths(log)
    assert (log.format, len(found), log.skipped) == (format, count, ())
    assert (found[0], found[-1]) == (first, last)
    assert sum(entry.prompt for entry in log.entries) == prompts
    assert sum(entry.output for entry in log.entries) == outputs


def test_a_real_run_with_its_published_figures():
    log = real("vllm019_rtxpro6000_llama31_8b_requests.jsonl")
    assert (log.format, len(log.entries), log.skipped) == ("vllm", 300, ())
    first, last = log.entries[0], log.entries[-1]
    assert (first.id, first.seconds, first.prompt, first.output) == ("bench-0", 0, 2358, 531)
    assert (last.id, last.prompt, last.output) == ("bench-299", 582, 768)
    assert last.seconds == pytest.approx(29.1211931705)
    assert last.last_token == pytest.approx(64.203270690)
    delays = [entry.queued - entry.seconds for entry in log.entries]
    assert min(delays) == pytest.approx(0, abs=1e-9)
    assert max(delays) == pytest.approx(0.108154, abs=1e-6)
    # The published means count from the queue, and not from the arrival.
    mean_ttft = sum(entry.first_token - entry.queued for entry in log.entries) / 300
    mean_latency = sum(entry.last_token - entry.queued for entry in log.entries) / 300
    assert (round(mean_ttft, 2), round(mean_latency, 1)) == (7.10, 28.2)


def test_a_real_file_that_is_no_log_of_requests_is_refused():
    with pytest.raises(InputError, match="line 1: unknown format, with the names 't'"):
        real("vllm019_rtxpro6000_llama31_8b_timeseries.csv")
