"""The options of `schedlib run`: the requests, the scheduler and its knobs, what is put where."""

from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from ..engines.registry import SCHEDULERS
from ..loop import Policy
from ..tutorial import Tutorial
from ..words import words
from .knob_help import KNOBS, own_help, owners, shared_help
from .knob_options import add_knob, policy_of
from .readers import scheduler_name
from .report import FORMATS

CUT = "max_iterations"  # the workbook's own knob, which every scheduler has


def engine_in(arguments: Sequence[str] | None) -> str | None:
    """Return the scheduler that a command line names, if any; None is that of this process."""
    scout = ArgumentParser(add_help=False, allow_abbrev=False)
    scout.add_argument("--engine", nargs="?")
    name = scout.parse_known_args(arguments)[0].engine
    return name if name in SCHEDULERS else None


def add_run_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `run`; its help has the knobs of `engine`, or of all."""
    parser.usage = "%(prog)s [--engine NAME] [its knobs] [options]"
    add_engine(parser, Tutorial.name)
    parser.add_argument(
        "--requests",
        metavar="FILE",
        help="JSON list or CSV with a header: id, arrival (iteration), prompt and output "
        "(tokens), priority (normal or high, or for engines a whole number, lower being more "
        "urgent; may be left out); - is standard input (default: the lesson's six requests)",
    )
    parser.add_argument(
        "--summary",
        metavar="PATH",
        default="request_summary.json",
        help="where the outcome of each request is written (default: %(default)s)",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="json",
        help="what is printed: the artifact as JSON, or a table or a narration for people "
        "(default: %(default)s)",
    )
    add_all_knobs(parser, engine)


def add_engine(parser: ArgumentParser, default: str) -> None:
    """Add the option that names the scheduler."""
    parser.add_argument(
        "--engine",
        metavar="NAME",
        type=scheduler_name,
        default=default,
        help=f"the scheduler: {', '.join(SCHEDULERS)} (default: %(default)s); "
        "with --help, its knobs alone are told",
    )


def add_all_knobs(parser: ArgumentParser, engine: str | None) -> None:
    """Add the knobs of `engine`, or of all schedulers."""
    cut = KNOBS[engine or Tutorial.name][CUT]
    add_knob(parser, cut, own_help(engine, cut) if engine else shared_help(CUT, KNOBS))
    if engine:
        add_own_knobs(parser, engine)
    else:
        add_knobs(parser)


def add_own_knobs(parser: ArgumentParser, engine: str) -> None:
    """Add the knobs of one scheduler; those of others are read, to be refused, and not told."""
    said, own = words(), KNOBS[engine]
    title = said.say("run.own", name=engine)
    group = parser.add_argument_group(title, said.say(f"engine.{engine}.summary"))
    for knob in own.values():
        if knob.name != CUT:
            add_knob(group, knob, own_help(engine, knob))
    for name, whose in owners().items():
        if name not in own:
            add_knob(parser, KNOBS[whose[0]][name], SUPPRESS)


def add_knobs(parser: ArgumentParser) -> None:
    """Add every other knob once: in the group of its scheduler, or in that of shared ones."""
    said, whose = words(), owners()
    shared = parser.add_argument_group(said.say("run.shared"))
    for name, own in KNOBS.items():
        summary = said.say(f"engine.{name}.summary")
        group = parser.add_argument_group(said.say("run.group", name=name), summary)
        for knob in own.values():
            if whose[knob.name] == [name]:
                add_knob(group, knob, own_help(name, knob))
            elif whose[knob.name][0] == name and knob.name != CUT:
                add_knob(shared, knob, shared_help(knob.name, whose[knob.name]))


def policy_from(options: Namespace) -> Policy[Any]:
    """Return the policy that the options describe.

    Raises:
        InputError: a knob is not the scheduler's own, is missing or out of range, or two do not
            go together.
    """
    knobs = owners()
    given = {name: value for name, value in vars(options).items() if name in knobs}
    return policy_of(options.engine, given)
