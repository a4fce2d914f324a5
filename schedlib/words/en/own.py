"""What can be wrong with a scheduler of one's own."""

TABLE = {
    "fault.where": "In {step}, iteration {iteration}: {what}",
    "fault.type.value": "{name} must be of type {kind}, and is {value}.",
    "fault.type.member": "{name} must hold sequences only, and holds {value}.",
    "fault.result.arrivals": "it must return a list of sequences, and returned {value}.",
    "fault.result.slot_or_preempt": "it must return True or False, and returned {value}.",
    "fault.unwritten": "nothing is written there yet.",
    "fault.stubs": "Nothing is written yet in: {steps}.",
    "fault.not_a_function": "it must be a function, and is {value}.",
    "fault.raised": "it raised {error}.",
    "fault.raised_at": "it raised {error}, in line {line:d} of its cell.",
    "fault.code": " That line reads: {code}",
    "fault.stopped.hangs": (
        "Your code was still running after {detail} seconds and was stopped: look for a loop that "
        "never ends."
    ),
    "fault.stopped.slow": (
        "Your code was stopped after {detail} seconds: it is to be tried hundreds of times, and "
        "takes too long for that."
    ),
    "fault.stopped.broken": (
        "The process in which code is tried did not start. Run the cell again; should it happen "
        "again, restart the kernel."
    ),
    "fault.stopped.ended": "Your code ended the process that it ran in.",
    "fault.stopped.unsendable": (
        "Your code uses something that cannot be sent to the process that it is tried in: {detail}"
    ),
    "fault.library_called": "it calls the library's own {step}: write the step yourself.",
    "fault.call": "steps.{step} is to be called as steps.{step}({arguments}).",
    "fault.placed": "steps.{step} was called for {request}, which has its place already.",
    "fault.no_arrival": (
        "steps.{step} was called for {value}, which is not one of the arrivals still to be placed."
    ),
    "fault.outside.before": (
        "before {step}, {list} changed outside the steps: call every step through `steps`."
    ),
    "fault.outside.end": (
        "after the last step, {list} changed outside the steps: call every step through `steps`."
    ),
    "fault.policy_changed": "board.policy was changed: the knobs are not a step's to turn.",
    "fault.iteration_in_step": "board.iteration was changed in a step: only iterate counts it on.",
    "fault.iteration": ("board.iteration must be {expected} after the iteration, and is {value}."),
    "fault.lost": "{request} is lost: it is in none of the board's lists.",
    "fault.twice": "{request} stands in two places at once: {lists}.",
    "fault.invented": "{request} is on the board, and nobody asked for it.",
    "fault.slots": "{count} sequences are active on {max_active:slot|slots}.",
    "fault.queue": "{count} sequences wait in a queue of {max_queue:place|places}.",
    "fault.move": "{request} went from {origin} to {goal}, a way that no request can go.",
    "fault.request_changed": "{request} now asks for something else: a request never changes.",
    "fault.undone": (
        "{field} of {request} went up from {was} to {now}: work that is done stays done."
    ),
    "fault.below_zero": "{field} of {request} is {now}: nobody can have less than nothing left.",
    "fault.off_slot": "{field} of {request} went down, and {request} is not on a slot.",
    "fault.left_over": "{request} arrived, and is neither on a slot, nor waiting, nor rejected.",
    "fault.overdue": "{request} arrives in iteration {arrival}, and is still pending.",
    "fault.budget": "{used:token was|tokens were} processed, and the budget is {token_budget}.",
    "fault.budget_left": (
        "board.budget_left is {value} at the end, and {used:token was|tokens were} processed: "
        "that leaves {unused}."
    ),
    "fault.chunk": (
        "{request} prefilled {tokens:token|tokens} in one iteration: a chunk is at most "
        "{prefill_chunk}."
    ),
    "fault.early": (
        "{request} got an output token with {prompt_left:prompt token|prompt tokens} left."
    ),
    "fault.two_tokens": "{request} got {tokens} output tokens in one iteration.",
    "fault.no_first_token": (
        "{request} finished its prompt, and its first output token did not come."
    ),
    "fault.not_completed": "{request} has nothing left, and is still on a slot.",
}
