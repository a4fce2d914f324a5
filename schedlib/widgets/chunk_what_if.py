"""One long prompt beside streams, and the two knobs that decide who waits for it."""

from collections.abc import Iterable
from html import escape

import ipywidgets

from ..chunk_costs import CHUNKS, ChunkCost, chunk_cost, chunk_costs, long_one
from ..figures.costs_figure import add_costs, describe_costs
from ..figures.work_figure import describe_work, work_scene
from ..loop import simulate
from ..request import Request
from ..trace import Trace
from ..tutorial import Tutorial
from ..words import words
from .knobs import Knobs
from .stage import Stage
from .work_stage import work_pages

SPACING = 14


class ChunkWhatIf(ipywidgets.VBox):
    """Move the chunk, and see both prices: the streams' and the long prompt's.

    The picture shows the work between the tokens of the streams, now and before the last move,
    and under it what every chunk size would cost under the budget of now.

    Args:
        requests: streams, and a long prompt beside them.
        policy: where the knobs start.
        chunks: the chunk sizes that can be chosen; the budgets are these and a token for each
            stream.
        language: of every word in it.
        headline: whether a line says what a move does to both sides; an exercise that asks for it
            leaves the line out.

    Attributes:
        trace: the run that is shown.
        before: the run before it, or None.
        stage: the picture in it.

    Raises:
        InputError: the workload or a knob breaks a rule, or there is no table of words for
            `language`.
    """

    def __init__(
        self,
        requests: Iterable[Request],
        policy: Tutorial,
        chunks: tuple[int, ...] = CHUNKS,
        language: str = "en",
        headline: bool = True,
    ) -> None:
        """Run the workload once."""
        self.language, self.chunks = language, chunks
        self.trace, self.policy = simulate(requests, policy), policy
        self.before: Trace | None = None
        self._said = words(language)
        streams = len(self.trace.workload) - 1
        choices = {
            "prefill_chunk": chunks,
            "token_budget": tuple(chunk + streams for chunk in chunks),
        }
        self.knobs = Knobs(policy, choices, self._run, choices=choices, language=language)
        self._changes = ipywidgets.HTML(self._said.say("chunk_what_if.start"))
        self.stage = Stage(language)
        self._show({self._name("now", policy): self.trace})
        self.stage.cursor = len(self.trace.iterations)  # the last one: it stops there
        line = [self._changes] if headline else []
        super().__init__([self.knobs, *line, self.stage])

    def _run(self, policy: Tutorial) -> None:
        trace = simulate(self.trace.workload, policy)
        runs = {
            self._name("now", policy): trace,
            self._name("before", self.policy): self.trace,
        }
        told = self._tell(chunk_cost(self.trace, 0), chunk_cost(trace, 0))
        self.before, self.trace, self.policy = self.trace, trace, policy
        self._show(runs)
        self._changes.value = f"<b>{escape(told)}</b>"

    def _show(self, runs: dict[str, Trace]) -> None:
        costs = chunk_costs(self.trace.workload, self.policy, self.chunks)
        scene = work_scene(runs, self.language, axis_below=False)
        scene.height += SPACING
        long = long_one(self.trace.workload)
        add_costs(scene, costs, long, self._said, chosen=self.policy.prefill_chunk)
        told = describe_work(runs, self.language), describe_costs(costs, self.language)
        self.stage.present(scene, " ".join(told), work_pages(runs, self.language))

    def _name(self, which: str, policy: Tutorial) -> str:
        knobs = {"chunk": policy.prefill_chunk, "budget": policy.token_budget}
        return self._said.say(f"chunk_what_if.{which}", **knobs)

    def _tell(self, was: ChunkCost, now: ChunkCost) -> str:
        """Return what the last move did to both sides."""
        long = long_one(self.trace.workload)
        peak = "same_peak" if now.peak == was.peak else "peak"
        ttft = "same_ttft" if now.ttft == was.ttft else "ttft"
        return " ".join(
            (
                self._said.say(f"chunk_what_if.{peak}", now=now.peak, was=was.peak),
                self._said.say(f"chunk_what_if.{ttft}", request=long, now=now.ttft, was=was.ttft),
            )
        )

    def __repr__(self) -> str:
        """Say what can be changed: notebooks store this line beside the widget."""
        return self._said.say("what_if.repr", knobs=list(self.knobs.names))
