"""Arrivals against service: the picture of all requests so far, and its sliders."""

TABLE = {
    "flow.title": "requests\nso far",
    "flow.arrived": "arrived",
    "flow.completed": "completed",
    "flow.active": "on a slot",
    "flow.waiting": "waiting",
    "flow.rejected": "rejected",
    "flow.cut": "cut here:\niteration_limit,\nnot drained",
    "flow.why.completed": "{count:request|requests} completed so far.",
    "flow.why.active": "{count:request|requests} on a slot.",
    "flow.why.waiting": "{count:request|requests} waiting.",
    "flow.why.rejected": "{count:request|requests} rejected so far.",
    "flow.size": (
        "Conservation of flow over {iterations:iteration|iterations}: for each, all requests that "
        "have arrived so far, as completed, on a slot, waiting and rejected."
    ),
    "flow.describe": (
        "Conservation of flow over {iterations:iteration|iterations}. At the end "
        "{arrived} arrived = {completed} completed + {active} on a slot + {waiting} waiting + "
        "{rejected} rejected. Waiting after each iteration: {queue}."
    ),
    "flow.page.this": "In this iteration",
    "flow.page.so_far": "So far",
    "flow.page.came": "{arrived:request arrives|requests arrive}.",
    "flow.page.went": "{completed:request is|requests are} completed, {rejected} rejected.",
    "flow.page.queue.grew": "The queue grows by {by}, to {waiting}.",
    "flow.page.queue.shrank": "The queue shrinks by {by}, to {waiting}.",
    "flow.page.queue.same": "The queue stays at {waiting}.",
    "flow.page.sum": (
        "{arrived} arrived = {completed} completed + {active} on a slot + {waiting} waiting + "
        "{rejected} rejected."
    ),
    "flow.arrivals": "arrivals per iteration",
    "flow.service": "served per iteration (max_active)",
    "flow.unbounded": "unbounded queue",
    "flow.line.keeps_up": (
        "{arrivals:request arrives|requests arrive} per iteration and {service} can be served: "
        "the queue grows by 0 per iteration."
    ),
    "flow.line.unbounded": (
        "{arrivals:request arrives|requests arrive} per iteration and {service} can be served: "
        "the queue grows by {surplus} per iteration, for as long as arrivals go on."
    ),
    "flow.line.bounded": (
        "{arrivals:request arrives|requests arrive} per iteration and {service} can be served: "
        "a surplus of {surplus} per iteration. The queue takes it up to its limit of {max_queue} "
        "and grows by 0 per iteration from then on: the surplus is rejected."
    ),
    "flow.repr": (
        "Arrivals against service: {arrivals} per iteration against {service}. "
        "Run the cell to see it."
    ),
}
