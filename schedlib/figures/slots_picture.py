"""Two ways of batching as a still picture, and in a sentence each."""

from collections.abc import Iterable

from ..slots import count
from ..words import words
from .slots_figure import Ways, slots_scene
from .still import Still


def describe_slots(
    ways: Ways, slots: int, language: str = "en", rounds: int | None = None
) -> list[str]:
    """Return a sentence for each way: its rounds, its output slots and how many were useful."""
    said = words(language)
    counts = {way: count(stays, slots, rounds) for way, stays in ways._asdict().items()}
    return [
        said.say(
            f"slots.sum.{way}",
            rounds=this.rounds,
            total=this.total,
            useful=this.useful,
            wasted=this.wasted,
            percent=100 * this.share,
        )
        for way, this in counts.items()
    ]


class SlotsPicture(Still):
    """Both ways of batching as a still picture.

    Args:
        outputs: the output length of each request, in tokens.
        slots: how many slots there are.
        rounds: after how many rounds the picture is cut (default: none).
        theme: "light" or "dark".
        language: of the words in it.

    Raises:
        InputError: as `slots.tied` and `slots.count`, or there is no table of words.
    """

    def __init__(
        self,
        outputs: Iterable[int],
        slots: int,
        rounds: int | None = None,
        theme: str = "light",
        language: str = "en",
    ) -> None:
        """Draw the chart."""
        ways = Ways.of(list(outputs), slots)
        told = " ".join(describe_slots(ways, slots, language, rounds))
        super().__init__(slots_scene(ways, slots, language, rounds), told, theme=theme)
