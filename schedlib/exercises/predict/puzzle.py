"""A puzzle: a run that is stopped before an iteration, for somebody to say what comes next."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from ...errors import InputError, shown
from ...fields import whole_number
from ...loop import simulate
from ...trace import Trace
from ...words import words
from .board import Board
from .moments import LEVELS, find_moment
from .puzzle_picture import PuzzlePicture
from .standing import Standing


class Puzzle:
    """A small run before one of its iterations; the same seed gives the same puzzle everywhere.

    Args:
        level: 1, budget and chunks; 2, arrivals and the queue; 3, priorities and preemption.
        seed: a whole number of at least 0; each gives a puzzle of its own.
        language: of the words around it.

    Attributes:
        policy: the knobs.
        requests: everybody who has arrived, or arrives in the iteration, in listed order.
        iteration: the one to predict.
        slots, queue, arrivals: who is where before it, in order, with what each has left.

    Raises:
        InputError: there is no such level or seed, or no table of words for `language`.
    """

    def __init__(self, level: int, seed: int, language: str = "en") -> None:
        """Draw the run, and bring it to the iteration that is asked for."""
        self.level = whole_number("level", level, at_least=1)
        self.seed = whole_number("seed", seed, at_least=0)
        if self.level not in LEVELS:
            raise InputError(f"level must be 1, 2 or 3, not {shown(level)}")
        self.language = words(language).language
        self.policy, self.requests, self.iteration = find_moment(self.level, self.seed)
        state = self.policy.start(self.requests)
        for _ in range(self.iteration):
            self.policy.iterate(state)
        self._events = tuple(state.events)
        self.slots = tuple(map(Standing.of, state.active))
        self.queue = tuple(map(Standing.of, state.waiting))
        self.arrivals = tuple(map(Standing.of, state.pending.get(self.iteration, ())))

    @property
    def in_play(self) -> dict[str, Standing]:
        """Everybody whom the iteration can touch, by id: slots, then queue, then arrivals."""
        return {each.id: each for each in (*self.slots, *self.queue, *self.arrivals)}

    @cached_property
    def past(self) -> Trace:
        """The run so far: nothing in it comes from the iteration to predict, or from later."""
        return Trace(self.requests, self.policy, self._events, "iteration_limit")

    @cached_property
    def board(self) -> Board:
        """The state in words: the knobs, the slots, the queue and who arrives."""
        return Board(self, self.language)

    @cached_property
    def picture(self) -> PuzzlePicture:
        """The run so far as a Gantt chart, with the column to predict left open."""
        arriving = {each.id for each in self.arrivals}
        return PuzzlePicture(self.past, self.iteration, arriving, self.language)

    def _ipython_display_(self) -> None:
        from IPython.display import display  # here: puzzles also live where there is no notebook

        show: Callable[..., object] = display
        show(self.board, self.picture)

    def __repr__(self) -> str:
        """Return how to get this puzzle again."""
        return f"Puzzle(level={self.level}, seed={self.seed})"


def what_happens(puzzle: Puzzle) -> Trace:
    """Return the run with one more iteration: the library is asked, when it is needed."""
    cut = replace(puzzle.policy, max_iterations=puzzle.iteration + 1)
    return simulate(puzzle.requests, cut)
