"""The words of the exercise in which the scheduler is built."""

TABLE = {
    "puzzles.no_function": "{step} must be a function, and is {value}.",
    "puzzles.unwritten": "Nothing is written in {step} yet.",
    "puzzles.passed": (
        "Step {number}, {step}: it does what the rule says, in each of {cases} random states."
    ),
    "puzzles.failed": (
        "Step {number}, {step}: here is the smallest state that could be found in which it "
        "does something else."
    ),
    "puzzles.stopped": (
        "Step {number}, {step}: here is a state in which it does not come to an end."
    ),
    "puzzles.fickle": (
        "The same state comes out right if it is the first that your function meets: it keeps "
        "something from one call to the next, or leaves something to chance."
    ),
    "puzzles.fault": "{what}",
    "puzzles.printed": "It printed: {text}",
    "puzzles.field.result": "what it returns",
    "puzzles.differs.list": "{field} should be [{should}], and is [{now}].",
    "puzzles.differs.value": "{field} should be {should}, and is {now}.",
    "puzzles.not_its_business": "{field} has changed, which is not this step's business.",
    "puzzles.no_scheduler": (
        "A scheduler must be OwnScheduler(steps=Steps(...)), and this is {value}."
    ),
    "puzzles.not_yours": "Still the library's own, and to be written by you: {steps}.",
    "puzzles.assembled": (
        "The assembled scheduler runs {runs} workloads as the library does, iteration by iteration."
    ),
    "puzzles.run_failed": (
        "Every step is right alone, and together they are not: here is the smallest run that could "
        "be found, in its iteration {iteration}."
    ),
    "puzzles.fork": "Here the rule takes {should}; yours takes {now}.",
    "puzzles.call": "step {number}, {step}",
    "puzzles.call.for": "step {number}, {step}, for {request}",
    "puzzles.call.none": "no further step",
    "puzzles.request": "{id} (arrival {arrival}, {prompt}+{output}, {priority})",
    "puzzles.workload": "The run: {requests}; {knobs}.",
    "puzzles.rule.arrivals": (
        "The rule: the requests whose arrival is this iteration leave board.pending, and are "
        "returned in the order in which they were listed, whatever their priority."
    ),
    "puzzles.rule.slot_or_preempt": (
        "The rule: an arrival takes a free slot at once, ahead of the queue, at the end of the "
        "active list. If there is none, a high-priority one, with preemption on and room in the "
        "queue, takes the slot of the normal request that has most left (on a tie the one earlier "
        "in the active list), which goes to the front of the queue and keeps its progress."
    ),
    "puzzles.rule.queue_or_reject": (
        "The rule: the arrival goes to the end of the queue if that has room, and is rejected, for "
        "good, if it has not."
    ),
    "puzzles.rule.refill": (
        "The rule: while a slot is free, the head of the queue goes to the end of the active list."
    ),
    "puzzles.rule.decode_first": (
        "The rule: each active sequence whose prefill is done gets one output token, in order, "
        "while budget is left; each token costs one of the budget."
    ),
    "puzzles.rule.prefill_with_the_rest": (
        "The rule: each active sequence with prompt left gets one chunk, in order, while budget is "
        "left: as much as it has left, as prefill_chunk allows, and as the budget still holds."
    ),
    "puzzles.rule.first_tokens_and_completions": (
        "The rule: whoever has finished its prompt now gets its first output token, which costs no "
        "budget; then whoever has nothing left goes to board.completed, in active order."
    ),
}
