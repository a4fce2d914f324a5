"""The named workloads of the lesson. Each function makes its list anew."""

from .request import Request


def six_requests() -> list[Request]:
    """Return the six requests that the whole lesson follows."""
    return [
        Request("A", arrival=0, prompt=6, output=3),
        Request("B", arrival=0, prompt=4, output=2),
        Request("C", arrival=1, prompt=2, output=1, priority="high"),
        Request("D", arrival=2, prompt=4, output=2),
        Request("E", arrival=2, prompt=1, output=1),
        Request("F", arrival=2, prompt=1, output=1),
    ]


def overload() -> list[Request]:
    """Return the six requests, then two more (6+3) in each of iterations 0 to 9."""
    extra = [
        Request(f"X{iteration}{letter}", arrival=iteration, prompt=6, output=3)
        for iteration in range(10)
        for letter in "ab"
    ]
    return six_requests() + extra


def eight_outputs() -> list[Request]:
    """Return the eight requests of the slot arithmetic: 765 output tokens, the longest 200."""
    outputs = (20, 45, 80, 120, 150, 90, 60, 200)
    return [
        Request(f"R{number}", arrival=0, prompt=1, output=output)
        for number, output in enumerate(outputs, start=1)
    ]


def endless_arrivals(iterations: int, per_iteration: int = 8) -> list[Request]:
    """Return the first broken case: more arrivals in every iteration than two slots can serve.

    Each request is 1+1. With `max_active=2` and `max_queue=None` the queue grows by
    `per_iteration - 2` an iteration for as long as arrivals go on.
    """
    return [
        Request(f"{iteration}.{number}", arrival=iteration, prompt=1, output=1)
        for iteration in range(iterations)
        for number in range(per_iteration)
    ]


def long_prompt(
    prompt: int = 6000, streams: int = 2, stream_output: int = 16, arrival: int = 2
) -> list[Request]:
    """Return the second broken case: one long prompt arrives beside streams that decode.

    To be run with a slot for each (`max_active=streams + 1`) and with `prefill_chunk` at
    the whole prompt or at a part of it.
    """
    beside = [
        Request(f"S{number}", arrival=0, prompt=1, output=stream_output)
        for number in range(1, streams + 1)
    ]
    return [*beside, Request("L", arrival=arrival, prompt=prompt, output=1)]


def repeated_evictions(evictions: int = 4, prompt: int = 12, output: int = 8) -> list[Request]:
    """Return the third broken case: short high-priority requests that preempt again and again.

    Two normal requests fill two slots; from iteration 2 on, one high-priority request arrives
    in every second iteration. What each preemption would cost an engine that recomputes is
    the victim's prompt done + output done at that moment.
    """
    normal = [Request(id, arrival=0, prompt=prompt, output=output) for id in ("A", "B")]
    urgent = [
        Request(f"H{number}", arrival=2 * number, prompt=2, output=1, priority="high")
        for number in range(1, evictions + 1)
    ]
    return normal + urgent


def urgent_stream(arrivals: int = 10) -> list[Request]:
    """Return two normal requests, and a high-priority one (2+2) in every iteration from 1 on.

    Under the tutorial scheduler's own settings the two are preempted, and wait for as long as
    the arrivals go on: the arrival rule gives every free slot to whoever arrives.
    """
    normal = [Request(id, arrival=0, prompt=6, output=3) for id in ("A", "B")]
    urgent = [
        Request(f"U{number}", arrival=number, prompt=2, output=2, priority="high")
        for number in range(1, arrivals + 1)
    ]
    return normal + urgent
