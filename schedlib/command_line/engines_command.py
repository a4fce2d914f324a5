"""`schedlib engines`: what each scheduler is, its knobs with their defaults, and its source."""

from argparse import SUPPRESS, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Iterable
from typing import Any

from ..engines.knob_words import knob_help
from ..engines.registry import REQUIRED, SCHEDULERS, Knob
from ..words import words
from .answer import Answer
from .knob_help import KNOBS, own_help
from .knob_options import add_knob
from .readers import known_scheduler
from .report import as_json

EXAMPLES = ""


def answer(options: Namespace) -> Answer:
    """List the schedulers and their knobs."""
    return Answer(as_list(options.format, options.names))


def as_list(form: str, names: Iterable[str]) -> str:
    """Return the list of those schedulers.

    Raises:
        InputError: there is none of that name.
    """
    return LISTS[form]([known_scheduler("engine", name) for name in names])


def as_text(names: Iterable[str]) -> str:
    """Return the list for people to read: knobs are written as options of `run --engine`."""
    return "\n".join(map(engine_text, names))


def engine_text(name: str) -> str:
    """Return one scheduler with its knobs, laid out as a page of help is."""
    said = words()
    page = ArgumentParser(
        usage=SUPPRESS,
        description=said.say(
            "engine_list.what", name=name, summary=said.say(f"engine.{name}.summary")
        ),
        epilog=said.say("engine_list.source", source=said.say(f"engine.{name}.source")),
        formatter_class=lambda prog: HelpFormatter(prog, max_help_position=32),
        add_help=False,
    )
    group = page.add_argument_group(said.say("engine_list.knobs"))
    for knob in KNOBS[name].values():
        add_knob(group, knob, own_help(name, knob))
    return page.format_help()


def as_records(names: Iterable[str]) -> str:
    """Return the list as JSON."""
    return as_json([engine_record(name) for name in names])


def engine_record(name: str) -> dict[str, Any]:
    """Return one scheduler as a JSON object; a default of null is no limit, if not required."""
    said = words()
    return {
        "name": name,
        "summary": said.say(f"engine.{name}.summary"),
        "source": said.say(f"engine.{name}.source"),
        "knobs": [knob_record(name, knob) for knob in KNOBS[name].values()],
    }


def knob_record(scheduler: str, knob: Knob) -> dict[str, Any]:
    """Return one knob as a JSON object."""
    required = knob.default is REQUIRED
    return {
        "name": knob.name,
        "kind": knob.kind,
        "default": None if required else knob.default,
        "required": required,
        "choices": knob.choices,
        "help": knob_help(scheduler, knob.name, words()),
    }


LISTS = {"text": as_text, "json": as_records}


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `engines`."""
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        default=tuple(SCHEDULERS),
        help=f"those to be listed, of {', '.join(SCHEDULERS)} (default: all)",
    )
    parser.add_argument(
        "--format",
        choices=LISTS,
        default="text",
        help="text for people, or JSON (default: %(default)s)",
    )
