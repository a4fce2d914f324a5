"""The two streams of a terminal program: what is asked for goes to one, complaints to the other."""

import errno
import os
import sys
from contextlib import suppress

from ..errors import InputError, one_line
from ..reading.files import reason

READER_GONE = (errno.EPIPE, errno.EINVAL)  # EINVAL: on Windows


def put(text: str) -> None:
    """Write `text` to standard output; a reader that has gone (`| head`) is no error.

    What its encoding cannot hold is written as a backslash escape.

    Raises:
        InputError: it cannot be written: the disk is full, or the stream is closed.
    """
    stream = sys.stdout
    if stream is None:
        raise InputError("cannot write to standard output: it is closed")
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except OSError as error:
        # What is left in the buffer goes nowhere; else Python would try again on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if error.errno not in READER_GONE:
            raise InputError(f"cannot write to standard output: {reason(error)}") from None


def complain(message: str) -> None:
    """Write one line to standard error, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):  # nowhere left to complain
            sys.stderr.write(f"{one_line(message)}\n")
