"""The script that draws charts in the browser: from the installed packages, never from a network.

Bundling it takes seconds, so the bundle is kept in the user's cache folder. A page asks for it
once, whatever the number of figures on it.
"""

import os
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

import vl_convert
from platformdirs import user_cache_path

from ..figures.chart import VEGA_LITE

SNIPPET = "export {vegaEmbed as embed};"


@cache
def vega_bundle() -> bytes:
    """Return a JavaScript module that exports Vega-Embed's `embed`."""
    kept = _kept_at()
    try:
        return kept.read_bytes()
    except OSError:
        script = vl_convert.javascript_bundle(SNIPPET, vl_version=VEGA_LITE).encode()
        _keep(kept, script)
        return script


def _kept_at() -> Path:
    name = f"vega-embed-{VEGA_LITE}-{version('vl-convert-python')}.js"
    return user_cache_path("schedlib") / name


def _keep(place: Path, script: bytes) -> None:
    """Write the bundle in one move; without a writable cache it is made anew next time."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_suffix(f".{os.getpid()}")
        try:
            new.write_bytes(script)
            new.replace(place)
        finally:
            new.unlink(missing_ok=True)
