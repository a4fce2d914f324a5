"""The engines in words: their steps, and the decisions that the tutorial scheduler knows not."""

STEPS = {
    "steps.static.1": "Arrivals",
    "steps.static.2": "Form a batch, when the one before is over",
    "steps.static.3": "The batch runs",
    "steps.static.4": "Tokens and completions",
    "steps.request-dynamic.1": "Arrivals, into a bounded queue",
    "steps.request-dynamic.2": "Form a batch, when the one before is over",
    "steps.request-dynamic.3": "The batch runs",
    "steps.request-dynamic.4": "Tokens and completions",
    "steps.orca.1": "Arrivals",
    "steps.orca.2": "Everybody in progress runs",
    "steps.orca.3": "Admission, with KV memory reserved",
    "steps.orca.4": "Tokens and completions",
    "steps.vllm-v0.1": "Arrivals",
    "steps.vllm-v0.2": "Swap in",
    "steps.vllm-v0.3": "A batch of prompts, if any fits",
    "steps.vllm-v0.4": "Otherwise: decode",
    "steps.vllm-v0.5": "Tokens and completions",
    "steps.sarathi.1": "Arrivals",
    "steps.sarathi.2": "Decode",
    "steps.sarathi.3": "Chunks of prompts under way",
    "steps.sarathi.4": "Admission, with a first chunk",
    "steps.sarathi.5": "Tokens and completions",
    "steps.vllm-v1.1": "Arrivals",
    "steps.vllm-v1.2": "The running list, in list order",
    "steps.vllm-v1.3": "The waiting queue, head first",
    "steps.vllm-v1.4": "Tokens and completions",
    "steps.tensorrt-llm.1": "Arrivals",
    "steps.tensorrt-llm.2": "Capacity: who fits into memory",
    "steps.tensorrt-llm.3": "Micro-batch: generation",
    "steps.tensorrt-llm.4": "Micro-batch: context",
    "steps.tensorrt-llm.5": "Tokens and completions",
}

QUEUE = {
    "event.arrive.number": (
        "{request} arrives with priority {priority}: {prompt:prompt token|prompt tokens}, "
        "{output:output token|output tokens}."
    ),
    "event.enqueue.joins": "{request} joins the waiting queue ({queue:request|requests} in it).",
    "event.reject.queue_full": "{request} is rejected: the queue is full ({queue} of {max_queue}).",
    "event.refill.admit": "{request} is admitted ({active} of {max_active} in progress).",
    "event.refill.again": (
        "{request} is admitted again ({active} of {max_active} in progress), with "
        "{to_prefill:token|tokens} to prefill."
    ),
    "event.refill.swap_in": (
        "{request} comes back from CPU memory with its {blocks:KV block|KV blocks}."
    ),
    "event.refill.batch_full": (
        "{request} goes into the new batch ({active} of {max_active}): enough wait to fill it."
    ),
    "event.refill.batch_last": (
        "{request} goes into the new batch ({active} of {max_active}): nothing more will arrive."
    ),
    "event.refill.batch_preferred": (
        "{request} goes into the new batch ({active} of {max_active}): it has a preferred size."
    ),
    "event.refill.batch_delay": (
        "{request} goes into the new batch ({active} of {max_active}): the oldest has waited "
        "long enough."
    ),
    "event.blocked.slots": (
        "{request} is not admitted: {max_active:request is|requests are} in progress, and that is "
        "the limit. The queue stops there."
    ),
    "event.blocked.blocks": (
        "{request} is not admitted: it needs {needed:KV block|KV blocks}, and "
        "{free:is free|are free}. The queue stops there."
    ),
    "event.blocked.blocks_watermark": (
        "{request} is not admitted: it needs {needed:KV block|KV blocks} and must leave "
        "{watermark} free, and {free:is free|are free}. The queue stops there."
    ),
    "event.blocked.swapped_out": (
        "{request} stays in CPU memory: it needs {needed:KV block|KV blocks}, and {free:is|are} "
        "free. The queue stops there."
    ),
    "event.blocked.swapped_out_watermark": (
        "{request} stays in CPU memory: it needs {needed:KV block|KV blocks} and must leave "
        "{watermark} free, and {free:is free|are free}. The queue stops there."
    ),
    "event.blocked.padded": (
        "{request} is not admitted: with it the prompts, padded to the longest ({longest}), "
        "would take {padded} tokens, and the limit is {limit}. The queue stops there."
    ),
    "event.blocked.budget": "{request} is not admitted: no tokens are left.",
    "event.blocked.whole": (
        "{request} is not admitted: its {needed:token|tokens} must run in one piece, and "
        "{budget_left:is left|are left}. The queue stops there."
    ),
    "event.blocked.evicted": "Nobody is admitted in an iteration that has evicted ({victims}).",
    "event.blocked.batch": "{request} waits for the batch to end, and so for {ends_with}.",
    "event.blocked.forming": (
        "{request} waits for company: {waiting} of {max_active} wait for a batch."
    ),
    "event.blocked.generating": "{request} waits until nobody generates.",
    "event.blocked.window": "{request} waits: the walk has ended before it.",
}

