"""What a log holds, whatever its format: requests in seconds, and what could not be read."""

from typing import NamedTuple


class Entry(NamedTuple):
    """One request of a log.

    All times are in seconds and count from the earliest arrival in the log. The four measured
    ones are None where the format has none.

    Attributes:
        id: its name in the log; "r7" is the seventh request of a log without names.
        seconds: when it arrived, at least 0.
        prompt: prompt tokens, at least 1.
        output: output tokens, at least 1.
        queued: when the engine took it into its queue.
        scheduled: when it was first scheduled.
        first_token: when its first output token was there.
        last_token: when its last output token was there.
        priority: as in a `Request`; only the workbook's own format names one.
    """

    id: str
    seconds: float
    prompt: int
    output: int
    queued: float | None = None
    scheduled: float | None = None
    first_token: float | None = None
    last_token: float | None = None
    priority: str | int = "normal"


class Skipped(NamedTuple):
    """A line that was left out: where it stands, counted from 1, and why."""

    line: int
    reason: str


class Log(NamedTuple):
    """A log as it was read.

    Attributes:
        entries: its requests, in the order of the file; at least one.
        format: the name of its format, as in `known`.
        skipped: what was left out, in the order of the file. Entries and skipped lines together
            are all that the file holds, its header and blank lines apart.
        clock_shift: seconds by which the measured times were moved on to the clock of the
            arrivals; 0 where both are one clock, or nothing was measured.
    """

    entries: tuple[Entry, ...]
    format: str
    skipped: tuple[Skipped, ...] = ()
    clock_shift: float = 0.0
