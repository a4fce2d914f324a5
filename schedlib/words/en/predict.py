"""Predict the next iteration: the board, the form, and where a prediction goes astray."""

TABLE = {
    "predict.board.head": "Before iteration {iteration}",
    "predict.board.slots": "on slots",
    "predict.board.queue": "queue, head first",
    "predict.board.arrivals": "arriving now",
    "predict.board.normal": "{request}",
    "predict.board.high": "{request} (high)",
    "predict.board.left": "{prompt}+{output} left",
    "predict.board.free": "free",
    "predict.board.nobody": "nobody",
    "predict.picture.past": (
        "Gantt chart of the run before iteration {iteration}; the column of that iteration is open."
    ),
    "predict.picture.run": "Gantt chart of the run, up to iteration {iteration}.",
    "predict.picture.new": "arrives",
    "predict.picture.open": "?",
    # The form.
    "predict.untouched": (
        "Nothing is filled in yet: put your prediction in place of the dots, then run this cell "
        "again."
    ),
    "predict.unreadable": "Your prediction is not complete, or cannot be read.",
    "predict.form.type": "prediction must be a Prediction(...), and this is of type {given}.",
    "predict.form.empty": "{field} is not filled in yet; for nobody, write {nobody}.",
    "predict.form.list": '{field} must be a list of ids, such as ["A", "B"] or [], not {given}.',
    "predict.form.dict": (
        'prefill must give tokens by id, such as {{"A": 3}}, or be {{}} if nobody prefills, '
        "not {given}."
    ),
    "predict.form.unknown": (
        "{field} names {given}, who is not in play: on slots, in the queue or arriving are {known}."
    ),
    "predict.form.twice": "{field} names {request} twice.",
    "predict.form.tokens": "prefill: the tokens of {request} must be a whole number, not {given}.",
    "predict.form.no_tokens": (
        "prefill: {request} has {given}; name only those who get at least one token."
    ),
    # The comparison.
    "predict.passed": "All seven steps agree. This is what happens in iteration {iteration}:",
    "predict.shown": "This is what happens in iteration {iteration}:",
    "predict.first": "The first step that differs is step {number} ({title}).",
    "predict.step": "Step {number} ({title}): {told}",
    "predict.nothing": "Nothing to do.",
    "predict.agrees.one": "Step {steps} agrees.",
    "predict.agrees.many": "Steps {steps} agree.",
    "predict.follows.one": (
        "Step {steps} differs, but only because of what comes before. Put step {first} right, then "
        "look again."
    ),
    "predict.follows.many": (
        "Steps {steps} differ, but only because of what comes before. Put step {first} right, then "
        "look again."
    ),
    "predict.span": "{first} to {last}",
    "predict.and": "{steps} and {last}",
    # Step 1.
    "predict.not_arriving": (
        "You reject {requests}, which does not arrive now. Only an arrival can be turned away: "
        "look at who arrives."
    ),
    # Step 2.
    "predict.victim.waits": (
        "You preempt {request}, which waits in the queue. Only a request on a slot can lose one."
    ),
    "predict.victim.high": (
        "You preempt {request}, which has high priority. Only a normal request can be a victim."
    ),
    "predict.victim.nobody_high": (
        "You preempt {request}, but nobody who arrives has high priority. Only such an arrival can "
        "take a slot from somebody."
    ),
    "predict.victim.off": "You preempt {request}. Look at the knobs: is preemption on?",
    "predict.victim.wrong": (
        "You preempt {request}. Take the arrivals one at a time, in listed order. When a "
        "high-priority one has its turn: is a slot free? Has the queue a place left for a victim? "
        "Which normal request on a slot has the most prompt and output tokens left, added up, and "
        "which comes first among equals?"
    ),
    "predict.victim.missing": (
        "Is your list of victims complete? Go through the high-priority arrivals one at a time, "
        "each with the slots and the queue as the one before left them: is a slot free, has the "
        "queue a place, is a normal request on a slot?"
    ),
    "predict.victim.more": (
        "{requests} losing a slot is right. Go on through the high-priority arrivals, each with "
        "the slots and the queue as the one before left them."
    ),
    "predict.victim.served": (
        "You preempt {request} and give it tokens too. A victim goes to the front of the queue, "
        "and cannot return in the same iteration."
    ),
    "predict.arrival.no_slot": (
        "You give tokens to {request}, so in your prediction it holds a slot. When its turn came, "
        "was one free, or did somebody have to give way?"
    ),
    "predict.arrival.rejected_served": (
        "You reject {request} and give it tokens too. It cannot be both."
    ),
    "predict.arrival.forgotten": (
        "{request} arrives and gets no token in your prediction, although budget is left: so it "
        "holds no slot. Count the slots when its turn comes; does it have to queue behind anybody?"
    ),
    # Step 3.
    "predict.rejected.extra": (
        "You reject {request}. Look at its turn: is a slot free, or to be had by preemption? If "
        "not, has the queue a place left? Count the places as the arrival before left them."
    ),
    "predict.rejected.missing": (
        "Is your list complete? Take the arrivals one at a time and count the places of the queue "
        "after each; a victim takes one too."
    ),
    "predict.rejected.more": (
        "{requests} being turned away is right. Go on counting the places of the queue for the "
        "other arrivals; a victim takes one too."
    ),
    # Step 4.
    "predict.queue.no_slot": (
        "You give tokens to {request}, which waits, so in your prediction it comes back from the "
        "queue. Is a slot free once all arrivals have had their turn, and who heads the queue?"
    ),
    "predict.queue.forgotten": (
        "Nobody comes back from the queue in your prediction, or not everybody who does gets "
        "tokens. Count the slots that are free once all arrivals have had their turn."
    ),
    # Step 5.
    "predict.decode.prompt_left": (
        "You let {request} decode, and it has {tokens:prompt token|prompt tokens} left. Only a "
        "request whose prompt is done decodes; its first token comes from prefill, in step 7."
    ),
    "predict.decode.no_slot": "You let {request} decode. Does it hold a slot in this iteration?",
    "predict.decode.missing": (
        "Your list is not complete. Look at who is on a slot and has no prompt tokens left: each "
        "of them decodes one token, before any prefill."
    ),
    # Step 6.
    "predict.prefill.done": (
        "You let {request} prefill, and its prompt is done: 0 prompt tokens are left."
    ),
    "predict.prefill.prompt": (
        "You gave {request} {tokens:token|tokens}, and it has "
        "{prompt:prompt token|prompt tokens} left."
    ),
    "predict.prefill.chunk": (
        "You gave {request} {tokens:token|tokens}. Look at the limit of a chunk: prefill_chunk is "
        "{chunk}."
    ),
    "predict.prefill.no_slot": (
        "You gave {request} {tokens:token|tokens}. Does it hold a slot in this iteration?"
    ),
    "predict.prefill.budget": (
        "You gave {request} {tokens:token|tokens}. Look at what is left of the budget of {budget} "
        "after the decodes, one token each, and after the chunks of those who come before it in "
        "active order."
    ),
    "predict.prefill.other": (
        "You gave {request} {tokens:token|tokens}. A chunk is the smallest of three numbers: "
        "prefill_chunk, the prompt tokens left, and what is left of the budget when its turn comes."
    ),
    "predict.prefill.missing.left": (
        "Your prediction leaves budget unused while somebody on a slot has prompt tokens left."
    ),
    "predict.prefill.missing.order": (
        "Somebody with prompt tokens left goes without, although their turn comes before the "
        "budget is used up. Serve in active order: who has held a slot for longest comes first."
    ),
    # Step 7.
    "predict.first.early": (
        "You let {request} have its first token, and you gave it {tokens} of the "
        "{prompt:prompt token|prompt tokens} it has left. Only a finished prompt yields a token."
    ),
    "predict.first.had": (
        "You let {request} have its first token, but its prompt was done before: it has "
        "had that one."
    ),
    "predict.first.missing": (
        "Somebody finishes a prompt with the chunk you gave, and yields no first token in your "
        "prediction."
    ),
    "predict.completed.early": (
        "You complete {request}, which has {output:output token|output tokens} left before the "
        "iteration. Count what it still has with the tokens that you gave it."
    ),
    "predict.completed.missing": (
        "Somebody has nothing left with the tokens that you gave, and stays on its slot in your "
        "prediction. Take one output token off for a decode, and one for a first token."
    ),
    # The trainer.
    "trainer.level.1": "Level 1: budget and chunks",
    "trainer.level.2": "Level 2: arrivals and queue",
    "trainer.level.3": "Level 3: priorities",
    "trainer.puzzle": "Puzzle {number}",
    "trainer.back": "Back",
    "trainer.next": "Next puzzle",
    "trainer.check": "Check",
    "trainer.show": "Show what happens",
    "trainer.streak": "Right at the first check, in a row: {streak}",
    "trainer.ask": "What happens in iteration {iteration}? Fill in a row for each request.",
    "trainer.decode": "decodes",
    "trainer.prefill": "prefills",
    "trainer.below_zero": "Write 0 or more.",
    "trainer.preempted": "preempted",
    "trainer.rejected": "rejected",
    "trainer.first_tokens": "first token",
    "trainer.completed": "completed",
    "trainer.repr": "Trainer: predict the next iteration, at three levels. Run the cell to see it.",
    # Where nothing more can be said than where to look.
    "predict.look.1": "Look at who arrives now.",
    "predict.look.2": "Take the arrivals one at a time and look at the slots.",
    "predict.look.3": "Take the arrivals one at a time and count the places of the queue.",
    "predict.look.4": "Look at the slots that are free once all arrivals have had their turn.",
    "predict.look.5": "Look at who is on a slot and has no prompt tokens left.",
    "predict.look.6": "Look at the budget, the chunk limit and the prompt tokens left.",
    "predict.look.7": "Count what each request has left at the end.",
}
