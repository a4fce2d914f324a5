"""Boards side by side as a still picture, and in words."""

from collections.abc import Collection, Iterable, Mapping

from ..own.snapshot import Held, Snapshot
from ..words import Words, words
from .board_figure import ROWS, board_scene, tell_knobs
from .still import Still


class BoardPicture(Still):
    """Boards side by side.

    Args:
        boards: each as it stood, by the key of its title: "before", "expected", "actual", "after".
        differing: the lists and counts in which the last board differs.
        language: of the words in it.
        theme: "light" or "dark".

    Raises:
        InputError: there is no table of words for `language`.
    """

    def __init__(
        self,
        boards: Mapping[str, Snapshot],
        differing: Collection[str] = (),
        language: str = "en",
        theme: str = "light",
    ) -> None:
        """Draw the chart."""
        self.boards = dict(boards)
        said = words(language)
        pending = len({board.pending for board in boards.values()}) > 1
        rows = ROWS if pending else ROWS[1:]
        told = [describe_board(title, board, rows, said) for title, board in boards.items()]
        when = said.say("board.iteration", iteration=next(iter(boards.values())).iteration)
        told.append(f"{when}: {tell_knobs(boards, said)}")
        super().__init__(board_scene(boards, differing, language), "\n".join(told), theme)


def describe_board(title: str, board: Snapshot, rows: Iterable[str], said: Words) -> str:
    """Return some lists of one board in one line; those that are empty are left out."""
    found = {name: [_entry(name, held) for held in getattr(board, name)] for name in rows}
    lists = [said.say(f"describe.board.{name}", who=who) for name, who in found.items() if who]
    left, budget = board.budget_left, board.policy.token_budget
    lists.append(said.say("describe.board.budget", left=left, budget=budget))
    return said.say("describe.board", title=said.say(f"board.{title}"), lists="; ".join(lists))


def _entry(name: str, held: Held) -> str:
    if name in ("rejected", "completed"):
        return held.id
    mark = "*" if held.request.priority == "high" else ""
    return f"{held.id}{mark} {held.prompt_left}+{held.output_left}"
