"""The figures and tables of a run: scenes made of plain records, and what shows them."""

from .costs_figure import CostsPicture
from .picture import Picture
from .step_times import step_time_figure
from .tables import completion_table, iteration_table
from .token_gaps import itl_figure
from .work_figure import WorkPicture

__all__ = [
    "CostsPicture",
    "Picture",
    "WorkPicture",
    "completion_table",
    "iteration_table",
    "itl_figure",
    "step_time_figure",
]
