"""Several runs of one workload, one above the other, with one cursor.

Where they have a clock, it stands at a moment: that of an iteration's start in any of them.
"""

from collections.abc import Mapping

from ..errors import InputError
from ..figures.describe import describe_size
from ..figures.variants import variants_scene
from ..trace import Trace
from ..words import words
from .pages import run_pages
from .stage import Stage


class Compare(Stage):
    """Step through several runs of one workload together.

    Args:
        runs: the runs by name; the first is the baseline of the others.
        cursor: the iteration, or the stop of the cursor on a time axis, that is shown first
            (default: the last).
        language: of every word in it.
        time_axis: whether x is time, not iterations (default: if all runs have a clock).

    Attributes:
        runs: the runs that are shown.

    Raises:
        InputError: there is no run, the runs are of different workloads, a run has no times, or
            there is no table of words for `language`.
    """

    def __init__(
        self,
        runs: Mapping[str, Trace],
        cursor: int | None = None,
        language: str = "en",
        time_axis: bool | None = None,
    ) -> None:
        """Lay out all the runs."""
        super().__init__(language)
        self.time_axis = time_axis
        self.show(runs)
        self.cursor = self.last if cursor is None else cursor

    def show(self, runs: Mapping[str, Trace]) -> None:
        """Show other runs in the same place."""
        if len({frozenset(trace.workload) for trace in runs.values()}) != 1:
            raise InputError("runs must hold one or more runs of one and the same workload")
        self.runs = dict(runs)
        said = words(self.language)
        told = [f"{name}: {describe_size(trace, self.language)}" for name, trace in runs.items()]
        cut = [name for name, trace in runs.items() if not trace.drained]
        self.present(
            variants_scene(runs, self.language, self.time_axis),
            " ".join(told),
            run_pages(runs, self.language, self.time_axis),
            warning=said.say("compare.cut", runs=cut) if cut else "",
        )

    def __repr__(self) -> str:
        """Say what is compared: notebooks store this line beside the widget."""
        return words(self.language).say("compare.repr", runs=list(self.runs))
