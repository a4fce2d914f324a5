"""From iterations to seconds: what a step asks of the hardware, and how long that takes."""

from .hardware import HARDWARE, LINKS, Hardware, Link, hardware, link
from .models import MODELS, ModelShape, model
from .step_clock import StepClock
from .step_work import StepWork, work_of_steps

__all__ = [
    "HARDWARE",
    "LINKS",
    "MODELS",
    "Hardware",
    "Link",
    "ModelShape",
    "StepClock",
    "StepWork",
    "hardware",
    "link",
    "model",
    "work_of_steps",
]
