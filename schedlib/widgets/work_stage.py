"""Step along the tokens of streams, and see the work that lies between two of them."""

from collections.abc import Mapping

from ..figures.stops import in_time, stops_of
from ..figures.work_figure import Stream, describe_work, streams_of, work_scene
from ..trace import Trace
from ..words import Words, words
from .page_titles import run_title, stop_title
from .pages import Page
from .stage import Stage


class WorkStage(Stage):
    """The work between the tokens of streams, in one or several runs.

    Args:
        runs: the runs by name, drawn one above the other.
        language: of every word in it.
        time_axis: whether x is time, not iterations (default: if all runs have a clock).

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """

    def __init__(
        self, runs: Mapping[str, Trace], language: str = "en", time_axis: bool | None = None
    ) -> None:
        """Lay out the runs; the cursor stands at the last token."""
        super().__init__(language)
        scene = work_scene(runs, language, time_axis=time_axis)
        self.present(scene, describe_work(runs, language), work_pages(runs, language, time_axis))
        self.cursor = self.last
        self.names = list(runs)

    def __repr__(self) -> str:
        """Say what is shown: notebooks store this line beside the widget."""
        return words(self.language).say("work.repr", runs=self.names)


def work_pages(
    runs: Mapping[str, Trace], language: str = "en", time_axis: bool | None = None
) -> list[Page]:
    """Return a page for each iteration up to the last token of a stream; in time, for each stop.

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """
    said = words(language)
    traces = [*runs.values()]
    streams = {name: streams_of(trace) for name, trace in runs.items()}
    found = stops_of(traces, time_axis)
    if not in_time(traces, time_axis):
        ends = [stream.gaps[-1].iteration for each in streams.values() for stream in each]
        found = found[: max(ends, default=0) + 1]
    pages: list[Page] = []
    for number, stop in enumerate(found):
        title = stop_title(traces, stop, number, len(found) - 1, said, time_axis)
        parts = [
            {
                "title": run_title(name, trace, shown, said),
                "sentences": [_tell(stream, shown, over, said) for stream in streams[name]],
            }
            for (name, trace), shown, over in zip(
                runs.items(), stop.iterations, stop.over, strict=True
            )
        ]
        told = [f"{part['title']}. {' '.join(part['sentences'])}" for part in parts]
        spoken = " ".join([f"{title}.", *told])
        pages.append({"title": title, "parts": parts, "numbered": False, "spoken": spoken})
    return pages


def _tell(stream: Stream, iterations: range, over: bool, said: Words) -> str:
    """Return what one stream gets at one stop of the cursor."""
    who = list(stream.ids)
    for gap in stream.gaps:
        if gap.iteration in iterations:
            facts = {"work": gap.work, "prefill": gap.prefill, "decode": gap.decode}
            return said.say("work.page.gap", streams=who, **facts)
    if stream.gaps[0].since in iterations:
        return said.say("work.page.first", streams=who)
    over = over or (bool(iterations) and iterations[0] > stream.gaps[-1].iteration)
    return said.say("work.page.over" if over else "work.page.none", streams=who)
