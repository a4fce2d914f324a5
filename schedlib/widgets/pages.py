"""What a stage says at each iteration.

A page is a dictionary with `title`; `parts`, each with a `title` and its `sentences`; `numbered`,
whether the parts are steps; `spoken`, all of it as one text; and, for one run, `places`: who is
where after the iteration.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache
from itertools import chain
from typing import Any

from ..events import Event, Kind
from ..figures.stops import stops_of
from ..narration import narrate, narrate_by_step
from ..replay import Iteration, Left, replay_left
from ..trace import Trace
from ..words import Words, words
from .page_titles import iteration_title, run_title, stop_title

Page = dict[str, Any]
ALL_NAMED = 20  # so many requests are all named; of more, so many at first:
FIRST_NAMED = 8


def step_pages(trace: Trace, language: str = "en") -> list[Page]:
    """Return a page for each iteration of a run: the scheduler's steps, and who is where.

    `places` has `active` and `queue` (pairs of id and what is left, in order; of who has ended
    but still holds its slot, that it does) and `completed`, `rejected` and `pending` (ids; of
    many, the first ones and how many more there are); and, where a pool of KV blocks limits the
    run, `memory`, how many of them are held.
    """
    said = words(language)
    titles = said.section(f"steps.{trace.policy.name}")
    last = len(trace.iterations) - 1
    pages: list[Page] = []
    for now, places in zip(_by_iteration(trace), _places(trace, said), strict=True):
        story = narrate_by_step(now, language)
        parts = [(title, story.get(int(number), [])) for number, title in titles.items()]
        title = iteration_title(trace, len(pages), last, said)
        pages.append(_page(title, parts, numbered=True) | {"places": places})
    return pages


def run_pages(
    runs: Mapping[str, Trace], language: str = "en", time_axis: bool | None = None
) -> list[Page]:
    """Return a page for each stop of the cursor in several runs: what each of them does there.

    On a time axis that is whatever is under way at a moment; else one and the same iteration.

    Raises:
        InputError: there is no table of words for `language`, or a run has no times.
    """
    said = words(language)
    events = {name: _by_iteration(trace) for name, trace in runs.items()}
    found = stops_of([*runs.values()], time_axis)
    pages: list[Page] = []
    for number, stop in enumerate(found):
        parts = [
            (
                run_title(name, trace, shown, said),
                _told([events[name][at] for at in shown], over, said),
            )
            for (name, trace), shown, over in zip(
                runs.items(), stop.iterations, stop.over, strict=True
            )
        ]
        title = stop_title([*runs.values()], stop, number, len(found) - 1, said, time_axis)
        pages.append(_page(title, parts, numbered=False))
    return pages


def _told(shown: list[list[Event]], over: bool, said: Words) -> list[str]:
    """Return what one run does at a stop, from the events of the iterations that it shows."""
    if shown:
        return narrate(chain.from_iterable(shown), said.language)
    return [said.say("compare.over" if over else "compare.idle")]


def _page(title: str, parts: list[tuple[str, list[str]]], *, numbered: bool) -> Page:
    sentences = chain.from_iterable(sentences for _, sentences in parts)
    return {
        "title": title,
        "parts": [{"title": name, "sentences": told} for name, told in parts],
        "numbered": numbered,
        "spoken": " ".join([f"{title}.", *sentences]),
    }


def _by_iteration(trace: Trace) -> list[list[Event]]:
    grouped: list[list[Event]] = [[] for _ in trace.iterations]
    for event in trace.events:
        grouped[event.iteration].append(event)
    return grouped


def _places(trace: Trace, said: Words) -> list[dict[str, Any]]:
    """Return who is where after each iteration."""
    pending = [request.id for request in trace.workload]
    completed: list[str] = []
    rejected: list[str] = []
    places: list[dict[str, Any]] = []
    told = cache(lambda left: said.say("stepper.left", **left._asdict()))
    lefts = replay_left(trace.workload, trace.events)
    steps = zip(_by_iteration(trace), trace.iterations, lefts, _slot_kept(trace), strict=True)
    for now, row, left, kept in steps:
        arrived = {event.request for event in now if event.kind is Kind.ARRIVE}
        pending = [id for id in pending if id not in arrived]
        completed += row.completed
        rejected += row.rejected
        ended = [id for id in completed if id not in kept]
        gone = {"completed": ended, "rejected": rejected, "pending": pending}
        named = {name: _named(ids, said) for name, ids in gone.items()}
        held = _held(row, left, told, set(completed))
        held["active"] += [[id, said.say("stepper.kept")] for id in kept]
        places.append(held | named | _memory(trace, row.iteration, said))
    return places


def _slot_kept(trace: Trace) -> Iterator[list[str]]:
    """Yield who has ended by the end of each iteration and still holds a slot."""
    completed: set[str] = set()
    for now, row in zip(_by_iteration(trace), trace.iterations, strict=True):
        completed.update(row.completed)
        in_the_list = [id for id in row.active if id in completed]
        in_a_batch = [event.request or "" for event in now if _holds_on(event)]
        yield in_the_list + (in_a_batch if row.active else [])


def _holds_on(event: Event) -> bool:
    """Return whether a member of a batch has ended, and holds its slot as long as it runs."""
    rule = event.because.get("rule")
    return (event.kind, rule) in ((Kind.HOLD, "batch"), (Kind.COMPLETE, "held"))


def _memory(trace: Trace, iteration: int, said: Words) -> dict[str, Any]:
    if not trace.kv:
        return {}
    held, blocks = sum(trace.kv[iteration].held.values()), trace.policy.bounds().blocks
    return {"memory": said.say("stepper.memory", held=held, blocks=blocks)}


def _held(
    row: Iteration, left: Mapping[str, Left], told: Callable[[Left], str], ended: Set[str]
) -> dict[str, list[Any]]:
    return {
        name: [[id, told(left[id])] for id in ids if id not in ended]
        for name, ids in (("active", row.active), ("queue", row.queue))
    }


def _named(ids: list[str], said: Words) -> list[str]:
    if len(ids) <= ALL_NAMED:
        return ids.copy()
    return [*ids[:FIRST_NAMED], said.say("stepper.more", count=len(ids) - FIRST_NAMED)]
