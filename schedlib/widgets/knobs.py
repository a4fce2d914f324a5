"""Sliders and switches for the knobs of the tutorial scheduler, with the error beside them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets

from ..errors import InputError
from ..tutorial import Tutorial
from ..words import words

# The range of each slider; a knob without one is a switch.
RANGES = {
    "max_active": (1, 8),
    "max_queue": (0, 8),
    "token_budget": (1, 24),
    "prefill_chunk": (1, 12),
    "max_iterations": (1, 200),
}


class Knobs(ipywidgets.VBox):
    """Knobs that make up a policy.

    Args:
        policy: where they start; knobs that are not shown keep its values.
        names: the knobs to show, of the fields of `Tutorial`.
        on_change: called with the new policy whenever a knob has been moved to a valid place.
            An `InputError` that it raises is shown like one of the knobs' own.
        ranges: other ranges of sliders, by name.
        language: of the words around the knobs; the names are the scheduler's own.

    Attributes:
        policy: the last valid one.
        names: the knobs that are shown.
    """

    def __init__(
        self,
        policy: Tutorial,
        names: Iterable[str],
        on_change: Callable[[Tutorial], None],
        ranges: dict[str, tuple[int, int]] | None = None,
        language: str = "en",
    ) -> None:
        """Lay out the knobs."""
        self.policy = self._start = policy
        self._on_change = on_change
        self._said = words(language)
        within = RANGES | (ranges or {})
        self.names = tuple(names)
        self._knobs = {name: _knob(name, getattr(policy, name), within) for name in self.names}
        for knob in self._knobs.values():
            knob.observe(self._moved, "value")
        self._error = ipywidgets.HTML()
        back = ipywidgets.Button(description=self._said.say("knobs.back"), icon="undo")
        back.on_click(lambda _: self.go_back())
        row = ipywidgets.HBox([*self._knobs.values(), back])
        row.layout.flex_flow = "row wrap"
        super().__init__([row, self._error])

    def go_back(self) -> None:
        """Put all knobs where they started, in one move."""
        for name, knob in self._knobs.items():
            knob.unobserve(self._moved, "value")
            knob.value = getattr(self._start, name)
            knob.observe(self._moved, "value")
        self._moved()

    def _moved(self, _: Any = None) -> None:
        values = {name: knob.value for name, knob in self._knobs.items()}
        try:
            policy = replace(self.policy, **values)
            if policy != self.policy:
                self._on_change(policy)
        except InputError as error:
            self._error.value = _warning(self._said.say("knobs.error", error=error))
            return
        self._error.value = ""
        self.policy = policy


def _knob(name: str, value: Any, ranges: dict[str, tuple[int, int]]) -> Any:
    if name not in ranges:
        return ipywidgets.ToggleButton(value=value, description=name, icon="check")
    low, high = ranges[name]
    slider = ipywidgets.IntSlider(
        value=value,
        min=min(low, value),
        max=max(high, value),
        description=name,
        continuous_update=False,  # so that the run before is the one before the whole move
    )
    slider.style.description_width = "initial"
    slider.layout.width = "330px"
    return slider


def _warning(text: str) -> str:
    style = "border-left: 5px solid #B42318; padding-left: 8px; font-weight: bold"
    return f'<div role="alert" style="{style}">{escape(text)}</div>'
