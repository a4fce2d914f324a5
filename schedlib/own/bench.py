"""A bench to try code of readers on: another process, which may hang, crash or be killed.

The code is sent there by value (with cloudpickle, since it lives in a notebook), and at most one
bench is kept waiting for the next piece. Where no process can be started, as in a browser's own
Python, the code is run here, without a guard.
"""

import atexit
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import cloudpickle

from .faults import Fault

SECONDS = 5.0  # after which code is given up, counted from its last sign of life
PATIENCE = 60.0  # before its first sign of life: until then a busy machine prepares things

# Modules that the bench can import by itself, with __main__, which always goes by value.
BY_NAME = {*sys.stdlib_module_names, *sys.builtin_module_names, "schedlib", "__main__"}

R = TypeVar("R")
Say = Callable[[Any], None]


class Stopped(Exception):
    """The code did not come to its end.

    Attributes:
        reason: "hangs", "ended" (it ended its process) or "unsendable".
        said: the last thing that the job said on its way, or None.
        detail: what is known beyond that, as text.
    """

    def __init__(self, reason: str, said: Any = None, detail: str = "") -> None:
        """Take what is known."""
        super().__init__(reason)
        self.reason, self.said, self.detail = reason, said, detail


def run_apart(job: Callable[..., R], *arguments: Any) -> R:
    """Return `job(say, *arguments)`, run on the bench.

    Args:
        job: a function; what it hands to its first argument, `say`, counts as a sign of life.
        arguments: of the library's own types, or a reader's code as `pack` returns it.

    Raises:
        Stopped: the code gave no sign of life for `SECONDS`, or ended its process.
        Fault: the job raised one.
    """
    if sys.platform == "emscripten":
        return job(_nobody_listens, *arguments)
    bench = Bench.ready()
    try:
        result: R = bench.do(pickle.dumps((job, arguments)))
        return result
    except (Fault, pickle.PicklingError):
        raise
    except BaseException:  # Ctrl-C too: what is still at work there must not answer the next one
        bench.clear()
        raise


def pack(code: Any) -> bytes:
    """Return functions of a reader as bytes, to be unpacked on the bench with `pickle.loads`.

    They go by value, wherever they were written: the bench must never run an older version.

    Args:
        code: a function, or an object whose attributes are functions.

    Raises:
        Stopped: it uses something that cannot be packed.
    """
    functions = [code, *getattr(code, "__dict__", {}).values()]
    modules = {sys.modules.get(getattr(each, "__module__", None) or "") for each in functions}
    own = [each for each in modules if each and each.__name__.partition(".")[0] not in BY_NAME]
    for module in own:
        cloudpickle.register_pickle_by_value(module)
    try:
        data: bytes = cloudpickle.dumps(code)
    except Exception as error:  # whatever the objects of a reader raise when they are packed
        raise Stopped("unsendable", detail=str(error)) from None
    finally:
        for module in own:
            cloudpickle.unregister_pickle_by_value(module)
    return data


def _nobody_listens(message: Any) -> None:
    pass


class Bench:
    """The process."""

    waiting: "Bench | None" = None

    def __init__(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "schedlib.own.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.answers: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @classmethod
    def ready(cls) -> "Bench":
        """Return the bench that waits, or a new one."""
        if cls.waiting is None or cls.waiting.process.poll() is not None:
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

    def do(self, order: bytes) -> Any:
        """Have an order carried out; return its result."""
        pipe = self.process.stdin
        assert pipe is not None
        said = None
        try:
            pickle.dump(order, pipe)
            pipe.flush()
        except OSError:
            raise Stopped("ended") from None
        while True:
            try:
                answer = self.answers.get(timeout=PATIENCE if said is None else SECONDS)
            except queue.Empty:
                raise Stopped("hangs", said, detail=f"{SECONDS:g}") from None
            if answer is None:
                raise Stopped("ended", said)
            kind, value = answer
            if kind == "said":
                said = value
            elif kind == "fault":
                raise value
            elif kind == "unsendable":
                raise Stopped("unsendable", said, value)
            else:
                return value

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
