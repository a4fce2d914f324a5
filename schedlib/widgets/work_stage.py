"""Step along the tokens of streams, and see the work that lies between two of them."""

from collections.abc import Mapping

from ..figures.work_figure import Stream, describe_work, streams_of, work_scene
from ..trace import Trace
from ..words import Words, words
from .pages import Page
from .stage import Stage


class WorkStage(Stage):
    """The work between the tokens of streams, in one or several runs.

    Args:
        runs: the runs by name, drawn one above the other.
        language: of every word in it.

    Raises:
        InputError: there is no table of words for `language`.
    """

    def __init__(self, runs: Mapping[str, Trace], language: str = "en") -> None:
        """Lay out the runs; the cursor stands at the last token."""
        super().__init__(language)
        pages = work_pages(runs, language)
        self.present(work_scene(runs, language), describe_work(runs, language), pages)
        self.cursor = len(pages) - 1
        self.names = list(runs)

    def __repr__(self) -> str:
        """Say what is shown: notebooks store this line beside the widget."""
        return words(self.language).say("work.repr", runs=self.names)


def work_pages(runs: Mapping[str, Trace], language: str = "en") -> list[Page]:
    """Return a page for each iteration up to the last token of a stream.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    streams = {name: streams_of(trace) for name, trace in runs.items()}
    ends = [stream.gaps[-1].iteration for found in streams.values() for stream in found]
    last = max(ends, default=0)
    pages: list[Page] = []
    for at in range(last + 1):
        title = said.say("stepper.title", iteration=at, last=last)
        parts = [
            {"title": name, "sentences": [_tell(stream, at, said) for stream in found]}
            for name, found in streams.items()
        ]
        told = [f"{part['title']}. {' '.join(part['sentences'])}" for part in parts]
        spoken = " ".join([f"{title}.", *told])
        pages.append({"title": title, "parts": parts, "numbered": False, "spoken": spoken})
    return pages


def _tell(stream: Stream, at: int, said: Words) -> str:
    """Return what one stream gets in one iteration."""
    who = list(stream.ids)
    for gap in stream.gaps:
        if gap.iteration == at:
            facts = {"work": gap.work, "prefill": gap.prefill, "decode": gap.decode}
            return said.say("work.page.gap", streams=who, **facts)
    if at == stream.gaps[0].since:
        return said.say("work.page.first", streams=who)
    over = at > stream.gaps[-1].iteration
    return said.say("work.page.over" if over else "work.page.none", streams=who)
