"""What all oracles share: requests as dicts, blocks as a ceiling, and the form of a row."""

import math

TOO_LONG = 20_000  # iterations: no workload of these tests can need as many


def fresh(requests):
    """Each request as a dict, with what has become of it so far."""
    return [
        {
            "id": request.id,
            "arrival": request.arrival,
            "prompt": request.prompt,
            "output": request.output,
            "number": {"normal": 1, "high": 0}.get(request.priority, request.priority),
            "place": place,  # in the workload's list
            "to_prefill": request.prompt,  # after an eviction: prompt + generated
            "computed": 0,  # tokens that have a KV entry
            "generated": 0,
            "blocks": 0,
        }
        for place, request in enumerate(requests)
    ]


def iterations(everyone, gone):
    """Count iterations until all have gone; a run that never ends is an error."""
    now = 0
    while len(gone) < len(everyone):
        assert now < TOO_LONG, "this run does not end"
        yield now
        now += 1


def arriving(everyone, now):
    return [request for request in everyone if request["arrival"] == now]


def pool_of(num_blocks):
    return math.inf if num_blocks is None else num_blocks


def blocks_for(tokens, block_size):
    return math.ceil(tokens / block_size)


def held(requests):
    return sum(request["blocks"] for request in requests)


def known(request):
    """Prompt and generated tokens: all that a recompute has to prefill."""
    return request["prompt"] + request["generated"]


def is_decoding(request):
    return request["computed"] >= request["to_prefill"]


def lose_everything(request):
    """What recompute does to a victim: it keeps its generated tokens and nothing else."""
    request["computed"] = 0
    request["blocks"] = 0
    request["to_prefill"] = known(request)


def process(batch):
    """Run (request, tokens) pairs; return (id, tokens, kind) of each."""
    told = []
    for request, tokens in batch:
        told.append((request["id"], tokens, "decode" if is_decoding(request) else "prefill"))
        request["computed"] += tokens
        if is_decoding(request):  # the last chunk yields a token, too
            request["generated"] += 1
    return told


def is_done(request):
    return request["generated"] == request["output"]


def ids(requests):
    return [request["id"] for request in requests]


def row(*, ran, evicted=(), rejected=(), completed=(), waiting=(), running=(), blocks=None):
    """What one iteration says.

    ran: (id, tokens, "prefill" or "decode") in the order in which they were scheduled.
    evicted, rejected, completed: ids, in order.
    waiting, running: ids after the iteration, in order.
    blocks: held by each id when the iteration has been composed; ids with none are left out.
    """
    return {
        "ran": list(ran),
        "evicted": ids(evicted),
        "rejected": ids(rejected),
        "completed": ids(completed),
        "waiting": ids(waiting),
        "running": ids(running),
        "blocks": {
            request["id"]: request["blocks"] for request in blocks or [] if request["blocks"]
        },
    }
