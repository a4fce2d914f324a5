"""The words around figures: buttons, hints, errors."""

TABLE = {
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
