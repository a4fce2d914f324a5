"""What somebody has typed into the trainer, kept apart from the widget that shows it."""

from dataclasses import dataclass, field
from typing import Any

Key = tuple[int, int]  # level and seed
Draft = dict[str, dict[str, Any]]  # by request, then by what is asked


@dataclass
class Drafts:
    """Where somebody stands in the trainer.

    A widget comes and goes with its cell; this stays for as long as the kernel runs.

    Attributes:
        level: the one that was practised last.
        seeds: by level, the puzzle that was shown last.
        entries: what was typed, by puzzle.
        firsts: by puzzle, whether the first check was passed; having it shown counts as no.
        streak: how many first checks were passed in a row.
    """

    level: int = 1
    seeds: dict[int, int] = field(default_factory=dict)
    entries: dict[Key, Draft] = field(default_factory=dict)
    firsts: dict[Key, bool] = field(default_factory=dict)
    streak: int = 0

    @property
    def key(self) -> Key:
        """The puzzle that was shown last."""
        return self.level, self.seeds.get(self.level, 0)

    def entry(self, request: str) -> dict[str, Any]:
        """Return what was typed for one request of the puzzle; what is put into it is kept."""
        return self.entries.setdefault(self.key, {}).setdefault(request, {})

    def go(self, puzzles: int) -> None:
        """Go so many puzzles on, or back."""
        self.seeds[self.level] = max(self.key[1] + puzzles, 0)

    def count(self, passed: bool) -> None:
        """Count a check, if it is the first of its puzzle."""
        if self.key not in self.firsts:
            self.firsts[self.key] = passed
            self.streak = self.streak + 1 if passed else 0


KEPT = Drafts()  # of this kernel: a cell that is run again finds everything as it was
