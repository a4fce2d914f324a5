"""The check of a prediction."""

from ...errors import InputError, shown
from ...narration import narrate_by_step
from ...words import words
from ..verdict import Verdict
from .comparison import compare
from .feedback import named, tell
from .prediction import is_untouched, read
from .puzzle import Puzzle, what_happens
from .puzzle_picture import PuzzlePicture


def judge(puzzle: Puzzle, prediction: object) -> Verdict:
    """Return how a prediction compares with what happens in the seven steps; never the answer.

    What differs comes first, then what only follows from it, then what agrees. A prediction that
    agrees in all seven steps is answered with the story of the iteration and its picture.

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
    told = tell(steps, said)
    if told is None:
        return solved(puzzle, said.say("predict.passed", iteration=puzzle.iteration))
    headline, findings = told
    return Verdict(False, headline, tuple(findings), language=puzzle.language)


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
        said.say("predict.step", **named(n, said), told=" ".join(story.get(n, nothing)))
        for n in range(1, 8)
    )
    picture = PuzzlePicture(trace, puzzle.iteration, language=puzzle.language)
    return Verdict(True, headline, told, picture, puzzle.language)
