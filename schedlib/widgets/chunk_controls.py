"""The controls of `ChunkInMilliseconds`: tokens of an iteration, a GPU, and two limits."""

from collections.abc import Callable
from math import isfinite
from typing import Any, NamedTuple

import ipywidgets

from ..clock.hardware import HARDWARE, Hardware
from ..errors import InputError, shown
from ..metrics.slo import SLO
from ..words import Words


class Setting(NamedTuple):
    """What the controls say.

    Attributes:
        size: tokens of an iteration, at most.
        gpu: what the model runs on.
        slo: the limits on the TTFT of the long prompt and on the ITL.
    """

    size: int
    gpu: Hardware
    slo: SLO


class ChunkControls(ipywidgets.HBox):
    """A slider, a choice and two numbers, and a button back to the start.

    Args:
        start: where they start; its limits must both be there.
        knob: what the engine calls the tokens of an iteration.
        sizes: where the slider stops; the one that it starts with is one of them.
        on_move: called whenever one has been moved, be its new place valid or not.
        said: the words around them.

    Attributes:
        names: what they are called.

    Raises:
        InputError: a limit is missing.
    """

    def __init__(
        self,
        start: Setting,
        knob: str,
        sizes: list[int],
        on_move: Callable[[], None],
        said: Words,
    ) -> None:
        """Lay out the controls."""
        if start.slo.ttft is None or start.slo.itl is None:
            raise InputError("slo must have a limit on the TTFT and one on the ITL")
        self._start, self._on_move, self._said, self._heard = start, on_move, said, True
        gpus = {gpu: name for name, gpu in HARDWARE.items()}
        named = {start.gpu: gpus.get(start.gpu, said.say("chunk_ms.own_gpu")), **gpus}
        self._size = ipywidgets.SelectionSlider(
            options=[(f"{size:,}", size) for size in sizes],
            value=start.size,
            description=knob,
            continuous_update=False,  # so that the size before is the one before the whole move
        )
        self._gpu = ipywidgets.Dropdown(
            options=[(name, gpu) for gpu, name in named.items()],
            value=start.gpu,
            description=said.say("chunk_ms.gpu"),
        )
        self._ttft = _limit(said.say("chunk_ms.limit.ttft"), start.slo.ttft)
        self._itl = _limit(said.say("chunk_ms.limit.itl"), start.slo.itl)
        back = ipywidgets.Button(description=said.say("knobs.back"), icon="undo")
        back.on_click(lambda _: self.go_back())
        knobs = (self._size, self._gpu, self._ttft, self._itl)
        for control, width in zip(knobs, ("430px", "170px", "160px", "150px"), strict=True):
            control.style.description_width = "initial"
            control.layout.width = width
            control.observe(self._moved, "value")
        self.names = [control.description for control in knobs]
        super().__init__([*knobs, back])
        self.layout.flex_flow = "row wrap"

    def setting(self) -> Setting:
        """Return what the controls say.

        Raises:
            InputError: a limit is no number above 0.
        """
        slo = SLO(ttft=_seconds(self._ttft), itl=_seconds(self._itl))
        return Setting(self._size.value, self._gpu.value, slo)

    def go_back(self) -> None:
        """Put all controls where they started, in one move."""
        self._heard = False
        self._size.value, self._gpu.value = self._start.size, self._start.gpu
        self._ttft.value = _milliseconds(self._start.slo.ttft)
        self._itl.value = _milliseconds(self._start.slo.itl)
        self._heard = True
        self._on_move()

    def _moved(self, _: Any) -> None:
        if self._heard:
            self._on_move()


def _limit(name: str, seconds: float) -> Any:
    return ipywidgets.FloatText(_milliseconds(seconds), description=name)


def _milliseconds(seconds: float | None) -> float:
    return round(1000 * (seconds or 0), 6)


def _seconds(control: Any) -> float:
    if not (isfinite(control.value) and control.value > 0):
        name = control.description
        raise InputError(f"{name} must be a number above 0, not {shown(control.value)}")
    return float(control.value) / 1000
