"""schedlib: how an LLM serving engine decides, iteration by iteration.

>>> from schedlib import Tutorial, simulate, workloads
>>> trace = simulate(workloads.six_requests(), Tutorial(prefill_chunk=6))
>>> trace.requests["A"].completed
2
"""

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from .logs.workload import load_workload

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
    "load_workload",
    "narrate",
    "simulate",
    "workloads",
]


def __getattr__(name: str) -> Any:
    """Read what logs need only when it is asked for, so that the package starts sooner."""
    if name == "load_workload":
        from .logs.workload import load_workload

        return load_workload
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
