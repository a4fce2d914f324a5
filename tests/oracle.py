"""Two independent sources of expected results for the tutorial scheduler.

`run_naively` is the seven steps written a second time, straight from their wording and as
plainly as possible. The library is tested against it on random workloads.

`fixed_cases` reads the recorded runs in `golden/`, where the right answer is known.
"""

import json
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"

BASELINE = {
    "max_active": 2,
    "max_queue": 2,
    "token_budget": 6,
    "prefill_chunk": 3,
    "max_iterations": 200,
    "preemption": True,
}

SIX_REQUESTS = [
    {"id": "A", "arrival": 0, "priority": "normal", "prompt": 6, "output": 3},
    {"id": "B", "arrival": 0, "priority": "normal", "prompt": 4, "output": 2},
    {"id": "C", "arrival": 1, "priority": "high", "prompt": 2, "output": 1},
    {"id": "D", "arrival": 2, "priority": "normal", "prompt": 4, "output": 2},
    {"id": "E", "arrival": 2, "priority": "normal", "prompt": 1, "output": 1},
    {"id": "F", "arrival": 2, "priority": "normal", "prompt": 1, "output": 1},
]


# --- The seven steps -----------------------------------------------------------------------
#
# The only state is the trace so far and two lists of ids, `active` and `waiting`. How much
# work a request has left is never stored: it is counted from the trace each time it is needed.


def run_naively(
    requests, *, max_active, max_queue, token_budget, prefill_chunk, max_iterations, preemption
):
    """Run the tutorial scheduler over a list of plain dicts and return the artifact."""
    trace, active, waiting = [], [], []
    termination = "iteration_limit"

    for now in range(max_iterations):
        this = {
            "iteration": now,
            "decode": [],
            "prefill": [],
            "prefill_emitted": [],
            "preempted": [],
            "rejected": [],
            "completed": [],
            "queue": [],
            "active": [],
            "unused_budget": 0,
        }
        trace.append(this)

        # Step 1: the requests that arrive now, in the order in which they are listed.
        arrivals = [request for request in requests if request["arrival"] == now]

        # Steps 2 and 3, for one arrival at a time.
        for arrival in arrivals:
            slot_is_free = len(active) < max_active
            queue_has_room = max_queue is None or len(waiting) < max_queue
            victim = find_victim(requests, trace, active)
            may_preempt = preemption and arrival["priority"] == "high"

            if slot_is_free:
                active.append(arrival["id"])
            elif may_preempt and victim is not None and queue_has_room:
                active.remove(victim)
                waiting.insert(0, victim)
                active.append(arrival["id"])
                this["preempted"].append(victim)
            elif queue_has_room:
                waiting.append(arrival["id"])
            else:
                this["rejected"].append(arrival["id"])

        # Step 4: the head of the waiting queue takes a free slot.
        while waiting and len(active) < max_active:
            active.append(waiting.pop(0))

        # Step 5: one decode token for every active request whose prefill is done.
        budget = token_budget
        for name in active:
            if prompt_left(requests, trace, name) == 0 and budget > 0:
                this["decode"].append(name)
                budget -= 1

        # Step 6: prompt tokens, one at a time, at most a chunk for each active request.
        for name in active:
            chunk = 0
            while prompt_left(requests, trace, name) > 0 and chunk < prefill_chunk and budget > 0:
                if chunk == 0:
                    this["prefill"].append([name, 0])
                this["prefill"][-1][1] += 1
                chunk += 1
                budget -= 1

        # Step 7: a prompt finished just now yields the first token; what has nothing left ends.
        for name, _ in this["prefill"]:
            if prompt_left(requests, trace, name) == 0:
                this["prefill_emitted"].append(name)
        for name in list(active):
            if work_left(requests, trace, name) == 0:
                active.remove(name)
                this["completed"].append(name)

        this["queue"] = list(waiting)
        this["active"] = list(active)
        this["unused_budget"] = budget

        ended = [name for past in trace for name in past["completed"] + past["rejected"]]
        if len(ended) == len(requests):
            termination = "all_terminal"
            break

    return {
        "termination": termination,
        "policy": {
            "max_active": max_active,
            "max_queue": max_queue,
            "token_budget": token_budget,
            "prefill_chunk": prefill_chunk,
        },
        "trace": trace,
        "requests": {request["id"]: outcome(trace, request) for request in requests},
    }


def lookup(requests, name):
    return next(request for request in requests if request["id"] == name)


def prompt_left(requests, trace, name):
    done = sum(tokens for past in trace for who, tokens in past["prefill"] if who == name)
    return lookup(requests, name)["prompt"] - done


def output_left(requests, trace, name):
    first = sum(past["prefill_emitted"].count(name) for past in trace)
    later = sum(past["decode"].count(name) for past in trace)
    return lookup(requests, name)["output"] - first - later


def work_left(requests, trace, name):
    return prompt_left(requests, trace, name) + output_left(requests, trace, name)


def find_victim(requests, trace, active):
    """The active normal request with the most work left; on a tie, the earlier one."""
    victim, most = None, 0
    for name in active:
        if lookup(requests, name)["priority"] == "high":
            continue
        work = work_left(requests, trace, name)
        if work > most:
            victim, most = name, work
    return victim


def outcome(trace, request):
    """What became of one request, read off the finished trace."""
    name = request["id"]
    first_output, completed, preemptions, result = None, None, 0, "pending"
    for this in trace:
        preemptions += this["preempted"].count(name)
        if name in this["prefill_emitted"]:
            first_output = this["iteration"]
        if name in this["active"]:
            result = "active"
        if name in this["queue"]:
            result = "waiting"
        if name in this["rejected"]:
            result = "rejected"
        if name in this["completed"]:
            completed = this["iteration"]
            result = "completed"
    return {
        "first_output": first_output,
        "completed": completed,
        "preemptions": preemptions,
        "result": result,
    }


# --- The recorded runs ---------------------------------------------------------------------


def as_text(artifact):
    """One string per artifact, so that a comparison also sees the order of the keys."""
    return json.dumps(artifact)


def read(name):
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def fixed_cases():
    """A dict from the name of a recorded run to (requests, policy, expected artifact)."""
    overload = read("overload_requests.json")
    cases = {
        "baseline": (SIX_REQUESTS, BASELINE, read("baseline.json")),
        "chunk6": (SIX_REQUESTS, BASELINE | {"prefill_chunk": 6}, read("chunk6.json")),
        "no_preemption": (
            SIX_REQUESTS,
            BASELINE | {"preemption": False},
            read("no_preemption.json"),
        ),
        "overload": (overload, BASELINE, read("overload.json")),
    }
    for path in sorted((GOLDEN / "edge").glob("*.json")):
        case = read(f"edge/{path.name}")
        changed = {name.lower(): value for name, value in case["constants"].items()}
        requests = case["requests"] or SIX_REQUESTS
        cases[path.stem] = (requests, BASELINE | changed, case["artifact"])
    return cases
