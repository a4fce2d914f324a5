"""The fields of a request by name, as the files that hold requests must give them."""

from dataclasses import MISSING, fields

from ..errors import InputError, shown
from ..request import Request

FIELDS = tuple(field.name for field in fields(Request))
REQUIRED = tuple(field.name for field in fields(Request) if field.default is MISSING)

Row = tuple[str, object]  # a place in a file ("item 3", "line 4"), and what was found there


def check_names(kind: str, names: list[str]) -> None:
    """Check that `names` are the fields of a request, each once and in any order.

    Raises:
        InputError: one is unknown, repeated or missing.
    """
    rule = f"the {kind}s are {', '.join(REQUIRED)} and, if wanted, priority"
    for position, name in enumerate(names):
        if name not in FIELDS:
            raise InputError(f"unknown {kind} {shown(name)}: {rule}")
        if name in names[:position]:
            raise InputError(f"repeated {kind} {shown(name)}: {rule}, each once")
    for name in REQUIRED:
        if name not in names:
            raise InputError(f"missing {kind} {shown(name)}: {rule}")
