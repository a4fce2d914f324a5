"""The numbers of a clock that are fitted to a measured run, and what speaks against a fit."""

TABLE = {
    "calibration.e_mem": "e_mem",
    "calibration.e_mem.means": "The share of the memory's bandwidth that is reached.",
    "calibration.e_compute": "e_compute",
    "calibration.e_compute.means": "The share of the peak of matrix arithmetic that is reached.",
    "calibration.overhead": "overhead",
    "calibration.overhead.means": "Seconds of every iteration that are neither.",
    "calibration.parameters.means": (
        "What a run tells for sure is how long its iterations took. How much of that is reading "
        "the weights and how much overhead, it tells far less well: every iteration has both, so "
        "a higher e_mem with more overhead fits nearly as well. Where nothing else decides, the "
        "fit leans to an e_mem of 0.8."
    ),
    "calibration.error": "mean absolute error",
    "calibration.error.means": (
        "How far the predicted mean, median, p90 and p99 of TTFT, TPOT and E2E latency are from "
        "the measured ones: the mean of their errors, each in percent of what was measured."
    ),
    "calibration.doubt.at_low.e_mem": (
        "e_mem sits at its lower bound, {value:.2f}: the run is slower than hardware, model or "
        "knobs would have it."
    ),
    "calibration.doubt.at_low.e_compute": (
        "e_compute sits at its lower bound, {value:.2f}: the run is slower than hardware, model "
        "or knobs would have it."
    ),
    "calibration.doubt.at_low.overhead": (
        "overhead sits at its lower bound, {value:.0f} s: the engine hides it behind the work of "
        "the GPU, or the run cannot tell it from the time to read the weights."
    ),
    "calibration.doubt.at_high.e_mem": (
        "e_mem sits at its upper bound, {value:.0f}: the run is faster than hardware, model or "
        "knobs would have it, or it cannot tell the time to read the weights from overhead."
    ),
    "calibration.doubt.at_high.e_compute": (
        "e_compute sits at its upper bound, {value:.0f}: the run is faster than hardware, model "
        "or knobs would have it."
    ),
    "calibration.doubt.at_high.overhead": (
        "overhead sits at its upper bound, a usual TPOT of {value:.4f} s: the run looks as if "
        "there were nothing else."
    ),
    "calibration.doubt.loose.e_mem": (
        "e_mem is hardly known: with 10 % more or less of it, the statistics change by "
        "{value:.1f} % at most."
    ),
    "calibration.doubt.loose.e_compute": (
        "e_compute is hardly known: with 10 % more or less of it, the statistics change by "
        "{value:.1f} % at most."
    ),
    "calibration.doubt.loose.overhead": (
        "overhead is hardly known: with 5 % of a usual TPOT more or less of it, the statistics "
        "change by {value:.1f} % at most."
    ),
    "calibration.doubt.far_off": (
        "the prediction is off by {value:.0f} % on average: hardware, model or knobs, such as the "
        "limit on memory, are not those of the run."
    ),
    "calibration.doubt.left_out": (
        "{value:request is|requests are} left out that had no last token: nobody knows what they "
        "took from the others."
    ),
    "calibration.doubt.zero": (
        "{value:statistic was|statistics were} measured as 0, and cannot be compared in percent."
    ),
}
