"""The doubts of a calibration in words."""

from ..words import words
from .result import Calibration


def tell_doubts(calibration: Calibration, language: str = "en") -> list[str]:
    """Return a sentence for each reason not to trust a calibration blindly.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    return [
        said.say(
            f"calibration.doubt.{kind}.{about}" if about else f"calibration.doubt.{kind}",
            value=value,
        )
        for kind, about, value in calibration.doubts
    ]
