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
    """Put in place of each step of the library a function that says to write it oneself."""
    kept = [
        (module, name, getattr(module, name))
        for module in (seven_steps, library_steps)
        for name in (*NAMES, "iterate")
    ]
    for module, name, _ in kept:
        setattr(module, name, _refusing(name))
    try:
        yield
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise Fault("library_called", step=name)

    return refuse
