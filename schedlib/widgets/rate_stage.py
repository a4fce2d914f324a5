"""Move the arrival rate: the hockey stick, and every request of the run behind one column."""

from collections.abc import Mapping

from ..capacity import Judged, judge
from ..capacity.by_rate import FirstTokens, Runs, first_tokens, rates_of
from ..figures.capacity_inside import rate_scene
from ..figures.capacity_stick import describe_stick
from ..figures.scene import Scene
from ..metrics.slo import SLO
from .pages import Page
from .stops_stage import StopsStage, page


class RateStage(StopsStage):
    """Time to first token against arrival rate, with a cursor over the rates.

    Args:
        engines: by name, runs by their arrival rate, requests per second.
        slo: what is promised; its limits on TTFT and TPOT count.
        cursor: the place of the rate that is shown first, counted from 0.
        language: of every word in it.
        hide_future: whether rates beyond the cursor are hidden at first, to be predicted.

    Raises:
        InputError: there are no runs, one has no first token, the SLO says nothing of a request,
            or there is no table of words for `language`.
    """

    section = "rate_stage"

    def __init__(
        self,
        engines: Mapping[str, Runs],
        slo: SLO,
        cursor: int = 0,
        language: str = "en",
        hide_future: bool = False,
    ) -> None:
        """Lay out the choice and the picture."""
        self.engines, self.slo = dict(engines), slo
        self._pages: dict[str, list[Page]] = {}
        super().__init__(list(self.engines), cursor, language, self.picture)
        self.stage.hide_future = hide_future

    def picture(self, stop: int) -> tuple[Scene, str, list[Page]]:
        """Return the figure with the run at one of the rates, what it shows, and all pages."""
        runs = self.engines[self.chosen]
        rate = rates_of(runs)[min(stop, len(runs) - 1)]
        scene = rate_scene(runs, rate, self.slo, self.language)
        if self.chosen not in self._pages:
            self._pages[self.chosen] = self._all_pages(runs)
        return scene, describe_stick(runs, self.language), self._pages[self.chosen]

    def _all_pages(self, runs: Runs) -> list[Page]:
        return [
            self._page(first, judge(runs[first.rate].timings, self.slo))
            for first in first_tokens(runs)
        ]

    def _page(self, first: FirstTokens, judged: Judged) -> Page:
        say = self._said.say
        times = {name: f"{value:.2f}" for name, value in first.ttft._asdict().items()}
        told = [say("rate_stage.slo.told", share=f"{100 * judged.share:.1f}", **judged._asdict())]
        if judged.unserved:
            told.append(say("rate_stage.unserved", count=judged.unserved))
        parts = [
            (say("rate_stage.ttft"), [say("rate_stage.ttft.told", **times)]),
            (say("rate_stage.slo", requests=sum(judged)), told),
        ]
        return page(say("rate_stage.title", rate=f"{first.rate:g}"), parts)

    def __repr__(self) -> str:
        """Say what can be moved: notebooks store this line beside the widget."""
        rates = sorted({rate for runs in self.engines.values() for rate in runs})
        low, high = f"{rates[0]:g}", f"{rates[-1]:g}"
        return self._said.say("rate_stage.repr", low=low, high=high, names=self.names)
