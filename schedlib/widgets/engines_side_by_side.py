"""One workload under several engines: pick them, turn their knobs, see the runs on one axis."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets

from ..any_clock import Clock
from ..bounds import Bounds
from ..changes import tell_move
from ..engines.alike import together
from ..engines.registry import SCHEDULERS
from ..errors import InputError, shown
from ..figures.engine_table import engine_table
from ..loop import simulate
from ..request import Request, check_workload
from ..trace import Trace
from ..words import words
from .compare import Compare
from .compare_what_if import TABLE_STYLE
from .engine_row import EngineRow
from .engine_starts import first_able, lesson_engines, lesson_workloads
from .told import AROUND, Told

MOST = 4  # engines that a screen has room for
NOTES = "note", "slots_and_stalls", "tokens_and_requests"  # the lines below the table


class Engines(ipywidgets.VBox):
    """Compare engines on a workload, with one cursor and a table.

    Args:
        workloads: the workloads to choose from, by name (default: some of the lesson's).
        engines: the policies to start with, by name, one to four; each of a scheduler of
            `registry.SCHEDULERS` (default: the tutorial scheduler and vLLM V1).
        cursor: the iteration that is shown first (default: the last); see `Compare`.
        language: of every word in it; the names are the caller's.
        clock: says how long an iteration lasts. Arrivals are then in seconds, so the workloads
            must be given.

    Attributes:
        clock: as it was given.
        workload: the choice of the workload.
        rows: the controls of each engine, from top to bottom.
        runs: the runs that are shown, by name.
        changes: the line that says what has changed.
        compare: the comparison in it.
        add: the button for one more engine.

    Raises:
        InputError: a workload breaks a rule or cannot be run by one of the engines, there is no
            workload, too few or too many engines or one of another kind, there is a clock and no
            workload is given, or there is no table of words for `language`.
    """

    def __init__(
        self,
        workloads: Mapping[str, Iterable[Request]] | None = None,
        engines: Mapping[str, Any] | None = None,
        cursor: int | None = None,
        language: str = "en",
        clock: Clock | None = None,
    ) -> None:
        """Run the first workload under every engine."""
        if clock is not None and workloads is None:
            raise InputError("workloads must be given with a clock: they arrive in seconds then")
        self.language, self.clock = language, clock
        said = self._said = words(language)
        given = lesson_workloads(said) if workloads is None else _named("workloads", workloads)
        self._workloads = {name: check_workload(requests) for name, requests in given.items()}
        policies = lesson_engines(said) if engines is None else _checked(engines)
        self.workload = ipywidgets.Dropdown(
            options=list(self._workloads), description=said.say("engines.workload")
        )
        self.workload.style.description_width = "initial"
        self.workload.layout.width = "440px"
        self.add = ipywidgets.Button(description=said.say("engines.add"), icon="plus")
        self.add.tooltip = said.say("engines.add.help")
        self.changes = Told(text=said.say("engines.start"))
        self._list = ipywidgets.VBox()
        self._table = ipywidgets.HTML()
        self._arrange([self._row(policy, name) for name, policy in policies.items()])
        self.runs = self._simulated()
        self.compare = Compare(self.runs, cursor, language)
        self._accept(self.runs)
        self.workload.observe(self._move, "value")
        self.add.on_click(lambda _: self._add())
        top = ipywidgets.HBox([self.workload, self.add])
        super().__init__([top, self._list, self.changes, self.compare, self._table])
        self.add_class(AROUND)

    # --- The rows --------------------------------------------------------------------------------

    def _row(self, policy: Any, name: str | None = None) -> EngineRow:
        return EngineRow(policy, name, self._move, self._remove, self._bounds, self._said)

    def _arrange(self, rows: list[EngineRow]) -> None:
        self.rows = rows
        for place, row in enumerate(rows, start=1):
            row.number(place, removable=len(rows) > 1)
        self.add.disabled = len(rows) >= MOST
        self._list.children = rows

    def _bounds(self) -> Bounds:
        """Return the bounds that a newly chosen engine starts with: those of the others.

        The limit of the queue is not among them: engines have none unless it is asked for.
        """
        return together([row.bounds() for row in self.rows])._replace(queue=None)

    def _add(self) -> None:
        """Add an engine that can run the workload: one that is not there yet, if there is one."""
        there = {row.engine.value for row in self.rows}
        new = [name for name in reversed(SCHEDULERS) if name not in there]
        policy = first_able(new, self._bounds(), self._workloads[self.workload.value])
        self._arrange([*self.rows, self._row(policy)])
        self._move()

    def _remove(self, row: EngineRow) -> None:
        self._arrange([other for other in self.rows if other is not row])
        self._show(self._said.say("engines.removed", name=row.base))

    # --- What is shown ---------------------------------------------------------------------------

    def _move(self, _: Any = None) -> None:
        self._show()

    def _show(self, told: str = "") -> None:
        """Run what the controls say and show it, if every engine can; say what has changed."""
        try:
            runs = self._simulated()
        except InputError:  # it stands beside the engine already
            self.changes.say(self._said.say("engines.waiting"), news=False)
            return
        line = told or self._told(runs)
        at_the_end = self.compare.cursor == self.compare.last
        self.runs = runs
        self.compare.show(runs)
        if at_the_end:
            self.compare.cursor = self.compare.last
        self.changes.say(line)
        self._accept(runs)

    def _simulated(self) -> dict[str, Trace]:
        """Return a run of each row by name, old ones where nothing was moved.

        Raises:
            InputError: one of them cannot be run; each that cannot says why.
        """
        requests = self._workloads[self.workload.value]
        traces, refusals = [], []
        for row in self.rows:
            try:
                traces.append(_run(row, requests, self.clock))
                row.refuse("")
            except InputError as error:
                refusals.append(error)
                told = str(error).removesuffix(".")
                row.refuse(self._said.say("engines.error", error=told))
        if refusals:
            raise refusals[0]
        return dict(zip(self._names(), traces, strict=True))

    def _names(self) -> list[str]:
        """Return the names of the rows; of equal ones, the later get a number."""
        names: list[str] = []
        for row in self.rows:
            name, number = row.name(), 2
            while name in names:
                name = self._said.say("engines.nth", name=row.name(), number=number)
                number += 1
            names.append(name)
        return names

    def _told(self, runs: dict[str, Trace]) -> str:
        """Return what is new: the workload, or something about the rows."""
        if self._shown != self.workload.value:
            return self._said.say("engines.other_workload", workload=self.workload.value)
        moves = [
            self._tell(row, trace) for row, trace in zip(self.rows, runs.values(), strict=True)
        ]
        return " ".join(filter(None, moves)) or self._said.say("engines.start")

    def _tell(self, row: EngineRow, trace: Trace) -> str:
        """Return what is new about a row, or nothing."""
        if row.trace is None:
            return self._said.say("engines.added", name=row.base)
        if row.trace is trace:
            return ""
        told = tell_move(row.trace, trace, self.language)
        if type(row.trace.policy) is not type(trace.policy):
            return told
        return self._said.say("engines.moved", name=row.base, told=told)

    def _accept(self, runs: dict[str, Trace]) -> None:
        self._shown = self.workload.value
        for row, trace in zip(self.rows, runs.values(), strict=True):
            row.accept(trace)
        table = engine_table(runs, self.language).to_html()
        first, *others = NOTES
        names = [first if self.clock is None else f"{first}.timed", *others]
        notes = "<br>".join(escape(self._said.say(f"engine_table.{note}")) for note in names)
        self._table.value = f'<div class="{TABLE_STYLE}">{table}<small>{notes}</small></div>'

    def __repr__(self) -> str:
        """Say what is compared: notebooks store this line beside the widget."""
        return self._said.say("engines.repr", workload=self._shown, runs=list(self.runs))


def _named(what: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check that something is given by name, and not empty."""
    if not (isinstance(given, Mapping) and given and all(isinstance(n, str) for n in given)):
        raise InputError(f"{what} must be one or more, by name, not {shown(given)}")
    return given


def _checked(engines: Mapping[str, Any]) -> Mapping[str, Any]:
    if len(_named("engines", engines)) > MOST:
        raise InputError(f"engines must hold 1 to {MOST} policies, by name, not {len(engines)}")
    for name, policy in engines.items():
        if type(policy) not in SCHEDULERS.values():
            raise InputError(f"engine {name!r} must be a policy of schedlib, not {shown(policy)}")
    return engines


def _run(row: EngineRow, requests: tuple[Request, ...], clock: Clock | None) -> Trace:
    policy = row.policy()
    if row.trace and row.trace.policy == policy and row.trace.workload == requests:
        return row.trace
    return simulate(requests, policy, clock=clock)
