"""Request logs as people have them: traces of production, benchmark logs, lists of lengths.

`read_log` takes a file in any of the formats in `known`; its first lines say which one it is.
"""

from .log import Entry, Log, Skipped
from .reader import read_log

__all__ = ["Entry", "Log", "Skipped", "read_log"]
