"""Schedulers of one's own: written step by step, run apart, shown like the library's."""

from .board import Board
from .own_scheduler import OwnScheduler
from .steps import Steps

__all__ = ["Board", "OwnScheduler", "Steps"]
