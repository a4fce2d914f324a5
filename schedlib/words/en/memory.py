"""The words of the bars that compare how engines use their memory."""

TABLE = {
    "memory.batched": "Requests in an iteration, mean",
    "memory.batched.key": "in these runs",
    "memory.published.key": "published, OPT-13B on ShareGPT",
    "memory.work": "Tokens in an iteration, mean",
    "memory.work.once": "{all}",
    "memory.work.both": "{useful} of {all}",
    "memory.useful.key": "processed for the first time",
    "memory.again.key": "processed again, after an eviction",
    "memory.told": "{name}: {text}",
    "memory.told.published": "{name}: {text} (published: {published})",
}
