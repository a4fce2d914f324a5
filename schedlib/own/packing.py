"""A reader's functions as bytes, so that they can be tried in another process.

They go by value, with all of the reader's own that they use, wherever it was written: in a
notebook, or in a file beside it. The other process must never run an older version.
"""

import functools
import io
import sys
import sysconfig
from collections.abc import Callable
from types import ModuleType
from typing import Any

import cloudpickle

from ..errors import text_of
from .bench import Stopped

INSTALLED = tuple(sysconfig.get_paths().values())
Cached = type(functools.lru_cache(lambda: None))


class Packer(cloudpickle.CloudPickler):
    """Packs functions, those behind `functools.cache` too."""

    def reducer_override(self, thing: Any) -> Any:
        """Return how to make `thing` anew."""
        if isinstance(thing, Cached):
            return _cached, (thing.cache_parameters(), thing.__wrapped__)
        return super().reducer_override(thing)


def _cached(parameters: dict[str, Any], function: Callable[..., Any]) -> Any:
    return functools.lru_cache(**parameters)(function)


def pack(code: Any) -> bytes:
    """Return functions of a reader as bytes, to be unpacked with `pickle.loads`.

    Raises:
        Stopped: they use something that cannot be packed.
    """
    own = [module for module in list(sys.modules.values()) if _is_the_readers(module)]
    for module in own:
        cloudpickle.register_pickle_by_value(module)
    data = io.BytesIO()
    try:
        Packer(data).dump(code)
    except Exception as error:  # whatever the objects of a reader raise when they are packed
        raise Stopped("unsendable", detail=text_of(error)) from None
    finally:
        for module in own:
            cloudpickle.unregister_pickle_by_value(module)
    return data.getvalue()


def _is_the_readers(module: ModuleType) -> bool:
    """Return whether a module was written by the reader: it lies where nothing is installed."""
    file, name = getattr(module, "__file__", None), getattr(module, "__name__", "__main__")
    if not isinstance(file, str) or name.partition(".")[0] in ("schedlib", "__main__"):
        return False
    return sys.modules.get(name) is module and not file.startswith(INSTALLED)
