"""Section 6: the running list, then the waiting queue, with one path for all tokens."""

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


def urgency(request):
    return (request["number"], request["arrival"], request["place"])


def run(
    requests,
    max_num_seqs=128,
    max_num_batched_tokens=2048,
    long_prefill_token_threshold=0,
    num_gpu_blocks=None,
    block_size=16,
    enable_chunked_prefill=True,
    policy="fcfs",
    scheduler_reserve_full_isl=True,
    watermark=0.0,
    async_scheduling=False,
):
    everyone = fresh(requests)
    usable = pool_of(None if num_gpu_blocks is None else num_gpu_blocks - 1)
    left_free = 0 if num_gpu_blocks is None else int(watermark * num_gpu_blocks)
    waiting, running, gone, rows = [], [], [], []

    for now in iterations(everyone, gone):
        waiting += arriving(everyone, now)
        if policy == "priority":
            waiting.sort(key=urgency)
        evicted = []
        budget = max_num_batched_tokens
        scheduled = []  # (request, tokens)
        leaving = [request for request in running if is_done(request)]  # asynchronous mode only

        # 0. The threshold.
        threshold = long_prefill_token_threshold or max_num_batched_tokens
        if len(running) + len(waiting) == 1:
            threshold = max_num_batched_tokens

        # 1. The running list.
        place = 0
        while place < len(running) and budget > 0:
            request = running[place]
            if is_done(request):
                place += 1
                continue
            tokens = min(known(request) - request["computed"], threshold, budget)
            blocks = blocks_for(request["computed"] + tokens, block_size)
            evicted_itself = False
            while held(running) - request["blocks"] + blocks > usable:
                victim = max(running, key=urgency) if policy == "priority" else running[-1]
                if running.index(victim) < place:
                    place -= 1
                running.remove(victim)
                for served in [pair for pair in scheduled if pair[0] is victim]:
                    scheduled.remove(served)
                    budget += served[1]
                lose_everything(victim)
                evicted.append(victim)
                waiting.insert(0, victim)
                if policy == "priority":
                    waiting.sort(key=urgency)
                if victim is request:
                    evicted_itself = True
                    break
            if evicted_itself:
                if policy == "fcfs":
                    break
                continue  # whoever stood behind it now stands in its place
            request["blocks"] = blocks
            scheduled.append((request, tokens))
            budget -= tokens
            place += 1

        # 2. The waiting queue.
        while not evicted and waiting and budget > 0 and len(running) < max_num_seqs:
            head = waiting[0]
            tokens = min(known(head), threshold)
            if not enable_chunked_prefill and tokens > budget:
                break
            tokens = min(tokens, budget)
            tested = known(head) if scheduler_reserve_full_isl else tokens
            must_be_free = blocks_for(tested, block_size) + (left_free if running else 0)
            if held(running) + must_be_free > usable:
                break
            head["blocks"] = blocks_for(tokens, block_size)
            running.append(waiting.pop(0))
            scheduled.append((head, tokens))
            budget -= tokens

        # 3. After the step.
        composed = list(running)
        ran = process(scheduled)
        completed = [request for request, _ in scheduled if is_done(request)]
        leaves_now = leaving if async_scheduling else completed
        running = [request for request in running if request not in leaves_now]
        waiting = [request for request in waiting if request not in leaves_now]
        gone += leaves_now
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
