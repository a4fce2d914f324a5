"""A comparison in words: what differs first, then what follows from it, then what agrees."""

from collections.abc import Iterator, Sequence

from ...words import Words
from .comparison import Status, Step


def tell(steps: Sequence[Step], said: Words) -> tuple[str, list[str]] | None:
    """Return which step differs first, and a sentence or two on what to do; None if none differs.

    The rest is kept to a line each, so that what matters can be seen at once.
    """
    first = next((step.number for step in steps if step.status is Status.DIFFERS), None)
    if first is None:
        return None
    headline = said.say("predict.first", **named(first, said))
    return headline, [*_differing(steps, said), *_the_rest(steps, first, said)]


def named(number: int, said: Words) -> dict[str, object]:
    """Return the number and the title of a step."""
    return {"number": number, "title": said.say(f"steps.tutorial.{number}")}


def _differing(steps: Sequence[Step], said: Words) -> Iterator[str]:
    """Tell each step that differs, with where to look."""
    for step in steps:
        if step.status is Status.DIFFERS:
            told = " ".join(step.pointers)
            yield said.say("predict.step", **named(step.number, said), told=told)


def _the_rest(steps: Sequence[Step], first: int, said: Words) -> Iterator[str]:
    """Tell in one sentence each which steps only follow from others, and which agree."""
    for status in (Status.FOLLOWS, Status.AGREES):
        numbers = [step.number for step in steps if step.status is status]
        if numbers:
            key = f"predict.{status}.{'one' if len(numbers) == 1 else 'many'}"
            yield said.say(key, steps=listed(numbers, said), first=first)


def listed(numbers: list[int], said: Words) -> str:
    """Return rising numbers in words, three or more in a row as a span: "1 to 4 and 7"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    parts: list[str] = []
    for span in spans:
        if len(span) > 2:
            parts.append(said.say("predict.span", first=span[0], last=span[-1]))
        else:
            parts += map(str, span)
    if len(parts) == 1:
        return parts[0]
    return said.say("predict.and", steps=parts[:-1], last=parts[-1])
