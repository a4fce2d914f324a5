"""Every word that a reader sees, in one table for each language.

A table maps a key to a template. In a template `{name}` is replaced by a value, and
`{name:token|tokens}` by a number with its noun in the singular or the plural. A further
language needs a further table, and nothing else.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from ..errors import InputError, one_line, shown
from . import en

TABLES: dict[str, Mapping[str, str]] = {"en": en.TABLE}


class Words(Formatter):
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Take the table of `language`."""
        self.language = language
        self.table = TABLES[language]

    def say(self, key: str, **values: Any) -> str:
        """Return the template `key`, filled in with `values`."""
        return self.vformat(self.table[key], (), values)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format one value: a number with its noun, a mapping or a list as words.

        What does not print in an id is shown as an escape: pictures and pages cannot hold it.
        """
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{value:,} {one if value == 1 else many}"
        if isinstance(value, Mapping):
            value = [f"{name} {number}" for name, number in value.items()]
        if isinstance(value, list):
            value = self.table["list.separator"].join(map(str, value))
        if isinstance(value, int) and not format_spec:
            format_spec = ","
        return one_line(str(super().format_field(value, format_spec)))

    def value(self, value: object) -> str:
        """Return the value of a knob in words: a switch is on or off, None is no limit."""
        named = {None: "value.none", True: "value.true", False: "value.false", (): "value.empty"}
        if value is None or isinstance(value, bool) or value == ():
            return self.say(named[value])
        if isinstance(value, tuple):
            return self.table["list.separator"].join(map(self.value, value))
        return f"{value:,}" if isinstance(value, int) else str(value)

    def section(self, prefix: str) -> dict[str, str]:
        """Return the templates whose keys start with `prefix.`, without that prefix."""
        start = f"{prefix}."
        return {
            key.removeprefix(start): text
            for key, text in self.table.items()
            if key.startswith(start)
        }


def words(language: str = "en") -> Words:
    """Return the words of `language`.

    Raises:
        InputError: there is no table for it.
    """
    if language not in TABLES:
        known = " or ".join(repr(name) for name in TABLES)
        raise InputError(f"language must be {known}, not {shown(language)}")
    return Words(language)
