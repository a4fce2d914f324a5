"""Arrivals against service, on two sliders: what the scheduler can do about it, and what not."""

from html import escape
from typing import Any

import ipywidgets

from ..figures.flow_figure import flow_scene
from ..loop import simulate
from ..narration import tell_ending
from ..trace import Trace
from ..tutorial import Tutorial
from ..words import words
from ..workloads import endless_arrivals
from .flow_pages import flow_pages
from .stage import Stage

MOST_ARRIVALS, MOST_SERVED, MOST_PLACES = 12, 8, 12


class FlowStage(ipywidgets.VBox):
    """Move arrivals and service and see where the requests pile up.

    Every request is 1+1, so it occupies its slot for one iteration, and `max_active` of them can
    be served in each. Arrivals go on for as long as the run does.

    Args:
        arrivals: requests that arrive in each iteration, 1 to 12.
        max_active: active slots, 1 to 8.
        max_queue: places in the waiting queue; None means unbounded.
        iterations: after which the run ends or is cut.
        language: of every word in it.
        headline: whether a line says what the queue grows by; an exercise that asks for it leaves
            the line out.

    Attributes:
        trace: the run that is shown.
        stage: the picture in it.

    Raises:
        InputError: a number breaks a rule, or there is no table of words for `language`.
    """

    def __init__(
        self,
        arrivals: int = 8,
        max_active: int = 2,
        max_queue: int | None = None,
        iterations: int = 12,
        language: str = "en",
        headline: bool = True,
    ) -> None:
        """Lay out the controls and run once."""
        self.language, self.iterations = language, iterations
        said = self._said = words(language)
        self._arrivals = _slider(said.say("flow.arrivals"), arrivals, 1, MOST_ARRIVALS)
        self._service = _slider(said.say("flow.service"), max_active, 1, MOST_SERVED)
        self._places = _slider("max_queue", 2 if max_queue is None else max_queue, 0, MOST_PLACES)
        self._unbounded = ipywidgets.Checkbox(
            value=max_queue is None, description=said.say("flow.unbounded"), indent=False
        )
        self._unbounded.layout.width = "auto"
        self._line = ipywidgets.HTML()
        self.stage = Stage(language)
        self._run()
        self.stage.cursor = iterations - 1
        controls = (self._arrivals, self._service, self._unbounded, self._places)
        for control in controls:
            control.observe(self._run, "value")
        row = ipywidgets.HBox(controls)
        row.layout.flex_flow = "row wrap"
        super().__init__([row, self._line, self.stage] if headline else [row, self.stage])

    def _run(self, _: Any = None) -> None:
        """Run with what the controls say, and show it; the reader's iteration stays."""
        unbounded = self._unbounded.value
        self._places.disabled = unbounded
        policy = Tutorial(
            max_active=self._service.value,
            max_queue=None if unbounded else self._places.value,
            token_budget=MOST_SERVED,  # enough for every slot's one prompt token
            max_iterations=self.iterations,
        )
        requests = endless_arrivals(self.iterations, self._arrivals.value)
        self.trace = simulate(requests, policy)
        self._line.value = f"<b>{escape(self._tell(policy))}</b>"
        self._show(self.trace)

    def _tell(self, policy: Tutorial) -> str:
        """Return in one line what the queue grows by."""
        arrivals, service = self._arrivals.value, policy.max_active
        surplus = arrivals - service
        bounded = "unbounded" if policy.max_queue is None else "bounded"
        return self._said.say(
            f"flow.line.{bounded if surplus > 0 else 'keeps_up'}",
            arrivals=arrivals,
            service=service,
            surplus=surplus,
            max_queue=policy.max_queue,
        )

    def _show(self, trace: Trace) -> None:
        self.stage.present(
            flow_scene(trace, self.language),
            self._said.say("flow.size", iterations=len(trace.iterations)),
            flow_pages(trace, self.language),
            warning="" if trace.drained else tell_ending(trace, self.language),
        )

    def __repr__(self) -> str:
        """Say what can be moved: notebooks store this line beside the widget."""
        arrivals, service = self._arrivals.value, self._service.value
        return self._said.say("flow.repr", arrivals=arrivals, service=service)


def _slider(name: str, value: int, low: int, high: int) -> Any:
    """Return a slider that starts at `value`, which the run will refuse if it breaks a rule."""
    slider = ipywidgets.IntSlider(
        value=value, min=min(low, value), max=max(high, value), description=name
    )
    slider.style.description_width = "initial"
    slider.layout.width = "360px"
    return slider
