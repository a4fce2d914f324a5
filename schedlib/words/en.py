"""The English table."""

TABLE = {
    "list.separator": ", ",
    # The seven steps of the tutorial scheduler.
    "step.1": "Arrivals",
    "step.2": "Slot or preempt",
    "step.3": "Bounded queue or reject",
    "step.4": "Refill",
    "step.5": "Decode first",
    "step.6": "Prefill with the rest",
    "step.7": "First token, completion",
    # One sentence for each decision; the part after the kind is the variant.
    "event.arrive.normal": (
        "{request} arrives: {prompt:prompt token|prompt tokens}, "
        "{output:output token|output tokens}."
    ),
    "event.arrive.high": (
        "{request} arrives with high priority: {prompt:prompt token|prompt tokens}, "
        "{output:output token|output tokens}."
    ),
    "event.slot.free": "{request} takes a free slot ({active} of {max_active} in use).",
    "event.slot.ahead": (
        "{request} takes a free slot ({active} of {max_active} in use), "
        "ahead of those who wait: {overtaken}."
    ),
    "event.slot.victim": "{request} takes the slot of {victim}.",
    "event.preempt.most": (
        "No slot is free and {by} has high priority: {request} is preempted, since it has the "
        "most left to do ({remaining}). It goes to the front of the queue and keeps its progress."
    ),
    "event.preempt.tie": (
        "No slot is free and {by} has high priority: {request} is preempted. It ties for the "
        "most left to do ({remaining}) and comes first in the active list. It goes to the front "
        "of the queue and keeps its progress."
    ),
    "event.preempt.only": (
        "No slot is free and {by} has high priority: {request} is preempted, the only normal "
        "request on a slot (left to do: {remaining}). It goes to the front of the queue and "
        "keeps its progress."
    ),
    "event.no_victim.preemption_off": (
        "{request} has high priority and no slot is free, but preemption is off."
    ),
    "event.no_victim.no_normal_active": (
        "{request} has high priority and no slot is free, but no normal request holds a slot: "
        "there is nobody to preempt."
    ),
    "event.no_victim.queue_full": (
        "{request} has high priority and no slot is free, but the queue has no room for a "
        "victim ({queue} of {max_queue})."
    ),
    "event.enqueue.bounded": (
        "{request} finds no slot and waits in place {place} of the queue "
        "({queue} of {max_queue} in use)."
    ),
    "event.enqueue.unbounded": (
        "{request} finds no slot and waits in place {place} of the unbounded queue."
    ),
    "event.reject.full": (
        "{request} is rejected: no slot is free and the queue is full ({queue} of {max_queue})."
    ),
    "event.reject.no_queue": "{request} is rejected: no slot is free and there is no queue.",
    "event.refill.start": (
        "{request} leaves the queue for a free slot ({active} of {max_active} in use)."
    ),
    "event.refill.resume": (
        "{request} comes back from the queue with its progress: "
        "{prompt_left:prompt token|prompt tokens} and "
        "{output_left:output token|output tokens} left."
    ),
    "event.decode.one": "{request} decodes one token.",
    "event.prefill.last": "{request} prefills the rest of its prompt ({amount:token|tokens}).",
    "event.prefill.chunk": (
        "{request} prefills {amount} of its {prompt_left:prompt token|prompt tokens} left: "
        "the chunk is limited to {prefill_chunk}."
    ),
    "event.prefill.budget": (
        "{request} prefills {amount} of its {prompt_left:prompt token|prompt tokens} left: "
        "the budget has no more to give."
    ),
    "event.starve.budget": (
        "{request} is on a slot and gets nothing: the budget is used up "
        "({prompt_left:prompt token|prompt tokens} left)."
    ),
    "event.first_token.prompt_done": (
        "{request} has finished its prompt, which yields its first output token."
    ),
    "event.complete.done": "{request} is completed and leaves its slot.",
    "event.end.used_up": "The budget of {token_budget} is used up.",
    "event.end.unused": "{amount} of {token_budget:token|tokens} of the budget stay unused.",
    "event.end.idle": "Nothing to do: all {token_budget:token|tokens} stay unused.",
    # The figures.
    "chart.iteration": "iteration",
    "chart.demand": "prompt+output",
    "chart.first": "first",
    "chart.done": "done",
    "chart.rejected": "rejected",
    "chart.rejected_now": "rejected (was done {completed})",
    "chart.rows": "{count:request|requests}\nin order\nof arrival",
    "chart.tokens": "tokens in\niteration",
    "chart.budget": "budget {limit}",
    "chart.unused": "{amount} unused",
    "chart.decode": "{request} decodes one token.",
    "chart.decodes": "{count:decode|decodes}",
    "chart.prefill": "{request} prefills {amount:token|tokens}.",
    "chart.queue": "waiting\nqueue",
    "chart.unused_budget": "unused budget",
    "chart.queue_length": "queue length",
    "chart.limit": "limit {limit}",
    "chart.limit_above": "limit {limit}, above",
    "chart.unlimited": "no limit",
    "chart.waits": "{request} waits in place {place} of the queue.",
    "chart.waiting": "{count:request waits|requests wait}.",
    "key.prefill": "prefill chunk (3 tokens)",
    "key.decode": "decode (1 token)",
    "key.first": "first token",
    "key.end": "completed",
    "key.waiting": "waiting, 1st in queue",
    "key.preempted": "preempted",
    "key.rejected": "rejected",
    "key.starved": "on a slot, 0 tokens",
    "key.unused": "unused budget",
    "key.foreseen": "not yet run",
    "key.high": "high priority",
    "key.rails": "previous run",
    "key.hollow_end": "completed in the first run",
    # The command line: tables, the narration, how a run ended.
    "table.iteration": "it.",
    "table.decode": "decode",
    "table.prefill": "prefill",
    "table.prefill_emitted": "first tokens",
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
    "narration.iteration": "Iteration {number}",
    "narration.step": "{number}. {title}",
    "ending.all_terminal": (
        "The run drained in {iterations:iteration|iterations}: "
        "{completed:request|requests} completed, {rejected} rejected."
    ),
    "ending.iteration_limit": (
        "The run was cut after {iterations:iteration|iterations}, the limit max_iterations: "
        "it did not drain, and {unfinished:request is|requests are} unfinished."
    ),
    # The acceptance list.
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
    # What became of a request.
    "result.completed": "completed",
    "result.rejected": "rejected",
    "result.active": "still on a slot",
    "result.waiting": "still waiting",
    "result.pending": "not yet arrived",
    # A figure in words.
    "describe.run": (
        "Gantt chart of {requests:request|requests} over {iterations:iteration|iterations}, "
        "above the tokens of each iteration and the waiting queue "
        "(at its longest: {longest:request|requests})."
    ),
    "describe.completed": "{request}: first token in iteration {first}, done in {completed}.",
    "describe.rejected": "{request}: rejected in iteration {rejected}.",
    "describe.active": "{request}: still on a slot at the end.",
    "describe.waiting": "{request}: still waiting at the end.",
    "describe.pending": "{request}: not yet arrived at the end.",
    "describe.counts": "Outcomes: {counts}.",
    "describe.preempted": "It is preempted in iteration {iterations}.",
    # What differs between two runs.
    "changes.none": "Nothing changes for anybody.",
    "changes.preempted": "Now preempted: {new}.",
    "changes.not_preempted": "No longer preempted: {lost}.",
    "changes.preempted_instead": "Preempted: {new}, instead of {lost}.",
    "changes.result": "{request} is {now} (before: {was}).",
    "changes.completed.earlier": "{request} finishes {iterations:iteration|iterations} earlier.",
    "changes.completed.later": "{request} finishes {iterations:iteration|iterations} later.",
    "changes.first_output.earlier": (
        "{request} has its first token {iterations:iteration|iterations} earlier."
    ),
    "changes.first_output.later": (
        "{request} has its first token {iterations:iteration|iterations} later."
    ),
    "changes.length": "The whole run takes {now:iteration|iterations} (before: {was}).",
    "changes.drains": "The workload drains now.",
    "changes.cut": "The workload no longer drains within the limit of iterations.",
    # The stepper.
    "stepper.title": "Iteration {iteration} (last: {last})",
    "stepper.repr": (
        "Stepper: {requests:request|requests}, {iterations:iteration|iterations}. "
        "Run the cell to see it."
    ),
    "stepper.first": "First iteration",
    "stepper.back": "One iteration back",
    "stepper.play": "Play",
    "stepper.pause": "Pause",
    "stepper.forward": "One iteration forward",
    "stepper.last": "Last iteration",
    "stepper.slider": "Iteration",
    "stepper.speed": "Speed",
    "stepper.per_second": "a second",
    "stepper.hide_future": "Hide the future",
    "stepper.keys": "Keys: arrows step, Home and End jump, the space bar plays",
    "stepper.nothing": "nothing to do",
    "stepper.left": "{prompt}+{output} left",
    "stepper.active": "Active slots",
    "stepper.queue": "Waiting queue",
    "stepper.head": "head first",
    "stepper.completed": "Completed",
    "stepper.rejected": "Rejected",
    "stepper.pending": "Still to arrive",
    "stepper.free": "free",
    "stepper.nobody": "nobody",
    "knobs.back": "Back to the start",
    "knobs.error": "{error}. The picture shows the last valid settings.",
    "what_if.start": "Move a knob: the run before stays as a thin rail under the new one.",
    "what_if.repr": "What if? Knobs: {knobs}. Run the cell to see it.",
    "compare.over": "The run is over.",
    "compare.cut": "Cut at their limit of iterations, not drained: {runs}.",
    "compare.repr": "Compare: {runs}. Run the cell to see it.",
    "stepper.loading": "Loading the picture …",
    "stepper.failed": "The picture could not be drawn. Run this cell again.",
}
