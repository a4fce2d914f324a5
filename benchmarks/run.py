"""How quick large runs are: a trace of production, growth from 10^4 to 10^6 requests, and memory.

    python benchmarks/run.py [TRACE]

TRACE is any file that `load_workload` reads; the aims are meant for the conversation trace of
Azure, 2023. Without a file, requests in its likeness are generated. Ratios are within one run, and
processor time is counted, not the time on the wall: machines are noisy.
"""

import resource
import subprocess
import sys
import time
from collections import deque

from schedlib import Sarathi, VllmV1, simulate, workloads
from schedlib.clock import StepClock, StepWork, hardware, model
from schedlib.generators.arrivals import poisson
from schedlib.generators.lengths import lognormal
from schedlib.generators.synthetic import requests_of
from schedlib.logs.workload import load_workload

CLOCK = StepClock(hardware("a100-80gb"), model("llama-3-8b"))
BLOCKS = 26_000  # of 16 tokens: what is left of 80 GB beside the weights
SLOTS, TOKENS = 256, 2048
POLICIES = {  # the plain loop has no KV pool, and iterations of as many tokens as the first two
    "VllmV1": VllmV1(SLOTS, TOKENS),
    "Sarathi": Sarathi(TOKENS, SLOTS),
    "VllmV1, with a KV pool": VllmV1(SLOTS, TOKENS, num_gpu_blocks=BLOCKS),
    "Sarathi, with a KV pool": Sarathi(TOKENS, SLOTS, num_blocks=BLOCKS),
    "Sarathi, chunks of 512": Sarathi(512, SLOTS),
}
RATE, RATIO = 30_000, 5  # aims: requests/s of processor time, and times a plain loop
SIZES = (10_000, 100_000, 1_000_000)
FLAT, SECONDS, MEGABYTES = 1.25, 60, 1000  # aims: cost per request, and of a million


def likeness(n):
    """Requests like those of a conversation service, 5.5 a second."""
    prompts = lognormal(n, mean=1155, spread=1.0, longest=14_000, seed=2)
    outputs = lognormal(n, mean=211, spread=0.8, longest=1_000, seed=3)
    return requests_of(poisson(n, rate=5.5, seed=1), prompts, outputs)


def plain_loop(requests, slots=SLOTS, budget=TOKENS):
    """vLLM V1 without a KV pool, step by step and request by request: the yardstick."""
    now, coming = 0.0, 0
    waiting, running = deque(), []
    left = [request.prompt for request in requests]
    done, written = [0] * len(requests), [0] * len(requests)
    last = [None] * len(requests)
    while coming < len(requests) or waiting or running:
        if not (running or waiting):
            now = max(now, requests[coming].arrival)
        while coming < len(requests) and requests[coming].arrival <= now:
            waiting.append(coming)
            coming += 1
        tokens, served, work = budget, [], StepWork()
        for place in running:
            chunk = min(left[place] or 1, tokens)
            if not chunk:
                break
            served.append((place, chunk))
            tokens -= chunk
        while waiting and tokens and len(running) < slots:
            place = waiting.popleft()
            chunk = min(left[place], tokens)
            running.append(place)
            served.append((place, chunk))
            tokens -= chunk
        for place, chunk in served:
            work.add(done[place], chunk)
            work.sampled += left[place] <= chunk
        now += CLOCK.seconds(work)
        ended = False
        for place, chunk in served:
            done[place] += chunk
            if left[place] > chunk:
                left[place] -= chunk
                continue
            left[place] = 0
            written[place] += 1
            if written[place] == requests[place].output:
                last[place], ended = now, True
        if ended:
            running = [place for place in running if last[place] is None]
    return last


def processor_seconds(act, times=3):
    """The least of some runs, and what the last one returned."""
    least = None
    for _ in range(times):
        start = time.process_time()
        found = act()
        taken = time.process_time() - start
        least = taken if least is None else min(least, taken)
    return least, found


def trace(requests):
    """A trace under each policy, and the plain loop beside it."""
    print(f"{len(requests):,} requests, {sum(r.output for r in requests):,} output tokens")
    print(f"{'':28}{'s of CPU':>10}{'requests/s':>12}{'x plain loop':>14}")
    plain, last = processor_seconds(lambda: plain_loop(requests), times=2)
    print(f"{'plain stepping loop':28}{plain:10.2f}{len(requests) / plain:12,.0f}{1:14.1f}")
    for name, policy in POLICIES.items():
        taken, summary = processor_seconds(
            lambda p=policy: simulate(requests, p, clock=CLOCK, record="summary")
        )
        ratio = plain / taken
        print(f"{name:28}{taken:10.2f}{len(requests) / taken:12,.0f}{ratio:14.1f}")
        if name == "VllmV1":
            pairs = zip(summary.timings, last, strict=True)
            off = max(abs(timing.last_token - end) for timing, end in pairs)
            print(f"{'':28}the plain loop's completion times are at most {off:.1e} s away")
    print(f"{'aims':28}{'':10}{RATE:12,}{RATIO:14.1f}\n")


def growth():
    """The cost of a request as there are more of them; each size in a process of its own."""
    print(f"{'requests':>12}{'s of CPU':>10}{'us/request':>12}{'peak MB':>10}")
    costs = []
    for size in SIZES:
        code = [sys.executable, __file__, "--size", str(size)]
        taken, memory = subprocess.run(code, check=True, capture_output=True).stdout.split()
        costs.append(1e6 * float(taken) / size)
        print(f"{size:12,}{float(taken):10.2f}{costs[-1]:12.1f}{float(memory):10.0f}", flush=True)
    print(f"dearest over cheapest: {max(costs) / min(costs):.2f} (aim {FLAT})")
    print(f"aims for a million: {SECONDS} s, {MEGABYTES:,} MB\n")


def one_size(size):
    requests = likeness(size)
    policy = POLICIES["VllmV1, with a KV pool"]
    taken, _ = processor_seconds(
        lambda: simulate(requests, policy, clock=CLOCK, record="summary"),
        times=3 if size < SIZES[-1] else 1,
    )
    print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def small():
    """The lesson's six requests, with all their events."""
    requests = workloads.six_requests()
    taken, _ = processor_seconds(lambda: [simulate(requests) for _ in range(300)])
    print(f"six requests: {taken / 0.3:.3f} ms (aim 0.3)")


def main(arguments):
    if arguments[:1] == ["--size"]:
        one_size(int(arguments[1]))
        return
    trace(load_workload(arguments[0]) if arguments else likeness(19_366))
    growth()
    small()


if __name__ == "__main__":
    main(sys.argv[1:])
