"""Lines from knot to knot in whole numbers, so that sums along them are exact and quick."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve that never falls: straight between its knots, and beyond them like its ends.

    Attributes:
        knots: where it is known, two at least, in order.
        values: how high it is there.
    """

    knots: Sequence[int]
    values: Sequence[int]

    def at(self, total: int, parts: int = 1) -> int:
        """Return how high it is at `total / parts`, rounded down."""
        cell = self._cell(total // parts)
        start, run, value, rise = self._line(cell)
        return value + rise * (total - parts * start) // (parts * run)

    def sum_at(self, total: int, parts: int, steps: int) -> int:
        """Return the sum of `at(total + parts * step, parts)` over so many steps.

        It takes as long as there are knots on the way, however many steps there are.
        """
        found = 0
        while steps > 0:
            cell = self._cell(total // parts)
            start, run, value, rise = self._line(cell)
            there = steps
            if cell < len(self.knots) - 2:  # the next cell begins at the next knot
                there = min(steps, -((total - parts * (start + run)) // parts))
            first, divisor = rise * (total - parts * start), parts * run
            found += there * value + floor_sum(there, first, rise * parts, divisor)
            total += there * parts
            steps -= there
        return found

    def _cell(self, at: int) -> int:
        """Return the number of the cell between two knots whose line counts there."""
        return min(max(bisect_right(self.knots, at), 1), len(self.knots) - 1) - 1

    def _line(self, cell: int) -> tuple[int, int, int, int]:
        """Return where a cell starts, how wide it is, its value there, and by how much it rises."""
        start, value = self.knots[cell], self.values[cell]
        return start, self.knots[cell + 1] - start, value, self.values[cell + 1] - value


def floor_sum(count: int, first: int, step: int, divisor: int) -> int:
    """Return the sum of `(first + step * i) // divisor` over `i` from 0 up to `count`.

    It counts the whole points under a line, and turns the picture by 90 degrees until nothing is
    left: so it takes no longer than Euclid's algorithm. No number may be negative.
    """
    total = 0
    while True:
        total += count * (first // divisor) + count * (count - 1) // 2 * (step // divisor)
        first, step = first % divisor, step % divisor
        count, first = divmod(first + step * count, divisor)
        if not count:
            return total
        step, divisor = divisor, step
