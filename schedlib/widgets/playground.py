"""The playground: any workload, every knob, what changes, and files to take away."""

from collections.abc import Iterable
from dataclasses import replace
from html import escape

import ipywidgets

from ..changes import tell_move
from ..exports.files import File, run_file
from ..loop import simulate
from ..request import Request
from ..trace import Trace
from ..tutorial import Tutorial
from ..words import words
from ..workloads import six_requests
from .downloads import Downloads
from .knobs import Knobs
from .stepper import Stepper
from .workload_editor import WorkloadEditor

# How far each slider reaches at least; it always reaches twice as far as it starts.
REACH = {
    "max_active": (1, 8),
    "max_queue": (0, 32),
    "token_budget": (1, 64),
    "prefill_chunk": (1, 64),
    "max_iterations": (1, 1000),
}
KNOBS = (*REACH, "preemption")
A_QUEUE = 2  # places, once a queue that started unbounded gets a limit


class Playground(ipywidgets.VBox):
    """Edit the workload, move the knobs, step through the run, save it.

    Args:
        requests: the workload to start from (default: the six requests).
        policy: where the knobs start.
        language: of every word in it.

    Attributes:
        trace: the run that is shown.
        before: the run before it, or None where there is none to compare with.
        editor, knobs, unbounded, changes, stepper, downloads: its parts, from top to bottom.

    Raises:
        InputError: the workload breaks a rule, or there is no table of words for `language`.
    """

    def __init__(
        self,
        requests: Iterable[Request] | None = None,
        policy: Tutorial = Tutorial(),
        language: str = "en",
    ) -> None:
        """Run the workload once."""
        self.language = language
        self.said = words(language)
        self.trace = simulate(six_requests() if requests is None else requests, policy)
        self.before: Trace | None = None
        self.editor = WorkloadEditor(self.trace.workload, self._with_requests, language)
        bounded = replace(policy, max_queue=A_QUEUE) if policy.max_queue is None else policy
        self.knobs = Knobs(bounded, KNOBS, self._with_knobs, _ranges(bounded), language)
        self.unbounded = ipywidgets.Checkbox(
            value=policy.max_queue is None,
            description=self.said.say("playground.unbounded"),
            indent=False,
            layout={"width": "max-content"},  # else the words are cut off
        )
        self.unbounded.observe(lambda _: self._with_knobs(self.knobs.policy), "value")
        self.changes = ipywidgets.HTML(self.said.say("playground.start"))
        self.stepper = Stepper(self.trace, len(self.trace.iterations) - 1, language)
        self.downloads = Downloads(self._file, language=language)
        self.downloads.warn(cut=not self.trace.drained)
        settings = (self.knobs, self.unbounded, self.changes)
        super().__init__([self.editor, *settings, self.stepper, self.downloads])

    @property
    def policy(self) -> Tutorial:
        """What the knobs and the switch say."""
        return self._limited(self.knobs.policy)

    def _limited(self, policy: Tutorial) -> Tutorial:
        return replace(policy, max_queue=None) if self.unbounded.value else policy

    def _with_requests(self, requests: list[Request]) -> None:
        self._show(simulate(requests, self.policy))

    def _with_knobs(self, policy: Tutorial) -> None:
        self._show(simulate(self.trace.workload, self._limited(policy)))

    def _show(self, trace: Trace) -> None:
        before = self.trace if _comparable(self.trace, trace) else None
        at_the_end = self.stepper.cursor == len(self.trace.iterations) - 1
        self.before, self.trace = before, trace
        self.stepper.show(trace, before)
        if at_the_end or not before:
            self.stepper.cursor = len(trace.iterations) - 1
        self.changes.value = f"<b>{escape(self._told())}</b>"
        self.downloads.warn(cut=not trace.drained)

    def _told(self) -> str:
        if not self.before:
            return self.said.say("playground.other")
        return tell_move(self.before, self.trace, self.language)

    def _file(self, kind: str) -> File:
        return run_file(self.trace, kind, self.language)

    def __repr__(self) -> str:
        """Say what is here: notebooks store this line beside the widget."""
        return self.said.say("playground.repr", requests=len(self.trace.workload))


def _ranges(policy: Tutorial) -> dict[str, tuple[int, int]]:
    return {
        name: (low, max(high, 2 * getattr(policy, name))) for name, (low, high) in REACH.items()
    }


def _comparable(before: Trace, after: Trace) -> bool:
    """Return whether the workload was edited, and not exchanged for another."""
    was, now = set(before.requests), set(after.requests)
    return was <= now or now <= was
