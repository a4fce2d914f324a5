"""A long prompt beside streams, in time: how many tokens an iteration may have, and who waits."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets

from ..chunk_times import SIZES, ChunkTime, ChunkTimes, chunk_times, size_knob
from ..clock.step_clock import StepClock
from ..engines.engine import Engine
from ..errors import InputError
from ..figures.chunk_plots import add_trade_off, tell
from ..figures.chunk_trade_off import describe_trade_off
from ..figures.gap_causes import Causes
from ..figures.time_scale import tell_time
from ..figures.token_gaps import describe_itl, itl_scene
from ..loop import simulate
from ..metrics.slo import SLO
from ..request import Request, check_workload
from ..trace import Trace
from ..words import Words, words
from .chunk_controls import ChunkControls, Setting
from .knobs import warning_html
from .page_titles import iteration_title
from .pages import Page
from .stage import Stage

GAPS, COSTS = 92, 52  # px: the longest gap, and the highest bar below


class ChunkInMilliseconds(ipywidgets.VBox):
    """Move the tokens of an iteration, the GPU or a limit, and see how long both sides wait.

    The picture shows the gap before each token of a stream, and below it what every size would
    cost: the sizes that keep the limits are framed, and the one before the move is dashed.

    Args:
        requests: streams, and a long prompt beside them.
        policy: an engine with a knob for the tokens of an iteration, and where that starts.
        clock: says how long an iteration lasts; its GPU is the one that the choice starts with.
        slo: where the limits on the TTFT of the long prompt and on the ITL start.
        sizes: those that can be chosen, besides the one that it starts with.
        language: of every word in it.

    Attributes:
        setting: what is shown, the last valid one.
        costs: what every size costs on its GPU.
        trace: the run that is shown.
        stage: the picture in it.

    Raises:
        InputError: the workload, the engine or a size breaks a rule, a limit is missing, or there
            is no table of words for `language`.
    """

    def __init__(
        self,
        requests: Iterable[Request],
        policy: Engine[Any],
        clock: StepClock,
        slo: SLO,
        sizes: Iterable[int] = SIZES,
        language: str = "en",
    ) -> None:
        """Run the workload once for each size."""
        self.language, self._said = language, words(language)
        self._workload, self._policy, self._clock = check_workload(requests), policy, clock
        knob = size_knob(policy)
        self._sizes = sorted({*sizes, getattr(policy, knob)})
        self.setting = Setting(getattr(policy, knob), clock.hardware, slo)
        self._controls = ChunkControls(self.setting, knob, self._sizes, self._moved, self._said)
        self._error, self._line = ipywidgets.HTML(), ipywidgets.HTML()
        self.stage = Stage(language)
        self.costs = self._all_sizes(self.setting)
        self.trace = self._run(self.setting)
        self._show(None)
        self._line.value = f"<b>{escape(self._tell())}</b> {escape(self._broken())}"
        self.stage.cursor = self.stage.last
        super().__init__([self._controls, self._error, self._line, self.stage])

    def _clock_of(self, setting: Setting) -> StepClock:
        return replace(self._clock, hardware=setting.gpu)

    def _all_sizes(self, setting: Setting) -> ChunkTimes:
        return chunk_times(self._workload, self._policy, self._clock_of(setting), self._sizes)

    def _run(self, setting: Setting) -> Trace:
        policy = replace(self._policy, **{size_knob(self._policy): setting.size})
        return simulate(self._workload, policy, clock=self._clock_of(setting))

    def _moved(self) -> None:
        try:
            setting = self._controls.setting()
        except InputError as error:
            self._error.value = warning_html(self._said.say("knobs.error", error=error))
            return
        self._error.value = ""
        if setting != self.setting:
            self._replace(setting)

    def _replace(self, setting: Setting) -> None:
        """Show another setting, and say what it changes."""
        was, before = self._now, self.setting
        if setting.gpu != before.gpu:
            self.costs = self._all_sizes(setting)
        at_the_end = self.stage.cursor == self.stage.last
        self.setting, self.trace = setting, self._run(setting)
        self._show(before.size if before.size != setting.size else None)
        if at_the_end:
            self.stage.cursor = self.stage.last
        told = self._tell(was if self._now != was else None)
        self._line.value = f"<b>{escape(told)}</b> {escape(self._broken())}"

    @property
    def _now(self) -> ChunkTime:
        """What the size that is shown costs."""
        return self.costs.at(self.setting.size)

    def _show(self, before: int | None) -> None:
        highest = max(each.longest for each in self.costs.times)
        scene = itl_scene(self.trace, self.language, highest, axis_below=False, high=GAPS)
        slo, size = self.setting.slo, self.setting.size
        add_trade_off(scene, self.costs, slo, self._said, size, before, COSTS)
        told = (
            describe_itl(self.trace, self.language),
            describe_trade_off(self.costs, slo, self.language),
        )
        self.stage.present(scene, " ".join(told), gap_pages(self.trace, self._said))

    def _tell(self, was: ChunkTime | None = None) -> str:
        """Return how long both sides wait, and how long they did before the last move."""
        now, key = self._now, "now" if was is None else "changed"
        sides = {"longest": now.longest, "ttft": now.ttft}
        old = {} if was is None else {"longest": was.longest, "ttft": was.ttft}
        return " ".join(
            self._said.say(
                f"chunk_ms.{name}.{key}",
                request=self.costs.long,
                now=tell(value, self._said),
                was=tell(old.get(name), self._said),
            )
            for name, value in sides.items()
        )

    def _broken(self) -> str:
        """Return which limits the size that is shown breaks."""
        now, slo = self._now, self.setting.slo
        keeps = {"ttft": now.keeps_ttft(slo), "itl": now.keeps_itl(slo)}
        broken = [name for name, kept in keeps.items() if not kept]
        return self._said.say(f"chunk_ms.broken.{'_and_'.join(broken) or 'none'}")

    def __repr__(self) -> str:
        """Say what can be moved: notebooks store this line beside the widget."""
        return self._said.say("what_if.repr", knobs=self._controls.names)


def gap_pages(trace: Trace, said: Words) -> list[Page]:
    """Return a page for each iteration of a run with a clock: the gaps that end with it."""
    told = defaultdict(list)
    for gap in Causes(trace).gaps():
        facts = {"requests": list(gap.requests), "request": gap.cause.request}
        time = tell_time(gap.seconds, said)
        told[gap.iteration].append(said.say(f"itl.why.{gap.cause.kind}", **facts, time=time))
    pages: list[Page] = []
    last = len(trace.iterations) - 1
    for iteration in range(last + 1):
        title = iteration_title(trace, iteration, last, said)
        sentences = told.get(iteration) or [said.say("chunk_ms.page.none")]
        part = {"title": said.say("chunk_ms.page.gaps"), "sentences": sentences}
        spoken = " ".join([f"{title}.", *sentences])
        pages.append({"title": title, "parts": [part], "numbered": False, "spoken": spoken})
    return pages
