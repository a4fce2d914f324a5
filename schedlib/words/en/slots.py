"""The slot arithmetic: its figure, its widget and their words."""

TABLE = {
    "slots.tied": "Tied: a batch is held until its longest request ends",
    "slots.refilled": "Refilled: a freed slot takes the next request in the next round",
    "slots.round": "round",
    "slots.slot": "slot {number}",
    "slots.slots": "{count:slot|slots}",
    "slots.rounds": "{count:round|rounds}",
    "slots.rounds.cut": "first {count:round|rounds}",
    "slots.total": "{count:output slot|output slots}",
    "slots.key.useful": "useful",
    "slots.key.wasted": "wasted",
    "slots.key.empty": "empty",
    "slots.wasted": "{count:,} wasted",
    "slots.empty": "{count:,} empty",
    "slots.percent": "= {percent:.2f} %",
    "slots.bar.name": "R{request}",
    "slots.bar.tokens": "{count:token|tokens}",
    "slots.bar.number": "{count:,}",
    "slots.why.useful": "R{request} yields {tokens:token|tokens}, in rounds {first} to {last}.",
    "slots.why.wasted": (
        "R{request} has ended, and its slot is held for {rounds:more round|more rounds}."
    ),
    "slots.why.unfilled": (
        "Nobody was left for this slot when the batch was formed: empty for {rounds:round|rounds}."
    ),
    "slots.why.empty": "The slot is free for {rounds:round|rounds}, and nobody waits.",
    "slots.sum.tied": (
        "Tied: {rounds:round|rounds}, {total:output slot|output slots}, {useful:,} useful, "
        "{wasted:,} wasted ({percent:.2f} %)."
    ),
    "slots.sum.refilled": (
        "Refilled: {rounds:round|rounds}, {total:output slot|output slots}, {useful:,} useful, "
        "{wasted:,} empty ({percent:.2f} %)."
    ),
    "slots.way.tied": "Tied",
    "slots.way.refilled": "Refilled",
    "slots.title": "Round {round} (last: {last})",
    "slots.waiting": "{count:request waits|requests wait} for {slots:slot|slots}.",
    "slots.begins": "On a slot from this round on: {requests}.",
    "slots.ends.held": "Last token: {requests}. The slot is held until the batch ends.",
    "slots.ends.batch": "Last token: {requests}. With it the batch ends.",
    "slots.ends.free": "Last token: {requests}. The slot is free for the next round.",
    "slots.now.tied": "{useful} of {slots:slot yields|slots yield} a token, {rest} wasted.",
    "slots.now.refilled": "{useful} of {slots:slot yields|slots yield} a token, {rest} empty.",
    "slots.so_far": "So far {useful:,} of {total:output slot was|output slots were} useful.",
    "slots.over": "All requests have ended.",
    "slots.sooner": "done {rounds:round|rounds} sooner",
    "slots.lengths": "output lengths",
    "slots.knob.slots": "slots",
    "slots.knob.times": "list, times over",
    "slots.back": "Back to the start",
    "slots.error": "{error}. The picture shows the last valid entry.",
    "slots.too_long": (
        "the lengths make {rounds:round|rounds}, more than the picture holds ({most:,})"
    ),
    "slots.too_many": (
        "the lengths make {requests:request|requests}, more than the picture holds ({most:,})"
    ),
    "slots.start": "Change a length or the slots: the run before stays as thin rails.",
    "slots.before": "Before: {told}",
    "slots.repr": (
        "Slots: {requests:request|requests} on {slots:slot|slots}. Run the cell to see it."
    ),
}
