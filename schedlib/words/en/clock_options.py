"""What the command line says on hardware, models and logs."""

TABLE = {
    "clock.title": "how long an iteration lasts",
    "clock.summary": (
        "The longer of two times, to read weights and KV cache and to compute, plus an\n"
        "overhead; or, with --step-times alone, what was measured."
    ),
    "clock.hardware": "one GPU: {names}",
    "clock.bandwidth_gb_s": "its memory bandwidth, where it is not in this list",
    "clock.peak_tflops": "its dense bf16 peak, where it is not in this list",
    "clock.model": "what runs on it: {names}",
    "clock.layers": "the model's layers, where it is not in this list",
    "clock.hidden": "its hidden size",
    "clock.heads": "its attention heads",
    "clock.kv_heads": "its heads of keys and values",
    "clock.head_dim": "the width of one head",
    "clock.intermediate": "the width within its MLP",
    "clock.vocabulary": "the size of its vocabulary",
    "clock.gated": "whether its MLP has a gate (default, where a shape is given: yes)",
    "clock.tensor_parallel": "GPUs that share each layer",
    "clock.link": "how they are connected: {names}",
    "clock.link_gb_s": "one GPU's connection in one direction, where it is not in this list",
    "clock.e_mem": "the share of the bandwidth that is reached",
    "clock.e_compute": "the share of the peak that is reached",
    "clock.overhead_ms": "what the engine does besides, in each iteration",
    "clock.step_times": "a table of measured step times (CSV) in place of all these",
    "replay.trace": (
        "an Azure, BurstGPT or Mooncake trace, a per-request log of vLLM, a list of lengths, or "
        "the workbook's own JSON or CSV, with arrivals in seconds; gzip too; - is standard input"
    ),
    "replay.skip_bad": "leave out lines that cannot be read, and list them",
    "replay.first": "replay only so many requests, the first to arrive",
    "replay.slo": "the longest {metric} of a request that counts as good, in seconds",
    "replay.slo_itl": "the longest gap between two tokens that counts as good, in seconds",
    "replay.format": "a table for people, or JSON (default: %(default)s)",
    "replay.skipped": "line {line} is left out: {reason}",
    "replay.cut": "the run was cut after {iterations:,} iterations and did not drain",
    "replay.beyond": (
        "the table of step times was left: {beyond}; what lies outside is extrapolated"
    ),
    "replay.metric": "metric",
    "replay.unit": "unit",
    "calibrate.log": "a per-request log of vLLM: JSON lines with measured times",
    "calibrate.fit_first": "fit to so many requests, the first to arrive (default: all)",
    "calibrate.parameter": "parameter",
    "calibrate.value": "value",
    "calibrate.statistic": "statistic",
    "calibrate.measured": "measured",
    "calibrate.predicted": "predicted",
    "calibrate.off": "off by",
    "calibrate.error": "mean absolute error over these {number}: {error:.2f} %",
    "export.perfetto": "where to write the run for ui.perfetto.dev; - is standard output",
    "export.first": (
        "export only so many requests, the first to arrive: every event is written, and a viewer "
        "shows some hundred requests well"
    ),
    "export.requests": (
        "as for run; with --hardware and --model arrivals are in seconds, as for replay "
        "(default: the lesson's six requests)"
    ),
}
