"""What the help says on a knob: what it is, its default, and of whom it is."""

from collections.abc import Iterable

from ..engines.knob_words import knob_help
from ..engines.registry import REQUIRED, SCHEDULERS, Knob, knobs
from ..words import words
from .readers import NO_LIMIT

KNOBS = {name: {knob.name: knob for knob in knobs(each)} for name, each in SCHEDULERS.items()}


def owners() -> dict[str, list[str]]:
    """Return the names of the schedulers that have each knob, by the knob's name."""
    found: dict[str, list[str]] = {}
    for name, own in KNOBS.items():
        for knob in own:
            found.setdefault(knob, []).append(name)
    return found


def own_help(scheduler: str, knob: Knob) -> str:
    """Return the line of help for a knob of one scheduler."""
    given = default(knob)
    note = given if knob.default is REQUIRED else words().say("run.default", value=given)
    return f"{knob_help(scheduler, knob.name, words())} ({note})"


def shared_help(knob: str, schedulers: Iterable[str]) -> str:
    """Return the line of help for a knob of several schedulers: each meaning, default and owner."""
    meanings: dict[str, dict[str, list[str]]] = {}
    for name in schedulers:
        defaults = meanings.setdefault(knob_help(name, knob, words()), {})
        defaults.setdefault(default(KNOBS[name][knob]), []).append(name)
    return "; ".join(f"{help} ({by_owner(defaults)})" for help, defaults in meanings.items())


def by_owner(defaults: dict[str, list[str]]) -> str:
    """Return defaults with the schedulers whose they are."""
    return "; ".join(f"{', '.join(names)}: {given}" for given, names in defaults.items())


def default(knob: Knob) -> str:
    """Return the default of a knob, as it is written on the command line."""
    if knob.default is REQUIRED:
        return words().say("run.required")
    if knob.default is None or knob.default == ():
        return NO_LIMIT
    return words().value(knob.default) if knob.kind == "switch" else str(knob.default)
