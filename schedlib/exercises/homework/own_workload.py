"""A workload that a student wrote, run under the baseline's policy."""

from ...errors import InputError
from ...loop import simulate
from ...request import Request
from ...trace import Trace
from ...tutorial import Tutorial
from ...widgets import Stepper
from ...words import Words, words
from ..verdict import Verdict
from .answers import is_open, parts_of, quoted


def own_run(my_requests: object, said: Words) -> Trace:
    """Run a student's requests.

    Raises:
        InputError: there are none yet, or they are no workload.
    """
    listed = parts_of(my_requests)
    if is_open(my_requests):
        begun = any(type(part) is Request for part in listed or ())
        raise InputError(said.say(f"homework.own.{'dots' if begun else 'nothing'}"))
    if listed is None:
        raise InputError(said.say("homework.own.no_list", value=quoted(my_requests)))
    requests = [each for each in listed if type(each) is Request]
    if len(requests) < len(listed):
        stranger = next(each for each in listed if type(each) is not Request)
        raise InputError(said.say("homework.own.no_request", value=quoted(stranger)))
    try:
        return simulate(requests, Tutorial())
    except InputError as error:
        raise InputError(said.say("homework.own.refused", error=error)) from None


def step_through(my_requests: object, language: str = "en") -> Stepper | Verdict:
    """Return a stepper of a student's requests, or what keeps them from being run.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    try:
        return Stepper(own_run(my_requests, said), language=language)
    except InputError as error:
        return Verdict(False, str(error), language=language)
