"""The widgets of the notebooks."""

from .compare import Compare
from .stepper import Stepper
from .what_if import WhatIf

__all__ = ["Compare", "Stepper", "WhatIf"]
