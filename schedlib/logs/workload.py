"""From a log to a workload: the requests that somebody's users have sent, to be run again.

Arrivals are in seconds and start at 0 with the first. In a log that was measured they are those
on the client's clock; for the engine's own see `measured`.
"""

import os
from warnings import warn

from ..logs import Log, read_log
from ..reading.files import path_shown
from ..request import Request


class LeftOut(UserWarning):
    """Something in a log could not be read and was left out, as was asked for."""


def load_workload(path: str | os.PathLike[str], skip_bad: bool = False) -> list[Request]:
    """Return the requests of the log in the file at `path`, in its order; "-" is standard input.

    Args:
        path: a file in any of the formats in `logs.known`, compressed by gzip or not.
        skip_bad: leave out what cannot be read, and say in a warning how much that is. To get
            all of it with reasons, use `logs.read_log` and `logged_requests`.

    Raises:
        InputError: as `logs.read_log` does; the message names file, line and reason.

    Warns:
        LeftOut: with `skip_bad`, where something was left out.
    """
    log = read_log(path, skip_bad)
    if log.skipped:
        first = log.skipped[0]
        message = (
            f"{path_shown(path)}: left out are {len(log.skipped):,} of "
            f"{len(log.skipped) + len(log.entries):,} requests; "
            f"the first is in line {first.line}: {first.reason}"
        )
        warn(message, LeftOut, stacklevel=2)
    return logged_requests(log)


def logged_requests(log: Log) -> list[Request]:
    """Return the requests of a log, in its order, without what was measured."""
    return [
        Request(entry.id, entry.seconds, entry.prompt, entry.output, entry.priority)
        for entry in log.entries
    ]
