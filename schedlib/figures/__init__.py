"""The figures and tables of a run: scenes made of plain records, and what shows them."""

from .picture import Picture
from .tables import completion_table, iteration_table

__all__ = ["Picture", "completion_table", "iteration_table"]
