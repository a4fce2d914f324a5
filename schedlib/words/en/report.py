"""The homework report, and the comparison with a row that the reader sets."""

TABLE = {
    "report.request": "{request}: first, done",
    "report.longest_queue": "longest queue",
    "report.preemptions": "preemptions",
    "report.rejections": "rejections",
    "report.unused_budget": "unused budget",
    "report.decode_stalls": "decode stalls",
    "report.termination": "termination",
    "report.all_terminal": "all_terminal",
    "report.iteration_limit": "iteration_limit: cut",
    "report.who": "{count} ({who})",
    "compare_what_if.yours": "yours",
    "compare_what_if.start": "Move a knob: the row “{yours}” runs with your settings.",
    "compare_what_if.repr": "Compare: {runs} (set by knobs). Run the cell to see it.",
}
