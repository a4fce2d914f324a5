"""The words of the homework's checks: how far a report is, what is wrong, and where to look."""

TABLE = {
    "homework.part.first": "first output",
    "homework.part.done": "completion",
    "homework.run.baseline": "the baseline",
    "homework.run.chunk6": "the run with prefill_chunk=6",
    "homework.run.no_preemption": "the run with preemption off",
    "homework.table.open": "…",
    "homework.iteration": "Iteration {iteration}: {sentence}",
    # How far a report is.
    "homework.nothing": (
        "Nothing is filled in yet: write your answers in place of the dots. There are {cells}."
    ),
    "homework.cells.all_single": "{total:cell|cells}",
    "homework.cells.one_pair": "{total:cell|cells} (two for {row})",
    "homework.cells.pairs": "{total:cell|cells} (two for each request)",
    "homework.no_form": (
        "The report must be the form in curly brackets from the exercise, not {value}."
    ),
    "homework.all_right": "All {total} cells are right.",
    "homework.so_far": "{right} of {cells} are right so far, {wrong} wrong, {open} still open.",
    "homework.open": "Still open: {cells}.",
    "homework.row.misnamed": "The form has no row {row}. Did you mean “{near}”?",
    "homework.row.unknown": "The form has no row {row}.",
    "homework.row.missing": "Rows that are missing from your form: {rows}.",
    # What a cell cannot hold.
    "homework.unfit.number": (
        "a whole number is asked for, without quotes or a decimal point, not {value}."
    ),
    "homework.unfit.pair": (
        "write two iterations in round brackets, first output and completion, or the word "
        '"rejected"; not {value}.'
    ),
    "homework.unfit.one_id": (
        "write a list, in square brackets, even for one id; [] stands for nobody. "
        "This is text: {value}."
    ),
    "homework.unfit.how_many": (
        "who is asked for, not how many: a list of ids, [] for nobody. This is a number: {value}."
    ),
    "homework.unfit.ids": (
        'write a list of ids, each in quotes, as in ["Y", "Z"]; [] for nobody. This is {value}.'
    ),
    "homework.unfit.numbers": (
        "write a list of whole numbers, one for each iteration, not {value}."
    ),
    "homework.unfit.work": 'write "decode" or "prefill", not {value}.',
    # What one mistake explains.
    "homework.mistake.from_one": (
        "Every iteration you give is one too late. Iterations are counted from 0: look at the "
        "number above the first column."
    ),
    "homework.mistake.other_run": (
        "What you filled in are the numbers of another run: {run}. Check which picture you "
        "are reading."
    ),
    # What a request does in the iteration that was named.
    "homework.at.nowhere": (
        "the run has no such iteration: their numbers stand above the columns, from 0 on."
    ),
    "homework.at.absent": (
        "in iteration {iteration} {request} is not there yet. It arrives in iteration {arrival}."
    ),
    "homework.at.waits": (
        "look at iteration {iteration}: {request} waits in the queue there. "
        "It was sent to the queue in iteration {since}."
    ),
    "homework.at.nothing": (
        "look at iteration {iteration}: {request} is on a slot there, and gets no token at all."
    ),
    "homework.at.reads": (
        "look at iteration {iteration}: {request} only reads there, and part of its prompt is "
        "still left afterwards. Which chunk yields the first token?"
    ),
    "homework.at.first": (
        "look at iteration {iteration}: {request} yields its first token there. "
        "It wants {output:token|tokens} in all."
    ),
    "homework.at.writes.first": (
        "look at iteration {iteration}: {request} decodes there, so an earlier token came before. "
        "Follow its row from iteration {start}."
    ),
    "homework.at.last.first": (
        "look at iteration {iteration}: {request} decodes its last token there, so an earlier one "
        "came before. Follow its row from iteration {start}."
    ),
    "homework.at.writes.done": (
        "look at iteration {iteration}: {request} decodes there, but not its last token. "
        "It wants {output:token|tokens} in all, and the first comes with the prompt."
    ),
    "homework.at.gone": (
        "by iteration {iteration} {request} has already left its slot for good. "
        "Follow its row from iteration {start}."
    ),
    # What became of a request.
    "homework.outcome.not_rejected": (
        "{request} is not turned away. Look at iteration {arrival}, where it arrives: "
        "where does it find room?"
    ),
    "homework.outcome.arrives": (
        "{request}: look at iteration {arrival}, where it arrives. What does it find, and what "
        "becomes of it?"
    ),
    "homework.outcome.swapped": (
        "{request}: right iterations, wrong way round. First output comes first, completion second."
    ),
    # Lists of ids.
    "homework.ids.unknown": "No request of this run is called {ids}.",
    "homework.ids.twice": "Named twice: {ids}.",
    "homework.preempted.by": (
        "preempted: {request} is who took a slot. Asked for is who lost one."
    ),
    "homework.preempted.where": (
        "preempted: look at iteration {iteration}, where {request} arrives with high priority. "
        "Does anybody leave a slot for the queue?"
    ),
    "homework.reject.extra": (
        "rejected: {request} is not turned away. Look at iteration {arrival}, where it arrives."
    ),
    "homework.reject.lacking": (
        "rejected: somebody is missing. Look at iteration {iteration}: who finds the queue full?"
    ),
    "homework.complete.extra": (
        "completed: {request} is never completed. Look at iteration {arrival}, where it arrives."
    ),
    "homework.complete.lacking": (
        "completed: somebody is missing. Look at iteration {iteration}: who is done there?"
    ),
    # Queue, budget, stalls.
    "homework.longest.where": (
        "longest queue: look at the waiting queue after iteration {iteration}, and count."
    ),
    "homework.unused.length": (
        "unused budget: you give {count:number|numbers}, and that is not how many iterations the "
        "run has. Each of them counts, from 0 to the last column of the picture."
    ),
    "homework.unused.used": (
        "unused budget: these are the tokens that were used. Asked for is what is left of the "
        "budget."
    ),
    "homework.unused.where": (
        "unused budget: look at iteration {iterations}. What lies between the tokens and the "
        "budget line?"
    ),
    "homework.stalls.starved": (
        "decode stalls: in iteration {iteration} {request} is on a slot and gets nothing, but it "
        "has not begun to decode. Only a request that already decodes can have a decode stall."
    ),
    "homework.stalls.preempted": (
        "decode stalls: time in the queue after a preemption is no stall. Count iterations in "
        "which a request that already decodes sits on a slot, and gets nothing beside a prefill."
    ),
    "homework.stalls.what": (
        "decode stalls: name one. In which iteration does a request that already decodes sit on a "
        "slot and get no token, while somebody prefills? Count those, and nothing else."
    ),
    # The overload.
    "homework.length.last": (
        "iterations: this is the number of the last one. They are counted from 0, and how many "
        "there are is asked for."
    ),
    "homework.length.where": (
        "iterations: step to the last one and read its number. Since 0 is one of them too, how "
        "many are there?"
    ),
    "homework.turned_away.extra": (
        "how many rejected: you have counted those whose names begin with X. What of the first six?"
    ),
    "homework.turned_away.completed": (
        "how many rejected: this is how many are completed. The others are asked for."
    ),
    "homework.turned_away.where": (
        "how many rejected: {requests} requests arrive, and each is completed or rejected in the "
        "end. Begin with iteration {iteration}, where most are turned away, and count the crosses."
    ),
    "homework.start.waits": "look at iteration {iteration}: {request} is in the queue there.",
    "homework.start.overtaken": (
        "in iteration {iteration} {request} is still in the queue. Look at iteration {at}: {by} "
        "takes a free slot ahead of it. When do such arrivals stop?"
    ),
    "homework.start.first": (
        "look at iteration {iteration}: {request} yields its first token there. It got its slot "
        "before that, to read its prompt."
    ),
    "homework.start.slot": (
        "look at iteration {iteration}: {request} is on a slot there, and was already before."
    ),
    "homework.start.over": "by iteration {iteration} {request} is done, so it has started before.",
    # Why nothing stalls.
    "homework.no_stall.order": (
        "served first: look at iteration {iteration} of the baseline, which has both kinds of "
        "work. Which of the seven steps takes its tokens from the budget first?"
    ),
    "homework.no_stall.decodes": (
        "most decodes: who can decode at all, and how many tokens does each of them get in one "
        "iteration? Think of every slot."
    ),
    "homework.no_stall.accepted": (
        "smallest budget: that one is accepted, and so is a smaller one. Try Tutorial("
        "max_active={slots}, token_budget=…) in a cell of your own."
    ),
    "homework.no_stall.refused": "smallest budget: that one is refused: {error}.",
    "homework.no_stall.why": (
        "So whatever the decodes can ask for, the budget holds, and they ask before any prefill "
        "does."
    ),
    # A workload of one's own.
    "homework.own.nothing": (
        "Nothing is filled in yet: write requests in place of the dots, "
        'such as Request("A", arrival=0, prompt=6, output=3).'
    ),
    "homework.own.dots": "There are still dots in the list: take them out, or fill them in.",
    "homework.own.no_list": "A workload is a list of requests, in square brackets, not {value}.",
    "homework.own.no_request": "A workload holds nothing but requests, and {value} is none.",
    "homework.own.refused": "This workload cannot be run: {error}.",
    "homework.urgent.none": (
        'Nobody in your workload has high priority. One request needs priority="high".'
    ),
    "homework.urgent.normal": "That was the right moment, but this is a normal request.",
    "homework.urgent.late": (
        "{request} has high priority, but never arrives: the run is cut after "
        "{iterations:iteration|iterations}, the limit. Let it come earlier."
    ),
    "homework.scene": (
        "{request} arrives in iteration {iteration}. When its turn comes, on slots: {active} "
        "({slots}); in the queue: {queue} ({places})."
    ),
    "homework.scene.nobody": "nobody",
    "homework.lacks.slot_free": "What is missing: a slot is still free.",
    "homework.lacks.queue_room": "What is missing: the queue still has room.",
    "homework.lacks.listed_early": (
        "Later in the same iteration somebody goes to the queue: arrivals take their turns in the "
        "order in which they are listed."
    ),
    "homework.lacks.normal_on_slot": (
        "What is missing: a normal request is on a slot, so there is somebody to preempt."
    ),
    "homework.lacks.queue_full": (
        "What is missing: a free place in the queue. Now two reasons would forbid a preemption."
    ),
    "homework.nearest": "{request} comes nearest, in iteration {iteration}, but not all is there.",
    "homework.full_house.found": (
        "A full house: in iteration {iteration} {request} finds slots and queue full."
    ),
    "homework.full_house.why.queue_full": (
        "To preempt, it takes a place in the queue for the victim, and the queue is bounded for "
        "everybody. High priority is no way around backpressure."
    ),
    "homework.full_house.why.no_normal_active": (
        "Here two reasons forbid it: nobody on a slot may be preempted, and the queue has no place "
        "for a victim either. The next task asks for the first of them alone."
    ),
    "homework.nobody.found": (
        "There it is: in iteration {iteration} {request} finds nobody whom it may preempt."
    ),
    "homework.nobody.why.no_normal_active": (
        "Only normal requests can lose their slots. And in the queue high priority is of no "
        "advantage any more."
    ),
}
