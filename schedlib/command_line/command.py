"""The command line: `python -m schedlib run`, `engines` and `check`.

A command turns its options into an `Answer` and prints nothing itself, so that an error leaves
standard output empty. Every error is told in one line and ends with exit code 2.
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from .. import __version__
from ..errors import InputError
from ..judging.acceptance import Check, acceptance
from ..loop import simulate
from ..narration import tell_ending
from ..reading.files import write_atomically
from ..reading.request_files import read_requests
from ..words import words
from ..workloads import six_requests
from .console import complain, put
from .engine_list import add_list_options, as_list
from .report import FORMATS, as_json
from .run_options import add_run_options, engine_in, policy_from
from .unknown_options import run_options, unrecognized

PROGRAM = "schedlib"

DONE, FAILED, ERROR, CUT, INTERRUPTED = 0, 1, 2, 3, 130  # exit codes

EXAMPLES = """\
examples:
  python -m schedlib run > scheduler_trace.json
  python -m schedlib run --prefill-chunk 6 --format table
  python -m schedlib run --requests my.csv --max-queue none --format narration
  python -m schedlib run --engine vllm-v1 --max-num-seqs 2 --num-gpu-blocks none
  python -m schedlib run --engine vllm-v1 --help
  python -m schedlib engines vllm-v1

exit codes: 0 the run drained; 2 an error, told in one line; 3 the run was cut
by --max-iterations and did not drain.
"""


class Answer(NamedTuple):
    """What a command has to say.

    Attributes:
        text: for standard output.
        code: the exit code.
        complaint: one line for standard error, if any.
    """

    text: str
    code: int = DONE
    complaint: str = ""


class Command(NamedTuple):
    """One command.

    Attributes:
        name, help, epilog: as they stand in the help.
        add_options: adds its options; it is told the scheduler that the command line names.
        options: these options, each with the schedulers that have it; none for a common one.
        run: does what the command is for.
    """

    name: str
    help: str
    epilog: str
    add_options: Callable[[ArgumentParser, str | None], None]
    options: dict[str, list[str]]
    run: Callable[[Namespace], Answer]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        answer = respond(argv)
        put(answer.text)
    except InputError as error:  # standard output cannot take the text
        answer = Answer("", ERROR, f"{PROGRAM}: error: {error}")
    except KeyboardInterrupt:
        return INTERRUPTED
    if answer.complaint:
        complain(answer.complaint)
    return answer.code


def respond(argv: Sequence[str] | None) -> Answer:
    """Return what the command in `argv` has to say; it has written its files by then."""
    parser = make_parser(engine_in(argv))
    try:
        options, unknown = parser.parse_known_args(argv)
        if unknown:
            engine = getattr(options, "engine", None)
            options.parser.error(unrecognized(unknown, options.command.options, engine))
        for name, value in vars(options).items():
            if value == []:  # what argparse makes of `--name=--`
                parser.error(f"argument --{name.replace('_', '-')}: expected one argument")
    except SystemExit as stop:  # argparse has shown its help, or `Parser.error` its line
        return Answer("", int(stop.code or DONE))
    try:
        command: Command = options.command
        return command.run(options)
    except InputError as error:
        return Answer("", ERROR, f"{options.parser.prog}: error: {error}")


class Parser(ArgumentParser):
    """An argument parser that complains in one line and never guesses an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, **settings
        )

    def error(self, message: str) -> NoReturn:
        """Exit with one line on standard error."""
        complain(f"{self.prog}: error: {message}")
        sys.exit(ERROR)


def make_parser(engine: str | None) -> Parser:
    """Return the parser of the whole command line, whose help is on `engine`, if that is one."""
    parser = Parser(
        prog=PROGRAM,
        description="Schedulers for continuous batching, iteration by iteration.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(title="commands", required=True)
    for command in COMMANDS:
        each = commands.add_parser(
            command.name, help=command.help, description=command.help, epilog=command.epilog
        )
        command.add_options(each, engine)
        each.set_defaults(command=command, parser=each)
    return parser


def run(options: Namespace) -> Answer:
    """Simulate, write the summary, and show the run."""
    policy = policy_from(options)
    requests = six_requests() if options.requests is None else read_requests(options.requests)
    trace = simulate(requests, policy)
    text = FORMATS[options.format](trace)
    write_atomically(options.summary, as_json(trace.summary()))
    if trace.drained:
        return Answer(text)
    return Answer(text, CUT, f"{PROGRAM}: warning: {tell_ending(trace)}")


def engines(options: Namespace) -> Answer:
    """List the schedulers and their knobs."""
    return Answer(as_list(options.format, options.names))


def check(options: Namespace) -> Answer:
    """Judge the acceptance list."""
    checks = acceptance()
    passed = all(each.passed for each in checks)
    return Answer("\n".join(map(as_verdict, checks)), DONE if passed else FAILED)


def as_verdict(item: Check) -> str:
    """Return one item of the list with its evidence."""
    verdict = words().say("acceptance.pass" if item.passed else "acceptance.fail")
    evidence = [f"         {name}: {text}" for name, text in item.evidence.items()]
    return "\n".join([f"{verdict}  {item.number}. {item.statement}", *evidence, ""])


COMMANDS = (
    Command(
        "run",
        "Run a scheduler, print the run, and write each request's outcome to a file.",
        EXAMPLES,
        add_run_options,
        run_options(),
        run,
    ),
    Command(
        "engines",
        "List the schedulers: what each is, its knobs and their defaults, and its source.",
        "",
        lambda parser, engine: add_list_options(parser),
        {"--format": [], "--help": []},
        engines,
    ),
    Command(
        "check",
        "Judge the acceptance list on its fixed runs; exit code 1 if an item fails.",
        "",
        lambda parser, engine: None,
        {"--help": []},
        check,
    ),
)
