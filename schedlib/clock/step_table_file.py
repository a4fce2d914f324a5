"""Reading a table of step times: CSV with a header, a measured step in each line.

Of its columns six are read, in whatever order: `mode`, `decode_seqs`, `decode_ctx`,
`chunk_tokens`, `chunk_ctx` and `ms_median`, the median of repeated measurements in milliseconds.
A step is measured in one or two modes: "graph" is the time of the GPU alone, with all kernels
launched in one go, as engines do for decodes; "eager" has the gaps between kernels launched one
by one. Lines of mode "copy" are about moving KV entries, and not about steps.
"""

import os
from collections.abc import Iterator
from typing import Any

from ..errors import InputError, shown
from ..fields import amount_of, one_of, whole_or_text
from ..reading.files import path_shown, read_bytes
from ..reading.request_csv import csv_lines
from .step_table import StepTable
from .step_time import COUNTS, StepTime

MODES = ("graph", "eager")
NO_STEP = "copy"
TIME = "ms_median"
COLUMNS = ("mode", *COUNTS, TIME)


def read_step_table(path: str | os.PathLike[str], mode: str | None = None) -> StepTable:
    """Return the table in the file at `path`.

    Lines without a time are left out: these measurements failed.

    Args:
        path: of the file.
        mode: "graph" or "eager"; None takes whichever is shorter, for each step.

    Raises:
        InputError: `mode` is neither, the file cannot be read, a line breaks a rule, or too
            little was measured. The message names the file, and the line if there is one.
    """
    modes = MODES if mode is None else (one_of("mode", mode, MODES),)
    data = read_bytes(path)
    try:
        times = tuple(time for found, time in _rows(_text(data)) if found in modes)
        if not times:
            raise InputError(f"no step with a time in {TIME} has the mode {' or '.join(modes)}")
        return StepTable(times)
    except InputError as error:
        raise InputError(f"{path_shown(path)}: {error}") from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: the file must be UTF-8 text") from None


def _rows(text: str) -> Iterator[tuple[str, StepTime]]:
    """Yield each measured step with its mode."""
    lines = csv_lines(text)
    place, header = next(lines, ("line 1", []))
    for name in COLUMNS:
        if header.count(name) != 1:
            problem = "is missing" if name not in header else "is there twice"
            raise InputError(f"{place}: the column {name} {problem}")
    for place, cells in lines:
        if len(cells) != len(header):
            raise InputError(f"{place}: {len(header)} cells are expected, not {len(cells)}")
        found = dict(zip(header, cells, strict=True))
        try:
            mode = one_of("mode", found["mode"], (*MODES, NO_STEP))
            if mode != NO_STEP and found[TIME]:
                yield mode, _step(found)
        except InputError as error:
            raise InputError(f"{place}: {error}") from None


def _step(found: dict[str, str]) -> StepTime:
    counts: dict[str, Any] = {name: whole_or_text(found[name]) for name in COUNTS}
    milliseconds = amount_of(TIME, _number(found[TIME]))
    if not milliseconds:
        raise InputError(f"{TIME} must be above 0, not {shown(found[TIME])}")
    return StepTime(**counts, seconds=milliseconds / 1000)


def _number(cell: str) -> object:
    try:
        return float(cell)
    except ValueError:
        return cell
