"""`schedlib check`: what "correct" means, judged live."""

from argparse import ArgumentParser, Namespace

from ..judging.acceptance import Check, acceptance
from ..words import words
from .answer import DONE, FAILED, Answer

EXAMPLES = ""


def add_options(parser: ArgumentParser, engine: str | None) -> None:
    """Add no options: there is nothing to choose."""


def answer(options: Namespace) -> Answer:
    """Judge the acceptance list."""
    checks = acceptance()
    passed = all(each.passed for each in checks)
    return Answer("\n".join(map(as_verdict, checks)), DONE if passed else FAILED)


def as_verdict(item: Check) -> str:
    """Return one item of the list with its evidence."""
    verdict = words().say("acceptance.pass" if item.passed else "acceptance.fail")
    evidence = [f"         {name}: {text}" for name, text in item.evidence.items()]
    return "\n".join([f"{verdict}  {item.number}. {item.statement}", *evidence, ""])
