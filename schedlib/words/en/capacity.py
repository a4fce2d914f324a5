"""The words of figures and widgets about how much an engine can take."""

STICK = {
    "stick.title": "Time to first token (TTFT), seconds",
    "stick.mean": "mean",
    "stick.p99": "p99",
    "stick.slo": "SLO {seconds} s",
    "stick.row.rate": "requests/s",
    "stick.row.mean": "mean, s",
    "stick.row.p99": "p99, s",
    "stick.told": "at {rate} requests/s: mean {mean} s, p99 {p99} s",
    "inside.title": "The run at {rate} requests/s: TTFT of each request, seconds",
    "inside.axis": "{requests:request|requests}, in order of arrival",
    "inside.axis.some": "{requests:request|requests}, in order of arrival; one in {every} is shown",
}

GOODPUT = {
    "goodput.title": "Requests per second, by what becomes of them",
    "goodput.in_time": "in time",
    "goodput.late": "first token too late",
    "goodput.slow": "tokens too slow (TPOT)",
    "goodput.unserved": "not served",
    "goodput.why.in_time": "{share} % of {rate} requests/s are served in time.",
    "goodput.why.late": "{share} % of {rate} requests/s get their first token too late.",
    "goodput.why.slow": (
        "{share} % of {rate} requests/s get their first token in time, and the others too slowly."
    ),
    "goodput.why.unserved": "{share} % of {rate} requests/s are not served.",
    "goodput.rate": "arrival rate, requests per second",
    "goodput.most": "most in time: {goodput}/s, at {rate}/s",
    "goodput.kept": "90 % in time up to {rate}/s",
    "goodput.kept.never": "90 % in time at none of these",
    "goodput.told": "{name}: {told}",
}

RATE_STAGE = {
    "rate_stage.name": "Arrival rate",
    "rate_stage.first": "Lowest rate",
    "rate_stage.back": "Back to the rate before",
    "rate_stage.forward": "On to the next rate",
    "rate_stage.last": "Highest rate",
    "rate_stage.slider": "Arrival rate",
    "rate_stage.choose": "engine",
    "rate_stage.title": "{rate} requests/s",
    "rate_stage.ttft": "Time to first token",
    "rate_stage.ttft.told": "Mean {mean} s, p99 {p99} s, the longest {max} s.",
    "rate_stage.slo": "Of {requests:request|requests}",
    "rate_stage.slo.told": (
        "{in_time} in time ({share} %). {late} with their first token too late, {slow} with the "
        "others too slow."
    ),
    "rate_stage.unserved": "{count:request is|requests are} not served.",
    "rate_stage.repr": "Arrival rate, {low} to {high} requests/s: {names}. Run the cell to see it.",
}

RATIO = {
    "ratio.latency": "median latency for each output token, ms",
    "ratio.served": "requests served per second",
    "ratio.ratio": "ratio",
    "ratio.target": "{ms} ms",
    "ratio.told": "At {ms} ms: {contender}/s against {baseline}/s = {ratio}x",
    "ratio.told.none": "At {ms} ms: {contender}/s against nothing at all",
    "ratio.told.neither": "At {ms} ms: nobody keeps to it",
    "ratio.times": "{ratio}x",
    "ratio.published": "{ratio}x",
    "ratio.published.told": "published",
    "ratio.describe": "{contender} against {baseline}. {told}.",
}

TARGET_STAGE = {
    "target_stage.name": "Target",
    "target_stage.first": "Tightest target",
    "target_stage.back": "A tighter target",
    "target_stage.forward": "A looser target",
    "target_stage.last": "Loosest target",
    "target_stage.slider": "Target",
    "target_stage.choose": "compare",
    "target_stage.title": "Target {ms} ms",
    "target_stage.served": "{served} requests/s keep to it.",
    "target_stage.none": "It never keeps to it, however few requests there are.",
    "target_stage.ratio": "Ratio",
    "target_stage.ratio.told": "{contender} / {baseline} = {ratio}x.",
    "target_stage.ratio.none": "There is none to divide by.",
    "target_stage.repr": "Target, {low} to {high} ms: {names}. Run the cell to see it.",
}

TABLE = STICK | GOODPUT | RATE_STAGE | RATIO | TARGET_STAGE
