"""Files as wholes: read at once, and written so that nobody ever finds half of one."""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from ..errors import InputError, shown

LONGEST_PATH_SHOWN = 200


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return what the file at `path` holds.

    Raises:
        InputError: it cannot be read: no such file, a folder, no permission.
    """
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path_shown(path)}: {reason(error)}") from None


def read_standard_input() -> bytes:
    """Return all that standard input holds.

    Raises:
        InputError: it is closed, or cannot be read.
    """
    if sys.stdin is None:
        raise InputError("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise InputError(f"cannot read standard input: {reason(error)}") from None


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 to the file at `path`: all of it, or none of it.

    The text goes to a new file in the same folder, which then takes the old one's place and
    its permissions. A link stays a link: the file that it names is written. What has no
    content to replace (`/dev/null`, a pipe, our own standard output) is written into.

    Raises:
        InputError: it cannot be written; what was there before is still there.
    """
    write_bytes_atomically(path, text.encode("utf-8", "backslashreplace"))


def write_bytes_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to the file at `path`, as `write_atomically` does with text.

    Raises:
        InputError: it cannot be written; what was there before is still there.
    """
    try:
        stream = _stream(Path(path))
        if stream is None:
            _replace(Path(path).resolve(), data)
        else:
            with open(stream, "wb") as file:  # noqa: PTH123 (it may be a descriptor)
                file.write(data)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path_shown(path)}: {reason(error)}") from None


def path_shown(path: str | os.PathLike[str]) -> str:
    """Return `path` as it is quoted in a message."""
    return shown(os.fspath(path), limit=LONGEST_PATH_SHOWN)


def reason(error: Exception) -> str:
    """Return the system's words for a failure, without its number and the path."""
    return getattr(error, "strerror", None) or str(error)


def _stream(path: Path) -> Path | int | None:
    """Return what to open if `path` must be written into rather than replaced, or None."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    for descriptor in (1, 2):
        # `--summary /dev/stdout > FILE`: a new FILE would take the place of the one that
        # standard output goes on writing to, and whatever it writes would be lost.
        if _is_open_as(descriptor, status):
            return os.dup(descriptor)
    return None if stat.S_ISREG(status.st_mode) else path


def _is_open_as(descriptor: int, status: os.stat_result) -> bool:
    try:
        return os.path.samestat(status, os.fstat(descriptor))
    except OSError:  # the descriptor is closed
        return False


def _replace(target: Path, data: bytes) -> None:
    mode = _mode(target)
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as file:  # created with the mode that the umask leaves
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:  # Ctrl-C too: leave no litter
        with suppress(OSError):
            temporary.unlink()
        raise


def _mode(target: Path) -> int | None:
    """Return the permissions of the file at `target`, or None where there is none yet.

    Raises:
        PermissionError: it is write-protected; only its folder would let us replace it.
    """
    if not target.exists():
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(target.stat().st_mode)
