"""Requests as JSON: a list of objects."""

import json
from collections.abc import Iterator

from ..errors import InputError, shown
from ..fields import Unreadable, whole_from
from .request_fields import Row


def json_rows(text: str) -> Iterator[Row]:
    """Yield the items of a JSON list.

    Raises:
        InputError: the text is no JSON, or no list.
    """
    try:
        items = json.loads(text, object_pairs_hook=with_unique_names, parse_int=whole_from)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{place}: broken JSON: {error.msg}") from None
    except RecursionError:
        raise InputError("a request must be a plain object, and the JSON is nested deep") from None
    if not isinstance(items, list):
        raise InputError(f"the file must hold a JSON list of requests, not {shown(items)}")
    for number, item in enumerate(items, start=1):
        yield f"item {number}", item


def with_unique_names(pairs: list[tuple[str, object]]) -> object:
    """Return a JSON object as a dict; one that repeats a name is unreadable."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            return Unreadable(f"one with {shown(name, limit=40)} twice")
        found[name] = value
    return found
