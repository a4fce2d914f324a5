"""A run as files for other programs: JSON, CSV and Chrome's trace events.

Pictures are in `images`, and all of it as files in `files`, apart from the rest: only pictures
need more than the standard library.
"""

from .csv_text import events_csv, iterations_csv, requests_csv, workload_csv
from .json_text import artifact_json
from .perfetto import chrome_trace, chrome_trace_json

__all__ = [
    "artifact_json",
    "chrome_trace",
    "chrome_trace_json",
    "events_csv",
    "iterations_csv",
    "requests_csv",
    "workload_csv",
]
