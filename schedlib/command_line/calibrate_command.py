"""`schedlib calibrate`: the three numbers of a clock from a measured run, and how well they fit."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from ..calibration import calibrate, tell_doubts
from ..calibration.measured_run import FEWEST
from ..clock import StepClock
from ..engines.vllm_v1 import VllmV1
from ..errors import InputError
from ..logs import read_log
from ..words import words
from .answer import Answer, warning
from .clock_options import add_clock_options, clock_from
from .metric_table import columns, number
from .readers import at_least
from .replay_command import told_left_out
from .report import as_json
from .run_options import add_all_knobs, add_engine, policy_from

EXAMPLES = """\
examples:
  python -m schedlib calibrate log.jsonl --hardware rtx-pro-6000 --model llama-3-8b
  python -m schedlib calibrate log.jsonl --engine vllm-v1 --max-num-seqs 256 \\
      --hardware h100-sxm --model qwen3-32b --tensor-parallel 2 --link nvlink4 \\
      --fit-first 100 --format json

All requests are simulated; with --fit-first the first N alone are fitted, and the error is told
over all of them. Give the knobs that the engine ran with, --num-gpu-blocks too if memory was short.
"""


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `calibrate`; its help has the knobs of `engine`, or all."""
    said = words()
    parser.usage = "%(prog)s LOG [--engine NAME] [its knobs] --hardware NAME --model NAME"
    parser.add_argument("log", metavar="LOG", help=said.say("calibrate.log"))
    parser.add_argument("--skip-bad", action="store_true", help=said.say("replay.skip_bad"))
    parser.add_argument(
        "--fit-first", metavar="N", type=at_least(FEWEST), help=said.say("calibrate.fit_first")
    )
    add_engine(parser, VllmV1.name)
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help=said.say("replay.format")
    )
    add_clock_options(parser, fitted=True)
    add_all_knobs(parser, engine)


def answer(options: Namespace) -> Answer:
    """Calibrate, and tell the parameters and the error."""
    policy, clock = policy_from(options), clock_from(options)
    if not isinstance(clock, StepClock):
        raise InputError("a table of step times has no numbers to be fitted")
    log = read_log(options.log, skip_bad=options.skip_bad)
    found = calibrate(log, policy, clock, options.fit_first)
    complaints = (*told_left_out(log), *map(warning, tell_doubts(found)))
    return Answer(FORMATS[options.format](found.as_record()), complaints=complaints)


def as_calibration_table(record: Mapping[str, Any]) -> str:
    """Return what a calibration found as two tables: the parameters, and the figures."""
    said = words()
    head = [said.say(f"calibrate.{name}") for name in ("parameter", "value")]
    parameters = [
        [f"{name} [s]" if name == "overhead" else name, number(value)]
        for name, value in record["parameters"].items()
    ]
    titles = [said.say(f"calibrate.{n}") for n in ("statistic", "measured", "predicted", "off")]
    figures = [
        [f"{latency} {name}", number(measured), number(predicted), _off(measured, predicted)]
        for latency, values in record["measured"].items()
        for name, measured in values.items()
        for predicted in [record["predicted"][latency][name]]
    ]
    error = said.say("calibrate.error", number=len(figures), error=record["mean_abs_error_pct"])
    return f"{columns([head, *parameters])}\n{columns([titles, *figures])}\n{error}\n"


def _off(measured: float, predicted: float) -> str:
    return (
        f"{100 * (predicted / measured - 1):+.1f} %" if measured else words().say("table.nothing")
    )


FORMATS = {"table": as_calibration_table, "json": as_json}
