"""The headings of tables."""

TABLE = {
    "table.iteration": "it.",
    "table.decode": "decode",
    "table.prefill": "prefill",
    "table.prefill_emitted": "first tokens",
    "table.free_blocks": "free blocks",
    "table.prefill_yields": "prefill yields",  # where a recompute yielded a later token, too
    "table.preempted": "preempted",
    "table.rejected": "rejected",
    "table.completed": "completed",
    "table.queue": "queue after",
    "table.active": "active after",
    "table.unused_budget": "unused",
    "table.id": "request",
    "table.first_output": "first output",
    "table.preemptions": "preemptions",
    "table.result": "result",
    "table.ttft": "TTFT",
    "table.e2e": "E2E",
    "table.nothing": "-",
}
