"""The check of a prediction."""

from ...errors import InputError, shown
from ...narration import narrate_by_step
from ...words import Words, words
from ..verdict import Verdict
from .comparison import Status, Step, compare
from .prediction import is_untouched, read
from .puzzle import Puzzle, what_happens
from .puzzle_picture import PuzzlePicture


def judge(puzzle: Puzzle, prediction: object) -> Verdict:
    """Return how a prediction compares with what happens, step by step; never the answer.

    A prediction that agrees in all seven steps is answered with the story of the iteration and
    its picture.

    Raises:
        InputError: `puzzle` is no `Puzzle`.
    """
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"puzzle must be a Puzzle, not {shown(puzzle)}")
    said = words(puzzle.language)
    if is_untouched(puzzle, prediction):
        return Verdict(False, said.say("predict.untouched"), language=puzzle.language)
    expected, problems = read(puzzle, prediction, said)
    if expected is None:
        unreadable = said.say("predict.unreadable")
        return Verdict(False, unreadable, tuple(problems), language=puzzle.language)
    steps = compare(puzzle, expected, said)
    first = next((step for step in steps if step.status is Status.DIFFERS), None)
    if first is None:
        return solved(puzzle, said.say("predict.passed", iteration=puzzle.iteration))
    headline = said.say("predict.first", **_named(first.number, said))
    told = tuple(_told(step, first.number, said) for step in steps)
    return Verdict(False, headline, told, language=puzzle.language)


def check(puzzle: Puzzle, prediction: object) -> None:
    """Show how a prediction compares with what happens.

    Raises:
        NotYet: it differs, or cannot be read.
        InputError: `puzzle` is no `Puzzle`.
    """
    judge(puzzle, prediction).require()


def solved(puzzle: Puzzle, headline: str) -> Verdict:
    """Return the iteration as it happens: a passed verdict with its story and its picture."""
    said, trace = words(puzzle.language), what_happens(puzzle)
    now = [event for event in trace.events if event.iteration == puzzle.iteration]
    story = narrate_by_step(now, puzzle.language)
    nothing = [said.say("predict.nothing")]
    told = tuple(
        said.say("predict.step", **_named(n, said), told=" ".join(story.get(n, nothing)))
        for n in range(1, 8)
    )
    picture = PuzzlePicture(trace, puzzle.iteration, language=puzzle.language)
    return Verdict(True, headline, told, picture, puzzle.language)


def _named(number: int, said: Words) -> dict[str, object]:
    return {"number": number, "title": said.say(f"step.{number}")}


def _told(step: Step, first: int, said: Words) -> str:
    told = " ".join(step.pointers) or said.say(f"predict.{step.status}", first=first)
    return said.say("predict.step", **_named(step.number, said), told=told)
