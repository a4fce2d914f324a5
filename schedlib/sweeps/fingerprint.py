"""What a run depends on as a short text: the same for the same run, on whatever machine.

By it a saved point is known again. The code of a scheduler or a clock of one's own is no part of
it: whoever changes such code starts a new file.
"""

import json
from base64 import b32encode
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from .. import __version__
from ..errors import InputError, shown
from ..request import Request
from .job import Job

LENGTH = 16  # letters: of a million points no two are alike by chance


def fingerprint_of(job: Job, workload: str) -> str:
    """Return the fingerprint of a job, whose workload has that fingerprint of its own.

    Raises:
        InputError: something in it cannot be told from others of its kind.
    """
    return _digest([[__version__, workload, *map(_told, job[1:])]])


def fingerprint_of_requests(requests: Iterable[Request]) -> str:
    """Return the fingerprint of a workload."""
    return _digest(
        [each.id, each.arrival, each.prompt, each.output, each.priority] for each in requests
    )


def _digest(parts: Iterable[list[Any]]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(json.dumps(part).encode())
    return b32encode(digest.digest()).decode().lower()[:LENGTH]


def _told(thing: Any) -> Any:
    """Return what something is, in what JSON can write."""
    if isinstance(thing, float) and thing.is_integer():
        return int(thing)  # 1.0 is the same as 1
    if thing is None or isinstance(thing, str | int | float):
        return thing
    if is_dataclass(thing) and not isinstance(thing, type):
        parts = {each.name: getattr(thing, each.name) for each in fields(thing)}
        return [type(thing).__qualname__, _told(parts)]
    if isinstance(thing, Mapping):
        return {str(key): _told(value) for key, value in thing.items()}
    if isinstance(thing, tuple | list):
        return [_told(each) for each in thing]
    raise InputError(
        "save must be left out here: nobody can tell on another day whether "
        f"{shown(thing)} is still the same"
    )
