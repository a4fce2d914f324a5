"""What is said of an option that nobody has: the closest one, or that it is not modelled."""

from collections.abc import Iterable
from difflib import get_close_matches

from .knob_help import owners

# Options of vLLM's own command line that have another name here, or none.
ELSEWHERE = {
    "--num-gpu-blocks-override": "vLLM's --num-gpu-blocks-override is --num-gpu-blocks here",
    "--scheduling-policy": "vLLM's --scheduling-policy is --policy here",
    "--enable-prefix-caching": "prefix caching is not modelled here",
    "--no-enable-prefix-caching": "prefix caching is not modelled here, and off",
}


def with_owners(options: Iterable[str]) -> dict[str, list[str]]:
    """Return options with the schedulers that have each: none for one that is no knob."""
    knobs = owners()
    names = {each: each.removeprefix("--").replace("-", "_") for each in options}
    return {
        each: knobs.get(name, knobs.get(name.removeprefix("no_"), []))
        for each, name in names.items()
    }


def unrecognized(words: Iterable[str], whose: dict[str, list[str]], engine: str | None) -> str:
    """Return the complaint on words of a command line that nobody takes.

    `whose` has the options of the command; `engine` is the scheduler asked for, if any.
    """
    words = list(words)
    named = [word.partition("=")[0] for word in words if word.startswith("--")]
    hints = filter(None, (hint_on(name, whose, engine) for name in dict.fromkeys(named)))
    return "; ".join([f"unrecognized arguments: {' '.join(words)}", *hints])


def hint_on(name: str, whose: dict[str, list[str]], engine: str | None) -> str:
    """Return what helps with one unknown option, or nothing."""
    if engine and name in ELSEWHERE:
        return ELSEWHERE[name]
    close = get_close_matches(name, whose, n=1)
    if not close:
        return ""
    of = "" if engine in whose[close[0]] else ", ".join(whose[close[0]])
    return f"did you mean {close[0]}{of and f' (of {of})'}?"
