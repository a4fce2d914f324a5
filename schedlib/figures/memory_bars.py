"""Runs side by side as bars: how many requests they batch, and how much they compute twice."""

from collections.abc import Mapping

from ..engine_measures import measure
from ..trace import Trace
from ..words import Words, words
from .bars_figure import PUBLISHED, Bar, BarsPicture


def batched_bars(
    runs: Mapping[str, Trace],
    published: Mapping[str, float] | None = None,
    theme: str = "light",
    language: str = "en",
) -> BarsPicture:
    """Return the mean number of requests in a busy iteration, a bar for each run.

    `published` has values from elsewhere, by the name of the run, to be marked on the same scale.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said, elsewhere = words(language), published or {}
    bars = []
    for name, trace in runs.items():
        mean = measure(trace).batched_mean
        value = elsewhere.get(name)
        written = "" if value is None else f"{value:.2f}"
        bars.append(Bar(name, [("kv", mean)], f"{mean:.2f}", value, written))
    key = {"kv": said.say("memory.batched.key")}
    if elsewhere:
        key[PUBLISHED] = said.say("memory.published.key")
    title = said.say("memory.batched")
    return BarsPicture(title, bars, key, _told(title, bars, said), theme)


def work_bars(runs: Mapping[str, Trace], theme: str = "light", language: str = "en") -> BarsPicture:
    """Return the tokens in a busy iteration, a bar for each run: processed once, and again.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    bars = []
    for name, trace in runs.items():
        found = measure(trace)
        again = found.tokens_mean - found.useful_mean
        parts = [("prefill", found.useful_mean), ("recompute", again)]
        told = {"all": f"{found.tokens_mean:.1f}", "useful": f"{found.useful_mean:.1f}"}
        key = "memory.work.both" if again else "memory.work.once"
        bars.append(Bar(name, parts, said.say(key, **told)))
    key_words = {
        "prefill": said.say("memory.useful.key"),
        "recompute": said.say("memory.again.key"),
    }
    title = said.say("memory.work")
    return BarsPicture(title, bars, key_words, _told(title, bars, said), theme)


def _told(title: str, bars: list[Bar], said: Words) -> str:
    lines = []
    for bar in bars:
        key = "memory.told" if bar.published is None else "memory.told.published"
        lines.append(said.say(key, name=bar.name, text=bar.text, published=bar.published_text))
    return "\n".join([title, *lines])
