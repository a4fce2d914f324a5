"""The metrics of a run: what each is called, and what it is, in one sentence."""

TABLE = {
    "metric.requests": "requests",
    "metric.requests.means": "Requests of the workload.",
    "metric.completed": "completed",
    "metric.completed.means": "Requests that got all their output tokens.",
    "metric.rejected": "rejected",
    "metric.rejected.means": "Requests that were turned away because the queue was full.",
    "metric.ttft": "TTFT",
    "metric.ttft.means": (
        "Time to first token: from the arrival of a request to the end of the iteration that "
        "yields its first output token."
    ),
    "metric.itl": "ITL",
    "metric.itl.means": (
        "Inter-token latency: from each output token to the next one of the same request, over "
        "the tokens of all requests alike, waiting after a preemption included."
    ),
    "metric.tpot": "TPOT",
    "metric.tpot.means": (
        "Time per output token, the first one left out: from the first to the last token of a "
        "completed request, divided by its output tokens less one."
    ),
    "metric.latency": "E2E latency",
    "metric.latency.means": "From the arrival of a request to its last output token.",
    "metric.normalised_latency": "normalised latency",
    "metric.normalised_latency.means": (
        "E2E latency divided by the output tokens of the request (Orca, vLLM): unlike TPOT it "
        "has the wait for the first token in it."
    ),
    "metric.queueing": "queueing",
    "metric.queueing.means": (
        "From the arrival of a request to the start of the first iteration that processes any "
        "of its tokens."
    ),
    "metric.makespan": "makespan",
    "metric.makespan.means": "From 0 to the end of the last iteration.",
    "metric.requests_per_unit": "request throughput",
    "metric.requests_per_unit.means": "Completed requests, divided by the makespan.",
    "metric.prompt_tokens_per_unit": "prompt throughput",
    "metric.prompt_tokens_per_unit.means": (
        "Prompt tokens of the requests that had a first output token, divided by the makespan; "
        "what was computed again counts once."
    ),
    "metric.output_tokens_per_unit": "output throughput",
    "metric.output_tokens_per_unit.means": "Output tokens, divided by the makespan.",
    "metric.goodput": "goodput",
    "metric.goodput.means": (
        "Requests completed within the limits of the SLO on TTFT and TPOT, divided by the makespan."
    ),
    "metric.goodput.requests": "within the SLO",
    "metric.goodput.requests.means": (
        "Requests completed within the limits of the SLO on TTFT and TPOT."
    ),
    "metric.goodput.requests_per_unit": "goodput",
    "metric.goodput.requests_per_unit.means": (
        "Requests completed within the limits of the SLO on TTFT and TPOT, divided by the makespan."
    ),
    "metric.goodput.share": "SLO attainment",
    "metric.goodput.share.means": (
        "Requests completed within the limits of the SLO on TTFT and TPOT, as a share of all "
        "requests, those rejected or cut off included."
    ),
    "metric.goodput.itl_share": "ITL within the SLO",
    "metric.goodput.itl_share.means": (
        "The share of all gaps between two tokens of a request that are within the limit on the "
        "ITL: of all requests together, so it does not say how many requests had one beyond."
    ),
    "metric.utilisation": "slot utilisation",
    "metric.utilisation.means": (
        "The share of slot-time, slots times makespan, in which a slot's request got a token."
    ),
    "metric.busy_share": "busy",
    "metric.busy_share.means": "The share of the makespan in which an iteration ran.",
    "metric.wasted_slots": "wasted slot-time",
    "metric.wasted_slots.means": "Time on slots that were held by requests that had ended.",
    "metric.wasted_share": "wasted slots",
    "metric.wasted_share.means": (
        "The share of slot-time, slots times makespan, that requests held that had ended."
    ),
    "metric.batched_mean": "batched requests",
    "metric.batched_mean.means": (
        "Requests that got a token in an iteration, on average over the iterations in which any "
        "did."
    ),
    "metric.stalls": "stalls",
    "metric.stalls.means": (
        "How often a request that already decodes was on a slot in an iteration, and got no token."
    ),
    "metric.recomputed_tokens": "recomputed tokens",
    "metric.recomputed_tokens.means": "Tokens that were processed again after an eviction.",
    "metric.preemptions": "preemptions",
    "metric.preemptions.means": "How often a request was taken off its slot before it was done.",
    "metric.kv_peak_share": "KV memory, peak",
    "metric.kv_peak_share.means": "The share of the KV blocks held when requests held most.",
    "metric.kv_mean_share": "KV memory, mean",
    "metric.kv_mean_share.means": (
        "The share of the KV blocks that requests held, on average over the iterations in which "
        "any of them got a token."
    ),
    "metric.spread.mean": "mean",
    "metric.spread.median": "median",
    "metric.spread.p90": "p90",
    "metric.spread.p99": "p99",
    "metric.spread.max": "max",
    "metric.spread.means": (
        "Percentiles by linear interpolation between order statistics: of n sorted values, the "
        "p-th stands at place (n - 1) p / 100, counted from 0, and between two places on the "
        "straight line between their values (numpy's default)."
    ),
    "metric.unit.s": "s",
    "metric.unit.iterations": "iterations",
    "metric.per.s": "per s",
    "metric.per.iterations": "per iteration",
    "metric.slot_unit.s": "slot-s",
    "metric.slot_unit.iterations": "slot-iterations",
}
