"""The checks of the homework: reports on four runs, and two cases that a student constructs.

Each `check_...` shows the verdict of its `judge_...`, and raises `NotYet` where it was not passed.
"""

from .full_house import judge_full_house, judge_nobody_to_preempt
from .no_stall import judge_no_stall
from .overload_report import judge_overload
from .own_workload import step_through
from .side_by_side import side_by_side
from .variant_report import judge_report

__all__ = [
    "check_full_house",
    "check_no_stall",
    "check_nobody_to_preempt",
    "check_overload",
    "check_report",
    "judge_full_house",
    "judge_no_stall",
    "judge_nobody_to_preempt",
    "judge_overload",
    "judge_report",
    "side_by_side",
    "step_through",
]


def check_report(variant: str, report: object) -> None:
    """Check the report on "baseline", "chunk6" or "no_preemption"."""
    judge_report(variant, report).require()


def check_overload(report: object) -> None:
    """Check the report on the overload."""
    judge_overload(report).require()


def check_no_stall(reason: object) -> None:
    """Check the three facts that rule out a stall."""
    judge_no_stall(reason).require()


def check_full_house(my_requests: object) -> None:
    """Check the workload in which slots and queue are full when a high-priority request arrives."""
    judge_full_house(my_requests).require()


def check_nobody_to_preempt(my_requests: object) -> None:
    """Check the workload in which a high-priority request finds only its like on the slots."""
    judge_nobody_to_preempt(my_requests).require()
