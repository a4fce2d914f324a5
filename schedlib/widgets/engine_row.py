"""One engine of a comparison: which it is, its knobs folded away, and the error beside them."""

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets

from ..bounds import Bounds
from ..engines.alike import BOUND_OF, alike
from ..engines.registry import SCHEDULERS, knobs
from ..trace import Trace
from ..words import Words
from .engine_knobs import CUTS, EngineKnobs
from .knobs import warning_html

FEW = 2  # moved knobs that a name holds; more are counted
WRAPPED = "line-height: 1.35; overflow-wrap: anywhere; padding: 4px 8px 0 4px; white-space: normal"


class EngineRow(ipywidgets.VBox):
    """The controls of one engine.

    Args:
        policy: what it starts with.
        given: the name of its run as long as nothing is moved; None for the engine's own.
        on_move: called when another engine has been chosen or a knob been moved.
        on_remove: called with this row when it is to go.
        bounds: returns what an engine that is newly chosen is to start with.
        said: every word in it.

    Attributes:
        engine: the choice of the engine.
        unfold: the button that shows the knobs.
        knobs: the knobs of the engine that is chosen.
        remove: the button that takes the row away.
        trace: the run that is shown of it, or None.
    """

    def __init__(
        self,
        policy: Any,
        given: str | None,
        on_move: Callable[[], None],
        on_remove: Callable[["EngineRow"], None],
        bounds: Callable[[], Bounds],
        said: Words,
    ) -> None:
        """Lay out the row; its knobs are folded."""
        self.trace: Trace | None = None
        self._given, self._said = given, said
        self._place = 0
        self._on_move, self._bounds = on_move, bounds
        options = [(said.say(f"engine.{name}.title"), name) for name in SCHEDULERS]
        self.engine = ipywidgets.Dropdown(options=options, value=policy.name)
        self.engine.layout.width = "240px"
        self.unfold = ipywidgets.ToggleButton(description=said.say("engines.knobs"), icon="sliders")
        self.unfold.layout.width = "96px"
        self.remove = ipywidgets.Button(icon="times")
        self.remove.layout.width = "40px"
        self._settings = ipywidgets.HTML()
        self._settings.layout.flex, self._settings.layout.min_width = "1 1 0", "0"
        self._error = ipywidgets.HTML()
        self._panel = ipywidgets.VBox()
        self._panel.layout.padding = "0 0 8px 24px"
        self._show_knobs(policy)
        self._fold()
        self.engine.observe(self._chosen, "value")
        self.unfold.observe(self._fold, "value")
        self.remove.on_click(lambda _: on_remove(self))
        head = ipywidgets.HBox([self.engine, self.unfold, self._settings, self.remove])
        super().__init__([head, self._error, self._panel])

    @property
    def base(self) -> str:
        """What the run was called to begin with: as it was given, or as the engine."""
        return self._given or self._said.say(f"engine.{self.engine.value}.title")

    def name(self) -> str:
        """Return the name of the run: a name that was given stands as long as it is true."""
        moved = self._told(self._differing(self.knobs.start))
        if not moved:
            return self.base
        if len(moved) > FEW:
            rest = len(moved) - FEW
            moved = [self._said.say("engines.more", knobs=moved[:FEW], count=rest)]
        engine = self._said.say(f"engine.{self.engine.value}.title")
        return self._said.say("engines.name", engine=engine, knobs=moved)

    def policy(self) -> Any:
        """Return the policy that the controls say.

        Raises:
            InputError: a knob is out of range.
        """
        return self.knobs.policy()

    def bounds(self) -> Bounds:
        """Return the bounds of the run that is shown: the controls may be at an invalid place."""
        return self.trace.policy.bounds() if self.trace else self.knobs.start.bounds()

    def accept(self, trace: Trace) -> None:
        """Show that the settings are valid and run."""
        self.trace = trace
        self._error.value = ""
        title, name = self._said.say(f"engine.{trace.policy.name}.title"), self.name()
        given = f"<b>{escape(name)}</b>: " if name == self.base != title else ""
        settings = escape(
            self._said.say("engines.settings", knobs=self._told(telling(trace.policy)))
        )
        self._settings.value = f'<div style="{WRAPPED}">{given}{settings}</div>'

    def refuse(self, sentence: str) -> None:
        """Show why the settings cannot be run; an empty sentence is none."""
        self._error.value = warning_html(sentence) if sentence else ""

    def number(self, place: int, *, removable: bool) -> None:
        """Say to whoever cannot see it which row this is."""
        self._place = place
        self._say_engine()
        self.unfold.tooltip = self._said.say("engines.knobs.help", place=place)
        self.remove.tooltip = self._said.say("engines.remove", place=place)
        self.remove.disabled = not removable

    def _say_engine(self) -> None:
        summary = self._said.say(f"engine.{self.engine.value}.summary")
        self.engine.tooltip = self._said.say("engines.engine", place=self._place, summary=summary)

    def _chosen(self, change: dict[str, Any]) -> None:
        policy = alike(SCHEDULERS[change["new"]], self._bounds())
        self._given = None
        self._say_engine()
        self._show_knobs(policy)
        self._on_move()

    def _show_knobs(self, policy: Any) -> None:
        self.knobs = EngineKnobs(policy, self._on_move, self._said)
        back = ipywidgets.Button(description=self._said.say("engines.back"), icon="undo")
        back.on_click(lambda _: self.knobs.go_back())
        about = (self._said.say(f"engine.{policy.name}.{part}") for part in ("summary", "source"))
        summary, source = map(escape, about)
        told = ipywidgets.HTML(f'<div style="line-height: 1.4">{summary} <i>{source}</i></div>')
        told.layout.flex, told.layout.min_width = "1 1 0", "0"
        self._panel.children = [ipywidgets.HBox([told, back]), self.knobs]

    def _fold(self, _: Any = None) -> None:
        self._panel.layout.display = "" if self.unfold.value else "none"

    def _differing(self, policy: Any) -> dict[str, Any]:
        now = self.policy()
        return {name: value for name, value in vars(now).items() if value != getattr(policy, name)}

    def _told(self, values: dict[str, Any]) -> list[str]:
        return [
            self._said.say("engines.knob", knob=name, value=self._said.value(value))
            for name, value in values.items()
        ]


def telling(policy: Any) -> dict[str, Any]:
    """Return the knobs that tell a policy: its bounds, and whatever is not its engine's default."""
    bounds = policy.bounds()._asdict()
    if bounds["blocks"] is None:
        del bounds["block_size"]  # a block of no pool
    told = {}
    for knob in knobs(type(policy)):
        value, bound = getattr(policy, knob.name), BOUND_OF.get(knob.name)
        bounding = bound in bounds and bounds[bound] is not None
        if bounding or (value != knob.default and bound != "block_size" and knob.name != CUTS):
            told[knob.name] = value
    return told
