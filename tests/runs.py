"""Finished runs of the tutorial scheduler, and what the rules read from them."""

from collections import Counter
from typing import NamedTuple

from oracle import fixed_cases

from schedlib import Request, Tutorial, simulate

CASES = fixed_cases()


class Run(NamedTuple):
    requests: list
    policy: Tutorial
    artifact: dict


def run(requests, policy):
    return Run(requests, policy, simulate(requests, policy).artifact())


def run_recorded(name):
    rows, policy, _ = CASES[name]
    return run([Request(**row) for row in rows], Tutorial(**policy))


def during(this):
    """The ids on a slot while the iteration's tokens were handed out."""
    return this["active"] + this["completed"]


def prompt_tokens(artifact):
    """Prompt tokens processed per id, over the whole run."""
    total = Counter()
    for this in artifact["trace"]:
        for name, tokens in this["prefill"]:
            total[name] += tokens
    return total


def mentions(artifact, key):
    """How often each id occurs in the lists under `key`, over the whole run."""
    return Counter(name for this in artifact["trace"] for name in this[key])


def names_with(run, result):
    return {name for name, end in run.artifact["requests"].items() if end["result"] == result}
