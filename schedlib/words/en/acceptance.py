"""The acceptance list."""

TABLE = {
    "acceptance.pass": "pass",
    "acceptance.fail": "FAIL",
    "acceptance.1": "Every length, limit, priority and rule is listed explicitly.",
    "acceptance.2": "Decode + prefill never exceed the budget of 6 tokens in an iteration.",
    "acceptance.3": "In the baseline no prefill chunk exceeds 3 tokens.",
    "acceptance.4": "A is preempted exactly once and resumes with its progress.",
    "acceptance.5": (
        "F is rejected when the two-place queue is full, and preemption never overfills the queue."
    ),
    "acceptance.6": "First outputs and completions match the expected table.",
    "acceptance.7": "Under sustained overload the queue stays at 2 or below.",
    "acceptance.8": (
        "The historical figures 8x, 23x and 36.9x carry model, hardware, baseline, metric and "
        "denominator."
    ),
    "acceptance.9": (
        "vLLM's further lead in Anyscale's test is not attributed to PagedAttention alone."
    ),
}
