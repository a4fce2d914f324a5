"""An error that code of a reader raised: what it says, and in which of the reader's lines."""

import sysconfig
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..errors import text_of
from .faults import Fault

# Frames of the package, of Python and of what is installed are no concern of the reader.
NOT_THE_READERS = (Path(__file__).parents[1], *map(Path, sysconfig.get_paths().values()))

LONGEST = 200  # letters of a message that are told


def raised(error: BaseException) -> Fault:
    """Return the fault that stands for `error`."""
    if isinstance(error, NotImplementedError):
        return Fault("unwritten")
    text = text_of(error)[:LONGEST]
    told = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_the_readers(frame.filename)]
    if not own:
        return Fault("raised", error=told)
    return Fault("raised_at", error=told, function=own[-1].name, line=own[-1].lineno)


def _is_the_readers(file: str) -> bool:
    return not any(Path(file).is_relative_to(folder) for folder in NOT_THE_READERS)


def with_file(fault: Fault, functions: Iterable[Callable[..., Any]]) -> Fault:
    """Return a fault with the file of its line: code that was sent elsewhere has none there."""
    name = fault.values.get("function")
    for function in functions:
        known = [function, getattr(function, "__globals__", {}).get(name)]
        for each in known:
            code = getattr(each, "__code__", None)
            if code and code.co_name == name:
                fault.values["file"] = code.co_filename
    return fault
