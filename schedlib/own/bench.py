"""A bench to try code of readers on: another process, which may hang, crash or be killed.

At most one bench is kept waiting for the next piece of code. Where no process can be started, as
in a browser's own Python, the code is run here, without a guard.
"""

import atexit
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from .faults import Fault

SECONDS = 5.0  # after which code is given up, counted from its last sign of life
PATIENCE = 60.0  # before its first sign of life: until then a busy machine prepares things

# The bench keeps to what is installed: a file named queue.py beside a notebook must not come first.
START = "import sys; sys.path.append({folder!r}); from schedlib.own.worker import main; main()"
FOLDER = str(Path(__file__).parents[2])

R = TypeVar("R")
Say = Callable[[Any], None]


class Stopped(Exception):
    """The code did not come to its end.

    Attributes:
        reason: "hangs", "slow", "ended" (it ended its process), "broken" (its process never got
            so far as to try it) or "unsendable".
        said: the last thing that the job said on its way, or None.
        detail: what is known beyond that, as text.
    """

    def __init__(self, reason: str, said: Any = None, detail: str = "") -> None:
        """Take what is known."""
        super().__init__(reason)
        self.reason, self.said, self.detail = reason, said, detail


def run_apart(job: Callable[..., R], *arguments: Any, within: float | None = None) -> R:
    """Return `job(say, *arguments)`, run on the bench.

    Args:
        job: a function; what it hands to its first argument, `say`, counts as a sign of life.
        arguments: of the library's own types, or a reader's code as `pack` returns it.
        within: seconds that the whole may take; the bench is then one that nothing was tried on.

    Raises:
        Stopped: the code gave no sign of life for `SECONDS`, took too long, or ended its process.
        Fault: the job raised one.
    """
    if sys.platform == "emscripten":
        return job(_nobody_listens, *arguments)
    bench = Bench.ready(fresh=within is not None)
    try:
        result: R = bench.do(pickle.dumps((sys.path, job, arguments)), within)
        return result
    except (Fault, pickle.PicklingError):
        raise
    except BaseException:  # Ctrl-C too: what is still at work there must not answer the next one
        bench.clear()
        raise


def _nobody_listens(message: Any) -> None:
    pass


class Bench:
    """The process."""

    waiting: "Bench | None" = None

    def __init__(self) -> None:
        """Start it."""
        self.used = False
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START.format(folder=FOLDER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.answers: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @classmethod
    def ready(cls, fresh: bool) -> "Bench":
        """Return the bench that waits, or a new one; with `fresh`, one that was never used.

        Code can leave traces that no later code must meet: changed classes, threads.
        """
        bench = cls.waiting
        if bench and (bench.process.poll() is not None or (fresh and bench.used)):
            bench.clear()
        if cls.waiting is None:
            cls.waiting = cls()
        return cls.waiting

    def _listen(self) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        try:
            while True:
                self.answers.put(pickle.load(pipe))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.answers.put(None)

    def do(self, order: bytes, within: float | None) -> Any:
        """Have an order carried out; return its result."""
        pipe = self.process.stdin
        assert pipe is not None
        self.used = True
        with suppress(OSError):  # should it be gone, the answers end
            pickle.dump(order, pipe)
            pipe.flush()
        said = ends = None
        while True:
            try:
                answer = self.answers.get(timeout=PATIENCE if ends is None else SECONDS)
            except queue.Empty:
                reason = "broken" if ends is None else "hangs"
                raise Stopped(reason, said, detail=f"{SECONDS:g}") from None
            if answer is None:
                raise Stopped("broken" if ends is None else "ended", said)
            kind, value = answer
            if kind == "done":
                return value
            if kind == "fault":
                raise value
            if kind == "unsendable":
                raise Stopped("unsendable", said, value)
            said, now = value, monotonic()
            ends = ends or now + (within or inf)
            if now > ends:
                raise Stopped("slow", said, detail=f"{within:g}")

    def clear(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(OSError):  # what it still held was for the one that is gone
                    pipe.close()
        if Bench.waiting is self:
            Bench.waiting = None


@atexit.register
def _clear() -> None:
    if Bench.waiting is not None:
        Bench.waiting.clear()
