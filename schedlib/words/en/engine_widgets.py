"""Engines side by side: their table, their rows of controls, and what a move changes."""

MEASURES = {
    "engine_table.ttft_mean": "TTFT, mean",
    "engine_table.ttft_worst": "TTFT, worst",
    "engine_table.itl_mean": "ITL, mean",
    "engine_table.itl_worst": "ITL, worst",
    "engine_table.e2e_mean": "E2E, mean",
    "engine_table.slots_wasted": "slots wasted",
    "engine_table.stalls": "stalls",
    "engine_table.evictions": "evictions, preemptions",
    "engine_table.recomputed": "recomputed tokens",
    "engine_table.tokens_mean": "tokens per iteration",
    "engine_table.useful": "{mean} ({useful} useful)",
    "engine_table.iterations": "iterations",
    "engine_table.batched_mean": "batched requests, mean",
    "engine_table.rejected": "rejected",
    "engine_table.note": (
        "TTFT, ITL and E2E are counted in iterations. The tutorial scheduler preempts; "
        "engines evict."
    ),
    "engine_table.slots_and_stalls": (
        "Slots wasted: iterations in which a request that has ended holds a slot. Stalls: "
        "iterations in which a request that decodes gets no token. Both are summed over requests."
    ),
    "engine_table.tokens_and_requests": (
        "Tokens per iteration, and batched requests (those that get a token): means over the "
        "iterations in which any token is processed."
    ),
}

CONTROLS = {
    "engines.workload": "Workload",
    "engines.engine": "Engine {place}. {summary}",
    "engines.add": "Add an engine",
    "engines.add.help": "Another engine below, with the slots, tokens and memory of the last one",
    "engines.remove": "Remove engine {place}",
    "engines.knobs": "Knobs",
    "engines.knobs.help": "Show or hide the knobs of engine {place}",
    "engines.back": "Back to its start",
    "engines.unlimited": "no limit",
    "engines.sizes": "whole numbers, such as 2, 4",
    "engines.name": "{engine}: {knobs}",
    "engines.knob": "{knob} {value}",
    "engines.settings": "{knobs}",
    "engines.nth": "{name} ({number})",
    "engines.more": "{knobs} and {count} more",
    "engines.error": "{error}. The picture shows the last settings that all could run.",
}

WORKLOADS = {
    "engines.workload.six": "six requests (the baseline)",
    "engines.workload.long": "a long prompt beside two streams",
    "engines.workload.urgent": "urgent requests, one after the other",
    "engines.workload.grow": "three that grow in memory",
    "engines.workload.unlike": "eight outputs of unlike length: 2 to 20",
}

LINES = {
    "engines.start": "Move a knob, or take another engine: what it changes is said here.",
    "engines.moved": "{name}: {told}",
    "engines.other_workload": "Now with another workload: {workload}.",
    "engines.added": "Now there is {name}, too.",
    "engines.removed": "{name} is gone.",
    "engines.waiting": "The picture waits: not all of these engines can run this.",
    "engines.repr": "Engines on {workload}: {runs}. Run the cell to see it.",
}

TABLE = MEASURES | CONTROLS | WORKLOADS | LINES
