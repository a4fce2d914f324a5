"""Clocks that do something else than tell the time, and small workloads for them.

They stand in a module of their own, which other processes import in a moment.
"""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from schedlib.generators.arrivals import burst, poisson
from schedlib.generators.synthetic import requests_of


def at_rate(rate, n=20):
    """A workload whose requests arrive at some rate."""
    return requests_of(poisson(n, rate, seed=1), prompts=300, outputs=20)


def at_once(n, outputs=20):
    """A workload whose requests arrive together."""
    return requests_of(burst(n), prompts=30, outputs=outputs)


@dataclass(frozen=True)
class Odd:
    """A clock by which an iteration takes 1 ms, and that acts when two requests decode together."""

    act: str
    argument: object = None

    def ticks(self, work):
        return 10**15 if work.tokens else 0

    def decode_ticks(self, requests, context, steps):
        if requests == 2:
            getattr(self, self.act)()
        return steps * 10**15

    def wait(self):
        time.sleep(self.argument)

    def die(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def interrupt(self):
        raise KeyboardInterrupt

    def fail(self):
        raise Unpicklable(1, 2)

    def count(self):
        with Path(self.argument).open("a") as file:
            file.write("x")


class Unpicklable(Exception):
    """An error that cannot be made anew from its text, as pickle would."""

    def __init__(self, one, other):
        super().__init__(f"{one} and\n{other}")
