"""The knobs of the schedulers as options, made from the registry, and a policy made from them."""

import re
from argparse import SUPPRESS, BooleanOptionalAction
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ..engines.registry import REQUIRED, SCHEDULERS, Knob
from ..errors import InputError
from ..loop import Policy
from ..tutorial import Tutorial
from ..words import words
from .knob_help import KNOBS
from .readers import NO_LIMIT, READERS, at_least, places

# What is judged while it is read; an engine judges its other knobs itself.
JUDGED: dict[str, Callable[[str], object]] = {
    "max_active": at_least(1),
    "max_queue": places,
    "token_budget": at_least(1),
    "prefill_chunk": at_least(1),
    "max_iterations": at_least(1),
}


class Group(Protocol):
    """A parser, or a group of its options."""

    def add_argument(self, *names: str, **settings: Any) -> Any:
        """Add an option."""


def option(knob: str) -> str:
    """Return a knob as it is written on the command line."""
    return f"--{knob.replace('_', '-')}"


def options(knobs: Iterable[str]) -> str:
    """Return knobs as they are written on the command line, one after another."""
    return ", ".join(map(option, knobs))


def add_knob(group: Group, knob: Knob, help: str) -> None:
    """Add one knob to a group of options; where it is not given, it is absent from the result."""
    settings: dict[str, Any] = {"default": SUPPRESS, "help": help.replace("%", "%%")}
    if knob.kind == "switch":
        settings["action"] = BooleanOptionalAction
    elif knob.kind == "choice":
        settings["choices"] = knob.choices
    else:
        settings["type"] = JUDGED.get(knob.name, READERS[knob.kind])
        settings["metavar"] = words().say(f"knob.{knob.name}.unit")
    group.add_argument(option(knob.name), **settings)


# --- A policy --------------------------------------------------------------------------------


def policy_of(scheduler: str, given: dict[str, Any]) -> Policy[Any]:
    """Return the scheduler of that name with the knobs given.

    Raises:
        InputError: a knob is not its own, is missing or out of range, or two do not go together.
    """
    check_own(scheduler, given)
    try:
        return SCHEDULERS[scheduler](**given)
    except InputError as error:
        if scheduler == Tutorial.name:  # its options have been judged while they were read
            raise
        raise InputError(in_options(str(error), scheduler)) from None


def check_own(scheduler: str, given: Iterable[str]) -> None:
    """Check that the knobs given are the scheduler's own, and that none is missing.

    Raises:
        InputError: it names those that are wrong, and those that the scheduler has.
    """
    own = KNOBS[scheduler]
    foreign = [knob for knob in given if knob not in own]
    if foreign:
        raise InputError(f"{scheduler} has no {options(foreign)}; its knobs are {options(own)}")
    needed = [knob.name for knob in own.values() if knob.default is REQUIRED]
    missing = [knob for knob in needed if knob not in given]
    if missing:
        raise InputError(f"{scheduler} needs {options(missing)}; its knobs are {options(own)}")


def in_options(message: str, scheduler: str) -> str:
    """Return what an engine says about its knobs, with the knobs written as options."""
    own = KNOBS[scheduler]
    rule, comma, value = message.partition(", not ")
    names = rf"(?<!')\b({'|'.join(own)})\b"  # but not where one is a value, in quotes
    text = re.sub(names, lambda found: option(found[0]), rule) + comma + value
    first = own.get(rule.partition(" ")[0])
    if comma and first and first.kind == "optional":
        return f"{text}; or {NO_LIMIT} for no limit"
    return text
