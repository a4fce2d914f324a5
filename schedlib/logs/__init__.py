"""Request logs as people have them: traces of production, benchmark logs, lists of lengths.

`read_log` takes a file in any of the formats in `known`; its first lines say which one it is.
`parse_log` takes the bytes of one.
"""

from .log import Entry, Log, Skipped
from .reader import parse_log, read_log

__all__ = ["Entry", "Log", "Skipped", "parse_log", "read_log"]
