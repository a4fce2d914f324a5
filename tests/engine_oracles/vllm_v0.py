"""Section 4: prefill first; all decodes pause in an iteration that admits anything."""

from .plain import (
    arriving,
    blocks_for,
    fresh,
    held,
    is_done,
    iterations,
    known,
    lose_everything,
    pool_of,
    process,
    row,
)


def run(
    requests,
    max_num_seqs,
    max_num_batched_tokens,
    num_blocks=None,
    block_size=16,
    watermark=0.01,
    preemption_mode="recompute",
):
    everyone = fresh(requests)
    pool = pool_of(num_blocks)
    left_free = 0 if num_blocks is None else int(watermark * num_blocks)
    waiting, swapped, running, gone, rows = [], [], [], [], []

    for now in iterations(everyone, gone):
        waiting += arriving(everyone, now)
        evicted = []

        # Who was swapped out comes back first, earliest arrival first. It was not in the last
        # batch, so it stands in front of the running list. One that would run alone needs no
        # watermark.
        returned = []
        while swapped and len(returned) + len(running) < max_num_seqs:
            needed = swapped[0]["blocks out"] + 1 + (left_free if returned or running else 0)
            if needed > pool - held(returned) - held(running):
                break
            request = swapped.pop(0)
            request["blocks"] = request.pop("blocks out")
            returned.append(request)
        running = returned + running

        # A prefill-only batch from the head of the queue.
        admitted = []
        while waiting and not swapped:
            head = waiting[0]
            blocks = blocks_for(known(head), block_size)
            longest = max(known(request) for request in [*admitted, head])
            if blocks + left_free > pool - held(running) - held(admitted):
                break
            if (len(admitted) + 1) * longest > max_num_batched_tokens:
                break
            if len(running) + len(admitted) >= max_num_seqs:
                break
            head["blocks"] = blocks
            admitted.append(waiting.pop(0))

        if admitted:
            batch = [(request, known(request)) for request in admitted]
            running = running + admitted
        else:
            # Every running request decodes, in arrival order.
            unserved = sorted(running, key=lambda request: request["arrival"])
            served = []
            while unserved:
                request = unserved.pop(0)
                while held([*served, request, *unserved]) >= pool:  # not one free block
                    victim = unserved.pop() if unserved else request
                    evicted.append(victim)
                    if preemption_mode == "swap":
                        victim["blocks out"] = victim["blocks"]
                        victim["blocks"] = 0
                        swapped.append(victim)
                    else:
                        lose_everything(victim)
                        waiting.insert(0, victim)
                    if victim is request:
                        break
                else:
                    request["blocks"] = blocks_for(request["computed"] + 1, block_size)
                    served.append(request)
            swapped.sort(key=lambda request: (request["arrival"], request["place"]))
            batch = [(request, 1) for request in served]
            running = served

        ran = process(batch)
        composed = running
        completed = [request for request, _ in batch if is_done(request)]
        running = [request for request in running if not is_done(request)]
        gone += completed
        rows.append(
            row(
                ran=ran,
                evicted=evicted,
                completed=completed,
                waiting=swapped + waiting,
                running=running,
                blocks=composed,
            )
        )
    return rows
