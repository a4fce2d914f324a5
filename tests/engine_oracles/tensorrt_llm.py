"""Section 7: a capacity scheduler chooses who fits, then a micro-batch scheduler who runs."""

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


def run(
    requests,
    max_batch_size,
    max_num_tokens,
    capacity_scheduler_policy="GUARANTEED_NO_EVICT",
    enable_chunked_context=False,
    num_blocks=None,
    block_size=16,
):
    everyone = fresh(requests)
    pool = pool_of(num_blocks)
    on_demand = capacity_scheduler_policy == "MAX_UTILIZATION"
    alive, gone, rows = [], [], []  # alive: all that have arrived and not ended, by arrival

    def to_completion(request):
        return blocks_for(request["prompt"] + request["output"], block_size)

    def for_next_step(request):
        if not has_started(request):
            return blocks_for(known(request), block_size)
        if not is_decoding(request):
            return request["blocks"]
        return blocks_for(request["computed"] + 1, block_size)

    def choose_with_guarantee():
        chosen = [request for request in alive if has_started(request)]
        left = pool - sum(to_completion(request) for request in chosen)
        if capacity_scheduler_policy == "STATIC_BATCH" and any(map(is_decoding, alive)):
            return chosen, []
        for request in alive:
            if has_started(request):
                continue
            if len(chosen) >= max_batch_size or to_completion(request) > left:
                break
            left -= to_completion(request)
            chosen.append(request)
        return chosen, []

    def choose_on_demand():
        chosen, paused = [], []
        window = list(alive)
        added = 0
        while len(chosen) < len(window):
            request = window[len(chosen)]
            adds = for_next_step(request) - request["blocks"]
            if len(chosen) < max_batch_size and held(alive) + added + adds <= pool:
                chosen.append(request)
                added += adds
                continue
            started = [each for each in window[len(chosen) :] if has_started(each)]
            if not started:
                break
            victim = started[-1]
            window = window[: window.index(victim)]
            lose_everything(victim)
            paused.append(victim)
        return chosen, paused

    for now in iterations(everyone, gone):
        alive += arriving(everyone, now)
        chosen, paused = choose_on_demand() if on_demand else choose_with_guarantee()

        budget = max_num_tokens
        batch = []
        for request in chosen:
            if is_decoding(request) and budget > 0:
                batch.append((request, 1))
                budget -= 1
        for request in chosen:
            if is_decoding(request):
                continue
            tokens = request["to_prefill"] - request["computed"]
            if enable_chunked_context:
                tokens = min(tokens, budget)
            if tokens > budget or tokens == 0:
                break
            batch.append((request, tokens))
            budget -= tokens

        for request, _ in batch:
            request["blocks"] = for_next_step(request) if on_demand else to_completion(request)

        composed = list(alive)
        ran = process(batch)
        completed = [request for request, _ in batch if is_done(request)]
        alive = [request for request in alive if request not in completed]
        gone += completed
        rows.append(
            row(
                ran=ran,
                evicted=paused,
                completed=completed,
                waiting=[request for request in alive if not has_started(request)],
                running=[request for request in alive if has_started(request)],
                blocks=composed,
            )
        )
    return rows


def has_started(request):
    """Whether it holds KV: in mid-prefill or generating."""
    return request["computed"] > 0
