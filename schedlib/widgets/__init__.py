"""The widgets of the notebooks."""

from .chunk_in_milliseconds import ChunkInMilliseconds
from .chunk_what_if import ChunkWhatIf
from .compare import Compare
from .engines_side_by_side import Engines
from .playground import Playground
from .stepper import Stepper
from .what_if import WhatIf
from .work_stage import WorkStage
from .workload_editor import WorkloadEditor

__all__ = [
    "ChunkInMilliseconds",
    "ChunkWhatIf",
    "Compare",
    "Engines",
    "Playground",
    "Stepper",
    "WhatIf",
    "WorkStage",
    "WorkloadEditor",
]
