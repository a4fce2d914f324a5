"""The words of the exercise in which a policy is designed: arena, scoreboard and check."""

TABLE = {
    "design.why.six_requests": "the lesson's own, which you know by heart",
    "design.why.overload": "too much for anybody: who is turned away?",
    "design.why.urgent_stream": "high priority without end: who pays?",
    "design.why.short_behind_long": "both slots taken: do the short ones wait?",
    "design.why.long_among_short": "short ones keep coming: does L get its turn?",
    "design.why.mixed_day": "all sizes, some urgent: no special case",
    "design.table.workload": "workload",
    "design.table.name": "policy",
    "design.table.requests": "requests",
    "design.table.high": "high priority",
    "design.table.iterations": "arrivals until",
    "design.table.why": "why it is there",
    "design.table.request": "request",
    "design.table.arrival": "arrival",
    "design.table.alone": "alone",
    "design.table.deadline": "deadline",
    "design.table.completed": "completed",
    "design.table.late": "late?",
    "design.table.late.yes": "late",
    "design.table.late.no": "",
    "design.table.together": "all together",
    "design.together": "All {workloads:workload|workloads} together, {requests:request|requests}",
    "design.one": "{name}, {requests:request|requests}: {why}",
    "fault.no_policy": "This is nothing that can be run: {value}.",
    "fault.refused": "Not run: {why}.",
    "design.cut": "Cut at the limit of iterations, not drained: {runs}.",
    "design.cut.many": (
        "Cut at the limit of iterations, not drained: {count} of {workloads:workload|workloads}."
    ),
    "scoreboard.ttft_mean": "mean TTFT",
    "scoreboard.ttft_mean.unit": "iterations",
    "scoreboard.ttft_mean.way": "less is better",
    "scoreboard.ttft_high": "urgent TTFT",
    "scoreboard.ttft_high.unit": "high priority",
    "scoreboard.ttft_high.way": "less is better",
    "scoreboard.ttft_worst": "worst TTFT",
    "scoreboard.ttft_worst.unit": "of the served",
    "scoreboard.ttft_worst.way": "less is better",
    "scoreboard.itl_worst": "worst ITL",
    "scoreboard.itl_worst.unit": "of the served",
    "scoreboard.itl_worst.way": "less is better",
    "scoreboard.rejected": "rejected",
    "scoreboard.rejected.unit": "requests",
    "scoreboard.rejected.way": "less is better",
    "scoreboard.late": "late",
    "scoreboard.late.unit": "requests",
    "scoreboard.late.way": "less is better",
    "scoreboard.fairness": "fairness",
    "scoreboard.fairness.unit": "from 0 to 1",
    "scoreboard.fairness.way": "more is better",
    "scoreboard.key.best": "best of its column",
    "scoreboard.key.line": "as much as {name}",
    "scoreboard.key.unserved": "due to requests never served",
    "scoreboard.nothing": "–",
    "scoreboard.told": "{measure} {value}",
    "scoreboard.told.best": "{measure} {value} (best)",
    "scoreboard.row": "{name}: {told}.",
    "design.not_filled": "Nothing is filled in yet: a policy is OwnScheduler(steps=Steps(...)).",
    "design.no_policy": "A policy must be OwnScheduler(steps=Steps(...)), and this is {value}.",
    "design.knobs": (
        "This policy has other knobs than everybody else ({knobs}): a policy must win by what it "
        "decides, so leave them as they are."
    ),
    "design.no_step": "Nothing is yours yet: every step is still the library's own.",
    "design.unwritten": "Nothing is written in {function} yet (step {number}, {step}).",
    "design.unwritten.iterate": "Nothing is written in {function} yet (iterate).",
    "design.fault": "It does not get through one of the workloads: {name}.",
    "design.fault.look": (
        "The picture shows the board at the start of iteration {iteration}, with those who arrive."
    ),
    "design.not_drained": (
        "On the workload {name} it does not come to an end: the run was cut after "
        "{iterations:iteration|iterations}."
    ),
    "design.not_drained.who": (
        "Unfinished: {who}. A policy may let people wait, but never for good."
    ),
    "design.not_drained.idle": (
        "Nobody got a token any more after iteration {iteration}. Which step should have seen to "
        "it? The picture shows the board as it stood at the end."
    ),
    "design.not_drained.busy": (
        "Tokens were still processed at the end. The picture shows the board as it stood then."
    ),
    "design.same": (
        "On every one of the {workloads:workload|workloads} it does exactly what {name} does: "
        "it is not yet a policy of your own."
    ),
    "design.same.look": (
        "Your code runs and keeps every rule. Look for a moment in which it should decide "
        "otherwise, and step through it."
    ),
    "design.rival": "the tutorial scheduler",
    "design.passed": (
        "A policy of your own: it keeps every rule, and all {workloads:run drains|runs drain}."
    ),
    "design.fewer_late": (
        "On {name} it leaves {late:request|requests} late, and the tutorial scheduler {before}."
    ),
    "design.not_fewer_late": (
        "On {name} it leaves {late:request|requests} late, and the tutorial scheduler {before}: "
        "fewer are asked for."
    ),
    "design.not_fewer_late.look": (
        "Whoever is turned away is late too. To see who is late, put your policy in place of the "
        "dots: design.deadline_table(simulate(design.workload('{name}'), ...))."
    ),
    "design.differs": "It first leaves the way of {name} on {workload}, in iteration {iteration}.",
}
