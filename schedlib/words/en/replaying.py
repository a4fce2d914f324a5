"""The words of measured runs beside predicted ones: a table, a figure, and a widget for a log."""

TABLE_OF_BOTH = {
    "replayed.ttft": "TTFT",
    "replayed.tpot": "TPOT",
    "replayed.latency": "E2E latency",
    "replayed.row": "{latency}, {statistic}",
    "replayed.measured": "measured",
    "replayed.predicted": "predicted",
    "replayed.off": "{prediction}: off",
    "replayed.s": "{number} s",
    "replayed.ms": "{number} ms",
    "replayed.percent": "{number} %",
}

FIGURE = {
    "replayed.key.measured": "measured: the band",
    "replayed.key.predicted": "predicted: the line",
    "replayed.title.ttft": "time to first token (TTFT)",
    "replayed.title.tpot": "time per output token (TPOT)",
    "replayed.title.latency": "E2E latency",
    "replayed.share": "of the requests\ntook no longer",
    "replayed.median": "median",
    "replayed.p99": "p99",
    "replayed.share.median": "median: 50 %",
    "replayed.share.p99": "p99: 99 %",
    "replayed.off.short": "off by",
    "replayed.describe": "{count:request|requests}, measured and predicted. {latencies}.",
    "replayed.describe.one": (
        "{latency}: median {median} measured, {median_predicted} predicted; "
        "p99 {p99} measured, {p99_predicted} predicted"
    ),
}

WIDGET = {
    "log_drop.choose": "Choose a log",
    "log_drop.gpu": "GPU",
    "log_drop.model": "model",
    "log_drop.own": "the one it was",
    "log_drop.max_num_seqs": "max_num_seqs",
    "log_drop.max_num_batched_tokens": "max_num_batched_tokens",
    "log_drop.num_gpu_blocks": "num_gpu_blocks (0: no limit)",
    "log_drop.percent": "fit the first, %",
    "log_drop.calibrate": "Calibrate",
    "log_drop.given": "For now: the log of this notebook, {count:request|requests}.",
    "log_drop.read": (
        "{name}: {count:request|requests}. Say below how its engine ran, then press {button}."
    ),
    "log_drop.skipped": (
        "{count:line is|lines are} left out, the first of them line {line}: {reason}."
    ),
    "log_drop.working": "The run is simulated some hundred times …",
    "log_drop.error": "{error}. What is shown below is still what was shown before.",
    "log_drop.found": (
        "Fitted to the first {first:request|requests}: e_mem {e_mem:.2f}, "
        "e_compute {e_compute:.2f}, overhead {overhead:.1f} ms. "
        "The other {rest} are predicted with a mean error of {error:.1f} %, and shown here."
    ),
    "log_drop.found.all": (
        "Fitted to the first {first:request|requests}: e_mem {e_mem:.2f}, "
        "e_compute {e_compute:.2f}, overhead {overhead:.1f} ms. "
        "Over all requests, the mean error is {error:.1f} %."
    ),
    "log_drop.doubts": "To doubt:",
    "log_drop.no_doubts": (
        "No parameter sits at its bound, and the run depends on each of them. That the engine "
        "follows other rules than ours shows in the errors, and only there."
    ),
    "log_drop.table": "All {count:request|requests} together:",
    "log_drop.repr": "Choose a log of your own: it is calibrated and shown here.",
}

TABLE = TABLE_OF_BOTH | FIGURE | WIDGET
