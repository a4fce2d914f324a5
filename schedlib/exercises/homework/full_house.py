"""A high-priority request arrives and may not preempt: the two cases that a student constructs.

Any workload that truly produces the case is right: the events of its run decide.
"""

from collections.abc import Callable

from ...errors import InputError
from ...events import Kind
from ...narration import narrate
from ...request import Request
from ...tutorial import Tutorial
from ...words import Words, words
from ..verdict import Verdict
from .moments import Moment, arrival_moments
from .own_workload import own_run

SLOTS, PLACES = Tutorial().max_active, Tutorial().max_queue or 0

Lacking = Callable[[Moment, list[Moment]], list[str]]  # names what a moment lacks to be the case


def judge_full_house(my_requests: object, language: str = "en") -> Verdict:
    """Judge whether a high-priority request arrives while all slots and queue places are taken.

    Raises:
        InputError: there is no table of words for `language`.
    """
    return _judge(my_requests, "full_house", _lacks_full_house, words(language))


def judge_nobody_to_preempt(my_requests: object, language: str = "en") -> Verdict:
    """Judge whether one arrives while no slot is free, none is a normal request's, and a place is.

    Raises:
        InputError: there is no table of words for `language`.
    """
    return _judge(my_requests, "nobody", _lacks_nobody, words(language))


def _lacks_full_house(moment: Moment, moments: list[Moment]) -> list[str]:
    lacks = ["slot_free"] if len(moment.active) < SLOTS else []
    if len(moment.queue) < PLACES:
        lacks.append("queue_room")
        if _others_queue_later(moment, moments):
            lacks.append("listed_early")
    return lacks


def _others_queue_later(moment: Moment, moments: list[Moment]) -> bool:
    """Return whether somebody goes to the queue, or is turned away, later in that iteration."""
    return any(
        later.iteration == moment.iteration and later.events[-1].kind in (Kind.ENQUEUE, Kind.REJECT)
        for later in moments[moments.index(moment) + 1 :]
    )


def _lacks_nobody(moment: Moment, moments: list[Moment]) -> list[str]:
    lacks = ["slot_free"] if len(moment.active) < SLOTS else []
    urgent = {each.request.id for each in moments if _is_urgent(each.request)}
    if not urgent.issuperset(moment.active):
        lacks.append("normal_on_slot")
    if len(moment.queue) >= PLACES:
        lacks.append("queue_full")
    return lacks


def _judge(my_requests: object, case: str, lacking: Lacking, said: Words) -> Verdict:
    try:
        trace = own_run(my_requests, said)
    except InputError as error:
        return Verdict(False, str(error), language=said.language)
    moments = arrival_moments(trace)
    urgent = [moment for moment in moments if _is_urgent(moment.request)]
    if not urgent:
        late = [request for request in trace.workload if _is_urgent(request)]
        return _without_urgent(moments, late, lacking, len(trace.iterations), said)
    nearest = min(urgent, key=lambda each: _distance(each, lacking(each, moments)))
    lacks = lacking(nearest, moments)
    findings = [_scene(nearest, said), *narrate(nearest.events, said.language)]
    findings += [said.say(f"homework.lacks.{lack}") for lack in lacks]
    if not lacks:
        findings.append(said.say(f"homework.{case}.why.{_obstacle(nearest)}"))
    elif "listed_early" not in lacks:
        findings += _normal_at_the_moment(moments, lacking, said)
    headline = said.say(
        "homework.nearest" if lacks else f"homework.{case}.found",
        request=nearest.request.id,
        iteration=nearest.iteration,
    )
    return Verdict(not lacks, headline, tuple(findings), language=said.language)


def _obstacle(moment: Moment) -> str:
    """Return what the scheduler recorded as the reason why nobody is preempted."""
    (met,) = (event for event in moment.events if event.kind is Kind.NO_VICTIM)
    return str(met.because["obstacle"])


def _is_urgent(request: Request) -> bool:
    return request.priority == "high"


def _distance(moment: Moment, lacks: list[str]) -> tuple[int, int]:
    """Return how far a moment is from the case: what it lacks, then how much stands free."""
    return len(set(lacks) - {"listed_early"}), -len(moment.active) - len(moment.queue)


def _scene(moment: Moment, said: Words) -> str:
    """Say how things stood at the turn of an arrival."""
    nobody = said.say("homework.scene.nobody")
    return said.say(
        "homework.scene",
        request=moment.request.id,
        iteration=moment.iteration,
        active=list(moment.active) or nobody,
        queue=list(moment.queue) or nobody,
        slots=f"{len(moment.active)} of {SLOTS}",
        places=f"{len(moment.queue)} of {PLACES}",
    )


def _without_urgent(
    moments: list[Moment], late: list[Request], lacking: Lacking, iterations: int, said: Words
) -> Verdict:
    """Say that no high-priority request came, and whether a normal one came at the right time."""
    if late:
        headline = said.say("homework.urgent.late", request=late[0].id, iterations=iterations)
        return Verdict(False, headline, language=said.language)
    headline = said.say("homework.urgent.none")
    findings = _normal_at_the_moment(moments, lacking, said)
    return Verdict(False, headline, tuple(findings), language=said.language)


def _normal_at_the_moment(moments: list[Moment], lacking: Lacking, said: Words) -> list[str]:
    """Say which normal request came when a high-priority one should have come, if one did."""
    near = [moment for moment in moments if not lacking(moment, moments)]
    return [_scene(near[0], said), said.say("homework.urgent.normal")] if near else []
