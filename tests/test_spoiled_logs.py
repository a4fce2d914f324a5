"""Spoiled logs: whatever is wrong is reported with its line, and nothing is lost in silence."""

import gzip
import re
from collections import Counter
from itertools import count

import pytest
from log_samples import SAMPLES, SPOILED, data_lines, spoiled
from wrong_logs import TABLES, not_read, wrong_lines, wrong_values

from schedlib import InputError
from schedlib.logs import read_log

VARIANTS = 200  # of each sample that are malformed indeed, and not only changed
PLACE = re.compile(
    r"log': ((no request is left: )?line \d+: |the (log|list) .*(empty|holds none)$)"
)


@pytest.fixture
def log_in(tmp_path):
    """Read a log that holds some bytes, under a name that tells nothing."""

    def read(content, skip_bad=False):
        path = tmp_path / "log"
        path.write_bytes(content)
        return read_log(path, skip_bad)

    return read


def refusal(read, content, skip_bad=False):
    with pytest.raises(InputError) as error:
        read(content, skip_bad)
    message = str(error.value)
    assert PLACE.search(message) and "\n" not in message
    return message


def known(log):
    """What a log says of its requests, but for their times: those count from the earliest."""
    return [(entry.id, entry.prompt, entry.output, entry.priority) for entry in log.entries]


# --- One thing is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_a_wrong_value_in_any_field_is_reported_and_costs_its_request_alone(log_in, name):
    table = TABLES[name]
    all_known = known(log_in(table.text.encode()))
    variants = 0
    for data, at, field in wrong_values(table):
        message = refusal(log_in, data)
        line = at + table.first_line
        assert f"line {line}: " in message and field.lower() in message.lower(), data
        log = log_in(data, skip_bad=True)
        assert [skipped.line for skipped in log.skipped] == [line], data
        assert known(log) == all_known[:at] + all_known[at + 1 :], data
        variants += 1
    assert variants >= VARIANTS / 2


@pytest.mark.parametrize("name", SAMPLES)
def test_a_line_that_is_no_request_is_reported_and_costs_itself_alone(log_in, name):
    table = TABLES[name]
    all_known = known(log_in(table.text.encode()))
    for data, at in wrong_lines(table):
        line = at + table.first_line
        message = refusal(log_in, data)
        if at == 0 and table.syntax == "json":
            continue  # the first object tells what the whole log is
        assert f"line {line}: " in message, data
        log = log_in(data, skip_bad=True)
        assert [skipped.line for skipped in log.skipped] == [line], data
        assert known(log) == all_known[:at] + all_known[at + 1 :], data


@pytest.mark.parametrize("name", ["burstgpt, 6 columns", "burstgpt, 8 columns", "mooncake"])
def test_what_is_not_read_may_be_anything(log_in, name):
    sound = log_in(TABLES[name].text.encode())
    logs = [log_in(data) for data in not_read(TABLES[name])]
    assert len(logs) > 60
    assert all(log == sound for log in logs)


# --- A log breaks off ----------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [sample for _, sample in SAMPLES.values()], ids=SAMPLES)
def test_a_log_may_break_off_anywhere(log_in, sample):
    """What is read is what stands before the break; only the last number may have lost digits.

    That a log ends early between two lines, or that its last number did, shows in nothing.
    """
    data, whole = sample.encode(), known(log_in(sample.encode()))
    for end in range(len(data)):
        try:
            log = log_in(data[:end], skip_bad=True)
        except InputError as error:
            assert PLACE.search(str(error)), end
            refusal(log_in, data[:end])
            continue
        assert len(log.entries) + len(log.skipped) == data_lines(data[:end]), end
        assert [skipped.line for skipped in log.skipped] in ([], [data.count(b"\n", 0, end) + 1])
        found = known(log)
        assert found[:-1] == whole[: len(found) - 1], end
        if sample[0] == "{":  # an object that is not closed is never read
            assert found[-1] == whole[len(found) - 1], end
        if sample[0] == "[":  # nor is a list
            assert found == whole, end


@pytest.mark.parametrize("sample", [sample for _, sample in SAMPLES.values()], ids=SAMPLES)
def test_a_compressed_log_that_breaks_off_anywhere_says_so(log_in, sample):
    """In a closed list nothing is missing: what breaks off is the check sum."""
    data, sound = gzip.compress(sample.encode(), mtime=0), log_in(sample.encode())
    reported = 0
    for end in range(len(data)):
        try:
            log = log_in(data[:end], skip_bad=True)
        except InputError as error:
            assert PLACE.search(str(error)), end
        else:
            if log.skipped:
                assert log.skipped[-1].reason.startswith("the compressed data break off here"), end
                reported += 1
            else:
                assert sample[0] == "[" and log == sound, end
                continue
        refusal(log_in, data[:end])
    assert reported or sample[0] == "["


# --- Anything at all -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_of_a_spoiled_log_is_read_or_reported(log_in, name):
    outcomes, kinds = Counter(), Counter()
    for number in count():
        data = spoiled(SAMPLES[name][1], name, number)
        try:
            log = log_in(data, skip_bad=True)
        except InputError as error:
            assert PLACE.search(str(error)), number
            outcomes["refused"] += 1
            kinds[number % len(SPOILED)] += 1
            refusal(log_in, data)  # what cannot be skipped is an error without skipping, too
        else:
            assert len(log.entries) + len(log.skipped) == data_lines(data), number
            assert min(entry.seconds for entry in log.entries) == 0
            assert all(entry.prompt >= 1 and entry.output >= 1 for entry in log.entries)
            assert len({entry.id for entry in log.entries}) == len(log.entries)
            if log.skipped:
                outcomes["skipped"] += 1
                kinds[number % len(SPOILED)] += 1
                first = min(skipped.line for skipped in log.skipped)
                assert int(re.search(r"line (\d+): ", refusal(log_in, data))[1]) >= first
            else:
                outcomes["read"] += 1
                assert log_in(data) == log
        if outcomes["refused"] + outcomes["skipped"] == VARIANTS:
            break
    assert min(outcomes.values()) >= VARIANTS / 20, outcomes
    assert set(kinds) == set(range(len(SPOILED))), kinds
