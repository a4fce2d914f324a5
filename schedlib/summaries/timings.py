"""When what happened to each request of a run, kept in little room."""

from array import array
from collections import Counter
from collections.abc import Sequence
from math import nan
from typing import overload

from ..request import Request
from ..timing import Timing


class Timings(Sequence[Timing]):
    """A `Timing` for each request, in listed order; they are made when they are asked for.

    Args:
        workload: the requests.

    Attributes:
        scheduled, first_token, last_token: the times of each request by its place, in seconds or
            iterations; NaN where it never came so far.
        preemptions: how often each was taken off its slot, by place.
        rejected: the places of those turned away.
    """

    def __init__(self, workload: tuple[Request, ...]) -> None:
        self._workload = workload
        never = array("d", [nan]) * len(workload)
        self.scheduled, self.first_token, self.last_token = never, never[:], never[:]
        self.preemptions: Counter[int] = Counter()
        self.rejected: set[int] = set()

    def __len__(self) -> int:
        return len(self._workload)

    @overload
    def __getitem__(self, place: int) -> Timing: ...

    @overload
    def __getitem__(self, place: slice) -> list[Timing]: ...

    def __getitem__(self, place: int | slice) -> Timing | list[Timing]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        request = self._workload[place]
        return Timing(
            request.id,
            request.prompt,
            request.output,
            request.arrival,
            _time(self.scheduled[place]),
            _time(self.first_token[place]),
            _time(self.last_token[place]),
            self.preemptions[place],
            place in self.rejected,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timings) and list(self) == list(other)


def _time(value: float) -> float | None:
    return None if value != value else value
