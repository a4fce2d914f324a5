"""Who speaks for a probe: its words, filled in with what was seen."""

from collections.abc import Mapping
from typing import Any

from ..words import words
from .verdict import Verdict


class Voice:
    """The words of one probe.

    Args:
        name: of the probe; its own words stand in the table under `extraction.NAME`.
        seen: the measures that fill them in.
        language: of the words.
    """

    def __init__(self, name: str, seen: Mapping[str, Any], language: str = "en") -> None:
        """Open the table."""
        self.name, self.language = name, language
        self._seen, self._words = seen, words(language)

    def own(self, key: str, **values: Any) -> str:
        """Return a sentence of this probe."""
        return self._words.say(f"extraction.{self.name}.{key}", **{**self._seen, **values})

    def common(self, key: str, **values: Any) -> str:
        """Return a sentence that probes share."""
        return self._words.say(f"extraction.{key}", **values)

    def verdict(self, passed: bool, headline: str, *findings: str, **values: Any) -> Verdict:
        """Return a verdict whose headline is one that probes share."""
        said = self.common(headline, **values)
        return Verdict(passed, said, findings, language=self.language)

    def not_yet(self, headline: str, **values: Any) -> Verdict:
        """Return the verdict on what is no answer yet, or not in a form that can be judged."""
        return self.verdict(False, headline, **values)
