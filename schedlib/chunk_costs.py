"""What a chunk size costs whom: the streams beside a long prompt, and the long prompt itself."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from .events import Kind
from .latency import gaps, latencies
from .loop import simulate
from .request import Request
from .trace import Trace
from .tutorial import Tutorial

CHUNKS = (64, 128, 256, 512, 1024, 2048, 6000)


class ChunkCost(NamedTuple):
    """What one chunk size costs.

    Attributes:
        chunk: prompt tokens of one request in one iteration, at most.
        peak: the most tokens of work between two successive tokens of a stream.
        ttft: of the long prompt, in iterations; None if its first token never came.
        work: tokens processed from the long prompt's arrival to its first token, by everybody.
    """

    chunk: int
    peak: int
    ttft: float | None
    work: int


def long_one(workload: Sequence[Request]) -> str:
    """Return the id of the request with the longest prompt, of equals the first."""
    return max(workload, key=lambda request: request.prompt).id


def chunk_cost(trace: Trace, chunk: int) -> ChunkCost:
    """Return what a run under one chunk size costs; all but the long prompt are streams."""
    long = long_one(trace.workload)
    works = [gap.work for id, between in gaps(trace).items() for gap in between if id != long]
    arrival = next(e.iteration for e in trace.events if (e.kind, e.request) == (Kind.ARRIVE, long))
    first = trace.requests[long].first_output
    until = len(trace.iterations) if first is None else first + 1
    work = sum(
        len(row.decode) + sum(tokens for _, tokens in row.prefill)
        for row in trace.iterations[arrival:until]
    )
    return ChunkCost(chunk, max(works, default=0), latencies(trace)[long].ttft, work)


def chunk_costs(
    requests: Iterable[Request], policy: Tutorial, chunks: Iterable[int] = CHUNKS
) -> list[ChunkCost]:
    """Run the workload once for each chunk size, all else as in `policy`.

    Raises:
        InputError: the workload or a chunk size breaks a rule.
    """
    workload = tuple(requests)
    return [
        chunk_cost(simulate(workload, replace(policy, prefill_chunk=chunk)), chunk)
        for chunk in chunks
    ]
