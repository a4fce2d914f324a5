"""The work of steps that can be reckoned by hand: decodes that are all alike, and one prompt."""

from .fields import whole_number
from .step_work import StepWork


def decode_step(sequences: int, context: int) -> StepWork:
    """Return the work of a step in which so many sequences decode.

    `context` are the tokens that each of them attends to, its own included.

    Raises:
        InputError: a number is no whole number from 1 on.
    """
    sequences = whole_number("sequences", sequences, at_least=1)
    read = sequences * whole_number("context", context, at_least=1)
    return StepWork(tokens=sequences, sampled=sequences, context=read, attended=read)


def prefill_steps(prompt: int, chunk: int | None = None) -> list[StepWork]:
    """Return the work of each step in which a prompt is prefilled, with nothing beside it.

    `chunk` are the tokens of a step, at most; without one the whole prompt is a single step.

    Raises:
        InputError: a number is no whole number from 1 on.
    """
    prompt = whole_number("prompt", prompt, at_least=1)
    chunk = prompt if chunk is None else whole_number("chunk", chunk, at_least=1)
    steps = []
    for start in range(0, prompt, chunk):
        steps.append(StepWork())
        steps[-1].add(start, min(chunk, prompt - start))
    steps[-1].sampled = 1  # the last chunk yields the first output token
    return steps
