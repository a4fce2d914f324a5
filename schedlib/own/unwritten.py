"""Tells a stub from a function that somebody has written."""

import dis
from collections.abc import Callable
from typing import Any

NOTHING = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


def is_unwritten(function: Callable[..., Any]) -> bool:
    """Return whether a function does nothing but return None, as a stub does."""
    code = getattr(function, "__code__", None)
    return code is not None and all(
        each.opname in NOTHING and (each.argval is None or each.opname == "RESUME")
        for each in dis.get_instructions(code)
    )
