"""schedlib: how an LLM serving engine decides, iteration by iteration.

>>> from schedlib import Tutorial, simulate, workloads
>>> trace = simulate(workloads.six_requests(), Tutorial(prefill_chunk=6))
>>> trace.requests["A"].completed
2
"""

from . import workloads
from .engines import Orca, RequestDynamic, Sarathi, Static, TensorRtLlm, VllmV0, VllmV1
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
    "Orca",
    "Request",
    "RequestDynamic",
    "Sarathi",
    "Static",
    "TensorRtLlm",
    "Trace",
    "Tutorial",
    "VllmV0",
    "VllmV1",
    "acceptance",
    "narrate",
    "simulate",
    "workloads",
]
