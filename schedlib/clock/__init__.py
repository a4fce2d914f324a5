"""From iterations to seconds: what a step asks of the hardware, and how long that takes."""

from ..any_clock import Clock
from ..step_work import StepWork, work_of_steps
from .hardware import HARDWARE, LINKS, Hardware, Link, hardware, link
from .models import MODELS, ModelShape, model
from .reach import Beyond
from .step_clock import StepClock, StepParts
from .step_table import StepTable
from .step_table_file import read_step_table
from .step_time import StepTime
from .watched_table import WatchedTable

__all__ = [
    "HARDWARE",
    "LINKS",
    "MODELS",
    "Beyond",
    "Clock",
    "Hardware",
    "Link",
    "ModelShape",
    "StepClock",
    "StepParts",
    "StepTable",
    "StepTime",
    "StepWork",
    "WatchedTable",
    "hardware",
    "link",
    "model",
    "read_step_table",
    "work_of_steps",
]
