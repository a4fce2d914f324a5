"""Refusals: a request that could never run is an error in the workload, told before the run."""

from ..errors import InputError, shown
from ..request import Request


def longest_prefill(request: Request, *, recompute: bool) -> int:
    """Return the most tokens that may have to be prefilled at once, if prompts are not cut.

    After an eviction with recompute that is the prompt and all output tokens but the last.
    """
    return request.prompt + (request.output - 1 if recompute else 0)


def peak_tokens(request: Request) -> int:
    """Return the most KV entries that a request ever has: its last token's is never written."""
    return request.prompt + request.output - 1


def must_fit(request: Request, engine: str, needs: int, has: int | None, what: str) -> None:
    """Refuse a request that needs more than there is.

    `what` continues "it needs {needs} ..., and there are {has}".

    Raises:
        InputError: it needs more than `has`; None is no limit.
    """
    if has is not None and needs > has:
        raise InputError(
            f"request {shown(request.id)} can never run under {engine}: "
            f"it needs {needs:,} {what}, and the limit is {has:,}"
        )
