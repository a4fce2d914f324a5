"""Predict the next iteration: seeded puzzles, a form to fill in, and a check step by step."""

from .grading import check, judge
from .prediction import Prediction
from .puzzle import Puzzle
from .trainer import Trainer

__all__ = ["Prediction", "Puzzle", "Trainer", "check", "judge"]
