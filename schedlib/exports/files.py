"""The files in which a run can be saved, by the name under which one asks for them."""

from collections.abc import Callable
from typing import NamedTuple

from ..trace import Trace
from .csv_text import events_csv, iterations_csv, requests_csv, workload_csv
from .images import png, svg
from .json_text import artifact_json
from .perfetto import chrome_trace_json

JSON, CSV, SVG, PNG = "application/json", "text/csv", "image/svg+xml", "image/png"


class Kind(NamedTuple):
    """A kind of file: how its name ends, its media type, and what makes its content."""

    ending: str
    media_type: str
    make: Callable[[Trace, str], str | bytes]


KINDS = {
    "artifact": Kind(".json", JSON, lambda trace, _: artifact_json(trace)),
    "workload": Kind("_workload.csv", CSV, lambda trace, _: workload_csv(trace.workload)),
    "requests": Kind("_requests.csv", CSV, lambda trace, _: requests_csv(trace)),
    "iterations": Kind("_iterations.csv", CSV, lambda trace, _: iterations_csv(trace)),
    "events": Kind("_events.csv", CSV, lambda trace, _: events_csv(trace)),
    "trace": Kind(".trace.json", JSON, chrome_trace_json),
    "svg": Kind(".svg", SVG, lambda trace, language: svg(trace, language=language)),
    "png": Kind(".png", PNG, lambda trace, language: png(trace, language=language)),
}


class File(NamedTuple):
    """A file to be saved."""

    name: str
    media_type: str
    content: bytes


def run_file(trace: Trace, kind: str, language: str = "en") -> File:
    """Return a run as a file of one of `KINDS`; the name of a run that was cut says so.

    Text is UTF-8; CSV begins with a byte order mark, without which spreadsheets misread it.

    Raises:
        KeyError: `kind` is none of `KINDS`.
        InputError: there is no table of words for `language`.
    """
    ending, media_type, make = KINDS[kind]
    content = make(trace, language)
    if isinstance(content, str):
        content = content.encode("utf-8-sig" if media_type == CSV else "utf-8", "backslashreplace")
    return File(f"{_stem(trace)}{ending}", media_type, content)


def _stem(trace: Trace) -> str:
    return "run" if trace.drained else f"run_cut_after_{len(trace.iterations)}_iterations"
