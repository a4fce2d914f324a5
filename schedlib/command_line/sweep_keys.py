"""What `schedlib sweep` varies: keys and values of a grid, read from the command line.

A key is written like the option of the same name: `max-num-seqs`, `e-mem`, `hardware`; besides
there are `engine` and `speed`. Values stand behind it, with commas between them.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from ..clock import StepClock
from ..engines.registry import Knob
from ..errors import InputError, shown
from ..fields import whole_or_text
from ..sweeps.subject import ENGINE, FIELD
from .clock_options import MILLISECOND
from .knob_help import KNOBS
from .readers import READERS, number, sizes

SPEED = "speed"  # how many times as fast as in the trace requests arrive
OVERHEAD = "overhead_ms"  # as it is called on the command line

CLOCK_FIELDS = [each.name for each in fields(StepClock)]
SWITCH = {"on": True, "off": False}

Grid = dict[str, Any]


def grid_of(texts: Iterable[str], engine: str) -> Grid:
    """Return the grid that `KEY=VALUE,VALUE` texts describe, the key of the first coming first.

    Knobs are read as those of `engine`; where it has none of that name, as another's.

    Raises:
        InputError: a text is not of this form, or has a key that was before.
    """
    grid: Grid = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not (name and equals and all(values.split(","))):
            raise InputError(f"--sweep must be KEY=VALUE,VALUE, not {shown(text)}")
        plain = name.replace("-", "_")
        key = _key(plain)
        if key in grid:
            raise InputError(f"--sweep must have each key once, and {name} occurs twice")
        read = _reader(plain, engine)
        grid[key] = [read(value) for value in values.split(",")]
    return grid


def _key(name: str) -> str:
    """Return the key of a grid that is written in such a way."""
    name = "overhead" if name == OVERHEAD else name
    return f"{FIELD}{name}" if name in CLOCK_FIELDS else name


def _reader(name: str, engine: str) -> Callable[[str], object]:
    if name in OTHERS:
        return OTHERS[name]
    knobs = [own[name] for own in (KNOBS[engine], *KNOBS.values()) if name in own]
    return _knob_reader(knobs[0]) if knobs else str


def _knob_reader(knob: Knob) -> Callable[[str], object]:
    if knob.kind == "switch":
        return lambda text: SWITCH.get(text, text)
    if knob.kind == "sizes":  # the comma is taken
        return lambda text: sizes(text.replace("+", ","))
    return READERS.get(knob.kind, str)


def _number(text: str) -> object:
    """Read a number, a whole one as such; anything else stays text."""
    whole = whole_or_text(text)
    return number(text) if whole is text else whole


def _milliseconds(text: str) -> object:
    value = number(text)
    return value * MILLISECOND if isinstance(value, float) else value


OTHERS: dict[str, Callable[[str], object]] = {
    ENGINE: str,
    SPEED: _number,
    "e_mem": _number,
    "e_compute": _number,
    OVERHEAD: _milliseconds,
    "overhead": _number,
    "tensor_parallel": whole_or_text,
}
