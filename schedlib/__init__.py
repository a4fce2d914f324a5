"""schedlib: how an LLM serving engine decides, iteration by iteration.

>>> from schedlib import Tutorial, simulate, workloads
>>> trace = simulate(workloads.six_requests(), Tutorial(prefill_chunk=6))
>>> trace.requests["A"].completed
2
"""

from . import workloads
from .errors import InputError
from .events import Event, Kind
from .judging import acceptance
from .loop import simulate
from .narration import narrate
from .request import Request
from .trace import Trace
from .tutorial import Tutorial

__version__ = "0.1.0"

__all__ = [
    "Event",
    "InputError",
    "Kind",
    "Request",
    "Trace",
    "Tutorial",
    "acceptance",
    "narrate",
    "simulate",
    "workloads",
]
