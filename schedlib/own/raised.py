"""An error that code of a reader raised: what it says, and in which of the reader's lines."""

import traceback
from pathlib import Path

from ..errors import shown
from .faults import Fault

HERE = Path(__file__).parents[1]  # frames of the package itself are no concern of the reader


def raised(error: BaseException) -> Fault:
    """Return the fault that stands for `error`."""
    if isinstance(error, NotImplementedError):
        return Fault("unwritten")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(HERE)]
    where = (own[-1].filename, own[-1].lineno) if own else None
    text = shown(str(error), limit=200)[1:-1]
    told = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if where is None:
        return Fault("raised", error=told)
    return Fault("raised_at", error=told, file=where[0], line=where[1])

