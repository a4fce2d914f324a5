"""The options of `schedlib run`: the requests, the knobs of the policy, and what is put where."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import NamedTuple

from ..errors import InputError
from ..fields import whole_number, whole_or_text
from ..tutorial import Tutorial
from .report import FORMATS


class Knob(NamedTuple):
    """One limit of a policy, as an option."""

    name: str
    unit: str
    read: Callable[[str], int | None]
    help: str


def add_run_options(parser: ArgumentParser) -> None:
    """Add the options to the parser of `run`."""
    parser.add_argument(
        "--requests",
        metavar="FILE",
        help="JSON list or CSV with a header: id, arrival (iteration), prompt and output "
        "(tokens), priority (normal or high, may be left out); - is standard input "
        "(default: the lesson's six requests)",
    )
    for knob in KNOBS:
        parser.add_argument(
            f"--{knob.name.replace('_', '-')}",
            metavar=knob.unit,
            type=knob.read,
            default=getattr(Tutorial, knob.name),
            help=f"{knob.help} (default: %(default)s)",
        )
    parser.add_argument(
        "--no-preemption",
        dest="preemption",
        action="store_false",
        help="a high-priority arrival takes nobody's slot (default: it may)",
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


def policy_from(options: Namespace) -> Tutorial:
    """Return the policy that the options describe.

    Raises:
        InputError: its knobs do not go together.
    """
    knobs = {knob.name: getattr(options, knob.name) for knob in KNOBS}
    return Tutorial(**knobs, preemption=options.preemption)


def at_least(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` up."""

    def read(text: str) -> int:
        try:
            return whole_number("it", whole_or_text(text), at_least=least)
        except InputError as error:
            raise ArgumentTypeError(str(error)) from None

    return read


def places(text: str) -> int | None:
    """Read the length of a queue, "none" being unbounded."""
    if text == "none":
        return None
    try:
        return at_least(0)(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f"{error}; or none for an unbounded queue") from None


KNOBS = (
    Knob("max_active", "SLOTS", at_least(1), "active slots"),
    Knob("max_queue", "PLACES", places, "places in the waiting queue, or none for unbounded"),
    Knob("token_budget", "TOKENS", at_least(1), "tokens, decode + prefill, of an iteration"),
    Knob("prefill_chunk", "TOKENS", at_least(1), "prompt tokens of a request in an iteration"),
    Knob("max_iterations", "ITERATIONS", at_least(1), "iterations after which the run is cut"),
)
