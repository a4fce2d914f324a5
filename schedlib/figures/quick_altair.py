"""Altair, imported in a third of its time.

Altair imports jsonschema, which makes use of `rfc3987_syntax` where that is installed, as it is
beside JupyterLab. That module builds a grammar of web addresses when it is imported, and takes
seconds to do so. No chart needs it, and jsonschema does without it where it is missing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def missing(name: str) -> Iterator[None]:
    """Have imports of a module fail in the meantime, unless it has been imported already."""
    modules: dict[str, Any] = sys.modules
    if name in modules:
        yield
        return
    modules[name] = None  # what Python takes for "there is no such module"
    try:
        yield
    finally:
        del modules[name]


with missing("rfc3987_syntax"):
    import altair as alt

__all__ = ["alt"]
