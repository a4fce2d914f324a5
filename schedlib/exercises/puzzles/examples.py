"""A picture for each step: a board before it, and after it."""

from ...figures.board_picture import BoardPicture
from ...own.recording import Recorder, new_board
from ...own.steps import NAMES, Steps
from ...tutorial import Tutorial
from ...workloads import six_requests

# The iteration of the lesson's six requests in which each step has most to show, and the
# arrival that is treated, if the step is for one.
SHOWN = {1: (0, None), 2: (1, "C"), 3: (2, "F"), 4: (3, None), 5: (4, None), 6: (3, None)}
SHOWN[7] = (5, None)


def picture(step: int, language: str = "en") -> BoardPicture:
    """Return the board before and after a step of the lesson's baseline.

    Args:
        step: its number, 1 to 7.
        language: of the words in it.

    Raises:
        InputError: there is no table of words for `language`.
    """
    iteration, treated = SHOWN[step]
    board = new_board(Tutorial(), tuple(six_requests()))
    while True:
        recorder = Recorder(Steps(), board)
        at = board.iteration
        recorder.iterate()
        for taken in recorder.taken:
            if at == iteration and taken.name == NAMES[step - 1] and taken.treated == treated:
                return BoardPicture({"before": taken.before, "after": taken.after}, (), language)
