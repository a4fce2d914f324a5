"""Measured beside predicted, in numbers: a row for each statistic of each latency."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..calibration.latency_statistics import Statistics
from ..words import Words, words

if TYPE_CHECKING:
    from pandas import DataFrame

IN_MS = ("tpot",)  # so short that milliseconds are read more easily


def measured_table(
    measured: Statistics, predicted: Mapping[str, Statistics], language: str = "en"
) -> "DataFrame":
    """Return what was measured, each prediction, and how far that is off.

    Args:
        measured: in seconds.
        predicted: in seconds, by the heading of each.
        language: of the words in it.

    Raises:
        InputError: there is no table of words for `language`.
    """
    from pandas import DataFrame  # here, so that figures are drawn without it

    said = words(language)
    rows = {
        said.say("replayed.row", latency=said.say(f"replayed.{latency}"), statistic=name): _row(
            latency, value, {to: found[latency][name] for to, found in predicted.items()}, said
        )
        for latency, values in measured.items()
        for name, value in values.items()
    }
    return DataFrame.from_dict(rows, orient="index")


def _row(
    latency: str, measured: float, predicted: Mapping[str, float], said: Words
) -> dict[str, str]:
    cells = {said.say("replayed.measured"): told(latency, measured, said)}
    for heading, value in predicted.items():
        cells[heading] = told(latency, value, said)
        short = "replayed.off.short" if len(predicted) == 1 else "replayed.off"
        cells[said.say(short, prediction=heading)] = off(measured, value, said)
    return cells


def told(latency: str, seconds: float, said: Words) -> str:
    """Return a time as it stands in a table: a TPOT in milliseconds, what is longer in seconds."""
    if latency in IN_MS:
        return said.say("replayed.ms", number=f"{1000 * seconds:,.2f}")
    return said.say("replayed.s", number=f"{seconds:,.3f}")


def off(measured: float, predicted: float, said: Words) -> str:
    """Return by how much a prediction is off, in percent of what was measured."""
    if not measured:
        return said.say("table.nothing")
    percent = round(100 * (predicted / measured - 1), 1)
    return said.say("replayed.percent", number=f"{percent:+.1f}" if percent else "0.0")
