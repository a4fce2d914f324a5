"""A list of output lengths to type, and a slider for each of them while they are few."""

from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets

from ..errors import InputError
from ..fields import whole_number, whole_or_text
from ..words import words

SLIDERS, LONGEST = 12, 200  # up to so many lengths have sliders, which go up to so many tokens


def read_lengths(text: str) -> list[int]:
    """Return the whole numbers of a list with commas, such as "20, 45, 80".

    Raises:
        InputError: a length is no whole number from 1 on.
    """
    parts = [part.strip() for part in text.strip().rstrip(",").split(",")]
    return [
        whole_number(f"length {place}", whole_or_text(part), at_least=1)
        for place, part in enumerate(parts, start=1)
    ]


class LengthEntry:
    """Output lengths that can be typed or moved.

    Args:
        lengths: where they start.
        on_change: called when there are other lengths.
        on_error: called with the error if what was typed is no list of lengths.
        language: of the words around it.

    Attributes:
        lengths: the last that could be read.
        field, sliders: the two widgets, to be laid out by the owner.
    """

    def __init__(
        self,
        lengths: Iterable[int],
        on_change: Callable[[], None],
        on_error: Callable[[InputError], None],
        language: str = "en",
    ) -> None:
        """Make the field and the sliders."""
        self._on_change, self._on_error = on_change, on_error
        self._said = words(language)
        self.field = ipywidgets.Text(
            description=self._said.say("slots.lengths"), continuous_update=False
        )
        self.field.style.description_width = "initial"
        self.field.layout.width = "390px"
        self.sliders = ipywidgets.HBox()
        self.sliders.layout.flex_flow = "row wrap"
        self._quiet = False
        self.put(lengths)
        self.field.observe(self._typed, "value")

    def put(self, lengths: Iterable[int]) -> None:
        """Show other lengths, without calling `on_change`."""
        self.lengths = list(lengths)
        self._quiet = True
        self.field.value = ", ".join(map(str, self.lengths))
        if len(self.sliders.children) != len(self.lengths):
            few = len(self.lengths) <= SLIDERS
            self.sliders.children = [self._slider(n) for n in range(len(self.lengths)) if few]
        for slider, length in zip(self.sliders.children, self.lengths, strict=False):
            slider.max = max(slider.max, length)
            slider.value = length
        self._quiet = False

    def _slider(self, number: int) -> Any:
        slider = ipywidgets.IntSlider(
            value=1,
            min=1,
            max=LONGEST,
            description=self._said.say("slots.bar.name", request=number + 1),
            continuous_update=False,  # so that the run before is the one before the whole move
        )
        slider.style.description_width = "28px"
        slider.layout.width = "236px"
        slider.observe(self._moved, "value")
        return slider

    def _typed(self, _: Any) -> None:
        if self._quiet:
            return
        try:
            lengths = read_lengths(self.field.value)
        except InputError as error:
            self._on_error(error)
            return
        self._change(lengths)

    def _moved(self, _: Any) -> None:
        if not self._quiet:
            self._change([slider.value for slider in self.sliders.children])

    def _change(self, lengths: list[int]) -> None:
        self.put(lengths)
        self._on_change()
