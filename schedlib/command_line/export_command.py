"""`schedlib export`: a run as a file for a viewer of traces."""

from argparse import ArgumentParser, Namespace

from ..exports.perfetto import chrome_trace_json
from ..logs.workload import load_workload
from ..loop import simulate
from ..narration import tell_ending
from ..reading.files import write_atomically
from ..reading.request_files import read_requests
from ..tutorial import Tutorial
from ..words import words
from ..workloads import six_requests
from .answer import CUT, DONE, Answer, warning
from .clock_options import add_clock_options, clock_from, has_clock
from .readers import at_least
from .run_options import add_all_knobs, add_engine, policy_from

EXAMPLES = """\
examples:
  python -m schedlib export --perfetto six.json
  python -m schedlib export --perfetto run.json --requests my.csv --engine vllm-v1
  python -m schedlib export --perfetto run.json --requests trace.csv --first 100 --engine vllm-v1 \\
      --hardware a100-80gb --model llama-3-8b

Open the file at ui.perfetto.dev. Without --hardware and --model an iteration is drawn as 1 ms.
"""


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `export`; its help has the knobs of `engine`, or of all."""
    said = words()
    parser.usage = "%(prog)s --perfetto PATH [--requests FILE] [--engine NAME] [its knobs]"
    parser.add_argument(
        "--perfetto", metavar="PATH", required=True, help=said.say("export.perfetto")
    )
    parser.add_argument("--requests", metavar="FILE", help=said.say("export.requests"))
    parser.add_argument("--first", metavar="N", type=at_least(1), help=said.say("export.first"))
    add_engine(parser, Tutorial.name)
    add_clock_options(parser)
    add_all_knobs(parser, engine)


def answer(options: Namespace) -> Answer:
    """Simulate, and write the run."""
    policy = policy_from(options)
    clock = clock_from(options) if has_clock(options) else None
    read = read_requests if clock is None else load_workload
    requests = six_requests() if options.requests is None else read(options.requests)
    if options.first is not None:
        requests = sorted(requests, key=lambda request: request.arrival)[: options.first]
    trace = simulate(requests, policy, clock=clock)
    text = chrome_trace_json(trace)
    if options.perfetto != "-":
        write_atomically(options.perfetto, text)
    complaints = () if trace.drained else (warning(tell_ending(trace)),)
    shown = text if options.perfetto == "-" else ""
    return Answer(shown, DONE if trace.drained else CUT, complaints)
