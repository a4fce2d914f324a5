"""What the stepper says at each iteration: the seven steps in words, and who is where."""

from itertools import chain
from typing import Any

from ..events import Event, Kind
from ..narration import narrate_by_step
from ..replay import Iteration, Left, replay_left
from ..trace import Trace
from ..words import Words, words

Page = dict[str, Any]


def pages(trace: Trace, language: str = "en") -> list[Page]:
    """Return a page for each iteration.

    Each has `title`, `steps` (for each of the scheduler's steps its number, title and
    sentences), `spoken` (the same as one text), and `places`: `active` and `queue` (id and what
    is left, in order), `completed`, `rejected` and `pending` (ids).
    """
    said = words(language)
    titles = said.section("step")
    events = _by_iteration(trace)
    everyone = [request.id for request in trace.workload]
    gone: dict[str, list[str]] = {"completed": [], "rejected": []}
    arrived: set[str] = set()
    result = []
    for row, left in zip(trace.iterations, replay_left(trace.workload, trace.events), strict=True):
        now = events[row.iteration]
        gone["completed"] += row.completed
        gone["rejected"] += row.rejected
        arrived |= {event.request for event in now if event.kind is Kind.ARRIVE and event.request}
        story = narrate_by_step(now, language)
        places = _held(row, left, said) | {name: list(ids) for name, ids in gone.items()}
        places["pending"] = [id for id in everyone if id not in arrived]
        title = said.say("stepper.title", iteration=row.iteration, last=len(trace.iterations) - 1)
        result.append(
            {
                "title": title,
                "steps": [
                    {"title": text, "sentences": story.get(int(number), [])}
                    for number, text in titles.items()
                ],
                "spoken": " ".join([f"{title}.", *chain(*story.values())]),
                "places": places,
            }
        )
    return result


def _by_iteration(trace: Trace) -> list[list[Event]]:
    grouped: list[list[Event]] = [[] for _ in trace.iterations]
    for event in trace.events:
        grouped[event.iteration].append(event)
    return grouped


def _held(row: Iteration, left: dict[str, Left], said: Words) -> dict[str, list[Any]]:
    return {
        name: [
            [id, said.say("stepper.left", prompt=left[id].prompt, output=left[id].output)]
            for id in ids
        ]
        for name, ids in (("active", row.active), ("queue", row.queue))
    }
