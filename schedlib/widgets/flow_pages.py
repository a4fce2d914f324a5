"""What a stage says at each iteration about flow: who came, who went and where all are now."""

from typing import Any

from ..measures import Flow, flow
from ..trace import Trace
from ..words import Words, words
from .page_titles import iteration_title
from .pages import Page

NOBODY = Flow(0, 0, 0, 0, 0)


def flow_pages(trace: Trace, language: str = "en") -> list[Page]:
    """Return a page for each iteration of a run.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    counts = flow(trace)
    last = len(counts) - 1
    pages: list[Page] = []
    for iteration, (before, now) in enumerate(zip([NOBODY, *counts], counts, strict=False)):
        title = iteration_title(trace, iteration, last, said)
        parts = [
            _part("flow.page.this", _this_iteration(before, now, said), said),
            _part("flow.page.so_far", [said.say("flow.page.sum", **now._asdict())], said),
        ]
        sentences = [sentence for part in parts for sentence in part["sentences"]]
        spoken = " ".join([f"{title}.", *sentences])
        pages.append({"title": title, "parts": parts, "numbered": False, "spoken": spoken})
    return pages


def _part(title: str, sentences: list[str], said: Words) -> dict[str, Any]:
    return {"title": said.say(title), "sentences": sentences}


def _this_iteration(before: Flow, now: Flow, said: Words) -> list[str]:
    new = {name: count - getattr(before, name) for name, count in now._asdict().items()}
    grown = new["waiting"]
    way = "grew" if grown > 0 else "shrank" if grown < 0 else "same"
    return [
        said.say("flow.page.came", **new),
        said.say("flow.page.went", **new),
        said.say(f"flow.page.queue.{way}", by=abs(grown), waiting=now.waiting),
    ]
