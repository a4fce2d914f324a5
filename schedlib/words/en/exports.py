"""The words in exported traces."""

TABLE = {
    "trace.time": (
        "One iteration is drawn as {microseconds:microsecond|microseconds}, by convention: "
        "iterations are counted, not timed."
    ),
    "trace.engine": "engine",
    "trace.slots": "slots",
    "trace.requests": "requests",
    "trace.iterations": "iterations",
    "trace.iteration": "iteration {iteration}",
    "trace.tokens": "tokens in iteration",
    "trace.queue": "waiting queue",
    "trace.count.decode": "decode",
    "trace.count.prefill": "prefill",
    "trace.count.unused": "unused",
    "trace.count.requests": "requests",
    "trace.cut": "cut: not drained",
    "trace.slot": "slot {number}",
    "trace.request.normal": "{request}",
    "trace.request.high": "{request} (high priority)",
    "trace.waiting": "waiting",
    "trace.arrive": "arrives",
    "trace.preempt": "preempted",
    "trace.no_victim": "finds nobody to preempt",
    "trace.reject": "rejected",
    "trace.prefill": "prefill {amount}",
    "trace.decode": "decode",
    "trace.starve": "on a slot, 0 tokens",
    "trace.first_token": "first token",
    "trace.complete": "completed",
}
