"""Sliders and switches for the knobs of the tutorial scheduler, with the error beside them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets

from ..errors import InputError
from ..tutorial import Tutorial
from ..words import Words, words

# The range of each slider; a knob without one, and without choices, is a switch.
RANGES = {
    "max_active": (1, 8),
    "max_queue": (0, 8),
    "token_budget": (1, 24),
    "prefill_chunk": (1, 12),
    "max_iterations": (1, 200),
}

UNBOUNDED = "unbounded"  # stands for None on a slider, where None means that nothing is chosen


class Knobs(ipywidgets.VBox):
    """Knobs that make up a policy.

    Args:
        policy: where they start; knobs that are not shown keep its values.
        names: the knobs to show, of the fields of `Tutorial`.
        on_change: called with the new policy whenever a knob has been moved to a valid place.
            An `InputError` that it raises is shown like one of the knobs' own.
        ranges: other ranges of sliders, by name.
        choices: by name, the only values that a slider stops at, in their order; for `max_queue`
            None is one of them, if it is to be unbounded.
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
        ranges: Mapping[str, tuple[int, int]] | None = None,
        language: str = "en",
        choices: Mapping[str, Sequence[int | None]] | None = None,
    ) -> None:
        """Lay out the knobs."""
        self.policy = self._start = policy
        self._on_change = on_change
        self._said = words(language)
        self.names = tuple(names)
        within, stops = RANGES | dict(ranges or {}), choices or {}
        self._knobs = {
            name: _knob(name, getattr(policy, name), within, stops, self._said)
            for name in self.names
        }
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
            knob.value = _on_slider(getattr(self._start, name))
            knob.observe(self._moved, "value")
        self._moved()

    def _moved(self, _: Any = None) -> None:
        values = {name: _off_slider(knob.value) for name, knob in self._knobs.items()}
        try:
            policy = replace(self.policy, **values)
            if policy != self.policy:
                self._on_change(policy)
        except InputError as error:
            told = str(error).removesuffix(".")
            self._error.value = warning_html(self._said.say("knobs.error", error=told))
            return
        self._error.value = ""
        self.policy = policy


def _knob(
    name: str,
    value: Any,
    ranges: Mapping[str, tuple[int, int]],
    choices: Mapping[str, Sequence[int | None]],
    said: Words,
) -> Any:
    if name in choices:
        return _stepped(name, value, choices[name], said)
    if name not in ranges:
        box = ipywidgets.Checkbox(value=value, description=name, indent=False)
        box.layout.width, box.layout.margin = "auto", "2px 24px 2px 2px"
        return box
    low, high = ranges[name]
    if value is None:
        return _stepped(name, value, [*range(low, high + 1), None], said)
    slider = ipywidgets.IntSlider(
        value=value,
        min=min(low, value),
        max=max(high, value),
        description=name,
        continuous_update=False,  # so that the run before is the one before the whole move
    )
    return _laid_out(slider)


def _stepped(name: str, value: Any, stops: Sequence[int | None], said: Words) -> Any:
    """Return a slider that stops only at the values in `stops`, and at the one it starts with."""
    values = [*stops] if value in stops else [value, *stops]
    slider = ipywidgets.SelectionSlider(
        options=[(_label(stop, said), _on_slider(stop)) for stop in values],
        value=_on_slider(value),
        description=name,
        continuous_update=False,
    )
    return _laid_out(slider)


def _label(stop: int | None, said: Words) -> str:
    return said.say("knobs.none") if stop is None else f"{stop:,}"


def _on_slider(value: Any) -> Any:
    return UNBOUNDED if value is None else value


def _off_slider(value: Any) -> Any:
    return None if value == UNBOUNDED else value


def _laid_out(slider: Any) -> Any:
    slider.style.description_width = "initial"
    slider.layout.width = "330px"
    return slider


def warning_html(text: str) -> str:
    """Return a sentence that is to be seen, and read aloud, at once."""
    style = "border-left: 5px solid #B42318; padding-left: 8px; font-weight: bold"
    return f'<div role="alert" style="{style}">{escape(text)}</div>'
