"""Small logs in every format, and ways of spoiling them."""

import gzip
import json
import random
import re
import zlib

AZURE_2023 = """TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.6805900,374,44
2023-11-16 18:15:50.9951690,396,109
2023-11-16 18:15:51.2224671,879,55
2023-11-16 18:15:51.3910170,91,16
2023-11-16 18:16:01.0000000,91,16
"""
AZURE_2024 = """TIMESTAMP,ContextTokens,GeneratedTokens
2024-05-10 00:00:00.009930+00:00,2162,5
2024-05-10 00:00:00.017335+00:00,2399,6
2024-05-10 00:00:01+00:00,76,15
2024-05-10 02:00:02.5+02:00,76,15
"""
BURSTGPT_6 = """Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
5,ChatGPT,472,18,490,Conversation log
45,ChatGPT,1087,230,1317,Conversation log
118,GPT-4,417,276,693,API log
"""
EIGHT = (
    "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type"
)
BURSTGPT_8 = f"""{EIGHT}
110.0,1722ac82-0a46,43,GPT-4,906,446,1352,Conversation log
161.5,d5983bf9-4b48,2,"ChatGPT, new",36,29,65,Conversation log
192.0,,1,ChatGPT,120,1,121,API log
"""


def as_lines(objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


MOONCAKE = as_lines(
    {"timestamp": at, "input_length": 100 + at, "output_length": 5, "hash_ids": [0, at]}
    for at in (0, 0, 1500, 3052)
)
CLIENT, ENGINE = 1_777_142_838.25, 479_748.25  # seconds, when the first request arrives
VLLM = as_lines(
    {
        "request_id": f"bench-{number}",
        "input_toks": 100 * (number + 1),
        "output_toks": 10,
        "arrival_time": CLIENT + number,
        "queued_ts": ENGINE + number + delay,
        "scheduled_ts": ENGINE + number + delay + 0.5,
        "first_token_ts": ENGINE + number + delay + 0.75,
        "last_token_ts": ENGINE + number + delay + 2.75,
    }
    for number, delay in enumerate((0.25, 0.125, 0.5, 0.375))
)
SHAREGPT = json.dumps(
    [
        {"id": "QWJhYvA_0", "prompt_len": 25, "output_len": 118, "conversations": []},
        {"id": "i6IyJda_0", "prompt_len": 7, "output_len": 9},
        {"prompt_len": 1024, "output_len": 1},
    ],
    indent=1,
)
OURS_JSON = json.dumps(
    [
        {"id": "A", "arrival": 2, "prompt": 6, "output": 3},
        {"id": "B", "arrival": 0.5, "prompt": 4, "output": 2, "priority": "high"},
        {"id": "C", "arrival": 2.25, "prompt": 2, "output": 1, "priority": 3},
    ],
    indent=2,
)
OURS_CSV = """id,arrival,prompt,output,priority
007,0,6,3,normal
B,0.5,4,2,high
C,1.25,2,1,3
"""

SAMPLES = {
    "azure 2023": ("azure", AZURE_2023),
    "azure 2024": ("azure", AZURE_2024),
    "burstgpt, 6 columns": ("burstgpt", BURSTGPT_6),
    "burstgpt, 8 columns": ("burstgpt", BURSTGPT_8),
    "mooncake": ("mooncake", MOONCAKE),
    "vllm": ("vllm", VLLM),
    "sharegpt": ("lengths", SHAREGPT),
    "workbook, json": ("workbook", OURS_JSON),
    "workbook, csv": ("workbook", OURS_CSV),
}


def data_lines(data):
    """How many requests are written in `data`, sound or not; None if nothing tells them apart.

    Where compressed data break off, there is one more that is not all there.
    """
    cut = False
    if data[:2] == b"\x1f\x8b":
        unpacked = zlib.decompressobj(31)
        data = unpacked.decompress(data)
        cut = not unpacked.eof or bool(unpacked.unused_data.strip(b"\0"))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", "replace")
    elif b"\0" in data[:2]:
        text = data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "replace")
    else:
        text = data.decode("utf-8-sig", "replace")
    if text.lstrip(" \t\r\n").startswith("["):
        try:
            return len(json.loads(text, parse_int=str))
        except ValueError:
            return None
    every = re.split("\r\n|\r|\n", text)
    lines = [line for line in every if line.strip(" \t")]
    if cut and not every[-1].strip(" \t"):
        lines.append("what followed")
    return len(lines) if text.lstrip(" \t\r\n").startswith("{") else len(lines) - 1


NUMBER = re.compile(rb"[0-9]+(\.[0-9]+)?")
INSTEAD = [
    *(b"NaN", b"-1", b"-0.5", b"0", b"1e400", b"-Infinity", b"1" + 40 * b"0", 5000 * b"9"),
    *(b"", b"null", b"true", b'"12"', b"1_000", b"12,5", b"0x10", b"1.5.2", "１２".encode(), b"[]"),
]


def with_number(data, rng):
    spots = list(NUMBER.finditer(data))
    spot = rng.choice(spots) if spots else None
    instead = rng.choice(INSTEAD)
    return data[: spot.start()] + instead + data[spot.end() :] if spot else data + instead


def with_cells(data, rng):
    """A line with a cell too many, too few, or two in the wrong order."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    cells = lines[at].split(b",")
    change = rng.randrange(3)
    if change == 0:
        cells.insert(rng.randrange(len(cells) + 1), b"7")
    elif change == 1:
        del cells[rng.randrange(len(cells))]
    else:
        rng.shuffle(cells)
    return b"\n".join([*lines[:at], b",".join(cells), *lines[at + 1 :]])


def with_bytes(data, rng):
    at = rng.randrange(len(data) + 1)
    wrong = rng.choice([b"\0", b"\xe9", b"\xff\xfe", b'"', b"{", b"]", b"\n", b"\r", b"\xc2\x85"])
    return data[:at] + wrong + data[at + rng.randrange(2) :]


def with_line(data, rng):
    """A line, perhaps the header, once more."""
    lines = data.split(b"\n")
    lines.insert(rng.randrange(len(lines) + 1), lines[rng.choice((0, rng.randrange(len(lines))))])
    return b"\n".join(lines)


def in_two_encodings(data, rng):
    at = rng.randrange(len(data) + 1)
    rest = data[at:].decode("utf-8", "replace")
    return data[:at] + rest.encode(rng.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-32"]))


def otherwise_encoded(data, rng):
    encoding = rng.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32", "cp037"])
    return data.decode("utf-8", "replace").encode(encoding, "replace")


def cut(data, rng):
    return data[: rng.randrange(len(data) + 1)]


SPOILED = [
    cut,
    with_number,
    with_cells,
    with_bytes,
    with_line,
    in_two_encodings,
    otherwise_encoded,
    lambda data, rng: data.replace(b"\n", rng.choice([b"\r\n", b"\r", b"\n\n", b"\n \n"])),
    lambda data, rng: cut(gzip.compress(data, mtime=0), rng),
    lambda data, rng: with_bytes(gzip.compress(data, mtime=0), rng),
    lambda data, rng: gzip.compress(with_number(data, rng), mtime=0),
]


def spoiled(text, name, number):
    """A variant of a log, spoiled once or twice: the kinds take turns, and the rest is drawn."""
    rng = random.Random(f"{name} {number}")
    data = SPOILED[number % len(SPOILED)](text.encode(), rng)
    return rng.choice(SPOILED)(data, rng) if rng.random() < 0.5 else data
