"""Section 3: iteration-level scheduling, with all KV reserved at admission."""

from .plain import (
    arriving,
    blocks_for,
    fresh,
    held,
    is_decoding,
    is_done,
    iterations,
    pool_of,
    process,
    row,
)


def reserved_tokens(request, reservation, max_model_len):
    if reservation == "true_length":
        return request["prompt"] + request["output"]
    if reservation == "power_of_two":
        power = 1
        while power < request["output"]:
            power *= 2
        return request["prompt"] + power
    return max_model_len


def run(
    requests,
    max_batch_size,
    reservation="true_length",
    max_model_len=None,
    num_blocks=None,
    block_size=16,
):
    everyone = fresh(requests)
    pool = pool_of(num_blocks)
    waiting, running, gone, rows = [], [], [], []

    for now in iterations(everyone, gone):
        waiting += arriving(everyone, now)

        while waiting and len(running) < max_batch_size:
            tokens = reserved_tokens(waiting[0], reservation, max_model_len)
            blocks = blocks_for(tokens, block_size)
            if held(running) + blocks > pool:
                break
            request = waiting.pop(0)
            request["blocks"] = blocks
            running.append(request)

        ran = process([(each, 1 if is_decoding(each) else each["prompt"]) for each in running])

        composed = running
        completed = [request for request in running if is_done(request)]
        running = [request for request in running if not is_done(request)]
        gone += completed
        rows.append(
            row(ran=ran, completed=completed, waiting=waiting, running=running, blocks=composed)
        )
    return rows
