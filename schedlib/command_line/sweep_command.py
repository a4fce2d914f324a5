"""`schedlib sweep`: a trace under an engine, at each point of a grid of knobs."""

import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..engines.registry import REQUIRED
from ..engines.vllm_v1 import VllmV1
from ..errors import InputError
from ..fields import positive
from ..logs import read_log
from ..logs.workload import logged_requests
from ..loop import Policy
from ..request import Request
from ..sweeps import Interrupted, Table, sweep_table
from ..sweeps.columns import DRAINED, ERROR
from ..sweeps.subject import ENGINE, FIELD
from ..words import words
from .answer import CUT, DONE, FAILED, INTERRUPTED, Answer, warning
from .clock_options import add_clock_options, clock_from
from .knob_help import KNOBS, owners
from .knob_options import options as written
from .knob_options import policy_of
from .readers import at_least
from .replay_command import add_slo_options, add_trace_options, slo_from, told_left_out
from .run_options import add_all_knobs, add_engine
from .sweep_keys import SPEED, Grid, grid_of
from .sweep_report import FORMATS

EXAMPLES = """\
examples:
  python -m schedlib sweep trace.csv --sweep max-num-seqs=32,64,128 \\
      --hardware a100-80gb --model llama-3-8b
  python -m schedlib sweep trace.csv --sweep speed=0.5,1,2,4 --sweep hardware=a100-80gb,h100-sxm \\
      --model llama-3-8b --slo-ttft 2 --slo-tpot 0.05 --jobs 4 --save capacity.csv
  python -m schedlib sweep trace.csv --engine sarathi --max-num-seqs 128 \\
      --sweep chunk-size=256,512,1024 --hardware h100-sxm --model llama-3-8b --format csv

Keys of --sweep are written like options: any knob of the engine, hardware, model, link,
tensor-parallel, e-mem, e-compute, overhead-ms; and engine (with its default knobs and those that
are swept) and speed (how many times as fast as in the trace the requests arrive). A switch is on
or off. Times are in seconds.

exit codes: 0 every point drained; 1 a point failed; 2 an error, told in one line; 3 a run was cut
by --max-iterations and did not drain; 130 interrupted, with what was done by then.
"""


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `sweep`; its help has the knobs of `engine`, or of all."""
    said = words()
    parser.usage = (
        "%(prog)s TRACE --sweep KEY=VALUES [--sweep ...] [--engine NAME] [its knobs] "
        "--hardware NAME --model NAME"
    )
    add_trace_options(parser)
    parser.add_argument(
        "--sweep",
        metavar="KEY=VALUE,VALUE",
        action="append",
        required=True,
        help=said.say("sweep.option.sweep"),
    )
    add_engine(parser, VllmV1.name)
    add_slo_options(parser)
    parser.add_argument("--save", metavar="FILE", help=said.say("sweep.option.save"))
    parser.add_argument(
        "--jobs", metavar="N", type=at_least(1), default=1, help=said.say("sweep.option.jobs")
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help=said.say("sweep.option.format")
    )
    add_clock_options(parser)
    add_all_knobs(parser, engine)


def answer(options: Namespace) -> Answer:
    """Sweep, and tell what came of each point, or of those that were done by an interruption."""
    grid = grid_of(options.sweep, options.engine)
    policy, slo = _policy(options, grid), slo_from(options)
    clock = clock_from(_with_first_values(options, grid))
    log = read_log(options.trace, skip_bad=options.skip_bad)
    requests = sorted(logged_requests(log), key=lambda request: request.arrival)[: options.first]
    workload = _at_speeds(requests) if SPEED in grid else requests
    left_out = tuple(told_left_out(log))
    try:
        with _executor(options.jobs) as executor:
            table = sweep_table(
                *(workload, grid, policy),
                clock=clock,
                slo=slo,
                executor=executor,
                save=options.save,
            )
    except Interrupted as stop:
        done, told = FORMATS[options.format](stop.table), _told_interruption(stop)
        return Answer(done, INTERRUPTED, (*left_out, told))
    except InputError as error:
        message = str(error)
        raise InputError(f"--{message}" if message.startswith("save ") else message) from None
    code, complaints = _judged(table)
    return Answer(FORMATS[options.format](table), code, (*left_out, *complaints))


def _policy(options: Namespace, grid: Grid) -> Policy[Any] | None:
    """Return the policy whose knobs are swept; None where engines are."""
    given = {name: value for name, value in vars(options).items() if name in owners()}
    if ENGINE in grid:
        if given:
            first = next(iter(given)).replace("_", "-")
            raise InputError(
                f"{written(given)} must go into --sweep, where engines are swept: "
                f"for example --sweep {first}=VALUE"
            )
        return None
    for knob in KNOBS[options.engine].values():  # a swept knob need not be given, too
        if knob.default is REQUIRED and knob.name in grid:
            given.setdefault(knob.name, grid[knob.name][0])
    return policy_of(options.engine, given)


def _with_first_values(options: Namespace, grid: Grid) -> Namespace:
    """Return options in which what is swept need not have been given, too."""
    firsts = {
        name: grid[key][0]
        for name in ("hardware", "model", "link")
        for key in [f"{FIELD}{name}"]
        if key in grid
    }
    return Namespace(**vars(options) | firsts)


def _at_speeds(requests: Sequence[Request]) -> Callable[[object], list[Request]]:
    def at_speed(speed: object) -> list[Request]:
        times = positive(SPEED, speed)
        return [replace(request, arrival=request.arrival / times) for request in requests]

    return at_speed


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    """Yield so many processes, or None for this one."""
    if jobs == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # here, so that other commands start faster
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn"), _end_quietly) as executor:
        yield executor


def _end_quietly() -> None:
    """Let Ctrl-C, which all processes of a terminal get, end this one without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _judged(table: Table) -> tuple[int, list[str]]:
    """Return the exit code, and a line on points that failed and one on runs that were cut."""
    said, number = words(), len(table.rows)
    failed = [row for row in table.rows if row[ERROR.name] is not None]
    cut = sum(row[DRAINED.name] is False for row in table.rows)
    complaints = []
    if failed:
        point = ", ".join(f"{key} {failed[0][key]}" for key in table.keys)
        complaints.append(
            said.say(
                "sweep.told_failed",
                failed=len(failed),
                number=number,
                point=point,
                error=failed[0][ERROR.name],
            )
        )
    if cut:
        complaints.append(said.say("sweep.told_cut", cut=cut, number=number))
    return FAILED if failed else CUT if cut else DONE, list(map(warning, complaints))


def _told_interruption(stop: Interrupted) -> str:
    key = "sweep.told_saved" if stop.saved else "sweep.told_interrupted"
    return warning(words().say(key, done=len(stop.table.rows), number=stop.points))