MEMORY = {
    "event.allocate.grow": (
        "{request} takes {amount:KV block|KV blocks}: it holds {held}, and {free:is free|are free}."
    ),
    "event.allocate.reserve": (
        "{amount:KV block is|KV blocks are} reserved for {request}, and {free:is free|are free}."
    ),
    "event.allocate.swap_in": (
        "{request} takes {amount:KV block|KV blocks} for what comes back, and {free:is "
        "free|are free}."
    ),
    "event.free.done": "{request} gives back {amount:KV block|KV blocks}: {free:is free|are free}.",
    "event.free.evicted": (
        "That frees {amount:KV block|KV blocks} of {request}: {free:is free|are free}."
    ),
    "event.free.swap_out": (
        "{request} moves {amount:KV block|KV blocks} to CPU memory: {free:is free|are free}."
    ),
    "event.preempt.evicted": (
        "No KV blocks are left for {by}: {request} is evicted and loses "
        "{lost:computed token|computed tokens}."
    ),
    "event.preempt.evicted_taken_back": (
        "No KV blocks are left for {by}: {request} is evicted and loses "
        "{lost:computed token|computed tokens}. What it was to run now is taken back "
        "({taken_back:token|tokens})."
    ),
    "event.preempt.self": (
        "No KV blocks are left for {request}, and nobody is to go before it: it is evicted "
        "itself and loses {lost:computed token|computed tokens}."
    ),
    "event.preempt.paused": (
        "{by} does not fit: {request} is paused and loses {lost:computed token|computed tokens}. "
        "It keeps its place in arrival order."
    ),
    "event.preempt.swapped": (
        "No KV block is left for {by}: {request} is swapped out, and loses nothing."
    ),
    "event.preempt.swapped_self": (
        "No KV block is left for {request}, and nobody is behind it: it is swapped out itself, "
        "and loses nothing."
    ),
}

TOKENS = {
    "event.prefill.whole": "{request} prefills its whole prompt ({amount:token|tokens}).",
    "event.prefill.cut": (
        "{request} prefills {amount} of its {prompt_left:prompt token|prompt tokens} left: "
        "a request gets {threshold} in one iteration, at most."
    ),
    "event.prefill.again_whole": (
        "{request} prefills {amount:token|tokens}, {again} of them for the second time."
    ),
    "event.prefill.again_last": (
        "{request} prefills its last {amount:token|tokens}, {again} of them for the second time."
    ),
    "event.prefill.again_cut": (
        "{request} prefills {amount} of {prompt_left} tokens, {again} of them for the second "
        "time: a request gets {threshold} in one iteration, at most."
    ),
    "event.prefill.again_budget": (
        "{request} prefills {amount} of {prompt_left} tokens, {again} of them for the second "
        "time: the budget has no more to give."
    ),
    "event.stall.budget": (
        "{request} stalls: it decodes, and no tokens are left when its turn comes."
    ),
    "event.stall.prefill_first": (
        "{request} stalls: it decodes, and this iteration runs prompts only."
    ),
    "event.hold.batch": "{request} has ended, and its slot is held until the batch is over.",
    "event.hold.async": (
        "{request} has ended, and the engine does not know it yet: its slot and its KV blocks "
        "are held for this iteration."
    ),
    "event.next_token.again": (
        "{request} has computed again what it had lost, which yields its next output token."
    ),
    "event.complete.kept": (
        "{request} has its last token; the engine learns of it one iteration later."
    ),
    "event.complete.held": "{request} is completed; its slot is held until the batch is over.",
    "event.leave.late": "{request} leaves, now that the engine knows of its end.",
    "event.end.ran": "{tokens:token is|tokens are} processed.",
    "event.end.nobody": (
        "Nobody gets a token in this iteration. Budget left unused: {amount} of {token_budget}."
    ),
    "event.end.nobody_unlimited": "Nobody gets a token in this iteration.",
    "event.end.idle_unlimited": "Nothing to do.",
}

TABLE = STEPS | QUEUE | MEMORY | TOKENS
