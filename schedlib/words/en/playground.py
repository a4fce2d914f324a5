"""The words of the playground: its editor, its switches and its files."""

TABLE = {
    "editor.title": "Requests",
    "editor.column.id": "id",
    "editor.column.arrival": "arrival",
    "editor.column.priority": "priority",
    "editor.column.prompt": "prompt",
    "editor.column.output": "output",
    "editor.cell": "{column}, row {row}",
    "editor.add": "Add a row",
    "editor.duplicate": "Duplicate row {row}",
    "editor.remove": "Remove row {row}",
    "editor.undo": "Undo",
    "editor.load": "Load a file …",
    "editor.start": "Start from",
    "editor.choose": "choose a workload",
    "editor.hint": (
        "Paste CSV, JSON or cells of a spreadsheet into the table, or drop a file on it. "
        "Enter and the arrows move from cell to cell."
    ),
    "editor.good": "{count:request|requests}, all valid.",
    "editor.bad": (
        "{problems:thing|things} to mend. "
        "Until then the last valid list stays in force ({count:request|requests})."
    ),
    "editor.empty": "the table must hold at least one request",
    "editor.not_read": "Nothing was taken over from {name}: {problem}",
    "editor.loaded": "The table now holds {name}.",
    "editor.pasted": "the pasted text",
    "editor.too_wide": (
        "the block has {cells:column|columns}, and from here the table has room for {room} only"
    ),
    "editor.repr": "Workload editor: {count:request|requests}. Run the cell to see it.",
    "workload.six_requests": "six requests (the baseline)",
    "workload.overload": "overload: the six, and two more in each of ten iterations",
    "workload.eight_outputs": "eight outputs: 20 to 200 tokens",
    "workload.endless_arrivals": "endless arrivals: eight in each of 12 iterations",
    "workload.long_prompt": "a long prompt beside two streams",
    "workload.repeated_evictions": "four preemptions, again and again",
    "playground.unbounded": "unbounded queue (max_queue does not count)",
    "playground.start": "Change anything. The run before stays as a thin rail under the new one.",
    "playground.other": "Another workload: there is no run before to compare with.",
    "playground.repr": (
        "Playground: {requests:request|requests}, every knob, every export. Run the cell to see it."
    ),
    "download.title": "Save this run as",
    "download.artifact": "JSON artifact",
    "download.workload": "CSV: workload",
    "download.requests": "CSV: outcomes",
    "download.iterations": "CSV: iterations",
    "download.events": "CSV: events",
    "download.trace": "Chrome trace",
    "download.svg": "SVG picture",
    "download.png": "PNG picture",
    "download.making": "Making {name} …",
    "download.saved": "Saved {name} ({size:byte|bytes}) to the browser's download folder.",
    "download.cut": (
        "This run was cut at its limit of iterations: the name of every file says so."
    ),
}
