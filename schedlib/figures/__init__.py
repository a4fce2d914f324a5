"""The figures and tables of a run: scenes made of plain records, and what shows them."""

from .costs_figure import CostsPicture
from .picture import Picture
from .tables import completion_table, iteration_table
from .work_figure import WorkPicture

__all__ = ["CostsPicture", "Picture", "WorkPicture", "completion_table", "iteration_table"]
