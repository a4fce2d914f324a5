"""A control for each knob of a scheduler, made from what the registry knows of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ipywidgets

from ..engines.knob_words import knob_help
from ..engines.registry import Knob, knobs
from ..errors import InputError, shown
from ..fields import whole_or_text
from ..words import Words

CUTS = "max_iterations"  # only cuts a run, and is no knob of an engine

# How far a control of whole numbers reaches at least; it always reaches twice as far as it starts.
REACH = {
    "token_budget": (1, 24),
    "chunk_size": (1, 24),
    "max_num_batched_tokens": (1, 24),
    "max_num_tokens": (1, 24),
    "prefill_chunk": (1, 12),
    "long_prefill_token_threshold": (0, 12),
    "max_queue": (0, 8),
    "max_queue_size": (0, 8),
    "max_queue_delay": (0, 8),
    "max_model_len": (1, 64),
    "num_blocks": (1, 32),
    "num_gpu_blocks": (2, 33),
    "block_size": (1, 16),
}
SLOTS = (1, 8)  # every other knob counts slots
MOST_STOPS = 64  # of a slider that also stops at "no limit"
LARGEST_SHARE, SHARE_STEP = 0.5, 0.01

UNLIMITED = "unlimited"  # stands for None on a slider, where None means that nothing is chosen


class EngineKnobs(ipywidgets.GridBox):
    """The knobs of one scheduler, all of them.

    Args:
        policy: where they start.
        on_move: called whenever one has been moved, be its new place valid or not.
        said: the words around the knobs; their names are the scheduler's own.

    Attributes:
        start: the policy that they started with.
        controls: the control of each knob by its name.
    """

    def __init__(self, policy: Any, on_move: Callable[[], None], said: Words) -> None:
        """Lay out the knobs."""
        self.start = policy
        self._on_move = on_move
        self._heard = True
        self.controls: dict[str, Any] = {}
        for knob in knobs(type(policy)):
            if knob.name != CUTS:
                control = _control(knob, getattr(policy, knob.name), said)
                control.tooltip = knob_help(policy.name, knob.name, said)
                control.observe(self._moved, "value")
                self.controls[knob.name] = control
        super().__init__(list(self.controls.values()))
        self.layout.grid_template_columns = "repeat(auto-fill, minmax(440px, 1fr))"

    def policy(self) -> Any:
        """Return the policy that the controls say.

        Raises:
            InputError: a knob is out of range, or the sizes of a list are no whole numbers.
        """
        values = {name: _read(name, control) for name, control in self.controls.items()}
        return replace(self.start, **values)

    def go_back(self) -> None:
        """Put all knobs where they started, in one move."""
        self._heard = False
        for name, control in self.controls.items():
            control.value = _written(getattr(self.start, name))
        self._heard = True
        self._on_move()

    def _moved(self, _: Any) -> None:
        if self._heard:
            self._on_move()


def _control(knob: Knob, value: Any, said: Words) -> Any:
    """Return the control that suits a knob's kind."""
    match knob.kind:
        case "switch":
            return _laid_out(ipywidgets.Checkbox(value=value), knob)
        case "choice":
            return _laid_out(ipywidgets.Dropdown(options=knob.choices, value=value), knob)
        case "sizes":
            hint = said.say("engines.sizes")
            return _laid_out(ipywidgets.Text(_written(value), placeholder=hint), knob, eager=True)
        case "share":
            top = max(LARGEST_SHARE, value)
            share = ipywidgets.FloatSlider(value=value, min=0, max=top, step=SHARE_STEP)
            return _laid_out(share, knob, eager=True)
        case "optional":
            options = [(_label(stop, said), _written(stop)) for stop in _stops(knob.name, value)]
            slider = ipywidgets.SelectionSlider(options=options, value=_written(value))
            return _laid_out(slider, knob, eager=True)
        case "amount" if not isinstance(value, int):
            top = max(2 * value, 1)
            slider = ipywidgets.FloatSlider(value=value, min=0, max=top, step=top / 100)
            return _laid_out(slider, knob, eager=True)
        case _:
            low, high = _range(knob.name, value)
            return _laid_out(ipywidgets.IntSlider(value, low, high), knob, eager=True)


def _laid_out(control: Any, knob: Knob, *, eager: bool = False) -> Any:
    control.description = knob.name
    control.style.description_width = "196px"  # of the longest name: all sliders start below it
    control.layout.width = "auto"
    if eager:
        control.continuous_update = False  # a move is one move, however long the way
    return control


def _range(name: str, value: int | None) -> tuple[int, int]:
    low, high = REACH.get(name, SLOTS)
    return low, high if value is None else max(high, 2 * value)


def _stops(name: str, value: int | None) -> list[int | None]:
    """Return where a slider stops that can also stand at None: "no limit", at its right end."""
    low, high = _range(name, value)
    stops = {*range(low, high + 1, -(-high // MOST_STOPS)), high}
    return [*sorted(stops if value is None else stops | {value}), None]


def _label(stop: int | None, said: Words) -> str:
    return said.say("engines.unlimited") if stop is None else f"{stop:,}"


def _written(value: Any) -> Any:
    """Return a knob's value as its control holds it."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return UNLIMITED if value is None else value


def _read(name: str, control: Any) -> Any:
    """Return a knob's value from what its control holds."""
    if isinstance(control, ipywidgets.Text):
        return _sizes(name, control.value)
    return None if control.value == UNLIMITED else control.value


def _sizes(name: str, text: str) -> tuple[int, ...]:
    sizes = [whole_or_text(part.strip()) for part in text.split(",") if part.strip()]
    for size in sizes:
        if not isinstance(size, int):
            raise InputError(f"{name} must be whole numbers, such as 2, 4, not {shown(size)}")
    return tuple(size for size in sizes if isinstance(size, int))
