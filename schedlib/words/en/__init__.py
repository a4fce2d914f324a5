"""The English table, a file for each place where its words are read."""

from . import (
    acceptance,
    boards,
    calibration,
    capacity,
    claims,
    clock_options,
    command_line,
    design,
    engine_widgets,
    engines,
    exercises,
    exports,
    extraction,
    figures,
    flow,
    homework,
    knobs,
    latency,
    memory,
    metrics,
    milliseconds,
    own,
    playground,
    predict,
    puzzles,
    replaying,
    report,
    run,
    slots,
    sweep,
    tables,
    time_axis,
    widgets,
)

TABLE = (
    acceptance.TABLE
    | boards.TABLE
    | calibration.TABLE
    | capacity.TABLE
    | claims.TABLE
    | clock_options.TABLE
    | command_line.TABLE
    | design.TABLE
    | engine_widgets.TABLE
    | engines.TABLE
    | exercises.TABLE
    | exports.TABLE
    | extraction.TABLE
    | figures.TABLE
    | flow.TABLE
    | homework.TABLE
    | knobs.TABLE
    | latency.TABLE
    | memory.TABLE
    | metrics.TABLE
    | milliseconds.TABLE
    | own.TABLE
    | playground.TABLE
    | predict.TABLE
    | puzzles.TABLE
    | replaying.TABLE
    | report.TABLE
    | run.TABLE
    | slots.TABLE
    | sweep.TABLE
    | tables.TABLE
    | time_axis.TABLE
    | widgets.TABLE
)
