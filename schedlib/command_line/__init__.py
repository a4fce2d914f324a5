"""The command `python -m schedlib`."""

from .command import main

__all__ = ["main"]
