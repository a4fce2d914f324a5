"""Requests as JSON: an object on each line, or one list of objects."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ..errors import InputError, shown
from ..fields import Unreadable, whole_from
from ..reading.request_json import with_unique_names
from .content import BROKEN, CUT, Content
from .source import Fields, Raw, Source, lines_of, sound_line

DECODER = json.JSONDecoder(object_pairs_hook=with_unique_names, parse_int=whole_from)
BLANKS = re.compile(r"[ \t\n]*")
SAMPLE = 100  # the first of these that can be read tells the names
DEEP = "the JSON is nested deep"


class JsonLines:
    """A JSON object on each line."""

    numbered = False

    def __init__(self, content: Content) -> None:
        self.content = content

    def names(self) -> tuple[int, Sequence[str]]:
        """Return the names in the first object that can be read, and its line."""
        return _first_names(self)

    def raws(self) -> Iterator[Raw]:
        """Yield the lines."""
        return lines_of(self.content.text)

    def reader(self, wanted: Sequence[str]) -> Callable[[object], Fields]:
        """Return what reads the object on a line, with all its fields."""

        def read(found: object) -> Fields:
            try:
                return _object(DECODER.decode(sound_line(found, self.content)))
            except json.JSONDecodeError as error:
                raise InputError(f"broken JSON in column {error.colno}: {error.msg}") from None
            except RecursionError:
                raise InputError(DEEP) from None

        return read


class JsonList:
    """One JSON list of objects, over as many lines as it takes."""

    numbered = True

    def __init__(self, content: Content) -> None:
        """Read the whole list.

        Raises:
            InputError: it is broken, and no item can be told from the next.
        """
        self.items = list(_items(content))

    def names(self) -> tuple[int, Sequence[str]]:
        """Return the names in the first object of the list, and its line."""
        return _first_names(self)

    def raws(self) -> Iterator[Raw]:
        """Yield the items, each with the line that it begins on."""
        return iter(self.items)

    def reader(self, wanted: Sequence[str]) -> Callable[[object], Fields]:
        """Return what takes an item for an object, with all its fields."""
        return _object


def _object(found: object) -> Fields:
    if not isinstance(found, dict):
        raise InputError(f"a request must be a JSON object, not {shown(found)}")
    return found


def _first_names(source: Source) -> tuple[int, Sequence[str]]:
    read = source.reader(())
    first = ""
    for line, found in islice(source.raws(), SAMPLE):
        try:
            return line, list(read(found))
        except InputError as error:
            first = first or f"line {line}: {error}"
    raise InputError(first or "the list must hold at least one request, and it is empty")


def _items(content: Content) -> Iterator[Raw]:
    text, line, counted = content.text, 1, 0
    try:
        at = _after_blanks(text, text.index("[") + 1)
        while text[at : at + 1] != "]":
            found, end = DECODER.raw_decode(text, at)
            line += text.count("\n", counted, at)
            counted = at
            if content.broken and BROKEN in text[at:end]:
                found = Unreadable("one with bytes that are no text")
            yield Raw(line, found)
            at = _after_blanks(text, end)
            if text[at : at + 1] == ",":
                at = _after_blanks(text, at + 1)
                if text[at : at + 1] == "]":
                    raise json.JSONDecodeError("Expecting value", text, at)
            elif text[at : at + 1] != "]":
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        at = _after_blanks(text, at + 1)
        if at < len(text):
            raise json.JSONDecodeError("Extra data", text, at)
    except json.JSONDecodeError as error:
        why = CUT if content.cut else f"broken JSON in column {error.colno}: {error.msg}"
        raise InputError(f"line {error.lineno}: {why}") from None
    except RecursionError:
        raise InputError(f"line {line}: {DEEP}") from None


def _after_blanks(text: str, at: int) -> int:
    blanks = BLANKS.match(text, at)
    return blanks.end() if blanks else at
