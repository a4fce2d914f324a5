"""What every source of requests does, be it lines of CSV, lines of JSON, or one JSON list.

In the lines of a log, a line is a request: no cell holds a line end. So a broken line is lost
alone, and not together with those that follow. A list has no such seam: where its JSON breaks,
nothing tells where the next request begins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from ..errors import InputError
from .content import BROKEN, Content

Fields = Mapping[str, object]  # what a request holds, by the name of the column or field

BLANKS = " \t"


class Raw(NamedTuple):
    """A request as it stands in the file: the line it begins on, and its text or JSON value."""

    line: int
    found: object


class Source(Protocol):
    """A file that holds requests, one after another.

    Attributes:
        numbered: whether one line may hold many, so that only their number tells them apart.
    """

    numbered: bool

    def names(self) -> tuple[int, Sequence[str]]:
        """Return the names of the fields, and the line that tells them.

        Raises:
            InputError: nothing tells them.
        """

    def raws(self) -> Iterator[Raw]:
        """Yield the requests as they stand in the file, broken ones too."""

    def reader(self, wanted: Sequence[str]) -> Callable[[object], Fields]:
        """Return what reads `Raw.found`: at least the fields in `wanted`, all if it is empty.

        It raises an `InputError` that says what is wrong with the request, but not where.
        """


def lines_of(text: str) -> Iterator[Raw]:
    """Yield the lines that are not blank."""
    number = start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        line = text[start:end]
        if line.strip(BLANKS):
            yield Raw(number, line)
        start = end + 1


def sound_line(found: object, content: Content) -> str:
    """Return a line of `content`, which must be text without a NUL.

    Raises:
        InputError: it is not.
    """
    line = str(found)
    if "\0" in line:
        raise InputError("the line must be text, and holds a NUL character")
    if content.broken and BROKEN in line:
        raise InputError("the line must be text, and holds bytes that are none")
    return line
