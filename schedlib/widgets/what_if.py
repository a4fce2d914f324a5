"""A run, the knobs that change it, and what has changed."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

import ipywidgets

from ..changes import tell_move
from ..loop import simulate
from ..request import Request
from ..trace import Trace
from ..tutorial import Tutorial
from ..words import words
from .knobs import Knobs
from .stepper import Stepper


class WhatIf(ipywidgets.VBox):
    """Move a knob and see what it does: the run before stays behind the new one, as rails.

    Args:
        requests: the workload.
        policy: where the knobs start.
        knobs: the names of the knobs that can be moved.
        ranges: other ranges of the sliders, by name.
        choices: by name, the only values that a slider stops at; see `Knobs`.
        language: of every word in it.

    Attributes:
        trace: the run that is shown.
        before: the run before it, or None.
        stepper: the stepper in it.

    Raises:
        InputError: the workload breaks a rule, or there is no table of words for `language`.
    """

    def __init__(
        self,
        requests: Iterable[Request],
        policy: Tutorial = Tutorial(),
        knobs: Iterable[str] = ("prefill_chunk", "token_budget", "preemption"),
        ranges: Mapping[str, tuple[int, int]] | None = None,
        language: str = "en",
        choices: Mapping[str, Sequence[int | None]] | None = None,
    ) -> None:
        """Run the workload once."""
        self.language = language
        self.trace = simulate(requests, policy)
        self.before: Trace | None = None
        self.stepper = Stepper(self.trace, len(self.trace.iterations) - 1, language)
        self.knobs = Knobs(policy, knobs, self._run, ranges, language, choices)
        self._changes = ipywidgets.HTML(words(language).say("what_if.start"))
        super().__init__([self.knobs, self._changes, self.stepper])

    def _run(self, policy: Tutorial) -> None:
        trace = simulate(self.trace.workload, policy)
        at_the_end = self.stepper.cursor == len(self.trace.iterations) - 1
        self.before, self.trace = self.trace, trace
        self.stepper.show(trace, self.before)
        if at_the_end:
            self.stepper.cursor = len(trace.iterations) - 1
        told = tell_move(self.before, trace, self.language)
        self._changes.value = f"<b>{escape(told)}</b>"

    def __repr__(self) -> str:
        """Say what can be changed: notebooks store this line beside the widget."""
        return words(self.language).say("what_if.repr", knobs=list(self.knobs.names))
