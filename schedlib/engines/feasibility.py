"""Refusals: a request that could never run is an error in the workload, told before the run."""

from ..errors import InputError, shown
from ..request import Request
from .kv_pool import KVPool


def longest_prefill(request: Request, *, recompute: bool) -> int:
    """Return the most tokens that may have to be prefilled at once, if prompts are not cut.

    After an eviction with recompute that is the prompt and all output tokens but the last.
    """
    return request.prompt + (request.output - 1 if recompute else 0)


def peak_tokens(request: Request) -> int:
    """Return the most KV entries that a request ever has: its last token's is never written."""
    return request.prompt + request.output - 1


def exceeds(needs: int, has: int | None) -> bool:
    """Return whether more is needed than there is; None is no limit."""
    return has is not None and needs > has


def never_runs(
    request: Request, engine: str, needs: int, what: str, has: int | None, there: str
) -> InputError:
    """Return the refusal of a request that needs more than there is.

    `what` continues "it needs {needs} ...": what that is, and what it is made of. `there` says
    where the limit is from, with "{has}" in the place of its number.
    """
    return InputError(
        f"request {shown(request.id)} can never run under {engine}: "
        f"it needs {needs:,} {what}, and {there.format(has=f'{has:,}')}"
    )


def peak_blocks(request: Request, pool: KVPool, spare: int = 0, why: str = "") -> str:
    """Return in words the KV blocks of a request at its peak, and those beside them, if any."""
    peak = (
        f"{sum_of(request)} - 1 = {peak_tokens(request):,} tokens in blocks of {pool.block_size:,}"
    )
    if not spare:
        return f"KV blocks (for {peak})"
    own = pool.blocks(peak_tokens(request))
    return f"KV blocks ({own:,} for {peak}, and {spare:,} {why})"


def prefill_tokens(request: Request, why_whole: str, *, recompute: bool) -> str:
    """Return in words the tokens of `longest_prefill`, and why they are not cut."""
    made_of = f"{sum_of(request)} - 1, after an eviction; " if recompute else ""
    return f"tokens in one prefill ({made_of}{why_whole})"


def sum_of(request: Request) -> str:
    """Return the length of a request as a sum."""
    return f"prompt {request.prompt:,} + output {request.output:,}"
