"""Small whole numbers from a seed, the same on every platform and under every Python."""

from random import Random


class Dice:
    """A seeded source of small numbers.

    It asks for `Random.random()` only: of that method alone does Python promise the same sequence
    for the same seed in all versions.
    """

    def __init__(self, seed: int) -> None:
        """Start the sequence that belongs to `seed`."""
        self._random = Random(seed)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def chance(self, one_in: int) -> bool:
        """Return True once in so many times."""
        return self.between(1, one_in) == 1
