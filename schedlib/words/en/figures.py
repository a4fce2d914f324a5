"""The words in figures, in their keys and in their descriptions."""

TABLE = {
    "chart.iteration": "iteration",
    "chart.demand": "prompt+output",
    "chart.first": "first",
    "chart.done": "done",
    "chart.rejected": "rejected",
    "chart.rejected_now": "(was done {completed})",
    "chart.rows": "{count:request|requests}\nin order\nof arrival",
    "chart.tokens": "tokens in\niteration",
    "chart.budget": "budget {limit}",
    "chart.budget_above": "budget {limit},\nabove",
    "chart.unused": "{amount} unused",
    "chart.decode": "{request} decodes one token.",
    "chart.decodes": "{count:decode|decodes}",
    "chart.prefill": "{request} prefills {amount:token|tokens}.",
    "chart.recompute": (
        "{request} prefills {amount:token|tokens}, {again} of them for the second time."
    ),
    "chart.queue": "waiting\nqueue",
    "chart.unused_budget": "unused budget",
    "chart.queue_length": "queue length",
    "chart.free_blocks": "free KV blocks",
    "chart.limit": "limit {limit}",
    "chart.limit_above": "limit {limit}, above",
    "chart.unlimited": "no limit",
    "chart.waits_on": "{request} waits in the queue, from iteration {start} on.",
    "chart.waits": "{request} waits in place {place} of the queue.",
    "chart.blocked": "{place} Iteration {iteration}: {why}",
    "chart.held": "{request} has ended, and its slot is held for nothing.",
    "chart.waiting": "{count:request waits|requests wait}.",
    "chart.kv": "KV blocks\nheld",
    "chart.blocks": "{limit:block|blocks}\nof {size:token|tokens}",
    "chart.blocks_above": "{limit:block|blocks}\nof {size:token|tokens},\nabove",
    "chart.holds": (
        "{request} holds {held:KV block|KV blocks}: {filled} in use, {reserved} reserved."
    ),
    "chart.holds_all": (
        "{held:KV block is|KV blocks are} held: {filled} in use, {reserved} reserved."
    ),
    "key.prefill": "prefill chunk (3 tokens)",
    "key.recompute": "recompute (3 tokens done before)",
    "key.decode": "decode (1 token)",
    "key.first": "first token",
    "key.next": "next token, after a recompute",
    "key.end": "completed",
    "key.waiting": "waiting, 1st in queue",
    "key.preempted": "preempted",
    "key.rejected": "rejected",
    "key.starved": "on a slot, 0 tokens",
    "key.stalled": "decoding, but 0 tokens: a stall",
    "key.held": "ended, slot held for nothing",
    "key.unused": "unused budget",
    "key.kv": "KV blocks in use",
    "key.reserved": "KV blocks reserved",
    "key.foreseen": "not yet run",
    "key.high": "high priority",
    "key.number": "priority (lower is more urgent)",
    "key.rails": "previous run",
    "key.hollow_end": "completed in the first run",
    "describe.run": (
        "Gantt chart of {requests:request|requests} over {iterations:iteration|iterations}, "
        "above the tokens of each iteration and the waiting queue."
    ),
    "describe.run_kv": (
        "Gantt chart of {requests:request|requests} over {iterations:iteration|iterations}, "
        "above the tokens of each iteration, the waiting queue and the KV blocks held."
    ),
    "describe.kv": "At most {held} of {blocks:KV block|KV blocks} are held.",
    "describe.again": "Work done twice: {tokens:token|tokens}.",
    "describe.up_to": "Shown up to iteration {iteration}.",
    "describe.completed": "{request}: first token in iteration {first}, done in {completed}.",
    "describe.rejected": "{request}: rejected in iteration {rejected}.",
    "describe.active": "{request}: on a slot.",
    "describe.waiting": "{request}: waiting.",
    "describe.pending": "{request}: not yet arrived.",
    "describe.counts": "Outcomes: {counts}.",
    "describe.preempted": "It is preempted in iteration {iterations}.",
}
