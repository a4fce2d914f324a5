"""The words of figures whose x is time, and of steps with a time."""

AXIS = {
    "time.ms": "{number} ms",
    "time.s": "{number} s",
    "chart.time.ms": "time, ms",
    "chart.time.s": "time, s",
    "chart.first.ms": "first, ms",
    "chart.first.s": "first, s",
    "chart.done.ms": "done, ms",
    "chart.done.s": "done, s",
    "chart.idle": "idle",
    "chart.unseen": (
        "{request} arrives at {time} and is seen {waited} later, when the next iteration starts."
    ),
    "describe.until": "It ends after {time}.",
    "describe.when": "{iteration} ({time})",
    "key.unseen": "arrived during an iteration",
    "stepper.title.timed": (
        "Iteration {iteration} (last: {last}), starts at {start}, lasts {lasts}"
    ),
    "table.ttft.ms": "TTFT, ms",
    "table.e2e.ms": "E2E, ms",
    "table.starts.ms": "starts, ms",
    "table.lasts.ms": "lasts, ms",
    "engine_table.note.timed": (
        "TTFT, ITL and E2E are in milliseconds. The tutorial scheduler preempts; engines evict."
    ),
    "compare.title": "At {time} (stop {number}, last: {last})",
    "compare.run": "{name}: iteration {iteration}, starts at {start}, lasts {lasts}",
    "compare.idle": "Nothing to do: it is idle.",
}

ITL = {
    "itl.title.ms": "gap before\neach token\n(ITL), ms",
    "itl.title.s": "gap before\neach token\n(ITL), s",
    "itl.key.decode": "only decodes between two tokens",
    "itl.key.prefill": "a prompt is prefilled between them",
    "itl.key.evicted": "evicted between them",
    "itl.longest": "longest {time}",
    "itl.median": "median {time}",
    "itl.prefill": "{request} prefills {tokens:token|tokens}",
    "itl.prefill.steps": "{request} prefills {tokens:token|tokens}, in {steps:step|steps}",
    "itl.evicted": "{request} was evicted",
    "itl.why.decode": "{requests}: {time} from one token to the next.",
    "itl.why.prefill": (
        "{requests}: {time} from one token to the next, beside the prompt of {request}."
    ),
    "itl.why.evicted": "{requests}: {time} from one token to the next, evicted in between.",
    "itl.describe": "The longest gap between two tokens is {longest}, the median {median}.",
    "itl.describe.named": (
        "{name}: the longest gap between two tokens is {longest}, the median {median}."
    ),
    "itl.describe.spike": "Up to {time}: {why}.",
}

STEP_TIME = {
    "step_time.title": "time of a decode step, ms",
    "step_time.tokens": "output tokens per second",
    "step_time.batch": "sequences that decode together",
    "step_time.context": "each with {context:token|tokens} of context",
    "step_time.step": "the step: the longer of the two, and the overhead",
    "step_time.reading": "reading weights and KV cache",
    "step_time.computing": "computing",
    "step_time.memory": "memory-bound",
    "step_time.compute": "compute-bound",
    "step_time.from": "from {batch} on",
    "step_time.describe": (
        "A decode step takes {first} for 1 sequence and {last} for {most}, each with "
        "{context:token|tokens} of context; {tokens_first} and {tokens_last} output tokens per "
        "second."
    ),
    "step_time.describe.crossover": "Computing takes longer than reading from {batch} on.",
    "step_time.describe.memory": "Reading takes longer all along.",
    "step_time.describe.compute": "Computing takes longer all along.",
}

TABLE = AXIS | ITL | STEP_TIME
