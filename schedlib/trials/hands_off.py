"""While a reader's own step is tried, the library's steps do not answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from .. import seven_steps
from ..own import library_steps
from ..own.faults import Fault
from ..own.steps import NAMES


@contextmanager
def hands_off() -> Iterator[None]:
    """Have each step of the library say that it is to be written by oneself."""
    kept = {name: getattr(seven_steps, name) for name in (*NAMES, "iterate")}
    for name in kept:
        setattr(seven_steps, name, _refusing(name))
    silent = library_steps.SILENT.set(True)
    try:
        yield
    finally:
        library_steps.SILENT.reset(silent)
        for name, function in kept.items():
            setattr(seven_steps, name, function)


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise Fault("library_called", step=name)

    refuse.__name__ = name
    return refuse
