"""Runs side by side, with one more below them that the reader sets freely, and their report."""

from collections.abc import Iterable, Mapping
from html import escape

import ipywidgets

from ..changes import tell_changes
from ..errors import InputError
from ..figures.report import report_table
from ..loop import simulate
from ..request import Request
from ..trace import Trace
from ..tutorial import Tutorial
from ..words import words
from .compare import Compare
from .knobs import Knobs

ALL_KNOBS = (
    "max_active",
    "max_queue",
    "token_budget",
    "prefill_chunk",
    "max_iterations",
    "preemption",
)
PLACES = (*range(9), None)  # of the waiting queue; None means unbounded
TABLE_STYLE = "jp-RenderedHTMLCommon"  # the class that JupyterLab styles tables by


class CompareWhatIf(ipywidgets.VBox):
    """Compare variants of a policy with one of your own, on one axis and with one cursor.

    Args:
        requests: the workload of all runs.
        variants: the fixed policies by name; the first is the baseline of the others.
        start: where the knobs start.
        language: of every word in it; the names of the variants are the caller's.

    Attributes:
        runs: the runs that are shown, by name; the last is the reader's own.
        compare: the comparison in it.
        knobs: the knobs of the reader's own run.

    Raises:
        InputError: the workload breaks a rule, there is no variant, one has the name of the
            reader's own run, or there is no table of words for `language`.
    """

    def __init__(
        self,
        requests: Iterable[Request],
        variants: Mapping[str, Tutorial],
        start: Tutorial = Tutorial(),
        language: str = "en",
    ) -> None:
        """Run every variant once."""
        self.language = language
        said = self._said = words(language)
        self._yours = said.say("compare_what_if.yours")
        if not variants or self._yours in variants:
            raise InputError(f"variants must hold one or more policies, none named {self._yours!r}")
        self._workload = tuple(requests)
        policies = {**variants, self._yours: start}
        self.runs: dict[str, Trace] = {
            name: simulate(self._workload, policy) for name, policy in policies.items()
        }
        self.compare = Compare(self.runs, language=language)
        places = {"max_queue": PLACES}
        self.knobs = Knobs(start, ALL_KNOBS, self._run, language=language, choices=places)
        hint = said.say("compare_what_if.start", yours=self._yours)
        self._changes = ipywidgets.HTML(escape(hint))
        self._report = ipywidgets.HTML()
        self._show_report()
        super().__init__([self.knobs, self._changes, self.compare, self._report])

    def _run(self, policy: Tutorial) -> None:
        """Run the reader's policy and show it in the place of the one before."""
        before, trace = self.runs[self._yours], simulate(self._workload, policy)
        at_the_end = self.compare.cursor == self.compare.last
        self.runs = {**self.runs, self._yours: trace}
        self.compare.show(self.runs)
        if at_the_end:
            self.compare.cursor = self.compare.last
        told = tell_changes(before, trace, self.language)
        self._changes.value = f"<b>{escape(' '.join(told))}</b>"
        self._show_report()

    def _show_report(self) -> None:
        table = report_table(self.runs, self.language).to_html()
        self._report.value = f'<div class="{TABLE_STYLE}">{table}</div>'

    def __repr__(self) -> str:
        """Say what is compared: notebooks store this line beside the widget."""
        return self._said.say("compare_what_if.repr", runs=list(self.runs))
