"""Section 5: one budget an iteration, decodes first, then chunks of prompts."""

from .plain import (
    arriving,
    blocks_for,
    fresh,
    held,
    is_decoding,
    is_done,
    iterations,
    known,
    lose_everything,
    pool_of,
    process,
    row,
)


def run(requests, chunk_size, max_num_seqs, num_blocks=None, block_size=16, watermark=0.01):
    everyone = fresh(requests)
    pool = pool_of(num_blocks)
    left_free = 0 if num_blocks is None else int(watermark * num_blocks)
    waiting, running, gone, rows = [], [], [], []  # running: in the order of the next iteration

    for now in iterations(everyone, gone):
        waiting += arriving(everyone, now)
        evicted = []
        budget = chunk_size
        batch = []

        # (a) One token for each that decodes.
        for request in list(running):
            if request not in running or not is_decoding(request):
                continue
            while held(running) >= pool:  # not one free block
                victim = running.pop()  # the end of the list: behind this request, or itself
                lose_everything(victim)
                waiting.insert(0, victim)
                evicted.append(victim)
                if victim is request:
                    break
            if request in running:
                request["blocks"] = blocks_for(request["computed"] + 1, block_size)
                batch.append((request, 1))
                budget -= 1

        # (b) A chunk for each that has prompt left.
        for request in running:
            if not is_decoding(request):
                chunk = min(request["to_prefill"] - request["computed"], budget)
                if chunk > 0:
                    batch.append((request, chunk))
                    budget -= chunk

        # (c) New requests, whose whole prompt must fit. Victims of this iteration stand in front
        # and may not come back in it, so they keep everybody behind them out, too.
        while waiting and not evicted and len(running) < max_num_seqs and budget > 0:
            blocks = blocks_for(known(waiting[0]), block_size)
            if blocks + left_free > pool - held(running):
                break
            request = waiting.pop(0)
            request["blocks"] = blocks
            running.append(request)
            chunk = min(known(request), budget)
            batch.append((request, chunk))
            budget -= chunk

        ran = process(batch)
        composed = running
        in_batch = [request for request, _ in batch]
        left_out = [request for request in running if request not in in_batch]
        left_out.sort(key=lambda request: request["arrival"])
        completed = [request for request in in_batch if is_done(request)]
        running = left_out + [request for request in in_batch if not is_done(request)]
        gone += completed
        rows.append(
            row(
                ran=ran,
                evicted=evicted,
                completed=completed,
                waiting=waiting,
                running=running,
                blocks=composed,
            )
        )
    return rows
