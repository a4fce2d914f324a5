"""A grid: the values of some keys, and a point for each combination of them."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..errors import InputError, one_line, shown

MOST = 10**6  # points: more runs than anybody waits for

Label = str | int | float | None


class Value(NamedTuple):
    """One value of a key.

    Attributes:
        label: what stands for it in the table.
        itself: what a run is made with.
    """

    label: Label
    itself: Any


Point = dict[str, Value]


def points_of(grid: Mapping[str, Iterable[Any]]) -> list[Point]:
    """Return every combination of the values, the last key changing fastest.

    Raises:
        InputError: a key has no values, two that look alike, or something that is no list; or
            there are more than `MOST` points.
    """
    if not isinstance(grid, Mapping):
        raise InputError(f"grid must be {{knob: values}}, not {shown(grid)}")
    values = {key: _values(key, grid[key]) for key in grid}
    number = prod(map(len, values.values()))
    if number > MOST:
        raise InputError(f"a grid must have at most {MOST:,} points, and this one has {number:,}")
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def labels_of(point: Point) -> dict[str, Label]:
    """Return what stands for the values of a point in the table."""
    return {key: value.label for key, value in point.items()}


def _values(key: object, values: Any) -> list[Value]:
    if not isinstance(key, str):
        raise InputError(f"a key of the grid must be text, not {shown(key)}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"{key} must have a list of values, not {shown(values)}")
    if isinstance(values, Mapping):
        listed = [Value(_label(name), _plain(value)) for name, value in values.items()]
    else:
        listed = [Value(_label(value), _plain(value)) for value in values]
    if not listed:
        raise InputError(f"{key} must have at least one value, and has none")
    seen = set()
    for label, _ in listed:
        if str(label) in seen:
            raise InputError(
                f"{key} has two values that look alike, {shown(label)}; give each a name of its "
                "own: {name: value, ...}"
            )
        seen.add(str(label))
    return listed


def _label(value: Any) -> Label:
    """Return what stands for a value: itself if it is plain, else its name or its text."""
    value = _plain(value)
    if value is None or isinstance(value, int | float):
        return value
    name = getattr(value, "name", None)
    return one_line(name if isinstance(name, str) else str(value))


def _plain(value: Any) -> Any:
    """Return a number out of a numpy array as one of Python's own."""
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return value.item()
    return value
