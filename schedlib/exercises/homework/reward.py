"""What a right report earns: the reasons behind its numbers, in the words of the record."""

from ...events import Kind
from ...narration import narrate, tell_ending
from ...trace import Trace
from ...words import words

TELLING = (Kind.PREEMPT, Kind.NO_VICTIM)


def why_list(trace: Trace, language: str = "en") -> tuple[str, ...]:
    """Return who was preempted, or why nobody was, and how the run ended.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    events = [event for event in trace.events if event.kind in TELLING]
    told = [
        said.say("homework.iteration", iteration=event.iteration, sentence=sentence)
        for event, sentence in zip(events, narrate(events, language), strict=True)
    ]
    return (*told, tell_ending(trace, language))
