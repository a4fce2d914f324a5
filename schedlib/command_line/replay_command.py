"""`schedlib replay`: a trace under an engine, in seconds, and what the run is judged by."""

from argparse import ArgumentParser, Namespace
from typing import Any

from ..clock import WatchedTable
from ..engines.vllm_v1 import VllmV1
from ..logs import Log, read_log
from ..logs.workload import logged_requests
from ..loop import simulate
from ..metrics import metrics_of
from ..metrics.record import metrics_record
from ..metrics.slo import SLO
from ..summaries.summary import Summary
from ..words import words
from .answer import CUT, DONE, Answer, warning
from .clock_options import add_clock_options, clock_from
from .metric_table import as_metric_table
from .readers import above_zero, at_least
from .report import as_json
from .run_options import add_all_knobs, add_engine, policy_from

LIMITS = ("ttft", "tpot", "itl")  # of an SLO
FORMATS = {"table": as_metric_table, "json": as_json}

EXAMPLES = """\
examples:
  python -m schedlib replay trace.csv --hardware a100-80gb --model llama-3-8b
  python -m schedlib replay trace.csv.gz --engine sarathi --chunk-size 512 --max-num-seqs 128 \\
      --hardware h100-sxm --model llama-3-8b --slo-ttft 2 --slo-tpot 0.05 --format json
  python -m schedlib replay trace.jsonl --skip-bad --hardware h200-sxm --model qwen3-32b \\
      --tensor-parallel 2 --link nvlink4

Times are in seconds. Percentiles are interpolated between the two nearest requests.

exit codes: 0 the run drained; 2 an error, told in one line; 3 the run was cut
by --max-iterations and did not drain.
"""


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add the options to the parser of `replay`; its help has the knobs of `engine`, or of all."""
    said = words()
    parser.usage = "%(prog)s TRACE [--engine NAME] [its knobs] --hardware NAME --model NAME"
    add_trace_options(parser)
    add_engine(parser, VllmV1.name)
    add_slo_options(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help=said.say("replay.format")
    )
    add_clock_options(parser)
    add_all_knobs(parser, engine)


def add_trace_options(parser: ArgumentParser) -> None:
    """Add the options that name a trace and say what is read of it."""
    said = words()
    parser.add_argument("trace", metavar="TRACE", help=said.say("replay.trace"))
    parser.add_argument("--skip-bad", action="store_true", help=said.say("replay.skip_bad"))
    parser.add_argument("--first", metavar="N", type=at_least(1), help=said.say("replay.first"))


def add_slo_options(parser: ArgumentParser) -> None:
    """Add the options that set the limits of an SLO."""
    said = words()
    for limit in LIMITS:
        metric = said.say(f"metric.{limit}")
        text = said.say("replay.slo_itl" if limit == "itl" else "replay.slo", metric=metric)
        parser.add_argument(f"--slo-{limit}", metavar="SECONDS", type=above_zero, help=text)


def answer(options: Namespace) -> Answer:
    """Replay a trace and tell its metrics."""
    policy, clock = policy_from(options), clock_from(options)
    slo = slo_from(options)
    log = read_log(options.trace, skip_bad=options.skip_bad)
    requests = sorted(logged_requests(log), key=lambda request: request.arrival)
    summary = simulate(requests[: options.first], policy, clock=clock, record="summary")
    record = metrics_record(metrics_of(summary, slo))
    record["drained"] = summary.drained
    if options.skip_bad:
        record["skipped"] = [each._asdict() for each in log.skipped]
    complaints = (*told_left_out(log), *told_beyond(clock), *told_cut(summary))
    code = DONE if summary.drained else CUT
    return Answer(FORMATS[options.format](record), code, complaints)


def slo_from(options: Namespace) -> SLO | None:
    """Return the SLO that the options describe, or None."""
    limits = {limit: getattr(options, f"slo_{limit}") for limit in LIMITS}
    return SLO(**limits) if any(limits.values()) else None


def told_left_out(log: Log) -> list[str]:
    """Return a line on each line of a log that was left out."""
    said = words()
    return [
        warning(said.say("replay.skipped", line=line, reason=reason))
        for line, reason in log.skipped
    ]


def told_beyond(clock: Any) -> list[str]:
    """Return a line on what a table of step times had to extrapolate, if anything."""
    if not isinstance(clock, WatchedTable) or not clock.farthest:
        return []
    beyond = ", ".join(map(str, clock.farthest))
    return [warning(words().say("replay.beyond", beyond=beyond))]


def told_cut(summary: Summary) -> list[str]:
    """Return a line on a run that was cut."""
    if summary.drained:
        return []
    iterations = summary.counters.iterations
    return [warning(words().say("replay.cut", iterations=iterations))]
