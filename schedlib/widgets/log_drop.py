"""A log of one's own: chosen from a file, fitted by the press of a button, shown and doubted."""

from html import escape
from typing import Any

import ipywidgets

from ..calibration import Calibration, calibrate, tell_doubts
from ..calibration.measured_run import FEWEST, MeasuredRun, measured_run
from ..engines.vllm_v1 import VllmV1
from ..errors import InputError
from ..figures.measured_and_predicted import latency_figure
from ..figures.measured_table import measured_table
from ..logs import parse_log
from ..words import words
from .knobs import warning_html
from .log_settings import LogSettings

ALL = 100  # percent
LOOK = "jp-RenderedHTMLCommon"  # how Jupyter styles a table that is the value of a cell


class LogDrop(ipywidgets.VBox):
    """Choose a measured log, say how its engine ran, and see how well the rest is predicted.

    Whatever goes wrong is told beside the controls, and the last picture stays.

    Args:
        start: the calibration that is shown first.
        policy: the engine of that run.
        language: of the words in it.

    Attributes:
        found: the calibration that is shown.
        settings: the controls.

    Raises:
        InputError: there is no table of words for `language`.
    """

    def __init__(self, start: Calibration, policy: VllmV1, language: str = "en") -> None:
        """Show what is known already."""
        self.language, self._said = language, words(language)
        self._run: MeasuredRun = measured_run(start.measured_timings)
        self.settings = LogSettings(policy, start.clock, self._said)
        self._choose = ipywidgets.FileUpload(
            accept=".jsonl,.json,.gz", description=self._said.say("log_drop.choose")
        )
        self._choose.layout.width = "auto"
        self._choose.observe(self._chosen, "value")
        name = self._said.say("log_drop.calibrate")
        self._button = ipywidgets.Button(description=name, button_style="primary", icon="play")
        self._button.on_click(lambda _: self.calibrate())
        given = self._said.say("log_drop.given", count=len(self._run.timings))
        self._which, self._error = ipywidgets.HTML(escape(given)), ipywidgets.HTML()
        self._line, self._picture = ipywidgets.HTML(), ipywidgets.HTML()
        self._show(start)
        row = ipywidgets.HBox([self._choose, self._which])
        below = [self._button, self._error, self._line, self._picture]
        super().__init__([row, self.settings, *below])

    def read(self, data: bytes, name: str) -> None:
        """Take the log that a file holds; one that says too little is told, and not taken."""
        try:
            log = parse_log(data, name, skip_bad=True)
            run = measured_run(log)
        except InputError as error:
            self._tell(error)
            return
        self._run, self._error.value = run, ""
        facts = {"name": name, "count": len(run.timings), "button": self._button.description}
        told = [self._said.say("log_drop.read", **facts)]
        if log.skipped:
            line, reason = log.skipped[0]
            facts = {"count": len(log.skipped), "line": line, "reason": reason}
            told.append(self._said.say("log_drop.skipped", **facts))
        self._which.value = escape(" ".join(told))

    def calibrate(self) -> None:
        """Fit the clock to the log, as the controls say."""
        before, self._button.disabled = self._line.value, True
        self._line.value = escape(self._said.say("log_drop.working"))
        try:
            policy, clock, percent = self.settings.setting()
            first = max(FEWEST, round(len(self._run.timings) * percent / ALL))
            fit_first = None if percent == ALL else first
            self._show(calibrate(self._run.timings, policy, clock, fit_first))
            self._error.value = ""
        except InputError as error:
            self._line.value = before
            self._tell(error)
        finally:
            self._button.disabled = False

    def _chosen(self, _: Any) -> None:
        for file in self._choose.value:
            self.read(bytes(file.content), file.name)

    def _tell(self, error: InputError) -> None:
        told = self._said.say("log_drop.error", error=str(error).removesuffix("."))
        self._error.value = warning_html(told)

    def _show(self, found: Calibration) -> None:
        self.found = found
        self._line.value = f"<b>{escape(self._told())}</b>"
        first = 0 if found.rest_error_pct is None else found.fit_first or 0
        measured, predicted = found.measured_timings[first:], found.predicted_timings[first:]
        figure = latency_figure(measured, predicted, language=self.language)
        to = self._said.say("replayed.predicted")
        table = measured_table(found.measured, {to: found.predicted}, self.language)
        doubts = "".join(f"<li>{escape(each)}</li>" for each in tell_doubts(found, self.language))
        heading = escape(self._said.say("log_drop.doubts" if doubts else "log_drop.no_doubts"))
        caption = escape(self._said.say("log_drop.table", count=len(found.measured_timings)))
        rows = f'<div class="{LOOK}">{table.to_html(border=0)}</div>'
        told = f"<p>{heading}</p><ul>{doubts}</ul><p>{caption}</p>"
        self._picture.value = f"{figure.svg()}{told}{rows}"

    def _told(self) -> str:
        """Return what was found in a sentence."""
        found = self.found
        count = len(found.measured_timings)
        first = found.fit_first or count
        facts = found.parameters | {"overhead": 1000 * found.clock.overhead, "first": first}
        if found.rest_error_pct is None:
            error = found.mean_abs_error_pct
            return self._said.say("log_drop.found.all", **facts, error=error)
        rest = count - first
        return self._said.say("log_drop.found", **facts, rest=rest, error=found.rest_error_pct)

    def __repr__(self) -> str:
        """Say what is here: notebooks store this line beside the widget."""
        return self._said.say("log_drop.repr")
