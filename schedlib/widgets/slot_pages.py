"""What a stage says at each round of a batch: before the first one, and then one by one."""

from collections.abc import Sequence

from ..figures.slots_figure import Ways
from ..slots import Stay, count
from ..words import Words, words
from .pages import Page


def slot_pages(ways: Ways, slots: int, language: str = "en") -> list[Page]:
    """Return a page for "before round 1" and one for each round, in the form of `pages`."""
    said = words(language)
    pages = []
    for now in range(ways.rounds + 1):
        title = said.say("slots.title", round=now, last=ways.rounds)
        parts = [
            {
                "title": said.say(f"slots.way.{way}"),
                "sentences": _told(way, stays, slots, now, said),
            }
            for way, stays in ways._asdict().items()
        ]
        spoken = [f"{part['title']}: {' '.join(part['sentences'])}" for part in parts]
        pages.append(
            {
                "title": title,
                "parts": parts,
                "numbered": False,
                "spoken": " ".join([f"{title}.", *spoken]),
            }
        )
    return pages


def _told(way: str, stays: Sequence[Stay], slots: int, now: int, said: Words) -> list[str]:
    if now == 0:
        return [said.say("slots.waiting", count=len(stays), slots=slots)]
    if now > max(stay.until for stay in stays):
        return [said.say("slots.over")]
    useful = sum(stay.first <= now <= stay.last for stay in stays)
    counted = count(stays, slots, now)
    return [
        *_moves(way, stays, now, said),
        said.say(f"slots.now.{way}", useful=useful, slots=slots, rest=slots - useful),
        said.say("slots.so_far", useful=counted.useful, total=counted.total),
    ]


def _moves(way: str, stays: Sequence[Stay], now: int, said: Words) -> list[str]:
    """Return a sentence for those who begin in this round, and for those who end in it."""
    ending = [stay for stay in stays if stay.last == now]
    last = "batch" if way == "tied" else "free"
    moves = {
        "slots.begins": [stay for stay in stays if stay.first == now],
        "slots.ends.held": [stay for stay in ending if stay.until > now],
        f"slots.ends.{last}": [stay for stay in ending if stay.until == now],
    }
    return [said.say(key, requests=_names(moved, said)) for key, moved in moves.items() if moved]


def _names(stays: Sequence[Stay], said: Words) -> list[str]:
    return [said.say("slots.bar.name", request=stay.request) for stay in stays]
