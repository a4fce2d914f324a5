"""Reading requests: what is accepted, and one clear sentence for everything else."""

import json
import random

import pytest
from oracle import GOLDEN, SIX_REQUESTS

from schedlib import InputError, Request, workloads
from schedlib.reading.request_files import parse_requests, read_requests

HEADER = "id,arrival,prompt,output,priority\n"
SIX_AS_CSV = HEADER + "".join(
    f"{r['id']},{r['arrival']},{r['prompt']},{r['output']},{r['priority']}\n" for r in SIX_REQUESTS
)
SIX_AS_JSON = json.dumps(SIX_REQUESTS, indent=1)


def from_json(text):
    return parse_requests(text.encode("utf-8", "surrogatepass"), "r.json")


def from_csv(text):
    return parse_requests(text.encode(), "r.csv")


def one(**changes):
    """A JSON list of one request; a value is JSON text, and None leaves the field out."""
    fields = {"id": '"A"', "arrival": "0", "prompt": "6", "output": "3"} | changes
    pairs = (f'"{name}": {value}' for name, value in fields.items() if value is not None)
    return "[{" + ", ".join(pairs) + "}]"


# --- Accepted --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SIX_AS_JSON, SIX_AS_CSV])
@pytest.mark.parametrize("name", ["-", "requests", "requests.txt"])
def test_without_a_suffix_the_first_character_tells_the_format(text, name):
    assert parse_requests(text.encode(), name) == workloads.six_requests()


@pytest.mark.parametrize("name, text", [("R.JSON", SIX_AS_JSON), ("R.Csv", SIX_AS_CSV)])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_byte_order_mark_and_any_line_end_are_fine(name, text, mark, line_end):
    data = mark + text.replace("\n", line_end).encode()
    assert parse_requests(data, name) == workloads.six_requests()


def test_the_listed_order_is_kept():
    assert read_requests(GOLDEN / "overload_requests.json") == workloads.overload()


@pytest.mark.parametrize(
    "text",
    [
        "output, prompt ,id,arrival\n3,6,A,0\n",  # any order, blanks around names
        "id,arrival,prompt,output,priority\nA,0,6,3,\n",  # an empty cell is left out
        '"id","arrival","prompt","output"\n"A", "0",6,3\n',  # quoted
        "\n \nid,arrival,prompt,output\n\n,,,\nA,0,6,3\n\n",  # blank lines
        "id,arrival,prompt,output\nA, +0 ,6.0,3.00",  # as spreadsheets write, no last line end
    ],
)
def test_csv_is_read_as_people_write_it(text):
    assert from_csv(text) == [Request("A", 0, 6, 3)]


def test_3_0_is_taken_as_3():
    assert from_json(one(prompt="3.0", output="2e0")) == [Request("A", 0, 3, 2)]


def test_a_csv_id_is_text_even_if_it_looks_like_a_number():
    assert from_csv("id,arrival,prompt,output\n007,0,6,3")[0].id == "007"


@pytest.mark.parametrize("number, priority", [("3", 3), ("3.0", 3), ("-1", -1), ("0", 0)])
def test_a_priority_may_be_a_whole_number(number, priority):
    for read in (from_json(one(priority=number)), from_csv(f"{HEADER}A,0,6,3,{number}")):
        assert read == [Request("A", 0, 6, 3, priority)]
        assert type(read[0].priority) is int


# --- Refused ---------------------------------------------------------------------------------

WRONG_JSON = {
    '[{"id": "A",\n  oops}]': "line 2, column 3",
    "[1, 2": "line 1, column 6",
    '{"id": "A"}': "JSON list",
    "null": "JSON list",
    "[]": "empty",
    "": "empty",
    " \n": "empty",
    "[" * 100_000: "nested",
    '[{"id":' * 100_000: "nested",
    "[7]": "item 1: a request must be an object .*, not 7",
    '[{"id": "A", "id": "B"}]': "item 1: .*'id' twice",
    one(prompt=None): "item 1: missing field 'prompt'",
    one(colour="1"): "item 1: unknown field 'colour'",
    one(id="7"): "item 1: id must be non-empty text, not 7",
    one(id='" "'): "item 1: id must be non-empty text, not ' '",
    one(id="null"): "item 1: id must be non-empty text, not None",
    one(prompt="0"): "item 1: request 'A': prompt must be .* at least 1, not 0",
    one(arrival="-1"): "item 1: request 'A': arrival must be .* at least 0, not -1",
    one(prompt="3.5"): "prompt .* not 3.5",
    one(prompt="true"): "prompt .* not True",
    one(prompt='"3"'): "prompt .* not '3'",
    one(prompt="NaN"): "prompt .* not nan",
    one(prompt="Infinity"): "prompt .* not inf",
    one(prompt="1e999"): "prompt .* not inf",
    one(prompt="9" * 5000): "prompt .* not a number of 5,000 digits",
    one(prompt=f"{10**18 + 1}"): "item 1: request 'A': prompt must be at most 1,0.*, not 1000",
    one(arrival="9" * 4000): "arrival must be at most 1,000,.*, not 9{59}…",
    one(output="1e300"): "output must be at most 1,000,.*, not 1e.300",
    one(id="9" * 5000): "id .* not a number of 5,000 digits",
    one(output='{"a": 1, "a": 2}'): "output .* not one with 'a' twice",
    one(priority='"urgent"'): "priority must be 'normal' or 'high', or .*, not 'urgent'",
    one(priority="null"): "priority must be 'normal' or 'high', or a whole number .*, not None",
    one(priority="true"): "request 'A': priority must be .* a whole number .*, not True",
    one(priority="3.5"): "priority must be .* a whole number .*, not 3.5",
    one(priority='"3"'): "priority must be .* a whole number .*, not '3'",
    one(priority=f"-{10**18 + 1}"): "priority must be .*, not -1000000000000000001",
    one(id=r'"\ud800\n"', prompt="0"): r"request '\\ud800\\n': prompt",
    f"{one()[:-1]},{one()[1:]}": "item 2: id must be unique, and 'A' is used in item 1",
}


