"""The command line: `python -m schedlib run`, `replay`, `calibrate` and so on.

A command turns its options into an `Answer` and prints nothing itself, so that an error leaves
standard output empty. Every error is told in one line and ends with exit code 2. Each command has
a module of its own, with `add_options` and `answer`; it is read only when it is asked for.
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from .. import __version__
from ..errors import InputError
from .answer import DONE, ERROR, INTERRUPTED, PROGRAM, Answer
from .console import complain, put
from .run_options import engine_in
from .unknown_options import unrecognized, with_owners

EXAMPLES = """\
examples:
  python -m schedlib run --prefill-chunk 6 --format table
  python -m schedlib run --requests my.csv --max-queue none --format narration
  python -m schedlib run --engine vllm-v1 --max-num-seqs 2 --num-gpu-blocks none
  python -m schedlib replay trace.csv --hardware a100-80gb --model llama-3-8b
  python -m schedlib run --help
  python -m schedlib run --engine vllm-v1 --help
  python -m schedlib engines vllm-v1
"""


class Command(NamedTuple):
    """One command.

    Attributes:
        name, help: as they stand in the help.
    """

    name: str
    help: str

    @property
    def module(self) -> Any:
        """What the command is: `EXAMPLES`, and two functions.

        `add_options` is told the scheduler that the command line names; `answer` does what the
        command is for.
        """
        return import_module(f".{self.name}_command", __package__)


COMMANDS = (
    Command("run", "Run a scheduler, print the run, and write each request's outcome to a file."),
    Command(
        "replay", "Replay a trace under an engine, in seconds, and print what it is judged by."
    ),
    Command("sweep", "Replay a trace at each point of a grid of knobs, and print a line for each."),
    Command(
        "calibrate",
        "Fit the time of an iteration to a measured run, and compare what is predicted.",
    ),
    Command("export", "Write a run as a file for a viewer of traces."),
    Command(
        "engines",
        "List the schedulers: what each is, its knobs and their defaults, and its source.",
    ),
    Command("check", "Judge the acceptance list on its fixed runs; exit code 1 if an item fails."),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        answer = respond(sys.argv[1:] if argv is None else argv)
        put(answer.text)
    except InputError as error:  # standard output cannot take the text
        answer = Answer("", ERROR, (f"{PROGRAM}: error: {error}",))
    except KeyboardInterrupt:
        return INTERRUPTED
    for line in answer.complaints:
        complain(line)
    return answer.code


def respond(argv: Sequence[str]) -> Answer:
    """Return what the command in `argv` has to say; it has written its files by then."""
    parser = make_parser(argv)
    try:
        options, unknown = parser.parse_known_args(argv)
        if unknown:
            whose = with_owners(options.parser.option_names)
            options.parser.error(unrecognized(unknown, whose, getattr(options, "engine", None)))
        for name, value in vars(options).items():
            if value == []:  # what argparse makes of `--name=--`
                parser.error(f"argument --{name.replace('_', '-')}: expected one argument")
    except SystemExit as stop:  # argparse has shown its help, or `Parser.error` its line
        return Answer("", int(stop.code or DONE))
    try:
        answer: Answer = options.command.module.answer(options)
        return answer
    except InputError as error:
        return Answer("", ERROR, (f"{options.parser.prog}: error: {error}",))


class Parser(ArgumentParser):
    """An argument parser that complains in one line and never guesses an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, **settings
        )

    @property
    def option_names(self) -> list[str]:
        """All options, as they are written."""
        return [name for name in self._option_string_actions if name.startswith("--")]

    def error(self, message: str) -> NoReturn:
        """Exit with one line on standard error."""
        complain(f"{self.prog}: error: {message}")
        sys.exit(ERROR)


def make_parser(argv: Sequence[str]) -> Parser:
    """Return the parser of a command line; of all commands, those in it alone have options."""
    parser = Parser(
        prog=PROGRAM,
        description="Schedulers for continuous batching, iteration by iteration.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(title="commands", required=True)
    engine = engine_in(argv)
    for command in COMMANDS:
        each = commands.add_parser(command.name, help=command.help, description=command.help)
        each.set_defaults(command=command, parser=each)
        if command.name in argv:
            each.epilog = command.module.EXAMPLES
            command.module.add_options(each, engine)
    return parser
