"""The records of Chrome's "JSON Trace Event Format", as far as we need them.

A record has a phase `ph` (X: a slice with a duration, i: an instant, C: a counter, M: a name or
an order), a time `ts` in microseconds, and a place: process `pid` and, within it, thread `tid`.
Source: "Trace Event Format", the Chromium project's public document.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Record = dict[str, Any]

# Microseconds that stand for one iteration of a run without a clock: a convention, not measured.
ITERATION = 1000


class Track(NamedTuple):
    """Where records go: a process (a group of tracks) and a thread (one track)."""

    pid: int
    tid: int


def slice_of(
    track: Track, name: str, category: str, start: float, end: float, args: Mapping[str, Any]
) -> Record:
    """Return a slice from `start` to `end`, in microseconds; an instant where it has no length."""
    if end <= start:
        return instant(track, name, category, start, args)
    times = {"ts": start, "dur": round(end - start, 3)}
    return {"name": name, "cat": category, "ph": "X", **times, **_of(track), "args": dict(args)}


def instant(track: Track, name: str, category: str, at: float, args: Mapping[str, Any]) -> Record:
    """Return an instant on one track, at `at` microseconds."""
    place = {"ts": at, "s": "t", **_of(track)}
    return {"name": name, "cat": category, "ph": "i", **place, "args": dict(args)}


def counter(track: Track, name: str, at: float, values: Mapping[str, int]) -> Record:
    """Return the values of a counter from `at` microseconds on."""
    return {"name": name, "ph": "C", "ts": at, **_of(track), "args": dict(values)}


def process_names(pid: int, name: str) -> list[Record]:
    """Return the name of a group of tracks; groups stand in the order of their `pid`."""
    return _named("process", Track(pid, 0), name, pid)


def track_names(track: Track, name: str) -> list[Record]:
    """Return the name of a track; tracks stand in the order of their `tid`."""
    return _named("thread", track, name, track.tid)


def _named(what: str, track: Track, name: str, order: int) -> list[Record]:
    start = {"ph": "M", "ts": 0, **_of(track)}
    return [
        start | {"name": f"{what}_name", "args": {"name": name}},
        start | {"name": f"{what}_sort_index", "args": {"sort_index": order}},
    ]


def _of(track: Track) -> dict[str, int]:
    return {"pid": track.pid, "tid": track.tid}
