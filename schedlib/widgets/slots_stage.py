"""Output slots to play with: lengths and slots to change, and both ways of batching at once."""

from collections.abc import Iterable
from html import escape
from typing import Any, NamedTuple

import ipywidgets

from ..errors import InputError
from ..figures.slots_figure import Ways, slots_scene
from ..figures.slots_picture import describe_slots
from ..words import Words, words
from .length_entry import LengthEntry
from .slot_pages import slot_pages
from .stage import Stage

MOST_SLOTS, MOST_TIMES = 16, 4  # where the sliders end
MOST_REQUESTS, MOST_ROUNDS = 256, 2000  # a bar for each request and a page for each round fit in


class Setting(NamedTuple):
    """What the controls say: lengths in tokens, slots, and how often the list is served."""

    outputs: tuple[int, ...]
    slots: int
    times: int

    def ways(self, said: Words) -> Ways:
        """Return both ways of batching, small enough to be drawn.

        Raises:
            InputError: a number breaks a rule, or there are too many requests or rounds.
        """
        requests = len(self.outputs) * self.times
        if requests > MOST_REQUESTS:
            raise InputError(said.say("slots.too_many", requests=requests, most=MOST_REQUESTS))
        ways = Ways.of(self.outputs * self.times, self.slots)
        if ways.rounds > MOST_ROUNDS:
            raise InputError(said.say("slots.too_long", rounds=ways.rounds, most=MOST_ROUNDS))
        return ways


class SlotsStage(ipywidgets.VBox):
    """Change lengths or slots and see what is wasted: the run before stays as rails.

    Args:
        outputs: the output length of each request, in tokens.
        slots: how many slots there are at the start.
        times: how many times over the list of requests is served at the start.
        language: of every word in it.
        headline: whether a line says how many output slots are wasted; an exercise that asks for
            it leaves the line out.

    Attributes:
        setting: what is shown, the last valid one.
        ways: its stays, under both ways of batching.
        stage: the picture.

    Raises:
        InputError: as `slots.tied`; or there are more requests or rounds than the picture holds,
            or there is no table of words for `language`.
    """

    def __init__(
        self,
        outputs: Iterable[int],
        slots: int = 8,
        times: int = 1,
        language: str = "en",
        headline: bool = True,
    ) -> None:
        """Lay out the controls and the picture."""
        self.language, self._headline = language, headline
        said = self._said = words(language)
        self.setting = self._start = Setting(tuple(outputs), slots, times)
        self.ways = self.setting.ways(said)
        self._entry = LengthEntry(self.setting.outputs, self._moved, self._refuse, language)
        self._slots = _slider(said.say("slots.knob.slots"), slots, MOST_SLOTS)
        self._times = _slider(said.say("slots.knob.times"), times, MOST_TIMES)
        self._error = ipywidgets.HTML()
        self._line = ipywidgets.HTML(escape(said.say("slots.start")))
        self.stage = Stage(language)
        self._show(said.say("slots.start"))
        self.stage.cursor = self.ways.rounds
        self._listen()
        back = ipywidgets.Button(description=said.say("slots.back"), icon="undo")
        back.on_click(lambda _: self.go_back())
        knobs = ipywidgets.HBox([self._entry.field, self._slots, self._times, back])
        knobs.layout.flex_flow = "row wrap"
        super().__init__([knobs, self._error, self._entry.sliders, self._line, self.stage])

    def go_back(self) -> None:
        """Put everything where it started, in one move."""
        for knob, value in ((self._slots, self._start.slots), (self._times, self._start.times)):
            knob.unobserve(self._moved, "value")
            knob.value = value
        self._listen()
        self._entry.put(self._start.outputs)
        self._moved()

    def _listen(self) -> None:
        for knob in (self._slots, self._times):
            knob.observe(self._moved, "value")

    def _moved(self, _: Any = None) -> None:
        setting = Setting(tuple(self._entry.lengths), self._slots.value, self._times.value)
        try:
            ways = setting.ways(self._said)
        except InputError as error:
            self._refuse(error)
            return
        self._error.value = ""
        self._entry.put(setting.outputs)  # in place of what may stand there and cannot be read
        if setting != self.setting:
            self._replace(setting, ways)

    def _replace(self, setting: Setting, ways: Ways) -> None:
        """Show another setting, with the one before as rails."""
        before, was = self.ways, self._tell()
        at_the_end = self.stage.cursor == self.ways.rounds
        self.setting, self.ways = setting, ways
        self._show(self._said.say("slots.before", told=was), before)
        if at_the_end:
            self.stage.cursor = ways.rounds

    def _show(self, aside: str, before: Ways | None = None) -> None:
        told, slots = self._tell(), self.setting.slots
        if self._headline:
            self._line.value = f"<b>{escape(told)}</b><br>{escape(aside)}"
        self.stage.present(
            slots_scene(self.ways, slots, self.language, before=before),
            told if self._headline else self._name_halves(),
            slot_pages(self.ways, slots, self.language),
        )

    def _tell(self) -> str:
        return " ".join(describe_slots(self.ways, self.setting.slots, self.language))

    def _name_halves(self) -> str:
        """Return what the halves of the picture are, and not what comes out in them."""
        return ". ".join(self._said.say(f"slots.{way}") for way in Ways._fields)

    def _refuse(self, error: InputError) -> None:
        told = escape(self._said.say("slots.error", error=error))
        style = "border-left: 5px solid #B42318; padding-left: 8px; font-weight: bold"
        self._error.value = f'<div role="alert" style="{style}">{told}</div>'

    def __repr__(self) -> str:
        """Say what can be moved: notebooks store this line beside the widget."""
        requests = len(self.setting.outputs) * self.setting.times
        return self._said.say("slots.repr", requests=requests, slots=self.setting.slots)


def _slider(name: str, value: int, most: int) -> Any:
    slider = ipywidgets.IntSlider(
        value=value,
        min=1,
        max=max(most, value),
        description=name,
        continuous_update=False,  # so that the run before is the one before the whole move
    )
    slider.style.description_width = "initial"
    slider.layout.width = "270px"
    return slider
