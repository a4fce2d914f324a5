"""How long a run, its pages and its figure take, and how long Python takes to get there."""

import resource
import statistics
import subprocess
import sys
import time

from schedlib import Request, Tutorial, simulate, workloads
from schedlib.figures.gantt import gantt_scene
from schedlib.widgets.pages import step_pages

START = "import schedlib; schedlib.simulate(schedlib.workloads.six_requests())"
SIMULATE_AIM, START_AIM = 0.3, 150  # ms


def three_hundred():
    """Requests of many sizes, one of ten with high priority, that keep eight slots busy."""
    return [
        Request(
            f"R{n}",
            arrival=n // 2,
            prompt=1 + 7 * n % 24,
            output=1 + 5 * n % 12,
            priority="normal" if n % 10 else "high",
        )
        for n in range(300)
    ]


ROOMY = Tutorial(
    max_active=8, max_queue=None, token_budget=24, prefill_chunk=12, max_iterations=2000
)
RUNS = {
    "six requests": (workloads.six_requests(), Tutorial()),
    "overload": (workloads.overload(), Tutorial()),
    "300 requests": (three_hundred(), ROOMY),
}


def milliseconds(act, seconds=1.0):
    """The median of as many calls as fit into a time, and of three at least."""
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def processor_time(code):
    """The processor time of a Python process, in ms: the median of nine."""
    times = []
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * statistics.median(times)


def show(what, figure, aim=None):
    print(f"{what:42} {figure:10.2f}   {'' if aim is None else f'{aim:10}'}".rstrip(), flush=True)


def main():
    print(f"{'ms':42} {'measured':>10}   {'aim':>10}")
    for name, (requests, policy) in RUNS.items():
        aim = SIMULATE_AIM if name == "six requests" else None
        show(f"simulate, {name}", milliseconds(lambda r=requests, p=policy: simulate(r, p)), aim)
    for name, (requests, policy) in RUNS.items():
        trace = simulate(requests, policy)
        size = f"{name} ({len(trace.iterations)} iterations)"
        show(f"step_pages, {size}", milliseconds(lambda t=trace: step_pages(t)))
        show(f"gantt_scene, {size}", milliseconds(lambda t=trace: gantt_scene(t)))
    show(
        "start-up over an empty program", processor_time(START) - processor_time("pass"), START_AIM
    )


if __name__ == "__main__":
    main()
