"""The formats that are known, and which of them a log is in."""

from collections.abc import Sequence

from ..errors import InputError, shown
from .azure import AZURE
from .burstgpt import BURSTGPT
from .content import CUT, Content
from .csv_source import CsvSource
from .json_source import JsonLines, JsonList
from .lengths import LENGTHS
from .log_format import LogFormat
from .mooncake import MOONCAKE
from .source import Source
from .vllm import VLLM
from .workbook import WORKBOOK

# The first that fits is taken: Mooncake's names hold those of a file of lengths.
FORMATS = (WORKBOOK, AZURE, BURSTGPT, VLLM, MOONCAKE, LENGTHS)

MOST_NAMES = 12  # that are quoted from a file in an unknown format


def recognise(content: Content) -> tuple[Source, LogFormat]:
    """Return what holds the requests in `content`, and their format.

    Raises:
        InputError: the format is unknown; the message lists the known ones.
    """
    source = _source(content)
    line, names = source.names()
    for format in FORMATS:
        if format.fits(names):
            return source, format
    raise InputError(f"line {line}: {CUT if content.cut and _short(content) else _unknown(names)}")


def _short(content: Content) -> bool:
    """Return whether there is no more than a line, so that what tells the format may be lost."""
    return "\n" not in content.text.strip("\n")


def _source(content: Content) -> Source:
    start = content.text.lstrip(" \t\n")[:1]
    if start == "[":
        return JsonList(content)
    return JsonLines(content) if start == "{" else CsvSource(content)


def _unknown(names: Sequence[str]) -> str:
    known = "; ".join(format.described for format in FORMATS)
    quoted = ", ".join(shown(name, limit=30) for name in names[:MOST_NAMES])
    more = ", …" if len(names) > MOST_NAMES else ""
    text = "it holds texts, and a tokenizer has to count them first; " * ("conversations" in names)
    return f"unknown format, with the names {quoted}{more}: {text}the known formats are {known}"
