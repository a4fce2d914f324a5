"""The other end of the bench: takes an order, carries it out, answers; and so on until the end."""

import os
import pickle
import queue
import sys
import threading
from typing import IO, Any

from ..errors import text_of
from .faults import Fault

MEMORY = 2 * 1024**3  # bytes that code of a reader may take, where the system can see to it


def main() -> None:
    """Serve until our input ends."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # a reader's code must neither take our orders nor garble our answers
        os.dup2(nowhere, stream)
    limit_memory()
    received: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=receive, args=(orders, received), daemon=True).start()
    while True:
        serve(received.get(), answers)


def receive(orders: IO[bytes], received: "queue.Queue[bytes]") -> None:
    """Take orders in; when there can be none any more, end at once, whatever is going on."""
    try:
        while True:
            received.put(pickle.load(orders))
    except (EOFError, OSError):
        os._exit(0)


def serve(order: bytes, answers: IO[bytes]) -> None:
    """Carry out one order."""

    def answer(kind: str, value: Any) -> None:
        data = pickle.dumps((kind, value))
        answers.write(data)
        answers.flush()

    try:
        path, job, arguments = pickle.loads(order)
        sys.path += [folder for folder in path if folder not in sys.path]
        answer("done", job(lambda message: answer("said", message), *arguments))
    except Fault as fault:
        answer("fault", fault)
    except Exception as error:
        answer("unsendable", f"{type(error).__name__}: {text_of(error)}")


def limit_memory() -> None:
    """Have the system refuse memory beyond a limit: a reader's code then gets a MemoryError."""
    try:
        import resource
    except ImportError:  # Windows
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (OSError, ValueError):  # some systems have no such limit
        return
