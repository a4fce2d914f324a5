"""The widgets of the notebooks."""

from .stepper import Stepper

__all__ = ["Stepper"]