@pytest.mark.parametrize("text, words", WRONG_JSON.items(), ids=lambda value: value[:30])
def test_a_fault_in_json_is_named_with_its_place(text, words):
    with pytest.raises(InputError, match=f"^'r.json': .*{words}"):
        from_json(text)


WRONG_CSV = {
    "": "empty",
    HEADER: "empty",
    ",,,\n": "line 1: missing column 'id'",
    "id,arrival,prompt\nA,0,6": "line 1: missing column 'output'",
    "id;arrival;prompt;output": "line 1: unknown column 'id;arrival;.*separated by commas",
    "id,arrival,prompt,output,colour\n": "line 1: unknown column 'colour'",
    "id,arrival,prompt,output,id\n": "line 1: repeated column 'id'",
    HEADER + "A,0,6,3": "line 2: 5 cells are expected, not 4",
    HEADER + "A,0,6,3,high,": "line 2: 5 cells are expected, not 6",
    HEADER + "A,0,,3,": "line 2: missing field 'prompt'",
    HEADER + "\nA,0,6,3,\n\nA,0,6,3,": "line 5: id must be unique, and 'A' is used in line 3",
    HEADER + "A,0,0,3,": "line 2: request 'A': prompt must be .* at least 1, not 0",
    HEADER + "A,-1,6,3,": "arrival must be .* not -1",
    f"{HEADER}A,0,{10**18 + 1},3,": "prompt must be at most 1,000,.*, not 1000000000000000001",
    f"{HEADER}A,0,{'9' * 5000},3,": "prompt .* not a number of 5,000 digits",
    HEADER + "A,0,6,3,urgent": "priority must be .* not 'urgent'",
    HEADER + "A,0,6,3,3.5": "line 2: request 'A': priority must be .* not '3.5'",
    HEADER + "A,0,6,3,true": "priority must be .* a whole number .*, not 'true'",
    HEADER + 'A,0,6,3,\n"B,0,6,3,\nC,0,6,3,': "line 3: broken CSV",
    HEADER + '"A"x,0,6,3,': "line 2: broken CSV",
    HEADER + "A,0,6,3,\nB\0,0,6,3,": "line 3: .*NUL",
} | {
    f"{HEADER}A,0,{cell},3,": f"prompt must be a whole number of at least 1, not '{cell}'"
    for cell in ("3.5", "1_000", "٣", "1e3", "0x1", "three", "nan", "--3", "3.", "１")
}


@pytest.mark.parametrize("text, words", WRONG_CSV.items(), ids=lambda value: value[:60])
def test_a_fault_in_csv_is_named_with_its_line(text, words):
    with pytest.raises(InputError, match=f"^'r.csv': .*{words}"):
        from_csv(text)


@pytest.mark.parametrize("name", ["r.json", "r.csv", "r"])
def test_what_is_not_utf8_is_refused_with_its_line(name):
    with pytest.raises(InputError, match=f"^'{name}': line 2: .*UTF-8.* 0xff"):
        parse_requests(b"id\n\xff", name)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    for path in (tmp_path, tmp_path / "none.csv", "nul\0.csv", ""):
        with pytest.raises(InputError, match=r"^cannot read '[^\n]*': [^\n]+$"):
            read_requests(path)


# --- Anything at all -------------------------------------------------------------------------


@pytest.mark.parametrize("name, text", [("r.json", SIX_AS_JSON), ("r.csv", SIX_AS_CSV)])
def test_however_a_file_is_damaged_the_answer_is_requests_or_one_sentence(name, text):
    chance = random.Random(name)
    bits = [b"\0", b"\xff", b'"', b",", b"\n", b"\r", b"{", b"[", b"]", b"9" * 5000, b"null", b"-"]
    for _ in range(1500):
        data = bytearray(text.encode())
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(data) + 1)
            data[start : start + chance.randint(0, 12)] = chance.choice(bits) * chance.randint(0, 2)
        for each in (name, "r"):
            try:
                assert parse_requests(bytes(data), each)
            except InputError as error:
                assert str(error).isprintable()
