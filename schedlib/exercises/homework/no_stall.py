"""Why no decoding request ever stalls in the tutorial scheduler: three facts to find."""

from itertools import count

from ...errors import InputError
from ...events import Kind
from ...loop import simulate
from ...request import Request
from ...trace import Trace
from ...tutorial import Tutorial
from ...words import Words, words
from ..verdict import Verdict
from .answers import Answer, Fill
from .fixed_runs import fixed_runs
from .form import Cell, Rows
from .marking import Sheet, mark

SLOTS = 4  # those of the question
ROWS: Rows = {
    "served first": Fill.WORK,
    "most decodes": Fill.NUMBER,
    "smallest budget": Fill.NUMBER,
}


def judge_no_stall(reason: object, language: str = "en") -> Verdict:
    """Judge who is served first, how much that can be, and how little budget is accepted.

    Raises:
        InputError: there is no table of words for `language`.
    """
    said = words(language)
    right: dict[Cell, Answer] = {
        Cell("served first"): served_first(fixed_runs().baseline),
        Cell("most decodes"): most_decodes(),
        Cell("smallest budget"): next(budget for budget in count(1) if not refusal(budget)),
    }
    sheet = Sheet(
        ROWS,
        right,
        look=lambda row, wrong: [_look(row, wrong[Cell(row)], said)],
        reward=(said.say("homework.no_stall.why"),),
    )
    return mark(reason, sheet, said)


def served_first(trace: Trace) -> str:
    """Return the kind of work that comes first in an iteration that has both."""
    row = mixed_iteration(trace)
    kinds = [e.kind for e in trace.events if e.iteration == row]
    return str(next(kind for kind in kinds if kind in (Kind.DECODE, Kind.PREFILL)))


def mixed_iteration(trace: Trace) -> int:
    """Return the first iteration in which somebody decodes and somebody prefills."""
    return next(row.iteration for row in trace.iterations if row.decode and row.prefill)


def most_decodes() -> int:
    """Return how many tokens the decodes of one iteration take, on all slots, budget to spare."""
    many = [Request(str(number), 0, prompt=1, output=9) for number in range(2 * SLOTS)]
    trace = simulate(many, Tutorial(SLOTS, token_budget=4 * SLOTS, max_queue=None))
    return max(len(row.decode) for row in trace.iterations)


def refusal(budget: int) -> str:
    """Return why a token budget is refused for all those slots; nothing if it is accepted."""
    try:
        Tutorial(max_active=SLOTS, token_budget=budget)
    except InputError as error:
        return str(error)
    return ""


def _look(row: str, value: Answer, said: Words) -> str:
    if row == "served first":
        return said.say("homework.no_stall.order", iteration=mixed_iteration(fixed_runs().baseline))
    if row == "most decodes":
        return said.say("homework.no_stall.decodes")
    refused = refusal(value) if isinstance(value, int) else ""
    key = "refused" if refused else "accepted"
    return said.say(f"homework.no_stall.{key}", error=refused, slots=SLOTS)
