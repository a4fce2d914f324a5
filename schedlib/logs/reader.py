"""Reading a log: every line becomes an entry, or is reported with its reason."""

import os
from collections.abc import Iterator

from ..errors import InputError, shown
from ..reading.files import path_shown, read_bytes, read_standard_input
from .content import CUT, Content, content_of
from .entries import Placed, entries_of
from .known import recognise
from .log import Log, Skipped
from .log_format import LogFormat
from .source import Source


def read_log(path: str | os.PathLike[str], skip_bad: bool = False) -> Log:
    """Return the log in the file at `path`; "-" is standard input.

    Args:
        path: a file in one of the formats in `known`, compressed by gzip or not. Its first lines
            tell the format, and never its name.
        skip_bad: leave out what cannot be read, and list it in `Log.skipped`, instead of stopping
            there.

    Raises:
        InputError: the file cannot be read, its format is unknown, it is broken in a way that
            hides where its requests begin, a line is bad (without `skip_bad`), or nothing is
            left. The message names the file, and the line if there is one.
    """
    name = os.fspath(path)
    if name == "-":
        name, data = "<standard input>", read_standard_input()
    else:
        data = read_bytes(path)
    return parse_log(data, name, skip_bad)


def parse_log(data: bytes, name: str, skip_bad: bool = False) -> Log:
    """Return the log in `data`, what a file called `name` holds; see `read_log`.

    Raises:
        InputError: as for `read_log`, but that there is no file to be read.
    """
    try:
        return _log(content_of(data), skip_bad)
    except InputError as error:
        raise InputError(f"{path_shown(name)}: {error}") from None


def _log(content: Content, skip_bad: bool) -> Log:
    if not content.text.strip(" \t\n"):
        raise InputError(f"line 1: {CUT}" if content.cut else "the log is empty")
    source, format = recognise(content)
    rows: list[Placed] = []
    skipped: list[Skipped] = []
    for found in _rows(content, source, format):
        if isinstance(found, Skipped):
            skipped.append(_left_out(found, skip_bad))
        else:
            rows.append(found)
    entries, strays, shift = entries_of(rows, format)
    skipped += [_left_out(stray, skip_bad) for stray in strays]
    if not entries:
        raise InputError(_nothing_left(skipped))
    return Log(entries, format.name, tuple(sorted(skipped, key=_line)), shift)


def _left_out(found: Skipped, skip_bad: bool) -> Skipped:
    if not skip_bad:
        raise InputError(f"line {found.line}: {found.reason}")
    return found


def _rows(content: Content, source: Source, format: LogFormat) -> Iterator[Placed | Skipped]:
    """Yield each request with its place, or why it cannot be read.

    A request without a name gets one by its place in the log, whatever is left out before it.
    """
    read = source.reader(format.wanted)
    # A list that breaks off is refused as a whole; of lines, the last may not be all there.
    last = content.text.count("\n") + 1 if content.cut and not source.numbered else 0
    line_of: dict[str, int] = {}
    line = 0
    for number, (line, raw) in enumerate(source.raws(), start=1):
        try:
            if line == last:
                raise InputError(CUT)
            row = format.row(read(raw))
            id = row.id or f"r{number}"
            if id in line_of:
                raise InputError(f"{shown(id)} is used in line {line_of[id]} already")
        except InputError as error:
            item = f"item {number}: " if source.numbered else ""
            yield Skipped(line, f"{item}{error}")
        else:
            line_of[id] = line
            yield Placed(line, id, row)
    if line < last:
        yield Skipped(last, CUT)


def _nothing_left(skipped: list[Skipped]) -> str:
    if not skipped:
        return "the log must hold at least one request, and it holds none"
    line, reason = min(skipped, key=_line)
    others = f", and so on in {len(skipped) - 1:,} more" if len(skipped) > 1 else ""
    return f"no request is left: line {line}: {reason}{others}"


def _line(skipped: Skipped) -> int:
    return skipped.line
