"""What a comparison of engines starts with where nothing is given, and what it adds."""

from collections.abc import Iterable, Iterator
from typing import Any

from .. import workloads
from ..bounds import Bounds
from ..engines.alike import alike
from ..engines.registry import SCHEDULERS
from ..engines.static import Static
from ..engines.vllm_v1 import VllmV1
from ..errors import InputError
from ..request import Request
from ..tutorial import Tutorial
from ..words import Words


def lesson_engines(said: Words) -> dict[str, Any]:
    """Return the engines that a comparison starts with where none are given."""
    policies = (Tutorial(), VllmV1(max_num_seqs=2, max_num_batched_tokens=6))
    return {said.say(f"engine.{policy.name}.title"): policy for policy in policies}


def first_able(names: Iterable[str], bounds: Bounds, requests: tuple[Request, ...]) -> Any:
    """Return a policy of the first of these schedulers that can run `requests` within `bounds`.

    Where none of them can, it is static batching, which can run everything.
    """
    return next(_able(names, bounds, requests), Static(bounds.slots or 1))


def _able(names: Iterable[str], bounds: Bounds, requests: tuple[Request, ...]) -> Iterator[Any]:
    for name in names:
        try:
            policy = alike(SCHEDULERS[name], bounds)
            policy.start(requests)  # refuses what could never run
        except InputError:
            continue
        yield policy


def lesson_workloads(said: Words) -> dict[str, list[Request]]:
    """Return the workloads to choose from where none are given: small enough for one screen."""
    return {
        said.say("engines.workload.six"): workloads.six_requests(),
        said.say("engines.workload.long"): workloads.long_prompt(prompt=24, stream_output=10),
        said.say("engines.workload.urgent"): workloads.urgent_stream(4),
        said.say("engines.workload.grow"): [
            Request("P", arrival=0, prompt=6, output=10),
            Request("Q", arrival=0, prompt=6, output=10),
            Request("S", arrival=1, prompt=4, output=3),
        ],
        said.say("engines.workload.unlike"): [
            Request(f"R{number}", arrival=0, prompt=1, output=output)
            for number, output in enumerate((2, 5, 8, 12, 15, 9, 6, 20), start=1)
        ],
    }
