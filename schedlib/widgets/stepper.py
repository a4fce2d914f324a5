"""The stepper: one run, and what was decided at each of its iterations."""

from ..figures.describe import describe_size
from ..figures.gantt import gantt_scene
from ..narration import tell_ending
from ..trace import Trace
from ..words import words
from .pages import step_pages
from .stage import Stage


class Stepper(Stage):
    """Step through a run.

    Args:
        trace: the run.
        cursor: the iteration that is shown first.
        language: of every word in it.
        time_axis: whether x is time, not iterations (default: if the run has a clock).

    Attributes:
        trace: the run that is shown.

    Raises:
        InputError: there is no table of words for `language`, or the run has no times.
    """

    def __init__(
        self, trace: Trace, cursor: int = 0, language: str = "en", time_axis: bool | None = None
    ) -> None:
        """Lay out the whole run."""
        super().__init__(language)
        self.time_axis = time_axis
        self.show(trace)
        self.cursor = cursor

    def show(self, trace: Trace, before: Trace | None = None) -> None:
        """Show another run in the same place, with a run before it as rails."""
        self.trace = trace
        self.present(
            gantt_scene(trace, self.language, before, self.time_axis),
            describe_size(trace, self.language),
            step_pages(trace, self.language),
            warning="" if trace.drained else tell_ending(trace, self.language),
            bounds=trace.policy.bounds(),
        )

    def __repr__(self) -> str:
        """Say what is stepped through: notebooks store this line beside the widget."""
        requests, iterations = len(self.trace.workload), len(self.trace.iterations)
        said = words(self.language)
        return said.say("stepper.repr", requests=requests, iterations=iterations)
