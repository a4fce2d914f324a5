"""What a command has to say; the program prints it when all of it is known."""

from typing import NamedTuple

PROGRAM = "schedlib"

DONE, FAILED, ERROR, CUT, INTERRUPTED = 0, 1, 2, 3, 130  # exit codes


class Answer(NamedTuple):
    """What a command has to say.

    Attributes:
        text: for standard output.
        code: the exit code.
        complaints: lines for standard error.
    """

    text: str
    code: int = DONE
    complaints: tuple[str, ...] = ()


def warning(message: str) -> str:
    """Return a line for standard error that is no error."""
    return f"{PROGRAM}: warning: {message}"
