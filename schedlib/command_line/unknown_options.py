"""What is said of an option that nobody has: the closest one, or that it is not modelled."""

from collections.abc import Iterable
from difflib import get_close_matches

from .knob_help import KNOBS, owners
from .knob_options import option

COMMON = ("--engine", "--requests", "--summary", "--format", "--help")  # of `run`, besides knobs

# Options of vLLM's own command line that have another name here, or none.
ELSEWHERE = {
    "--num-gpu-blocks-override": "vLLM's --num-gpu-blocks-override is --num-gpu-blocks here",
    "--scheduling-policy": "vLLM's --scheduling-policy is --policy here",
    "--enable-prefix-caching": "prefix caching is not modelled here",
    "--no-enable-prefix-caching": "prefix caching is not modelled here, and off",
}


def run_options() -> dict[str, list[str]]:
    """Return every option of `run` with the schedulers that have it: none for a common one."""
    whose: dict[str, list[str]] = {each: [] for each in COMMON}
    switches = {knob for own in KNOBS.values() for knob in own if own[knob].kind == "switch"}
    for knob, names in owners().items():
        whose[option(knob)] = names
        if knob in switches:
            whose[option(f"no_{knob}")] = names
    return whose


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
