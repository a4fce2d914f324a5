"""Workloads that show what engines do: each function makes its list anew."""

from math import exp, log
from random import Random

from .errors import InputError
from .fields import whole_number
from .request import Request


def long_between_short() -> list[Request]:
    """Return a short request that decodes, a long prompt, and a short request behind it.

    For a budget of 16 tokens; `VllmV1` with a threshold of 8, and without.
    """
    return [
        Request("S1", arrival=0, prompt=3, output=8),
        Request("L", arrival=1, prompt=40, output=2),
        Request("S2", arrival=2, prompt=3, output=6),
    ]


def lone_long_prompt() -> list[Request]:
    """Return a long prompt that is alone for two iterations, and then is not.

    For `VllmV1(max_num_seqs=4, max_num_batched_tokens=16, long_prefill_token_threshold=4)`.
    """
    return [
        Request("L", arrival=0, prompt=60, output=3),
        Request("S", arrival=2, prompt=5, output=4),
        Request("T", arrival=3, prompt=3, output=2),
    ]


def head_of_line() -> list[Request]:
    """Return a request that runs, a big one that does not fit beside it, and a small one behind.

    For a pool of 7 usable blocks of 4 tokens, `num_gpu_blocks=8`.
    """
    return [
        Request("X", arrival=0, prompt=12, output=12),
        Request("BIG", arrival=1, prompt=16, output=2),
        Request("SMALL", arrival=1, prompt=3, output=2),
    ]


def prompts_keep_coming(prompts: int = 5) -> list[Request]:
    """Return two requests that decode, and a prompt of 8 tokens in every iteration from 2 on."""
    streams = [Request(id, arrival=0, prompt=2, output=8) for id in ("S1", "S2")]
    return streams + [
        Request(f"P{number}", arrival=number + 1, prompt=8, output=1)
        for number in range(1, prompts + 1)
    ]


def arriving_late() -> list[Request]:
    """Return requests for batches of three: two at once, and three that come one by one."""
    return [
        Request("A", arrival=0, prompt=2, output=4),
        Request("B", arrival=0, prompt=2, output=2),
        Request("C", arrival=1, prompt=2, output=3),
        Request("D", arrival=5, prompt=2, output=2),
        Request("E", arrival=6, prompt=2, output=2),
    ]


def tuning_guide() -> list[Request]:
    """Return the five requests of the walkthrough in TensorRT-LLM's tuning guide.

    For `TensorRtLlm(max_batch_size=4, max_num_tokens=12)`.
    """
    return [Request("R1", 0, prompt=5, output=2)] + [
        Request(f"R{number}", 0, prompt=5, output=4) for number in range(2, 6)
    ]


def half_empty_blocks() -> list[Request]:
    """Return three requests of 4+5, for a pool of 3 blocks of 8 tokens.

    Each holds one block, which is half empty; and yet not one block is free.
    """
    return [
        Request(id, arrival, prompt=4, output=5) for id, arrival in (("a", 0), ("b", 0), ("c", 1))
    ]


def growing_together(requests: int = 4, prompt: int = 3, output: int = 6) -> list[Request]:
    """Return requests that fit into memory together when they start, and not when they grow.

    For a pool of 10 blocks of 2 tokens.
    """
    return [Request(f"G{number}", 0, prompt, output) for number in range(1, requests + 1)]


# The means of ShareGPT as the vLLM paper states them (Kwon et al., SOSP 2023), in tokens.
SHAREGPT_PROMPT, SHAREGPT_OUTPUT = 161, 338
SHAREGPT_SPREAD = 1.2, 0.95  # of the logarithms: many short requests, a few very long ones
MODEL_LENGTH = 2048  # of OPT-13B


def sharegpt_like(
    n: int = 300, per_iteration: float = 0.8, seed: int = 7, scale: int = 4
) -> list[Request]:
    """Return conversations in the likeness of ShareGPT: lognormal lengths, Poisson arrivals.

    All lengths are a `scale`-th of those of the data set, so that a run is quick; none has more
    than a `scale`-th of 2,048 tokens, prompt and output together. It is a likeness and no sample:
    orders can be learnt from it, figures cannot. The same seed gives the same requests.

    Args:
        n: how many requests.
        per_iteration: how many arrive in an iteration, on average.
        seed: of all that is drawn.
        scale: by how much everything is smaller.

    Raises:
        InputError: `n` or `scale` is no whole number from 1 on, `seed` none from 0 on, or
            `per_iteration` is not above 0.
    """
    n, scale = whole_number("n", n, at_least=1), whole_number("scale", scale, at_least=1)
    if not per_iteration > 0:
        raise InputError(f"per_iteration must be above 0, not {per_iteration}")
    random = Random(whole_number("seed", seed, at_least=0))
    requests, now = [], 0.0
    for number in range(1, n + 1):
        now += random.expovariate(per_iteration)
        prompt, output = _conversation(random, scale)
        requests.append(Request(f"R{number}", int(now), prompt, output))
    return requests


def _conversation(random: Random, scale: int) -> tuple[int, int]:
    """Draw a prompt and an output until they are short enough for the model."""
    means = SHAREGPT_PROMPT / scale, SHAREGPT_OUTPUT / scale
    while True:
        prompt, output = (
            max(1, round(exp(random.gauss(log(mean) - spread**2 / 2, spread))))
            for mean, spread in zip(means, SHAREGPT_SPREAD, strict=True)
        )
        if prompt + output <= MODEL_LENGTH // scale:
            return prompt, output
