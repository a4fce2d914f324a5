"""A run in words: its steps, its decisions, its end, and what differs from another run."""

TABLE = {
    "list.separator": ", ",
    "steps.tutorial.1": "Arrivals",
    "steps.tutorial.2": "Slot or preempt",
    "steps.tutorial.3": "Bounded queue or reject",
    "steps.tutorial.4": "Refill",
    "steps.tutorial.5": "Decode first",
    "steps.tutorial.6": "Prefill with the rest",
    "steps.tutorial.7": "First token, completion",
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
        "No slot is free and {by} has high priority: {request} is preempted, since of the normal "
        "requests on slots it has the most left to do ({remaining}). It goes to the front of the "
        "queue and keeps its progress."
    ),
    "event.preempt.tie": (
        "No slot is free and {by} has high priority: {request} is preempted. Of the normal "
        "requests on slots it ties for the most left to do ({remaining}) and comes before the "
        "others that tie. It goes to the front of the queue and keeps its progress."
    ),
    "event.preempt.only": (
        "No slot is free and {by} has high priority: {request} is preempted, the only normal "
        "request on a slot (left to do: {remaining}). It goes to the front of the queue and "
        "keeps its progress."
    ),
    "event.preempt.own": "{request} is preempted for {by}. Left to do: {remaining}.",
    "event.preempt.alone": (
        "{request} is preempted, and nobody takes its slot. Left to do: {remaining}."
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
    "event.enqueue.own": "{request} waits in place {place} of the queue, though a slot is free.",
    "event.reject.full": (
        "{request} is rejected: no slot is free and the queue is full ({queue} of {max_queue})."
    ),
    "event.reject.no_queue": "{request} is rejected: no slot is free and there is no queue.",
    "event.reject.full_own": (
        "{request} is rejected: the queue is full ({queue} of {max_queue}), though a slot is free."
    ),
    "event.reject.no_queue_own": (
        "{request} is rejected, though a slot is free: there is no queue."
    ),
    "event.reject.own": "{request} is rejected, though the queue has room.",
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
    "event.prefill.own": (
        "{request} prefills {amount} of its {prompt_left:prompt token|prompt tokens} left."
    ),
    "event.starve.own": (
        "{request} is on a slot and gets nothing, though {budget_left:token|tokens} of the budget "
        "can be had."
    ),
    "event.starve.budget": (
        "{request} is on a slot and gets nothing: the budget is used up "
        "({prompt_left:prompt token|prompt tokens} left)."
    ),
    "event.first_token.prompt_done": (
        "{request} has finished its prompt, which yields its first output token."
    ),
    "event.complete.done": "{request} is completed and leaves its slot.",
    "event.reorder.waiting": "The waiting queue now stands in this order: {order}.",
    "event.reorder.active": "The active list now stands in this order: {order}.",
    "event.end.used_up": "The budget of {token_budget} is used up.",
    "event.end.unused": "Budget left unused: {amount} of {token_budget}.",
    "event.end.idle": "Nothing to do. Budget left unused: {amount} of {token_budget}.",
    "event.end.own": (
        "Nobody gets a token, though somebody is there. Budget left unused: "
        "{amount} of {token_budget}."
    ),
    "ending.all_terminal": (
        "The run drained in {iterations:iteration|iterations}: "
        "{completed:request|requests} completed, {rejected} rejected."
    ),
    "ending.iteration_limit": (
        "The run was cut after {iterations:iteration|iterations}, the limit max_iterations: "
        "it did not drain, and {unfinished:request is|requests are} unfinished."
    ),
    "result.completed": "completed",
    "result.rejected": "rejected",
    "result.active": "still on a slot",
    "result.waiting": "still waiting",
    "result.pending": "not yet arrived",
    "changes.moved": "{knobs}:",
    "changes.scheduler": "{now} in place of {was}:",
    "changes.knob": "{knob} from {was} to {now}",
    "value.none": "no limit",
    "value.empty": "none",
    "value.true": "on",
    "value.false": "off",
    "changes.none": "Nothing changes for anybody.",
    "changes.preempted": "Now preempted: {new}.",
    "changes.not_preempted": "No longer preempted: {lost}.",
    "changes.preempted_instead": "Preempted: {new}, instead of {lost}.",
    "changes.preemptions": "{request} is preempted {now:time|times} (before: {was}).",
    "changes.result": "{request} is {now} (before: {was}).",
    "changes.completed.earlier": "{request} finishes {iterations:iteration|iterations} earlier.",
    "changes.completed.later": "{request} finishes {iterations:iteration|iterations} later.",
    "changes.first_output.earlier": (
        "{request} has its first token {iterations:iteration|iterations} earlier."
    ),
    "changes.first_output.later": (
        "{request} has its first token {iterations:iteration|iterations} later."
    ),
    "changes.first_output.new": "{request} has its first token now.",
    "changes.first_output.gone": "{request} no longer has its first token by then.",
    "changes.length": "The whole run takes {now:iteration|iterations} (before: {was}).",
    "changes.drains": "The workload drains now.",
    "changes.cut": "The workload no longer drains within the limit of iterations.",
}
