"""What is shown of a sweep: while it runs, and by the command."""

TABLE = {
    "sweep.unit": " points",
    "sweep.failed": "{number} failed",
    "sweep.head": "{metric} {part} [s]",
    "sweep.output": "output tokens/s",
    "sweep.option.sweep": (
        "what is varied, and over which values; may be given several times: every combination is "
        "run, the last key changing fastest"
    ),
    "sweep.option.save": (
        "a .csv or .parquet file that gets each point when it is done; where it exists, points "
        "that are in it are not run again"
    ),
    "sweep.option.jobs": "processes that run points at the same time (default: %(default)s)",
    "sweep.option.format": (
        "a table of some metrics for people, or all of them as CSV or JSON (default: %(default)s)"
    ),
    "sweep.told_failed": (
        "{failed:point|points} of {number:,} failed; the first at {point}: {error}"
    ),
    "sweep.told_cut": (
        "{cut:run|runs} of {number:,} did not drain: see --max-iterations, and column drained"
    ),
    "sweep.told_interrupted": (
        "interrupted: {done:,} of {number:,} points were done; with --save they are not run again"
    ),
    "sweep.told_saved": (
        "interrupted: {done:,} of {number:,} points are done and saved; the same command goes on "
        "from there"
    ),
}
