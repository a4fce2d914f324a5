"""A run as trace events, for ui.perfetto.dev and chrome://tracing.

Three groups of tracks: the engine (its iterations, with counters), a track for each slot (who
holds it) and a track for each request (waiting, prefill chunks, decodes). Every slice and instant
carries the numbers that the decision rested on, and the decision in words.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ..events import Event, Kind
from ..narration import narrate, tell_ending
from ..trace import Trace
from ..words import Words, words
from .stays import stays
from .trace_records import (
    ITERATION,
    Record,
    Track,
    counter,
    instant,
    process_names,
    slice_of,
    track_names,
)
from .trace_times import TraceTimes

ENGINE, SLOTS, REQUESTS = 1, 2, 3  # the groups, from the top
ITERATIONS = Track(ENGINE, 10)  # thread numbers are unique in the file, and none is a group's

WORK = (Kind.PREFILL, Kind.DECODE, Kind.STARVE, Kind.STALL, Kind.HOLD)
AT_THE_START = (Kind.ARRIVE, Kind.PREEMPT, Kind.NO_VICTIM, Kind.REJECT, Kind.BLOCKED)
AT_THE_END = (
    Kind.FIRST_TOKEN,
    Kind.NEXT_TOKEN,
    Kind.COMPLETE,
    Kind.LEAVE,
)  # tokens appear at the end of an iteration


def chrome_trace_json(trace: Trace, language: str = "en") -> str:
    """Return the content of a trace file; see `chrome_trace`."""
    return json.dumps(chrome_trace(trace, language), ensure_ascii=False) + "\n"


def chrome_trace(trace: Trace, language: str = "en") -> dict[str, Any]:
    """Return a run in Chrome's JSON Trace Event Format.

    Where the run has a clock its times are drawn. Else one iteration is 1,000 microseconds, by
    convention: iterations are counted, not timed. `otherData` says so, with the policy and how
    the run ended.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    run = _Run(trace, said)
    timed = [*run.engine(), *run.slots(), *run.requests()]
    return {
        "traceEvents": [*run.names, *sorted(timed, key=lambda record: record["ts"])],
        "displayTimeUnit": "ms",
        "otherData": {
            **_told_of_time(trace, said),
            "termination": trace.termination,
            "ending": tell_ending(trace, language),
            "policy": trace.policy.limits(),
        },
    }


def _told_of_time(trace: Trace, said: Words) -> dict[str, Any]:
    if trace.clock is not None:
        return {"time": said.say("trace.time.timed")}
    told = said.say("trace.time", microseconds=ITERATION)
    return {"time": told, "microseconds_per_iteration": ITERATION}


