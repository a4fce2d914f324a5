"""The controls of `LogDrop`: how the engine ran whose log it is, and how much of it is fitted."""

from dataclasses import replace
from typing import Any, NamedTuple

import ipywidgets

from ..clock import HARDWARE, MODELS, StepClock
from ..engines.vllm_v1 import VllmV1
from ..words import Words

NEVER_SHORT = 0  # blocks: stands for None, an unlimited pool
KNOBS = ("max_num_seqs", "max_num_batched_tokens", "num_gpu_blocks")
A_THIRD = 33  # percent


class LogSetting(NamedTuple):
    """What the controls say.

    Attributes:
        policy: the engine, with its knobs.
        clock: hardware and model; its fitted numbers do not matter.
        percent: how many of the requests, the first by arrival, are fitted.
    """

    policy: VllmV1
    clock: StepClock
    percent: int


class LogSettings(ipywidgets.HBox):
    """Two choices, three numbers and a slider.

    Args:
        policy: where the knobs start; those that have no control keep its values.
        clock: where hardware and model start; its GPUs and their link stay.
        said: the words around them.

    Attributes:
        names: what they are called.
    """

    def __init__(self, policy: VllmV1, clock: StepClock, said: Words) -> None:
        """Lay out the controls."""
        self._policy, self._clock = policy, clock
        own = said.say("log_drop.own")
        self._gpu = _choice(said.say("log_drop.gpu"), HARDWARE, clock.hardware, own)
        self._model = _choice(said.say("log_drop.model"), MODELS, clock.model, own)
        self._knobs = {
            name: ipywidgets.IntText(
                getattr(policy, name) or NEVER_SHORT, description=said.say(f"log_drop.{name}")
            )
            for name in KNOBS
        }
        self._percent = ipywidgets.IntSlider(
            A_THIRD, min=5, max=100, description=said.say("log_drop.percent")
        )
        controls = [self._gpu, self._model, *self._knobs.values(), self._percent]
        widths = ("190px", "190px", "200px", "260px", "330px", "340px")
        for control, width in zip(controls, widths, strict=True):
            control.style.description_width = "initial"
            control.layout.width = width
        self.names = [control.description for control in controls]
        super().__init__(controls)
        self.layout.flex_flow = "row wrap"

    def setting(self) -> LogSetting:
        """Return what the controls say.

        Raises:
            InputError: a knob breaks a rule.
        """
        knobs = {name: knob.value for name, knob in self._knobs.items()}
        blocks = knobs.pop("num_gpu_blocks")
        policy = replace(self._policy, **knobs, num_gpu_blocks=blocks or None)
        clock = replace(self._clock, hardware=self._gpu.value, model=self._model.value)
        return LogSetting(policy, clock, self._percent.value)


def _choice(description: str, table: dict[str, Any], start: Any, own: str) -> Any:
    """Return a choice from a table; what it starts with may be missing there."""
    options = [*table.items()]
    if start not in table.values():
        options.insert(0, (own, start))
    return ipywidgets.Dropdown(options=options, value=start, description=description)
