"""`schedlib run`: simulate, write the summary, and show the run."""

from argparse import Namespace

from ..loop import simulate
from ..narration import tell_ending
from ..reading.files import write_atomically
from ..reading.request_files import read_requests
from ..workloads import six_requests
from .answer import CUT, Answer, warning
from .report import FORMATS, as_json
from .run_options import add_run_options, policy_from

EXAMPLES = """\
examples:
  python -m schedlib run > scheduler_trace.json
  python -m schedlib run --prefill-chunk 6 --format table
  python -m schedlib run --requests my.csv --max-queue none --format narration
  python -m schedlib run --engine vllm-v1 --max-num-seqs 2 --num-gpu-blocks none
  python -m schedlib run --engine vllm-v1 --help

exit codes: 0 the run drained; 2 an error, told in one line; 3 the run was cut
by --max-iterations and did not drain.
"""

add_options = add_run_options


def answer(options: Namespace) -> Answer:
    """Simulate, write the summary, and show the run."""
    policy = policy_from(options)
    requests = six_requests() if options.requests is None else read_requests(options.requests)
    trace = simulate(requests, policy)
    text = FORMATS[options.format](trace)
    write_atomically(options.summary, as_json(trace.summary()))
    if trace.drained:
        return Answer(text)
    return Answer(text, CUT, (warning(tell_ending(trace)),))