class _Run:
    """One run on its way to records; `names` collects the names of groups and tracks."""

    def __init__(self, trace: Trace, said: Words) -> None:
        self.trace, self.said = trace, said
        self.times = TraceTimes(trace)
        self.arrivals = {request.id: request.arrival for request in trace.workload}
        self.told = narrate(trace.events, said.language)
        self.names = [
            record
            for pid, key in ((ENGINE, "engine"), (SLOTS, "slots"), (REQUESTS, "requests"))
            for record in process_names(pid, said.say(f"trace.{key}"))
        ]

    def engine(self) -> Iterator[Record]:
        """Yield the iterations and the counters; a run that was cut ends with a sign."""
        self.names += track_names(ITERATIONS, self.said.say("trace.iterations"))
        for row in self.trace.iterations:
            start, end = self.times.start(row.iteration), self.times.end(row.iteration)
            name = self.said.say("trace.iteration", iteration=row.iteration)
            prefill = dict(row.prefill)
            args = {"decode": row.decode, "prefill": prefill, "queue": row.queue}
            yield slice_of(ITERATIONS, name, "iteration", start, end, args)
            tokens = {"decode": len(row.decode), "prefill": sum(prefill.values())}
            if row.unused_budget is not None:
                tokens["unused"] = row.unused_budget
            yield self._counter("tokens", start, tokens)
            yield self._counter("queue", start, {"requests": len(row.queue)})
            if end != self.times.start(row.iteration + 1):  # idle from here on
                yield self._counter("tokens", end, dict.fromkeys(tokens, 0))
        yield self._counter("tokens", end, dict.fromkeys(tokens, 0))
        yield from self._memory(end)
        if not self.trace.drained:
            ending = tell_ending(self.trace, self.said.language)
            yield instant(ITERATIONS, self.said.say("trace.cut"), "end", end, {"why": ending})

    def _memory(self, end: float) -> Iterator[Record]:
        """Yield the KV blocks in use, reserved and free, where there is a pool."""
        size = self.trace.policy.bounds().block_size
        for row in self.trace.kv:
            held, filled = sum(row.held.values()), sum(row.used(size).values())
            blocks = {"filled": filled, "reserved": held - filled, "free": row.free}
            yield self._counter("kv", self.times.start(row.iteration), blocks)
        if self.trace.kv:
            yield self._counter("kv", end, {"filled": 0, "reserved": 0, "free": 0})

    def slots(self) -> Iterator[Record]:
        """Yield a slice for each stay on a slot."""
        there = [(stay.slot, stay) for stay in stays(self.trace) if stay.slot is not None]
        used = sorted({slot for slot, _ in there})
        tracks = {slot: Track(SLOTS, ITERATIONS.tid + 1 + slot) for slot in used}
        for number, track in tracks.items():
            self.names += track_names(track, self.said.say("trace.slot", number=number + 1))
        for slot, stay in there:
            args = self._why(stay.since) | {"finished": stay.finished}
            times = self.times.start(stay.start), self.times.end(stay.end - 1)
            yield slice_of(tracks[slot], stay.request, "slot", *times, args)

    def requests(self) -> Iterator[Record]:
        """Yield what happened to each request, on its own track."""
        first = ITERATIONS.tid + 1 + len(self.trace.events)  # beyond any number of slots
        tracks = {
            request.id: Track(REQUESTS, first + number)
            for number, request in enumerate(self.trace.workload)
        }
        for request in self.trace.workload:
            priority = request.priority
            kind = priority if isinstance(priority, str) else "number"
            name = self.said.say(f"trace.request.{kind}", request=request.id, priority=priority)
            self.names += track_names(tracks[request.id], name)
        for stay in stays(self.trace):
            if stay.slot is None:
                name, args = self.said.say("trace.waiting"), self._why(stay.since)
                times = self.times.start(stay.start), self.times.start(stay.end)
                args |= {"finished": stay.finished}
                yield slice_of(tracks[stay.request], name, "waiting", *times, args)
        yield from self._work(tracks)
        for position, event in enumerate(self.trace.events):
            if event.kind in (*AT_THE_START, *AT_THE_END):
                track = tracks[event.request or ""]
                at = self._when(event)
                yield instant(track, self._name(event), event.kind, at, self._why(position))

    def _work(self, tracks: dict[str, Track]) -> Iterator[Record]:
        """Yield a slice for each chunk and each decode; several in an iteration share its time."""
        work: dict[tuple[str, int], list[int]] = defaultdict(list)
        for position, event in enumerate(self.trace.events):
            if event.kind in WORK:
                work[event.request or "", event.iteration].append(position)
        for (id, iteration), positions in work.items():
            edges = self._shares(iteration, len(positions))
            for position, times in zip(positions, pairwise(edges), strict=True):
                event = self.trace.events[position]
                args = self._why(position) | {"tokens": event.amount}
                yield slice_of(tracks[id], self._name(event), event.kind, *times, args)

    def _shares(self, iteration: int, number: int) -> list[float]:
        """Return the edges of so many equal shares of an iteration."""
        start, end = self.times.start(iteration), self.times.end(iteration)
        if not self.times.timed:
            return [start + place * (ITERATION // number) for place in range(number + 1)]
        inner = (start + (end - start) * place / number for place in range(1, number))
        return [start, *(round(edge, 3) for edge in inner), end]

    def _when(self, event: Event) -> float:
        """Return when something happened at an instant."""
        if event.kind is Kind.ARRIVE:
            return self.times.arrival(self.arrivals[event.request or ""], event.iteration)
        in_time = self.times.end if event.kind in AT_THE_END else self.times.start
        return in_time(event.iteration)

    def _name(self, event: Event) -> str:
        again = event.because.get("again", 0)
        key = "recompute" if 2 * again > event.amount else event.kind
        return self.said.say(f"trace.{key}", amount=event.amount)

    def _why(self, position: int) -> dict[str, Any]:
        event = self.trace.events[position]
        told = {"iteration": event.iteration, "step": event.step, "why": self.told[position]}
        return told | dict(event.because)

    def _counter(self, key: str, at: float, values: dict[str, int]) -> Record:
        named = {self.said.say(f"trace.count.{name}"): value for name, value in values.items()}
        return counter(ITERATIONS, self.said.say(f"trace.{key}"), at, named)
