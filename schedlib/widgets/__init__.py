"""The widgets of the notebooks."""

from .chunk_what_if import ChunkWhatIf
from .compare import Compare
from .playground import Playground
from .stepper import Stepper
from .what_if import WhatIf
from .work_stage import WorkStage
from .workload_editor import WorkloadEditor

__all__ = [
    "ChunkWhatIf",
    "Compare",
    "Playground",
    "Stepper",
    "WhatIf",
    "WorkStage",
    "WorkloadEditor",
]
